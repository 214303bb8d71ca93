import type {Db} from '../database.ts';
import type {MediaUseRow} from '../entities/uses.ts';

/** A user of images and narrations: they are kept as long as they have one. */
export type MediaUser = {accountId: string; kind: MediaUseRow['userKind']; id: string};

/**
 * Records the uses of one user from now on: `after`, mediaIds and file names of narrations. `before` is the content
 * of the table; null to look it up. Changes by one user must take turns, by the lock on its row.
 */
export async function recordUses(db: Db, user: MediaUser, before: readonly string[] | null, after: readonly string[]): Promise<void> {
	const known = new Set(before ?? (await usesRecorded(db, user)));
	const wanted = new Set(after);
	await begin(
		db,
		user,
		[...wanted].filter(name => !known.has(name)),
	);
	await end(
		db,
		user,
		[...known].filter(name => !wanted.has(name)),
	);
}

/** Lists the images that the table records for a user of them. */
export async function usesRecorded(db: Db, {kind, id}: Pick<MediaUser, 'kind' | 'id'>): Promise<string[]> {
	const rows: Array<{name: string}> = await db.query('SELECT media_id AS name FROM media_uses WHERE user_kind = ? AND user_id = ?', [
		kind,
		id,
	]);
	return rows.map(({name}) => name);
}

/** True if the image or the narration has a user. */
export async function isUsed(db: Db, accountId: string, name: string): Promise<boolean> {
	const rows: unknown[] = await db.query('SELECT 1 FROM media_uses WHERE account_id = ? AND media_id = ? LIMIT 1', [accountId, name]);
	return rows.length > 0;
}

async function begin(db: Db, {accountId, kind, id}: MediaUser, names: string[]): Promise<void> {
	if (names.length === 0) return;
	const rows = names.map(name => [accountId, name, kind, id]);
	await db.query('INSERT INTO media_uses (account_id, media_id, user_kind, user_id) VALUES ? ON DUPLICATE KEY UPDATE user_id = user_id', [
		rows,
	]);
	await mark(db, accountId, names, 'NULL');
}

/**
 * Ends uses. Others may still use the files: that is not checked here, since it would lock all users. The sweep
 * finds out later.
 */
async function end(db: Db, {accountId, kind, id}: MediaUser, names: string[]): Promise<void> {
	if (names.length === 0) return;
	await db.query('DELETE FROM media_uses WHERE account_id = ? AND media_id IN (?) AND user_kind = ? AND user_id = ?', [
		accountId,
		names,
		kind,
		id,
	]);
	await mark(db, accountId, names, 'UTC_TIMESTAMP(3)');
}

async function mark(db: Db, accountId: string, names: string[], since: 'NULL' | 'UTC_TIMESTAMP(3)'): Promise<void> {
	// Where it is null already nothing is locked either: read committed gives back what does not match.
	const differs = since === 'NULL' ? 'AND unused_since IS NOT NULL' : '';
	const isNarration = (name: string) => name.includes('.');
	for (const [table, column, part] of [
		['media', 'media_id', names.filter(name => !isNarration(name))],
		['speech', 'file', names.filter(isNarration)],
	] as const) {
		if (part.length === 0) continue;
		await db.query(`UPDATE ${table} SET unused_since = ${since} WHERE account_id = ? AND ${column} IN (?) ${differs}`, [accountId, part]);
	}
}
