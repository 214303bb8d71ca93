import {RETENTION} from '../../contract/retention.ts';
import {sha256} from '../../ids.ts';
import {affected, type Db, exists, findAmong} from '../database.ts';

/** Parts that an account's exports share: files in the folder `tour-export-parts`, kept some days after their last use. */

/** Milliseconds between two records of a part's use. */
const USED_MS = 3_600_000;

/** Returns the file of an account's part. `name`: hash of all that the part is made of. */
export function partFile(accountId: string, name: string, extension: string): string {
	return sha256(`part ${accountId} ${name} ${extension}`).toString('hex');
}

/** Records a use of the part, which extends its time. False if there is no such part. */
export async function usePart(db: Db, accountId: string, file: string): Promise<boolean> {
	const now = Date.now();
	const rows: Array<{usedAt: Date}> = await db.query(
		'SELECT used_at AS usedAt FROM tour_export_parts WHERE account_id = ? AND file = ? AND used_at > ?',
		[accountId, file, over()],
	);
	const [row] = rows;
	if (!row) return false;
	if (now - row.usedAt.getTime() < USED_MS) return true;
	const used = await affected(db, 'UPDATE tour_export_parts SET used_at = ? WHERE account_id = ? AND file = ? AND used_at > ?', [
		new Date(now),
		accountId,
		file,
		over(),
	]);
	return used === 1;
}

/** Records that the part is about to be stored, and which images it may show. */
export async function notePart(db: Db, accountId: string, file: string, media: readonly string[]): Promise<void> {
	await db.query(
		`INSERT INTO tour_export_parts (account_id, file, media, used_at) VALUES (?, ?, ?, ?)
		 ON DUPLICATE KEY UPDATE media = VALUES(media), used_at = VALUES(used_at)`,
		[accountId, file, JSON.stringify(media), new Date()],
	);
}

/** True if the part is still wanted: its images may have been redacted while it was stored. */
export async function isPartWanted(db: Db, accountId: string, file: string): Promise<boolean> {
	return exists(db, 'SELECT 1 FROM tour_export_parts WHERE account_id = ? AND file = ? AND used_at > ?', [accountId, file, over()]);
}

export type RemovablePart = {accountId: string; file: string};

/** Returns expired parts of one account or of all; with `all`, every part of the account. */
export function removableParts(db: Db, of: {accountId?: string; all?: boolean}, limit: number): Promise<RemovablePart[]> {
	const conditions = [...(of.accountId === undefined ? [] : ['account_id = ?']), ...(of.all ? [] : ['used_at <= ?'])];
	const parameters = [...(of.accountId === undefined ? [] : [of.accountId]), ...(of.all ? [] : [over()])];
	return db.query(`SELECT account_id AS accountId, file FROM tour_export_parts WHERE ${conditions.join(' AND ') || '1 = 1'} LIMIT ?`, [
		...parameters,
		limit,
	]);
}

export async function deletePart(db: Db, {accountId, file}: RemovablePart): Promise<void> {
	await db.query('DELETE FROM tour_export_parts WHERE account_id = ? AND file = ?', [accountId, file]);
}

/** Returns the files among these that are a part of an export. */
export function partFilesInUse(db: Db, files: readonly string[]): Promise<Set<string>> {
	return findAmong(db, files, 'SELECT file FROM tour_export_parts WHERE file IN (?)');
}

function over(): Date {
	return new Date(Date.now() - RETENTION.tourExportMs);
}
