import {Type} from 'typebox';
import {Closed, Nullable, Timestamp} from '../../../shared/contract/schema.ts';
import {AppError} from '../../../shared/errors.ts';
import {endSessionOf, endSessions, listSessions} from '../../../shared/store/access/sessions.ts';
import {sessionCookie} from '../../auth/session.ts';
import {defineOperation, respond} from '../../pipeline/operation.ts';
import {success} from '../responses.ts';

/** A session in which the owner is signed in. */

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
	scopes: [],
	input: Closed({}),
	success: success(200, 'The sessions.', {sessions: Type.Array(Session)}),
	errors: [],
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
	scopes: [],
	input: Closed({sessionId: Type.String({description: "The session's id."})}),
	success: success(200, 'Ended.', {ended: Type.Literal(true), sessionId: Type.String()}),
	errors: [],
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
	scopes: [],
	input: Closed({}),
	success: success(200, 'How many sessions were ended.', {ended: Type.Integer()}),
	errors: [],
	async handler(_input, call) {
		const ended = await endSessions(call.db, call.accountId);
		return {...respond(200, {ended}), headers: {'Set-Cookie': sessionCookie(null, call.services.config.baseUrl)}};
	},
});
