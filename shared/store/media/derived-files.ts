import {affected, type Db, deleteInBatches, findAmong, queryColumn} from '../database.ts';

/**
 * Files with pixels of an image that the image's own row does not name: drawn pictures, covers, unfinished AVIF. Each is recorded before it
 * is stored, so that removing the image finds it, even after a crash.
 */

/**
 * Records that these files are about to be made of these images of the account; returns the images that exist. They stay until the
 * transaction ends.
 */
export async function noteDerived(db: Db, accountId: string, mediaIds: readonly string[], files: readonly string[]): Promise<string[]> {
	if (mediaIds.length === 0) return [];
	const found = await queryColumn(
		db,
		'SELECT media_id FROM media WHERE account_id = ? AND media_id IN (?) ORDER BY media_id LOCK IN SHARE MODE',
		[accountId, mediaIds],
	);
	await insertDerived(
		db,
		found.flatMap(mediaId => files.map(file => ({accountId, mediaId, file}))),
	);
	return found;
}

/** Records the files without checking that the images exist. */
export async function insertDerived(db: Db, notes: ReadonlyArray<{accountId: string; mediaId: string; file: string}>): Promise<void> {
	if (notes.length === 0) return;
	const now = new Date();
	await db.query(
		'INSERT INTO derived_files (account_id, media_id, file, made_at) VALUES ? ON DUPLICATE KEY UPDATE made_at = VALUES(made_at)',
		[notes.map(({accountId, mediaId, file}) => [accountId, mediaId, file, now])],
	);
}

/** Returns the account's images that have this file as a variant. */
export async function imagesOfFile(db: Db, accountId: string, file: string): Promise<string[]> {
	const prefix = `${accountId}/`;
	const users = await queryColumn(db, "SELECT user_id FROM file_uses WHERE file = ? AND user_kind = 'media'", [file]);
	return users.flatMap(id => (id.startsWith(prefix) ? [id.slice(prefix.length)] : []));
}

/** The files that were made of the account's image. */
export function derivedOf(db: Db, accountId: string, mediaId: string): Promise<string[]> {
	return queryColumn(db, 'SELECT file FROM derived_files WHERE account_id = ? AND media_id = ?', [accountId, mediaId]);
}

/** Returns the files among these that were also made of another image, or of another account's. */
export function derivedElsewhere(db: Db, accountId: string, mediaId: string, files: readonly string[]): Promise<Set<string>> {
	return findAmong(
		db,
		files,
		'SELECT DISTINCT file FROM derived_files WHERE file IN (?) AND NOT (account_id = ? AND media_id = ?)',
		accountId,
		mediaId,
	);
}

export async function forgetDerived(db: Db, accountId: string, mediaId: string): Promise<void> {
	await deleteInBatches(db, 'DELETE FROM derived_files WHERE account_id = ? AND media_id = ? LIMIT ?', [accountId, mediaId]);
}

/** Notes from before `before` whose file no row names, the oldest first: the file may be gone by now. */
export function agedDerived(db: Db, before: Date, limit: number): Promise<Array<{file: string}>> {
	return db.query(
		`SELECT DISTINCT d.file FROM derived_files d WHERE d.made_at < ?
		 AND NOT EXISTS (SELECT 1 FROM file_uses u WHERE u.file = d.file) LIMIT ?`,
		[before, limit],
	);
}

/** Forgets notes from before `before` on files that are gone. */
export function forgetGone(db: Db, files: readonly string[], before: Date): Promise<number> {
	if (files.length === 0) return Promise.resolve(0);
	return affected(db, 'DELETE FROM derived_files WHERE file IN (?) AND made_at < ?', [files, before]);
}
