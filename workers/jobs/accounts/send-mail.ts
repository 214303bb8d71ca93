import type {Transporter} from 'nodemailer';
import type {Config} from '../../../shared/config/config.ts';
import type {PageLanguage} from '../../../shared/contract/page-language.ts';
import {html, trusted} from '../../../shared/html.ts';
import {mailMessages} from '../../../shared/locales/index.ts';
import type {Log} from '../../../shared/log.ts';
import {ServerAway} from '../../../shared/outage.ts';
import type {JobInput} from '../../../shared/queue/job.ts';
import type {sendMail as job} from '../../../shared/queue/jobs/accounts.ts';
import {findAccount} from '../../../shared/store/access/accounts.ts';
import {createLink} from '../../../shared/store/access/email-links.ts';
import {type Handler, Hopeless} from '../../runtime/handler.ts';

/**
 * A server that says nothing is left for the next attempt. It may read a message for long before it takes it (RFC 5321, 4.5.3.2): given up
 * too early, it gets the same mail again and again.
 */
const TIMEOUTS = {connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 120_000};

/** Mails by a program (RFC 3834, and Exchange's word for it): who is away on holiday does not answer them. */
const AUTOMATIC = {'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All'};

/** Pages that mails without a link of their own lead to; the others lead to signing in. */
const PAGES: Partial<Record<Purpose, string>> = {export: '/settings/data', password: '/account/forgotten'};

/** Colours for people who prefer dark ones; programs that know no style sheets keep the light ones, which stand at the elements. */
const DARK =
	'@media (prefers-color-scheme:dark){body{background:#1a1a18!important;color:#f2f0e9!important}.small{color:#b5b2a8!important}a{background:#9cc3f0!important;color:#10243c!important}}';

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

type MailError = {message?: string; code?: string; responseCode?: number; command?: string; response?: string};

/**
 * Makes the link, writes the mail in the account's language and hands it to the mail server. Twice where a worker dies or the answer is lost
 * in between: under one Message-ID, by which many servers and programs drop the second.
 */
export const sendMail: Handler<typeof job> = async ({purpose}, {services, accountId, lease}) => {
	const {config, database} = services;
	const account = await findAccount(database.manager, accountId);
	if (!account) throw new Error('The account of this mail is not there.');
	const email = purpose === 'email' ? account.pendingEmail : account.email;
	const {deletionDueAt} = account;
	const isOver = (purpose === 'closing' || purpose === 'closes_soon') && deletionDueAt === null;
	// Taken back, or done, since it was asked for.
	if (email === null || isOver) return {response: {status: 200, body: {}}};
	const link = isLinked(purpose) ? await createLink(database.manager, {account: {...account, email}, purpose}) : null;
	const {subject, text, html} = writeMail({
		purpose,
		language: account.language,
		baseUrl: config.baseUrl,
		deletionDueAt,
		url: config.baseUrl + (link?.path ?? PAGES[purpose] ?? '/account/sign-in'),
	});
	const from = sender(config);
	const messageId = `<${lease.id}@${domainOf(from)}>`;
	const transport = await openTransport(config);
	try {
		await transport.sendMail({messageId, headers: AUTOMATIC, from, to: {name: '', address: email}, subject, text, html});
	} catch (error) {
		throw mailFault(error);
	} finally {
		transport.close();
	}
	return {response: {status: 200, body: {}}};
};

function isLinked(purpose: Purpose): purpose is 'confirm' | 'reset' | 'email' {
	return purpose === 'confirm' || purpose === 'reset' || purpose === 'email';
}

function sender({mailFrom, baseUrl}: Config): string {
	return mailFrom || `Roteiro <no-reply@${new URL(baseUrl).hostname}>`;
}

/** Returns the domain of the address in `Name <address>`, or in an address alone. */
function domainOf(from: string): string {
	return /@([^\s<>"@]+)>?\s*$/.exec(from)?.[1] ?? 'roteiro.invalid';
}

type Purpose = JobInput<typeof job>['purpose'];

/** Writes a mail as text and as HTML. It names no one: the person who signs up could write anything as a name. */
function writeMail({
	purpose,
	language,
	baseUrl,
	deletionDueAt,
	url,
}: {
	purpose: Purpose;
	language: PageLanguage;
	baseUrl: string;
	deletionDueAt: Date | null;
	url: string;
}): {subject: string; text: string; html: string} {
	const {subject, before: said, button, after} = mailMessages(language)[purpose];
	// A date, since a mail may have waited for its server.
	const before = typeof said === 'string' ? said : said(dayOf(deletionDueAt!, language));
	const page = html`<!DOCTYPE html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${subject}</title>
${trusted(`<style>${DARK}</style>`)}</head>
<body style="margin:0;background:#fffdf7;color:#1a1a1a;font:16px/1.55 sans-serif">
<div style="max-width:30rem;margin:0 auto;padding:2.5rem 1.25rem">
<p style="margin:0 0 1.5rem;font:600 18px Georgia,serif">Roteiro</p>
<p>${before}</p>
<p style="margin:1.75rem 0"><a href="${url}" style="display:inline-block;padding:.8rem 1.4rem;border-radius:10px;background:#1d4e89;color:#fff;font-weight:600;text-decoration:none">${button}</a></p>
<p class="small" style="color:#55544f;font-size:14px">${after}</p>
<p class="small" style="color:#55544f;font-size:14px;word-break:break-all">${url}</p>
</div>
</body>
</html>
`;
	return {subject, text: `${before}\n\n${url}\n\n${after}\n\nRoteiro\n${baseUrl}\n`, html: page.markup};
}

function dayOf(date: Date, language: PageLanguage): string {
	return `${new Intl.DateTimeFormat(language, {dateStyle: 'long', timeZone: 'UTC'}).format(date)} (UTC)`;
}

// The mail server that is set, and what it means where a mail does not go through.

async function openTransport({smtpUrl}: Pick<Config, 'smtpUrl'>): Promise<Transporter> {
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
