import {sha256} from '../../ids.ts';
import {affected, type Db, queryOne} from '../database.ts';

/** Records of the authorization server, by the sha256 of their identifier. Functions take plain identifiers. */

export type OauthPayload = Record<string, unknown> & {
	accountId?: string;
	clientId?: string;
	grantId?: string;
	/** Seconds since 1970. */
	exp?: number;
};

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

export type OauthRecord = {
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

/** Ends what one sign-in gave: its grant first, without which no token of it works, then codes and tokens. */
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
