import type {Config} from '../../../shared/config/config.ts';
import type {sendMail as job} from '../../../shared/queue/jobs/mail.ts';
import {findAccount} from '../../../shared/store/access/accounts.ts';
import {createLink} from '../../../shared/store/access/email-links.ts';
import type {Handler} from '../../runtime/handler.ts';
import {type Purpose, writeMail} from './mail-messages.ts';
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
