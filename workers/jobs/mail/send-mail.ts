import type {Config} from '../../../shared/config/config.ts';
import type {PageLanguage} from '../../../shared/contract/page-language.ts';
import {html} from '../../../shared/html.ts';
import {mailMessages} from '../../../shared/locales/index.ts';
import type {sendMail as job} from '../../../shared/queue/jobs/mail.ts';
import {findAccount} from '../../../shared/store/access/accounts.ts';
import {createLink} from '../../../shared/store/access/email-links.ts';
import type {Handler} from '../../runtime/handler.ts';
import {mailFault, openTransport} from './mail-server.ts';

/** Makes the link, writes the mail in the account's language and hands it to the mail server. Twice where a worker dies in between. */
export const sendMail: Handler<typeof job> = async ({purpose}, {services, accountId}) => {
	const {config, database} = services;
	const account = await findAccount(database.manager, accountId);
	if (!account) throw new Error('The account of this mail is not there.');
	const email = purpose === 'email' ? account.pendingEmail : account.email;
	// Taken back, or done, since it was asked for.
	if (email === null) return {response: {status: 200, body: {}}};
	const link = isLinked(purpose) ? await createLink(database.manager, {account: {...account, email}, purpose}) : null;
	const {subject, text, html} = writeMail({
		purpose,
		language: account.language,
		baseUrl: config.baseUrl,
		url: link ? config.baseUrl + link.path : undefined,
	});
	const transport = await openTransport(config);
	try {
		await transport.sendMail({from: sender(config), to: {name: '', address: email}, subject, text, html});
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

type Purpose = 'confirm' | 'reset' | 'exists' | 'email' | 'export' | 'closing' | 'closes_soon';

/** Writes a mail as text and as HTML. It names no one: the person who signs up could write anything as a name. */
function writeMail({
	purpose,
	language,
	baseUrl,
	url = `${baseUrl}${purpose === 'export' ? '/settings/data' : '/account/sign-in'}`,
}: {
	purpose: Purpose;
	language: PageLanguage;
	baseUrl: string;
	url?: string | undefined;
}): {subject: string; text: string; html: string} {
	const {subject, before, button, after} = mailMessages(language)[purpose];
	const page = html`<!DOCTYPE html>
<html lang="${language}">
<head><meta charset="utf-8"><title>${subject}</title></head>
<body style="margin:0;background:#fffdf7;color:#1a1a1a;font:16px/1.55 sans-serif">
<div style="max-width:30rem;margin:0 auto;padding:2.5rem 1.25rem">
<p style="margin:0 0 1.5rem;font:600 18px Georgia,serif">Roteiro</p>
<p>${before}</p>
<p style="margin:1.75rem 0"><a href="${url}" style="display:inline-block;padding:.8rem 1.4rem;border-radius:10px;background:#1d4e89;color:#fff;font-weight:600;text-decoration:none">${button}</a></p>
<p style="color:#55544f;font-size:14px">${after}</p>
<p style="color:#55544f;font-size:14px;word-break:break-all">${url}</p>
</div>
</body>
</html>
`;
	return {subject: subject, text: `${before}\n\n${url}\n\n${after}\n\nRoteiro\n${baseUrl}\n`, html: page.markup};
}
