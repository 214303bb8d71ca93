import {BY_TOUR} from '../bin.ts';
import {affected, type Db, deleteInBatches, exists, findAmong, queryColumn, queryOne} from '../database.ts';
import type {MediaRow, PublicationRow} from '../entities/tours.ts';
import {imageFiles, publicationFiles} from '../media/uses.ts';
import {retireSlug} from '../publications.ts';

/** Removes all rows of an account, a part at a time. Each part can be repeated; only the rows tell what is left. */

/** Rows that one of these statements deletes: few, since others write to the same tables. */
const BATCH = 1000;

/** Jobs and repetitions of calls, with whatever file they name. */
export type NamingRow = {key: Buffer | string; text: string};

/** The account's jobs, `limit` at most, with all that they say. */
export function jobsOf(db: Db, accountId: string, limit: number): Promise<NamingRow[]> {
	return db.query("SELECT id AS `key`, CONCAT(COALESCE(input, ''), COALESCE(outcome, '')) AS text FROM jobs WHERE account_id = ? LIMIT ?", [
		accountId,
		limit,
	]);
}

export function repetitionsOf(db: Db, accountId: string, limit: number): Promise<NamingRow[]> {
	return db.query("SELECT hash AS `key`, COALESCE(outcome, '') AS text FROM idempotency WHERE account_id = ? LIMIT ?", [accountId, limit]);
}

export async function deleteNaming(db: Db, table: 'jobs' | 'idempotency', keys: Array<NamingRow['key']>): Promise<number> {
	if (keys.length === 0) return 0;
	return affected(db, `DELETE FROM ${table} WHERE ${table === 'jobs' ? 'id' : 'hash'} IN (?)`, [keys]);
}

/** Ids of the account's tours, `limit` at most, those after `after`. */
export function toursOf(db: Db, accountId: string, {after, limit}: {after: string; limit: number}): Promise<string[]> {
	return queryColumn(db, 'SELECT id FROM tours WHERE account_id = ? AND id > ? ORDER BY id LIMIT ?', [accountId, after, limit]);
}

/** Files of the links and previews of these tours, apart from images and sounds. */
export async function filesOfLinks(db: Db, tourIds: readonly string[]): Promise<string[]> {
	if (tourIds.length === 0) return [];
	const rows: Array<Pick<PublicationRow, 'page' | 'snapshot' | 'cover' | 'plainCover'>> = await db.query(
		'SELECT page, snapshot, cover, plain_cover AS plainCover FROM publications WHERE tour_id IN (?)',
		[tourIds],
	);
	return rows.flatMap(publicationFiles);
}

/** Returns the files among these that another account's link, preview or unfinished publish uses. */
export async function linkFilesOfOthers(db: Db, accountId: string, files: readonly string[]): Promise<Set<string>> {
	if (files.length === 0) return new Set();
	const users: Array<{file: string; id: string}> = await db.query(
		"SELECT file, user_id AS id FROM file_uses WHERE file IN (?) AND user_kind = 'publication'",
		[files],
	);
	const others = await linksOfOthers(
		db,
		accountId,
		users.map(({id}) => id),
	);
	const rows = users.filter(({id}) => others.has(id));
	const underWay: Array<{file: string | null}> = await db.query(
		"SELECT JSON_VALUE(input, '$.snapshot') AS file FROM jobs WHERE state IN ('queued', 'running') AND account_id <> ?",
		[accountId],
	);
	return new Set([...rows, ...underWay].flatMap(({file}) => (file ? [file] : [])));
}

function linksOfOthers(db: Db, accountId: string, ids: string[]): Promise<Set<string>> {
	return findAmong(db, ids, 'SELECT id FROM publications WHERE id IN (?) AND account_id <> ?', accountId);
}

/** Deletes what belongs to a tour, in batches. Returns how many rows. */
export async function deleteBelongings(db: Db, tourId: string): Promise<number> {
	let rows = 0;
	for (const table of BY_TOUR) rows += await deleteInBatches(db, `DELETE FROM ${table} WHERE tour_id = ? LIMIT ?`, [tourId], BATCH);
	return rows;
}

