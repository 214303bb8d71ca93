import {type Db, exists, findAmong, queryColumn, queryOne} from '../database.ts';
import type {FileUseRow, MediaUseRow} from '../entities/media.ts';
import type {MediaRow, PublicationRow} from '../entities/tours.ts';

/** A row that names stored files. */
type FileUser = {kind: FileUseRow['userKind']; id: string};

/** A user of images and narrations: they are kept as long as they have one. */
type MediaUser = {accountId: string; kind: MediaUseRow['userKind']; id: string};

export function imageUser(accountId: string, mediaId: string): FileUser {
	return {kind: 'media', id: `${accountId}/${mediaId}`};
}

/** Lists the public files of an image. */
export function imageFiles({variants, stills, avif}: Pick<MediaRow, 'variants' | 'stills' | 'avif'>): string[] {
	return [...variants, ...stills, ...avif].map(({file}) => file);
}

/** The files that a link or a preview is made of, apart from its images and sounds. */
export function publicationFiles({page, snapshot, cover, plainCover}: PublicationFiles): string[] {
	return [...Object.values(page), snapshot, plainCover, ...(cover ? [cover] : [])];
}

type PublicationFiles = Pick<PublicationRow, 'page' | 'snapshot' | 'cover' | 'plainCover'>;

/** Records that a row also names these files. */
export async function recordFiles(db: Db, {kind, id}: FileUser, files: readonly string[]): Promise<void> {
	if (files.length === 0) return;
	const rows = [...new Set(files)].map(file => [file, kind, id]);
	await db.query('INSERT INTO file_uses (file, user_kind, user_id) VALUES ? ON DUPLICATE KEY UPDATE user_id = user_id', [rows]);
}

/** Records that a row now names exactly these files. */
export async function replaceFiles(db: Db, user: FileUser, files: readonly string[]): Promise<void> {
	const {kind, id} = user;
	const others = files.length > 0 ? 'AND file NOT IN (?)' : '';
	await db.query(`DELETE FROM file_uses WHERE user_kind = ? AND user_id = ? ${others}`, [kind, id, ...(files.length > 0 ? [files] : [])]);
	await recordFiles(db, user, files);
}

/** Returns the files among these that are recorded as named by a row. */
export function filesRecorded(db: Db, files: readonly string[]): Promise<Set<string>> {
	return findAmong(db, files, 'SELECT DISTINCT file FROM file_uses WHERE file IN (?)');
}

/** Returns those of the files that belong to an image, by the rows themselves: reads all rows once for all files. */
export function imageFilesInUse(db: Db, files: readonly string[]): Promise<Set<string>> {
	const part = (column: 'variants' | 'stills' | 'avif') =>
		`SELECT used.file FROM media, JSON_TABLE(media.${column}, '$[*]' COLUMNS (file VARCHAR(80) PATH '$.file')) used WHERE used.file IN (?)`;
	return findAmong(db, files, `${part('variants')} UNION ${part('stills')} UNION ${part('avif')}`, files, files);
}

/** Returns those of the files that links, previews and publishes under way use, by the rows themselves. */
export async function publicationFilesInUse(db: Db, files: readonly string[]): Promise<Set<string>> {
	if (files.length === 0) return new Set();
	const columns = [
		'snapshot',
		'cover',
		'plain_cover',
		"JSON_VALUE(page, '$.html')",
		"JSON_VALUE(page, '$.gzip')",
		"JSON_VALUE(page, '$.br')",
	];
	const publications: PublicationFiles[] = await db.query(
		`SELECT page, snapshot, cover, plain_cover AS plainCover FROM publications WHERE ${columns.map(column => `${column} IN (?)`).join(' OR ')}`,
		columns.map(() => files),
	);
	const underWay: Array<{snapshot: string | null; document: string | null}> = await db.query(
		`SELECT JSON_VALUE(input, '$.snapshot') AS snapshot, JSON_VALUE(input, '$.document') AS document FROM jobs
		 WHERE state IN ('queued', 'running')`,
	);
	const read = underWay.flatMap(({snapshot, document}) => [snapshot, document]).filter(name => name !== null);
	return new Set([...publications.flatMap(publicationFiles), ...read]);
}

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
export function usesRecorded(db: Db, {kind, id}: Pick<MediaUser, 'kind' | 'id'>): Promise<string[]> {
	return queryColumn(db, 'SELECT media_id FROM media_uses WHERE user_kind = ? AND user_id = ?', [kind, id]);
}

/** Returns the ids of an image's users of these kinds. */
export function usersOf(db: Db, accountId: string, mediaId: string, kinds: ReadonlyArray<MediaUser['kind']>): Promise<string[]> {
	return queryColumn(db, 'SELECT user_id FROM media_uses WHERE account_id = ? AND media_id = ? AND user_kind IN (?)', [
		accountId,
		mediaId,
		kinds,
	]);
}

/** True if the image or the narration has a user. */
async function isUsed(db: Db, accountId: string, name: string): Promise<boolean> {
	return exists(db, 'SELECT 1 FROM media_uses WHERE account_id = ? AND media_id = ? LIMIT 1', [accountId, name]);
}

/**
 * Locks the row of an image or a sound. False if something uses it, or asked for it since `before`: then it is noted from when on it may
 * be unused. Must run in a transaction.
 */
export async function lockUnused(
	db: Db,
	[table, column]: ['media', 'media_id'] | ['speech', 'hash'],
	key: [accountId: string, id: string | Buffer],
	name: string,
	before: Date,
): Promise<boolean> {
	const row = await queryOne<{referencedAt: Date}>(
		db,
		`SELECT referenced_at AS referencedAt FROM ${table} WHERE account_id = ? AND ${column} = ? AND unused_since < ? FOR UPDATE`,
		[...key, before],
	);
	if (!row) return false;
	const used = await isUsed(db, key[0], name);
	if (!used && row.referencedAt < before) return true;
	await db.query(`UPDATE ${table} SET unused_since = ? WHERE account_id = ? AND ${column} = ?`, [used ? null : row.referencedAt, ...key]);
	return false;
}

async function begin(db: Db, {accountId, kind, id}: MediaUser, names: string[]): Promise<void> {
	if (names.length === 0) return;
	const rows = names.map(name => [accountId, name, kind, id]);
	await db.query('INSERT INTO media_uses (account_id, media_id, user_kind, user_id) VALUES ? ON DUPLICATE KEY UPDATE user_id = user_id', [
		rows,
	]);
	await mark(db, accountId, names, 'NULL');
}

/** Ends uses. Others may still use the files: that is not checked here, since it would lock all users. The sweep finds out later. */
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
	// A row that is null already does not stay locked: READ COMMITTED releases rows that do not match.
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
