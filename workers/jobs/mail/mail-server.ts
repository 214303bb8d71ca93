import type {Transporter} from 'nodemailer';
import type {Config} from '../../../shared/config/config.ts';
import type {Log} from '../../../shared/log.ts';
import {ServerAway} from '../../../shared/outage.ts';
import {Hopeless} from '../../runtime/handler.ts';

/** The mail server that is set, and what it means where a mail does not go through. */

/** A server that says nothing is left for the next attempt. */
const TIMEOUTS = {connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000};

/** Node's codes for a failed connection, in words. Its other messages name the server and no person. */
const CONNECTION_WORDS: Record<string, string> = {
	ECONNREFUSED: 'connection refused',
	ECONNRESET: 'the connection was broken',
	ENOTFOUND: 'there is no server of this name',
	EAI_AGAIN: 'the name of the server could not be looked up',
	EHOSTUNREACH: 'the server cannot be reached',
	ENETUNREACH: 'the network cannot be reached',
};
const ADDRESS = /[^\s<>"']+@[^\s<>"']+/g;
/** Pattern of enhanced status codes (RFC 3463). */
const ENHANCED = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/;

type MailError = {message?: string; code?: string; errno?: unknown; responseCode?: number; command?: string; response?: string};

export async function openTransport({smtpUrl}: Pick<Config, 'smtpUrl'>): Promise<Transporter> {
	if (!smtpUrl) throw new Error('There is no mail server: SMTP_URL is not set for the workers.');
	const {createTransport} = await import('nodemailer');
	return createTransport({url: smtpUrl, ...TIMEOUTS, disableFileAccess: true, disableUrlAccess: true});
}

/**
 * Returns the error of a refused mail: `ServerAway` if it may be taken later (no connection, no answer, 4xx, or a password or certificate
 * that an operator mends), `Hopeless` if it was refused for good (5xx). Neither quotes the server's words on the address.
 */
export function mailFault(error: unknown): Error {
	const {code, responseCode = 0} = error as MailError;
	const sentence = `The mail server did not take a message: ${reasonOf(error)}.`;
	const isFinal = responseCode >= 500 && code !== 'EAUTH';
	return isFinal || (responseCode === 0 && isOurs(code)) ? new Hopeless(sentence) : new ServerAway(sentence);
}

/** Asks the server once, and warns with the reason where mails would not go through now. */
export async function warnOfMailServer(config: Pick<Config, 'smtpUrl'>, log: Pick<Log, 'warn'>): Promise<void> {
	if (!config.smtpUrl) return;
	try {
		const transport = await openTransport(config);
		try {
			await transport.verify();
		} finally {
			transport.close();
		}
	} catch (error) {
		log.warn(`The mail server that SMTP_URL names takes no mails now: ${reasonOf(error)}. They are tried again for a day.`);
	}
}

/** A message that no server was asked about: it would be no other the next time. */
function isOurs(code: string | undefined): boolean {
	return code === 'EENVELOPE' || code === 'EMESSAGE';
}

/** Returns the reason, without the address of a person. */
function reasonOf(error: unknown): string {
	const {message = '', code = '', command, responseCode, response = ''} = error as MailError;
	if (responseCode) {
		const said = [responseCode, ENHANCED.exec(response)?.[1]].filter(Boolean).join(' ');
		return code === 'EAUTH' ? `authentication refused (${said})` : [code, command, said].filter(Boolean).join(' ');
	}
	if (code === 'ETIMEDOUT') return 'the server does not answer';
	if (isOurs(code)) return [code, command].filter(Boolean).join(' ');
	const known = Object.keys(CONNECTION_WORDS).find(word => message.includes(word));
	const words = (known ? CONNECTION_WORDS[known]! : message.replaceAll(ADDRESS, '…').replace(/[.\s]+$/, '')) || code || 'unknown';
	return /certificate|self.signed|altnames|CERT/i.test(words)
		? `${words} (NODE_EXTRA_CA_CERTS names a file with certificates to trust; ?tls.rejectUnauthorized=false after SMTP_URL trusts any)`
		: words;
}