/** Deletes a tour and its links, whose slugs go on saying that they were taken down. Must run in a transaction. Returns how many rows. */
export async function deleteTour(db: Db, tourId: string): Promise<number> {
	if (!(await queryOne(db, 'SELECT 1 FROM tours WHERE id = ? FOR UPDATE', [tourId]))) return 0;
	const links: Array<{id: string; slug: string; kind: string; language: string}> = await db.query(
		'SELECT id, slug, kind, language FROM publications WHERE tour_id = ?',
		[tourId],
	);
	for (const {slug, kind, language} of links) if (kind === 'live') await retireSlug(db, slug, language);
	let rows = 0;
	if (links.length > 0) {
		const ids = links.map(({id}) => id);
		for (const table of ['media_uses', 'file_uses']) {
			rows += await affected(db, `DELETE FROM ${table} WHERE user_kind = 'publication' AND user_id IN (?)`, [ids]);
		}
		rows += await affected(db, 'DELETE FROM publications WHERE id IN (?)', [ids]);
	}
	// Rows that were added meanwhile.
	for (const table of BY_TOUR) rows += await affected(db, `DELETE FROM ${table} WHERE tour_id = ?`, [tourId]);
	rows += await affected(db, "DELETE FROM media_uses WHERE user_kind IN ('tour', 'versions') AND user_id = ?", [tourId]);
	return rows + (await affected(db, 'DELETE FROM tours WHERE id = ?', [tourId]));
}

export type OwnImage = {mediaId: string; original: string; files: string[]};

/** The account's images, `limit` at most, those after `after`. */
export async function imagesOf(db: Db, accountId: string, {after, limit}: {after: string; limit: number}): Promise<OwnImage[]> {
	const rows: Array<Pick<MediaRow, 'mediaId' | 'original' | 'variants' | 'stills' | 'avif'>> = await db.query(
		'SELECT media_id AS mediaId, original, variants, stills, avif FROM media WHERE account_id = ? AND media_id > ? ORDER BY media_id LIMIT ?',
		[accountId, after, limit],
	);
	return rows.map(row => ({mediaId: row.mediaId, original: row.original, files: imageFiles(row)}));
}

/** Deletes the rows of images, and what is known of them. Must run in a transaction. Returns how many rows. */
export async function deleteImages(db: Db, accountId: string, mediaIds: readonly string[]): Promise<number> {
	if (mediaIds.length === 0) return 0;
	const users = mediaIds.map(mediaId => `${accountId}/${mediaId}`);
	let rows = await affected(db, "DELETE FROM file_uses WHERE user_kind = 'media' AND user_id IN (?)", [users]);
	for (const table of ['media_elements', 'media']) {
		rows += await affected(db, `DELETE FROM ${table} WHERE account_id = ? AND media_id IN (?)`, [accountId, mediaIds]);
	}
	return rows;
}

/** Returns those of these original files that an image of another account uses, or is about to use. */
export async function originalsOfOthers(db: Db, accountId: string, names: readonly string[]): Promise<Set<string>> {
	if (names.length === 0) return new Set();
	const stored = await findAmong(db, names, 'SELECT DISTINCT original FROM media WHERE original IN (?) AND account_id <> ?', accountId);
	const underWay: Array<{input: unknown}> = await db.query(
		`SELECT input FROM jobs WHERE state IN ('queued', 'running') AND account_id <> ?
		 AND type IN ('ingest-image', 'ingest-animation', 'put-document', 'put-animated-document')`,
		[accountId],
	);
	const wanted = underWay.map(({input}) => (typeof input === 'string' ? input : JSON.stringify(input)));
	return new Set([...stored, ...names.filter(name => wanted.some(text => text.includes(name)))]);
}

/** Returns the files among these that an image of another account has, by the images' own rows. */
export function imageFilesOfOthers(db: Db, accountId: string, files: readonly string[]): Promise<Set<string>> {
	const part = (column: 'variants' | 'stills' | 'avif') =>
		`SELECT used.file FROM media, JSON_TABLE(media.${column}, '$[*]' COLUMNS (file VARCHAR(80) PATH '$.file')) used
		 WHERE used.file IN (?) AND media.account_id <> ?`;
	const rest = [accountId, files, accountId, files, accountId];
	return findAmong(db, files, `${part('variants')} UNION ${part('stills')} UNION ${part('avif')}`, ...rest);
}

