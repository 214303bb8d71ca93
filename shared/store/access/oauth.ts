import {isScope, type Scope} from '../../contract/access.ts';
import {newId, sha256} from '../../ids.ts';
import {affected, type Db, queryOne} from '../database.ts';
import type {Credential} from './credentials.ts';
import type {OauthPayload} from './oauth-records.ts';

/** Apps that people let in by OAuth, and the access tokens with which these call. */

/** An app that has access to an account, as its owner sees it. `scopes` are all that its live sign-ins were given. */
export type ConnectedApp = {id: string; name: string; host: string; scopes: Scope[]; connectedAt: Date; lastUsedAt: Date | null};

/** A valid access token: the credential that it is, and the resource that it was issued for. */
export type AccessToken = {credential: Credential; audience: string};

/** The access token with this sha256, or null where it is unknown, expired, revoked, or its app disconnected. */
export async function findAccessToken(db: Db, hash: Buffer): Promise<AccessToken | null> {
	type Row = {id: string; app: string; payload: OauthPayload; expiresAt: Date} & {
		accountId: string;
		name: string;
		email: string;
		plan: 'pro' | 'free';
	};
	const row = await queryOne<Row>(
		db,
		`SELECT c.id, c.name AS app, t.payload, t.expires_at AS expiresAt, a.id AS accountId, a.name, a.email, a.plan
		 FROM oauth_records t
		 JOIN oauth_records g ON g.model = 'Grant' AND g.hash = t.grant_hash
		 JOIN connected_apps c ON c.account_id = t.account_id AND c.client_hash = t.client_hash
		 JOIN accounts a ON a.id = t.account_id
		 WHERE t.model = 'AccessToken' AND t.hash = ? AND t.expires_at > UTC_TIMESTAMP(3) AND a.deletion_due_at IS NULL`,
		[hash],
	);
	if (!row) return null;
	const {id, app, payload, expiresAt, accountId, ...account} = row;
	const credential: Credential = {
		id,
		type: 'oauth',
		name: app,
		scopes: scopesOf(payload.scope),
		expiresAt,
		account: {id: accountId, ...account},
	};
	return {credential, audience: String(payload.aud)};
}

/** Notes that an account lets an app in; under the same identifier as before where it did so already. */
export async function connectApp(
	db: Db,
	{accountId, clientId, name, host}: {accountId: string; clientId: string; name: string; host: string},
): Promise<void> {
	await db.query(
		`INSERT INTO connected_apps (id, account_id, client_hash, name, host, connected_at) VALUES (?, ?, ?, ?, ?, UTC_TIMESTAMP(3))
		 ON DUPLICATE KEY UPDATE name = VALUES(name), host = VALUES(host), connected_at = VALUES(connected_at)`,
		[newId('app'), accountId, sha256(clientId), name, host],
	);
}

/** The apps that have access to an account, the newest first. */
export async function listApps(db: Db, accountId: string): Promise<ConnectedApp[]> {
	type Row = Omit<ConnectedApp, 'scopes'> & {payload: OauthPayload};
	const rows: Row[] = await db.query(
		`SELECT c.id, c.name, c.host, c.connected_at AS connectedAt, g.payload,
			(SELECT MAX(u.at) FROM uses u WHERE u.account_id = c.account_id AND u.credential_id = c.id) AS lastUsedAt
		 FROM connected_apps c
		 JOIN oauth_records g ON g.account_id = c.account_id AND g.client_hash = c.client_hash AND g.model = 'Grant'
		 WHERE c.account_id = ? ORDER BY c.connected_at DESC, c.id`,
		[accountId],
	);
	return [...Map.groupBy(rows, ({id}) => id).values()].map(sameApp => {
		const {payload: _, ...app} = sameApp[0]!;
		const granted = sameApp.flatMap(({payload}) => Object.values((payload.resources ?? {}) as Record<string, string>));
		return {...app, scopes: [...new Set(granted.flatMap(scopesOf))]};
	});
}

/** Takes an app's access away, all its sign-ins at once. False where the account has no such app. */
export async function disconnectApp(db: Db, accountId: string, id: string): Promise<boolean> {
	type Row = {clientHash: Buffer};
	const app = await queryOne<Row>(db, 'SELECT client_hash AS clientHash FROM connected_apps WHERE id = ? AND account_id = ?', [
		id,
		accountId,
	]);
	if (!app) return false;
	// From here on no token of it is accepted.
	const gone = await affected(db, 'DELETE FROM connected_apps WHERE id = ? AND account_id = ?', [id, accountId]);
	await db.query('DELETE FROM oauth_records WHERE account_id = ? AND client_hash = ?', [accountId, app.clientHash]);
	return gone === 1;
}

function scopesOf(text: unknown): Scope[] {
	return String(text ?? '')
		.split(' ')
		.filter(isScope);
}
