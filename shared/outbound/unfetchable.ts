import {isIP} from 'node:net';
import type {Fault} from '../contract/error.ts';
import {isPublicIp} from './public-ip.ts';

/** Advice for an image that no URL leads to: agents call the tool, programs the operation behind it. */
const UPLOAD =
	'For a local file call upload_media without url and base64 (POST /v1/media/upload-url), PUT the bytes to upload.url, and pass the mediaId that it answers.';

/** Names that lead to nothing beyond one network. */
const PRIVATE_NAME = /^(?:localhost|[^.]+|.*\.(?:localhost|local|internal|lan|home|intranet|corp|test|invalid))\.?$/i;

/** Why nothing can be fetched from this text, as the text alone shows it; null where it may lead to a public image. */
export function unfetchable(text: string, field: string): Fault | null {
	const [message, hint] = reason(text) ?? [];
	return message ? {field, message, hint: hint ?? UPLOAD} : null;
}

function reason(text: string): [message: string, hint?: string] | null {
	if (/^(?:file:|[/~]|\.{1,2}[/\\]|[a-z]:[\\/]|\\\\)/i.test(text)) return ['Is a path on your own disk, which this service cannot read.'];
	if (/^data:/i.test(text)) return ['Is the image itself.', 'Send a data: string as base64 instead of url.'];
	if (/^[0-9a-f]{64}$/.test(text)) return ['Is a mediaId.', 'Send it as mediaId instead of url.'];
	if (!URL.canParse(text)) return ['Is no URL.', `Send https://… of a public image. ${UPLOAD}`];
	const {protocol, hostname, port, username, password} = new URL(text);
	const host = hostname.replace(/^\[|\]$/g, '');
	if (isIP(host) ? !isPublicIp(host) : PRIVATE_NAME.test(host)) return ['Leads to a private network, which this service does not reach.'];
	if (protocol === 'http:') return ['Is http; only https is fetched.', `Send the same address with https://, if it has one. ${UPLOAD}`];
	if (protocol !== 'https:') return ['Is not https.', `Send https://… of a public image. ${UPLOAD}`];
	if (port !== '') return ['Names a port; only the usual one of https is reached.', `Send the URL without a port. ${UPLOAD}`];
	if (username || password) return ['Carries a name or a password.', `Send a URL that opens without one. ${UPLOAD}`];
	return null;
}
