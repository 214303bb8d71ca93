import {isIP} from 'node:net';
import ipaddr from 'ipaddr.js';
import type {Fault} from '../contract/error.ts';

/** The range that the Internet routes to: all other IPs are reserved, even if no list names them. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];
/** The IPv4 Internet as an IPv6-only network writes it (RFC 6052): the last four bytes are the IPv4 address. */
const NAT64 = ipaddr.parseCIDR('64:ff9b::/96') as [ipaddr.IPv6, number];
/** Looks public, but is the host's own control channel on Azure. */
const PLATFORM_IP = '168.63.129.16';

/** Advice for an image without a public URL: agents call the tool, programs the operation behind it. */
const UPLOAD =
	'For a local file call upload_media without url and base64 (POST /v1/media/upload-url), PUT the bytes to upload.url, and pass the mediaId that it answers.';

/** Host names that mean something only within one network. */
const PRIVATE_NAME = /^(?:localhost|[^.]+|.*\.(?:localhost|local|internal|lan|home|intranet|corp|test|invalid))\.?$/i;

/**
 * True if the IP, a literal as a resolver returns it, belongs to the public Internet. Rejected are private,
 * loopback, link-local (with or without a zone), shared, multicast, reserved, documentation and benchmarking
 * ranges, and every form of IPv6 that carries an IPv4 (mapped, compatible, 6to4, Teredo), except NAT64 of a
 * public one.
 */
export function isPublicIp(ip: string): boolean {
	if (ipaddr.IPv4.isValidFourPartDecimal(ip)) return isPublicIpv4(ipaddr.IPv4.parse(ip));
	if (!ipaddr.IPv6.isValid(ip)) return false;
	const ipv6 = ipaddr.IPv6.parse(ip);
	if (ipv6.zoneId) return false;
	if (ipv6.match(NAT64)) return isPublicIpv4(new ipaddr.IPv4(ipv6.toByteArray().slice(12)));
	return ipv6.match(GLOBAL_IPV6) && ipv6.range() === 'unicast';
}

function isPublicIpv4(ipv4: ipaddr.IPv4): boolean {
	return ipv4.range() === 'unicast' && ipv4.toString() !== PLATFORM_IP;
}

/** Returns why nothing can be fetched from this text, judged by the text alone; null if it may be a public image's URL. */
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
