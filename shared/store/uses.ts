import {type Cursor, type Db, deleteInBatches} from './database.ts';
import type {UseRow} from './entities-access.ts';

export type NewUse = Omit<UseRow, 'id'>;

/** Writes down what keys and apps did. */
export async function insertUses(db: Db, uses: NewUse[]): Promise<void> {
	// One statement of plain values: a query builder's takes many times as long, and every call is in here.
	const rows = uses.map(use => [
		use.accountId,
		use.credentialType,
		use.credentialId,
		use.app,
		use.action,
		use.status,
		use.addressHash,
		use.at,
	]);
	await db.query('INSERT INTO uses (account_id, credential_type, credential_id, app, action, status, address_hash, at) VALUES ?', [rows]);
}

/** What an account's keys and apps did, newest first, from after `after`. */
export function listUses(
	db: Db,
	accountId: string,
	{limit, after}: {limit: number; after: Cursor | null},
): Promise<Array<Omit<UseRow, 'id' | 'accountId'> & {id: string}>> {
	// The driver answers a BIGINT as text or number by its size; here it is always text.
	const columns = `CAST(id AS CHAR) AS id, credential_type AS credentialType, credential_id AS credentialId, app, action, status,
		address_hash AS addressHash, at`;
	if (!after)
		return db.query(`SELECT ${columns} FROM uses WHERE account_id = ? ORDER BY at DESC, uses.id DESC LIMIT ?`, [accountId, limit]);
	return db.query(
		`SELECT ${columns} FROM uses WHERE account_id = ? AND (at < ? OR (at = ? AND uses.id < ?)) ORDER BY at DESC, uses.id DESC LIMIT ?`,
		[accountId, after.at, after.at, after.id, limit],
	);
}

/** Deletes uses from before `before`; answers how many. */
export function purgeUses(db: Db, before: Date): Promise<number> {
	return deleteInBatches(db, 'DELETE FROM uses WHERE at < ? ORDER BY at LIMIT ?', [before]);
}
