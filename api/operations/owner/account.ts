import {type Static, type TObject, Type} from 'typebox';
import {LIMITS} from '../../../shared/contract/limits.ts';
import {PAGE_LANGUAGES} from '../../../shared/contract/page-language.ts';
import {Choice, Closed, Name, Nullable, OrNull, Text, Timestamp} from '../../../shared/contract/schema.ts';
import {AppError, invalid} from '../../../shared/errors.ts';
import {changeProfile, findAccount, PLANS} from '../../../shared/store/access/accounts.ts';
import {endSessionOf, endSessions, listSessions} from '../../../shared/store/access/sessions.ts';
import {changeEmail, changePassword, looksLikeEmail} from '../../auth/change-credentials.ts';
import type {PasswordFault} from '../../auth/password-strength.ts';
import {sessionCookie} from '../../auth/session.ts';
import {type Call, defineOperation, respond} from '../../pipeline/operation.ts';
import {success} from '../responses.ts';

/** The owner's account itself. */

const OwnAccount = {
	account: Closed({
		id: Type.String(),
		name: Type.String(),
		email: Type.String(),
		plan: Choice(PLANS),
		administrator: Type.Boolean({description: 'Administers the service.'}),
		hasPassword: Type.Boolean({description: 'false where its owner came in by a printed link and has chosen none yet.'}),
		language: Choice(PAGE_LANGUAGES, {description: 'Language of pages and mails.'}),
		company: Nullable(Type.String({description: 'Who offers the tours.'})),
		privacyUrl: Nullable(Type.String({description: 'URL of the privacy policy.'})),
		pendingEmail: Nullable(Type.String({description: 'The address that it is to have, once the link sent there was followed.'})),
		confirmedAt: Nullable(Timestamp),
		createdAt: Timestamp,
	}),
	session: Closed({id: Type.String(), expiresAt: Timestamp}),
};

export const getAccount = defineOperation({
	name: 'get_account',
	tag: 'Account',
	summary: 'The account that is signed in',
	route: 'GET /account',
	account: true,
	whileClosing: true,
	input: Closed({}),
	success: success(200, 'The account and this session.', OwnAccount),
	handler: async (_input, call) => respond(200, await ownAccount(call)),
});

export const updateAccount = defineOperation({
	name: 'update_account',
	tag: 'Account',
	summary: 'Change name, language, company or privacy policy',
	route: 'PATCH /account',
	account: true,
	input: Closed({
		name: Type.Optional(Name('Name of the owner.', LIMITS.personName)),
		language: Type.Optional(Choice(PAGE_LANGUAGES, {description: 'Language of pages and mails.'})),
		company: Type.Optional(OrNull(Text(LIMITS.personName, 'Who offers the tours; null: nobody is named.'))),
		privacyUrl: Type.Optional(
			Nullable(Type.String({format: 'https-url', maxLength: LIMITS.linkUrl, description: 'URL of the privacy policy; null: none.'})),
		),
	}),
	success: success(200, 'The account as it now is.', OwnAccount),
	async handler({company, ...profile}, call) {
		// An empty text removes the name.
		await changeProfile(call.db, call.accountId, {...profile, ...(company !== undefined && {company: company || null})});
		return respond(200, await ownAccount(call));
	},
});

export const changePasswordOperation = defineOperation({
	name: 'change_password',
	tag: 'Account',
	summary: 'Change the password; every other session ends, and this one continues with a new cookie',
	route: 'PUT /account/password',
	account: true,
	input: Closed({
		currentPassword: Type.String({description: 'The password as it is.'}),
		newPassword: Type.String({description: `The new one: ${LIMITS.passwordMin} to ${LIMITS.passwordMax} characters.`}),
	}),
	success: success(200, 'Changed; Set-Cookie carries the new session.', {changed: Type.Literal(true)}),
	errors: ['attempts_limited'],
	async handler({currentPassword, newPassword}, call) {
		const {services, accountId, ip} = call;
		const changed = await changePassword(call.db, services, {
			accountId,
			ip,
			// The same browser goes on.
			device: (await listSessions(call.db, accountId)).find(({id}) => id === call.credential.id)?.device ?? null,
			current: currentPassword,
			next: newPassword,
		});
		if ('session' in changed) {
			const cookie = sessionCookie(changed.session, services.config.baseUrl);
			return {...respond(200, {changed: true}), headers: {'Set-Cookie': cookie}};
		}
		if (changed.fault === 'passwordWrong') {
			throw invalid([{field: 'currentPassword', message: 'Is not the current password.', hint: 'Send the password as it is now.'}]);
		}
		throw invalid([{field: 'newPassword', ...FAULTS[changed.fault]}]);
	},
});

