import {Type} from 'typebox';
import {ALL_SCOPES} from '../../../shared/contract/access.ts';
import {LIMITS} from '../../../shared/contract/limits.ts';
import {Choice, Closed, Name, Nullable, Timestamp} from '../../../shared/contract/schema.ts';
import {AppError} from '../../../shared/errors.ts';
import {createApiKey, KEY_VALIDITY_DAYS, listApiKeys, revokeApiKey} from '../../../shared/store/access/credentials.ts';
import {disconnectApp, listApps} from '../../../shared/store/access/oauth.ts';
import {listLoggedCalls} from '../../../shared/store/access/usage-log.ts';
import type {CredentialRow, LoggedCallRow} from '../../../shared/store/entities/accounts.ts';
import {defineOperation, respond} from '../../pipeline/operation.ts';
import {nextCursor, pageOf, pageQuery, readCursor, success} from '../responses.ts';

/** Operations on keys and apps, which open an account beside its password, and on the log of their calls. */

/** Pattern of the ids of logged calls. */
const LOGGED_CALL_ID = /^\d{1,19}$/;

const Scopes = Type.Array(Choice(ALL_SCOPES));
const ApiKey = Closed({
	id: Type.String(),
	name: Type.String(),
	scopes: Scopes,
	createdAt: Timestamp,
	expiresAt: Timestamp,
	revokedAt: Nullable(Timestamp),
});
const keyId = Type.String({description: "The key's id."});
const appId = Type.String({description: "The app's id."});

export const listKeys = defineOperation({
	name: 'list_keys',
	tag: 'Account',
	summary: 'List the API keys, newest first, expired and revoked ones as well',
	route: 'GET /account/keys',
	account: true,
	input: Closed({}),
	success: success(200, 'The keys without the keys themselves.', {keys: Type.Array(ApiKey)}),
	async handler(_input, call) {
		const keys = await listApiKeys(call.db, call.accountId);
		return respond(200, {keys: keys.reverse().map(presentKey)});
	},
});

export const createKey = defineOperation({
	name: 'create_key',
	tag: 'Account',
	summary: 'Create an API key',
	route: 'POST /account/keys',
	account: true,
	input: Closed({
		name: Name('What the key is for.', LIMITS.keyName),
		scopes: Type.Array(Choice(ALL_SCOPES), {
			minItems: 1,
			maxItems: ALL_SCOPES.length,
			uniqueItems: true,
			description: 'Its permissions.',
		}),
		days: Choice(KEY_VALIDITY_DAYS, {description: 'How long it works.'}),
	}),
	success: success(201, 'The key, shown this once: only its hash is kept.', {key: Type.String(), apiKey: ApiKey}),
	async handler({name, scopes, days}, call) {
		const createdAt = new Date();
		const {id, key, expiresAt} = await createApiKey(call.db, {accountId: call.accountId, name, scopes, days});
		return respond(201, {key, apiKey: presentKey({id, name, scopes, createdAt, expiresAt, revokedAt: null})});
	},
});

export const revokeKey = defineOperation({
	name: 'revoke_key',
	tag: 'Account',
	summary: 'Revoke an API key; it stops working within a second',
	route: 'DELETE /account/keys/{keyId}',
	account: true,
	input: Closed({keyId}),
	success: success(200, 'Revoked.', {revoked: Type.Literal(true), keyId: Type.String()}),
	async handler({keyId: id}, call) {
		if (!(await revokeApiKey(call.db, id, call.accountId))) throw new AppError('not_found');
		return respond(200, {revoked: true, keyId: id});
	},
});

export const listConnectedApps = defineOperation({
	name: 'list_apps',
	tag: 'Account',
	summary: 'List the apps that signed in by OAuth',
	route: 'GET /account/apps',
	account: true,
	input: Closed({}),
	success: success(200, 'The connected apps.', {
		apps: Type.Array(
			Closed({
				id: Type.String(),
				name: Type.String(),
				host: Type.String({description: 'Where it sends people back to.'}),
				scopes: Scopes,
				connectedAt: Timestamp,
				lastUsedAt: Nullable(Timestamp),
			}),
		),
	}),
	async handler(_input, call) {
		const apps = await listApps(call.db, call.accountId);
		return respond(200, {
			apps: apps.map(({id, name, host, scopes, connectedAt, lastUsedAt}) => ({
				id,
				name,
				host,
				scopes,
				connectedAt: connectedAt.toISOString(),
				lastUsedAt: lastUsedAt?.toISOString() ?? null,
			})),
		});
	},
});

export const disconnect = defineOperation({
	name: 'disconnect_app',
	tag: 'Account',
	summary: 'Disconnect an app; within a second its tokens open nothing',
	route: 'DELETE /account/apps/{appId}',
	account: true,
	input: Closed({appId}),
	success: success(200, 'Disconnected.', {disconnected: Type.Literal(true), appId: Type.String()}),
	async handler({appId: id}, call) {
		if (!(await disconnectApp(call.db, call.accountId, id))) throw new AppError('not_found');
		return respond(200, {disconnected: true, appId: id});
	},
});

export const listUsageLog = defineOperation({
	name: 'list_uses',
	tag: 'Account',
	summary: 'What keys and apps did in the last 90 days, newest first',
	route: 'GET /account/uses',
	account: true,
	input: Closed(pageQuery('Uses')),
	success: success(200, 'A page of uses.', {
		uses: Type.Array(
			Closed({
				credential: Closed({type: Choice(['api_key', 'oauth']), id: Type.String()}),
				app: Type.String({description: 'Name of the key or app at that time.'}),
				action: Type.String({description: "The operation's name."}),
				status: Type.Integer(),
				address: Type.String({description: 'A short keyed hash of the IP: differs where two IPs do, and names neither.'}),
				at: Timestamp,
				calls: Type.Integer({
					description: 'How many: calls that were refused in one way in one minute are counted together, from the first.',
				}),
			}),
		),
		nextCursor,
	}),
	async handler({limit = LIMITS.pageSizeDefault, cursor}, call) {
		const after = readCursor(cursor, LOGGED_CALL_ID);
		const found = await listLoggedCalls(call.db, call.accountId, {limit: limit + 1, after});
		const page = pageOf(found, limit, one => one);
		return respond(200, {uses: page.rows.map(presentLoggedCall), nextCursor: page.nextCursor});
	},
});

/** Returns the part of an IP's hash that is shown. */
function shownIpHash(hash: Buffer): string {
	return hash.toString('hex', 0, 4);
}

function presentKey({id, name, scopes, createdAt, expiresAt, revokedAt}: Omit<CredentialRow, 'hash' | 'accountId' | 'type'>) {
	return {
		id,
		name,
		scopes,
		createdAt: createdAt.toISOString(),
		expiresAt: expiresAt.toISOString(),
		revokedAt: revokedAt?.toISOString() ?? null,
	};
}

function presentLoggedCall({
	credentialType,
	credentialId,
	app,
	action,
	status,
	ipHash,
	at,
	calls,
}: Omit<LoggedCallRow, 'id' | 'accountId' | 'refusedKey'>) {
	return {
		credential: {type: credentialType, id: credentialId},
		app,
		action,
		status,
		address: shownIpHash(ipHash),
		at: at.toISOString(),
		calls,
	};
}
