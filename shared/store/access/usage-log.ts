import {MINUTE_MS} from '../../contract/limits.ts';
import {sha256} from '../../ids.ts';
import {type Cursor, type Db, deleteInBatches, earlier, findAmong} from '../database.ts';
import type {LoggedCallRow} from '../entities/accounts.ts';

export type NewLoggedCall = Omit<LoggedCallRow, 'id' | 'refusedKey'>;

/**
 * Returns the key of the row that counts a refused call: one row for each credential, action, status and minute, over all processes. Null for
 * an admitted call.
 */
export function refusedKey({
	credentialId,
	action,
	status,
	at,
}: Pick<NewLoggedCall, 'credentialId' | 'action' | 'status' | 'at'>): Buffer | null {
	if (status < 400) return null;
	const minute = Math.floor(at.getTime() / MINUTE_MS);
	return sha256([credentialId, action, status, minute].join('\n')).subarray(0, 16);
}

/**
 * Records calls of keys and apps. Refused calls are added to an existing row. Accounts that were erased meanwhile
 * get no row, since it would never be erased.
 */
export async function insertLoggedCalls(db: Db, calls: NewLoggedCall[]): Promise<void> {
	const none = Buffer.alloc(0);
	const accountIds = [...new Set(calls.map(({accountId}) => accountId))];
	const there = await findAmong(db, accountIds, 'SELECT id FROM accounts WHERE id IN (?)');
	const named = calls.filter(({accountId}) => there.has(accountId)).map(call => ({call, refusedKey: refusedKey(call)}));
	if (named.length === 0) return;
	// All processes lock rows in this order, so that no two deadlock.
	named.sort((a, b) => (a.refusedKey ?? none).compare(b.refusedKey ?? none));
	// A plain statement: a query builder takes many times as long, and every call passes here.
	const rows = named.map(({call, refusedKey}) => [
		call.accountId,
		call.credentialType,
		call.credentialId,
		call.app,
		call.action,
		call.status,
		call.ipHash,
		call.at,
		call.calls,
		refusedKey,
	]);
	await db.query(
		`INSERT INTO uses (account_id, credential_type, credential_id, app, action, status, ip_hash, at, calls, refused_key) VALUES ?
		 ON DUPLICATE KEY UPDATE calls = calls + VALUES(calls)`,
		[rows],
	);
}

/** Lists calls of an account's keys and apps after `after`, newest first. */
export function listLoggedCalls(
	db: Db,
	accountId: string,
	{limit, after}: {limit: number; after: Cursor | null},
): Promise<Array<Omit<LoggedCallRow, 'id' | 'accountId' | 'refusedKey'> & {id: string}>> {
	// The driver returns a BIGINT as text or number by its size; here it is always text.
	const columns = `CAST(id AS CHAR) AS id, credential_type AS credentialType, credential_id AS credentialId, app, action, status,
		ip_hash AS ipHash, at, calls`;
	const {sql, values} = earlier('at', 'uses.id', after);
	return db.query(
		`SELECT ${columns} FROM uses FORCE INDEX (uses_newest) WHERE account_id = ? AND ${sql} ORDER BY at DESC, uses.id DESC LIMIT ?`,
		[accountId, ...values, limit],
	);
}

/** Deletes logged calls from before `before`; returns how many. */
export function purgeUsageLog(db: Db, before: Date): Promise<number> {
	return deleteInBatches(db, 'DELETE FROM uses WHERE at < ? ORDER BY at LIMIT ?', [before]);
}
