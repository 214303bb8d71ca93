import {isScope, type Scope} from '../../contract/access.ts';
import {newId, sha256} from '../../ids.ts';
import {affected, type Db, queryOne} from '../database.ts';
import type {Credential} from './credentials.ts';

/** Apps that people gave access by OAuth, and the access tokens of these apps. */

/** An app that has access to an account, as its owner sees it. `scopes` are all that its live sign-ins were given. */
type ConnectedApp = {id: string; name: string; host: string; scopes: Scope[]; connectedAt: Date; lastUsedAt: Date | null};

/** A valid access token: the credential that it is, and the resource that it was issued for. */
type AccessToken = {credential: Credential; audience: string};

export type OauthPayload = Record<string, unknown> & {
	accountId?: string;
	clientId?: string;
	grantId?: string;
};

/** Returns the access token with this sha256; null if it is unknown, expired, revoked, or its app disconnected. */
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

/** Records that an account gives an app access, under the same identifier each time. */
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

/** Ends all sign-ins of an app. False if the account has no such app. */
export async function disconnectApp(db: Db, accountId: string, id: string): Promise<boolean> {
	type Row = {clientHash: Buffer};
	const app = await queryOne<Row>(db, 'SELECT client_hash AS clientHash FROM connected_apps WHERE id = ? AND account_id = ?', [
		id,
		accountId,
	]);
	if (!app) return false;
	// From here on none of its tokens is accepted.
	const gone = await affected(db, 'DELETE FROM connected_apps WHERE id = ? AND account_id = ?', [id, accountId]);
	await db.query('DELETE FROM oauth_records WHERE account_id = ? AND client_hash = ?', [accountId, app.clientHash]);
	return gone === 1;
}

function scopesOf(text: unknown): Scope[] {
	return String(text ?? '')
		.split(' ')
		.filter(isScope);
}

// Records of the authorization server, by the sha256 of their identifier. Functions take plain identifiers.

/** Stores a record, or replaces it. `payload` must not hold the identifier where that is a secret. */
export async function saveOauthRecord(db: Db, model: string, id: string, payload: OauthPayload, expiresAt: Date): Promise<void> {
	const {accountId = null, clientId, grantId} = payload;
	await db.query(
		`INSERT INTO oauth_records (model, hash, payload, account_id, client_hash, grant_hash, created_at, expires_at)
		 VALUES (?, ?, ?, ?, ?, ?, UTC_TIMESTAMP(3), ?)
		 ON DUPLICATE KEY UPDATE payload = VALUES(payload), expires_at = VALUES(expires_at)`,
		[
			model,
			sha256(id),
			JSON.stringify(payload),
			accountId,
			clientId === undefined ? null : sha256(clientId),
			grantId === undefined ? null : sha256(grantId),
			expiresAt,
		],
	);
}

/** A client that has missed the response retries within this time. */
const MOMENTS_SECONDS = 30;

type OauthRecord = {
	payload: OauthPayload;
	/** Null while the record is usable. */
	consumedAt: Date | null;
	/**
	 * True if the record was used within the last half minute, by the database's clock. A future time, after a clock
	 * was set back, does not count.
	 */
	consumedJustNow: boolean;
};

/** Returns the stored record, even an expired one that is not yet purged. */
export async function findOauthRecord(db: Db, model: string, id: string): Promise<OauthRecord | null> {
	const record = await queryOne<OauthRecord & {consumedJustNow: number | boolean}>(
		db,
		`SELECT payload, consumed_at AS consumedAt,
			COALESCE(ABS(TIMESTAMPDIFF(SECOND, consumed_at, UTC_TIMESTAMP(3))) < ?, FALSE) AS consumedJustNow
		 FROM oauth_records WHERE model = ? AND hash = ?`,
		[MOMENTS_SECONDS, model, sha256(id)],
	);
	return record && {...record, consumedJustNow: Boolean(Number(record.consumedJustNow))};
}

/**
 * True for exactly one caller: the one that used the code or refresh token up. It is remembered for 30 days more at most, so
 * that its reuse is noticed.
 */
export async function consumeOauthRecord(db: Db, model: string, id: string): Promise<boolean> {
	const consumed = await affected(
		db,
		`UPDATE oauth_records SET consumed_at = UTC_TIMESTAMP(3), expires_at = LEAST(expires_at, UTC_TIMESTAMP(3) + INTERVAL 30 DAY)
		 WHERE model = ? AND hash = ? AND consumed_at IS NULL`,
		[model, sha256(id)],
	);
	return consumed === 1;
}

export async function deleteOauthRecord(db: Db, model: string, id: string): Promise<void> {
	await db.query('DELETE FROM oauth_records WHERE model = ? AND hash = ?', [model, sha256(id)]);
}

/** Revokes a sign-in: first its grant, without which none of its tokens works, then codes and tokens. */
export async function revokeGrant(db: Db, grantId: string): Promise<void> {
	await deleteOauthRecord(db, 'Grant', grantId);
	await db.query('DELETE FROM oauth_records WHERE grant_hash = ?', [sha256(grantId)]);
}

/** Deletes the records of one model that belong to a grant. */
export async function deleteOauthRecordsOf(db: Db, model: string, grantId: string): Promise<void> {
	await db.query('DELETE FROM oauth_records WHERE grant_hash = ? AND model = ?', [sha256(grantId), model]);
}

/** Keeps a registered app that is in use from being purged. An app without registration has no row, and nothing happens. */
export async function keepClient(db: Db, clientId: string, expiresAt: Date): Promise<void> {
	await db.query("UPDATE oauth_records SET expires_at = ? WHERE model = 'Client' AND hash = ?", [expiresAt, sha256(clientId)]);
}

/**
 * Deletes what has expired (codes, tokens, sign-ins not ended, registrations never or no longer used), grants without any
 * token left and apps without any grant; returns how many records.
 */
export async function purgeOauth(db: Db, before: Date): Promise<number> {
	const expired = await affected(db, 'DELETE FROM oauth_records WHERE expires_at < ?', [before]);
	// A grant is stored before its code is, and an app before its grant.
	const settled = new Date(before.getTime() - SETTLED_MS);
	const grants = await affected(
		db,
		`DELETE g FROM oauth_records g LEFT JOIN oauth_records t ON t.grant_hash = g.hash
		 WHERE g.model = 'Grant' AND g.created_at < ? AND t.hash IS NULL`,
		[settled],
	);
	const apps = await affected(
		db,
		`DELETE a FROM connected_apps a LEFT JOIN oauth_records r ON r.account_id = a.account_id AND r.client_hash = a.client_hash
		 WHERE a.connected_at < ? AND r.hash IS NULL`,
		[settled],
	);
	return expired + grants + apps;
}

const SETTLED_MS = 3_600_000;
