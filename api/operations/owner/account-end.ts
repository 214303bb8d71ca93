import {Type} from 'typebox';
import {LIMITS} from '../../../shared/contract/limits.ts';
import {Choice, Closed, Nullable, Timestamp} from '../../../shared/contract/schema.ts';
import {AppError, invalid} from '../../../shared/errors.ts';
import {exportAccount, sendMail} from '../../../shared/queue/jobs/accounts.ts';
import type {Services} from '../../../shared/services/services.ts';
import {findAccount} from '../../../shared/store/access/accounts.ts';
import {type Closing, closeAccount as close, readClosing, reopenAccount} from '../../../shared/store/account-end/closing.ts';
import {type FoundExport, findExport, listExports, orderExport} from '../../../shared/store/account-end/exports.ts';
import type {Db} from '../../../shared/store/database.ts';
import {insertJob, type StoredJob} from '../../../shared/store/jobs/jobs.ts';
import {verifyPassword} from '../../auth/password.ts';
import {sessionCookie} from '../../auth/session.ts';
import {signInLimits} from '../../auth/sign-in-limits.ts';
import {defineOperation, respond} from '../../pipeline/operation.ts';
import {success} from '../responses.ts';

/** Taking everything along, and leaving for good. */

type Asked = {accountId: string; ip: string; email: string; password: string};
const Export = Closed({
	id: Type.String(),
	status: Choice(['queued', 'running', 'ready', 'failed']),
	progress: Type.Number({description: '0..1'}),
	bytes: Nullable(Type.Integer({description: 'Of the zip; null until it is ready.'})),
	url: Nullable(Type.String({description: 'Where the signed-in person downloads the zip; null until it is ready.'})),
	createdAt: Timestamp,
	readyAt: Nullable(Timestamp),
	expiresAt: Nullable(Timestamp),
});
const Deletion = Nullable(
	Closed({
		askedAt: Timestamp,
		until: {...Timestamp, description: 'Until then it can be taken back; after that everything is deleted for good.'},
	}),
);
const owned = {tag: 'Account', account: true, whileClosing: true} as const;

export const exportAccountOperation = defineOperation({
	...owned,
	name: 'export_account',
	summary: 'Order a copy of everything that the account has, as a zip; one a day',
	route: 'POST /account/exports',
	input: Closed({}),
	success: success(201, 'Ordered; its state is read by its id.', {export: Export}),
	errors: ['attempts_limited'],
	async handler(_input, call) {
		const {ordered, job} = await orderExport(call.db, call.accountId, exportAccount.name);
		return {...respond(201, {export: presentExport(ordered, call.services.config.baseUrl)}), next: [job]};
	},
});

export const listAccountExports = defineOperation({
	...owned,
	name: 'list_account_exports',
	summary: 'List the copies that can be fetched or are being made, newest first',
	route: 'GET /account/exports',
	input: Closed({}),
	success: success(200, 'The copies.', {exports: Type.Array(Export)}),
	async handler(_input, call) {
		const found = await listExports(call.db, call.accountId);
		return respond(200, {exports: found.map(one => presentExport(one, call.services.config.baseUrl))});
	},
});

export const getAccountExport = defineOperation({
	...owned,
	name: 'get_account_export',
	summary: 'How far a copy is, and where it is fetched',
	route: 'GET /account/exports/{exportId}',
	input: Closed({exportId: Type.String({description: "The copy's id."})}),
	success: success(200, 'The copy.', {export: Export}),
	async handler({exportId}, call) {
		const found = await findExport(call.db, call.accountId, exportId);
		if (!found) throw new AppError('not_found');
		return respond(200, {export: presentExport(found, call.services.config.baseUrl)});
	},
});

export const getAccountDeletion = defineOperation({
	...owned,
	name: 'get_account_deletion',
	summary: 'Whether the account is to be deleted, and until when that can be taken back',
	route: 'GET /account/deletion',
	input: Closed({}),
	success: success(200, 'The deletion; null where none was asked for.', {deletion: Deletion}),
	handler: async (_input, call) => respond(200, {deletion: presentClosing(await readClosing(call.db, call.accountId))}),
});

export const deleteAccountOperation = defineOperation({
	...owned,
	whileClosing: false,
	name: 'delete_account',
	summary: 'Delete the account: links, keys and sign-ins end at once, everything else in 14 days',
	route: 'POST /account/deletion',
	input: Closed({
		password: Type.String({description: 'The password of the account.'}),
		email: Type.String({maxLength: LIMITS.email, description: 'Its e-mail address, to be sure.'}),
	}),
	success: success(200, 'Asked for. This session has ended too: signing in again offers to take it back.', {deletion: Deletion}),
	errors: ['attempts_limited'],
	async handler({password, email}, call) {
		const {services, accountId, ip} = call;
		const closed = await closeAccount(call.db, services, {accountId, ip, email, password});
		if ('fault' in closed) throw invalid([FAULTS[closed.fault]]);
		const headers = {'Set-Cookie': sessionCookie(null, services.config.baseUrl)};
		return {...respond(200, {deletion: presentClosing(closed.closing)}), headers, next: closed.next};
	},
});

export const keepAccount = defineOperation({
	...owned,
	name: 'keep_account',
	summary: 'Take the deletion of the account back; keys and apps stay ended',
	route: 'DELETE /account/deletion',
	input: Closed({}),
	success: success(200, 'The account stays.', {deletion: Deletion}),
	async handler(_input, call) {
		if (!(await reopenAccount(call.db, call.accountId))) throw new AppError('not_found');
		return respond(200, {deletion: null});
	},
});

const FAULTS = {
	passwordWrong: {field: 'password', message: 'Is not the password.', hint: 'Send the password of the account.'},
	emailWrong: {
		field: 'email',
		message: 'Is not the address of this account.',
		hint: 'Send the address of the account that is to be deleted.',
	},
};

function presentExport({createdAt, readyAt, expiresAt, ...found}: FoundExport, baseUrl: string) {
	const isReady = found.status === 'ready';
	return {
		...found,
		url: isReady ? `${baseUrl}/account/exports/${found.id}` : null,
		createdAt: createdAt.toISOString(),
		readyAt: readyAt?.toISOString() ?? null,
		expiresAt: isReady ? expiresAt.toISOString() : null,
	};
}

function presentClosing(closing: Closing | null) {
	return closing && {askedAt: closing.askedAt.toISOString(), until: closing.until.toISOString()};
}

/**
 * Has the account deleted where password and address are its own. A wrong address is an attempt like a wrong password. Must run in a
 * transaction, after which `next` is enqueued. Throws `attempts_limited`.
 */
async function closeAccount(
	db: Db,
	services: Services,
	{accountId, ip, email, password}: Asked,
): Promise<{closing: Closing; next: StoredJob[]} | {fault: 'passwordWrong' | 'emailWrong'}> {
	const limits = signInLimits(services);
	const account = await findAccount(db, accountId);
	await limits.password(ip, accountId);
	if (!account || !(await verifyPassword(account.passwordHash, password))) return {fault: 'passwordWrong'};
	if (account.email.toLowerCase() !== email.trim().toLowerCase()) return {fault: 'emailWrong'};
	await limits.resetPassword(ip, accountId);
	const closing = await close(db, accountId);
	// After the account's jobs were ended: this one is sent.
	const mail = {accountId, type: sendMail.name, input: {purpose: 'closing'}};
	return {closing, next: services.config.smtpUrl ? [await insertJob(db, mail)] : []};
}