export const changeEmailOperation = defineOperation({
	name: 'change_email',
	tag: 'Account',
	summary: 'Ask for another e-mail address; it is the account’s once the link that is sent there was followed',
	description: 'Where this service sends no mail the address changes at once, and counts as not confirmed.',
	route: 'PUT /account/email',
	account: true,
	input: Closed({
		email: Type.String({maxLength: LIMITS.email, description: 'The new address.'}),
		password: Type.String({description: 'The password of the account.'}),
	}),
	success: success(200, 'What became of it: sent, a link is on its way; changed, it is the address now.', {
		status: Choice(['sent', 'changed']),
		email: Type.String({description: 'The new address.'}),
	}),
	errors: ['attempts_limited'],
	async handler({email, password}, call) {
		const {services, accountId, ip} = call;
		if (!looksLikeEmail(email)) {
			throw invalid([{field: 'email', message: 'Is not an e-mail address.', hint: 'The whole address, like ana@example.com.'}]);
		}
		const asked = await changeEmail(call.db, services, {accountId, ip, email, password});
		if (asked === 'passwordWrong') {
			throw invalid([{field: 'password', message: 'Is not the password.', hint: 'Send the password of the account.'}]);
		}
		if (asked === 'taken') {
			throw invalid([{field: 'email', message: 'Another account has this address.', hint: 'Use another address.'}]);
		}
		return respond(200, {status: asked, email});
	},
});

const FAULTS: Record<PasswordFault, {message: string; hint: string}> = {
	passwordShort: {message: 'Is too short.', hint: `Use ${LIMITS.passwordMin} characters or more.`},
	passwordLong: {message: 'Is too long.', hint: `Use ${LIMITS.passwordMax} characters at most.`},
	passwordCommon: {
		message: 'Is one of the passwords that are guessed first.',
		hint: 'Use four or five words that nobody else would put together.',
	},
	passwordPersonal: {
		message: 'Is the name, the e-mail address or the name of this service, with little beside it.',
		hint: 'Use what nobody knows.',
	},
};

// A session in which the owner is signed in.

const Session = Closed({
	id: Type.String(),
	device: Nullable(Type.String({description: 'Browser and system, as far as they are known: Firefox, Linux.'})),
	createdAt: Timestamp,
	expiresAt: Timestamp,
	current: Type.Boolean({description: 'true for the one that asks.'}),
});

export const listSessionsOperation = defineOperation({
	name: 'list_sessions',
	tag: 'Account',
	summary: 'List where the owner is signed in, newest first',
	route: 'GET /account/sessions',
	account: true,
	input: Closed({}),
	success: success(200, 'The sessions.', {sessions: Type.Array(Session)}),
	async handler(_input, call) {
		const found = await listSessions(call.db, call.accountId);
		return respond(200, {
			sessions: found.map(({id, device, createdAt, expiresAt}) => ({
				id,
				device,
				createdAt: createdAt.toISOString(),
				expiresAt: expiresAt.toISOString(),
				current: id === call.credential.id,
			})),
		});
	},
});

export const endSessionOperation = defineOperation({
	name: 'end_session',
	tag: 'Account',
	summary: 'End one session; its browser is signed out at once',
	route: 'DELETE /account/sessions/{sessionId}',
	account: true,
	input: Closed({sessionId: Type.String({description: "The session's id."})}),
	success: success(200, 'Ended.', {ended: Type.Literal(true), sessionId: Type.String()}),
	async handler({sessionId}, call) {
		if (!(await endSessionOf(call.db, call.accountId, sessionId))) throw new AppError('not_found');
		const own = sessionId === call.credential.id;
		const headers: Record<string, string> = own ? {'Set-Cookie': sessionCookie(null, call.services.config.baseUrl)} : {};
		return {...respond(200, {ended: true, sessionId}), headers};
	},
});

export const signOutEverywhere = defineOperation({
	name: 'sign_out_everywhere',
	tag: 'Account',
	summary: 'End every session of the account, this one as well',
	route: 'DELETE /account/sessions',
	account: true,
	input: Closed({}),
	success: success(200, 'How many sessions were ended.', {ended: Type.Integer()}),
	async handler(_input, call) {
		const ended = await endSessions(call.db, call.accountId);
		return {...respond(200, {ended}), headers: {'Set-Cookie': sessionCookie(null, call.services.config.baseUrl)}};
	},
});

async function ownAccount(call: Call): Promise<Static<TObject<typeof OwnAccount>>> {
	const account = await findAccount(call.db, call.accountId);
	if (!account) throw new AppError('not_found');
	const {id, name, email, plan, administrator, passwordHash, language, company, privacyUrl, pendingEmail, confirmedAt, createdAt} = account;
	return {
		account: {
			...{id, name, email, plan, administrator, hasPassword: passwordHash !== null},
			...{language, company, privacyUrl, pendingEmail},
			confirmedAt: confirmedAt?.toISOString() ?? null,
			createdAt: createdAt.toISOString(),
		},
		session: {id: call.credential.id, expiresAt: call.credential.expiresAt.toISOString()},
	};
}