/** Returns files derived from the account's images that no other row names, and originals that a redaction will remove; at most `limit` of each. */
export async function derivedByAccount(db: Db, accountId: string, limit: number): Promise<{files: string[]; originals: string[]}> {
	return {
		files: await queryColumn(db, 'SELECT DISTINCT file FROM derived_files WHERE account_id = ? LIMIT ?', [accountId, limit]),
		originals: await queryColumn(db, 'SELECT DISTINCT media_id FROM redactions WHERE account_id = ? LIMIT ?', [accountId, limit]),
	};
}

/** Returns the files among these that were also derived from another account's image. */
export function derivedOfOthers(db: Db, accountId: string, files: readonly string[]): Promise<Set<string>> {
	return findAmong(db, files, 'SELECT DISTINCT file FROM derived_files WHERE file IN (?) AND account_id <> ?', accountId);
}

export async function deleteDerived(db: Db, accountId: string, files: readonly string[], originals: readonly string[]): Promise<number> {
	let rows = 0;
	if (files.length > 0) rows += await affected(db, 'DELETE FROM derived_files WHERE account_id = ? AND file IN (?)', [accountId, files]);
	if (originals.length > 0)
		rows += await affected(db, 'DELETE FROM redactions WHERE account_id = ? AND media_id IN (?)', [accountId, originals]);
	return rows;
}

/** Files of what the account has had spoken, `limit` at most, those after `after`. */
export function soundsOf(db: Db, accountId: string, {after, limit}: {after: string; limit: number}): Promise<string[]> {
	return queryColumn(db, 'SELECT DISTINCT file FROM speech WHERE account_id = ? AND file > ? ORDER BY file LIMIT ?', [
		accountId,
		after,
		limit,
	]);
}

export function soundsOfOthers(db: Db, accountId: string, files: readonly string[]): Promise<Set<string>> {
	return findAmong(db, files, 'SELECT DISTINCT file FROM speech WHERE file IN (?) AND account_id <> ?', accountId);
}

export async function deleteSounds(db: Db, accountId: string, files: readonly string[]): Promise<number> {
	if (files.length === 0) return 0;
	return affected(db, 'DELETE FROM speech WHERE account_id = ? AND file IN (?)', [accountId, files]);
}

/** Returns every table with a column for the account, also those of later migrations. */
export function tablesByAccount(db: Db): Promise<string[]> {
	return queryColumn(
		db,
		`SELECT c.TABLE_NAME AS name FROM information_schema.COLUMNS c
		 JOIN information_schema.TABLES t ON t.TABLE_SCHEMA = c.TABLE_SCHEMA AND t.TABLE_NAME = c.TABLE_NAME AND t.TABLE_TYPE = 'BASE TABLE'
		 WHERE c.TABLE_SCHEMA = DATABASE() AND c.COLUMN_NAME = 'account_id' ORDER BY c.TABLE_NAME`,
		[],
	);
}

/** Deletes the account's rows of a table, in batches. Returns how many. */
export function deleteByAccount(db: Db, table: string, accountId: string): Promise<number> {
	return deleteInBatches(db, `DELETE FROM \`${table}\` WHERE account_id = ? LIMIT ?`, [accountId]);
}

export async function hasRowsOf(db: Db, table: string, accountId: string): Promise<boolean> {
	return exists(db, `SELECT 1 FROM \`${table}\` WHERE account_id = ? LIMIT 1`, [accountId]);
}

/** Deletes the account's own row, if it is due. Throws if rows that refer to it are left. */
export async function deleteAccount(db: Db, accountId: string): Promise<boolean> {
	return (await affected(db, 'DELETE FROM accounts WHERE id = ? AND deletion_due_at <= UTC_TIMESTAMP(3)', [accountId])) === 1;
}
