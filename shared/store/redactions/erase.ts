import {changeStock} from '../access/stock.ts';
import {expireExports} from '../account-end/exports.ts';
import type {Db} from '../database.ts';
import {queryOne} from '../database.ts';
import type {MediaRow} from '../entities/tours.ts';
import {expireExportsShowing} from '../exports/tour-exports.ts';
import {insertDerived} from '../media/derived-files.ts';
import {deleteElements} from '../media/elements.ts';
import {imageFiles, imageUser, replaceFiles} from '../media/uses.ts';
import {endUsesInVersions} from './history.ts';
import {markErased} from './redactions.ts';

/** Jobs whose outcome may hold words on a picture, or the place of a drawing of it. */
const TELLING = ['draw-step', 'picture-step', 'picture-sheet', 'read-elements', 'put-document', 'put-animated-document'];

/**
 * Removes the row of a picture that nothing of the account names any more, with all that was read on it; its files stay known, to be removed.
 * Copies of the account that were made before end, and exports of its tours that show the picture.
 * False if something names it; the versions were rewritten from `begun` on. Must run in a transaction: a call that uses the picture at this
 * moment waits for the row or is waited for.
 */
export async function eraseImage(db: Db, media: MediaRow, begun: Date): Promise<boolean> {
	const {accountId, mediaId} = media;
	const row = await queryOne<Pick<MediaRow, 'avif'>>(db, 'SELECT avif FROM media WHERE account_id = ? AND media_id = ? FOR UPDATE', [
		accountId,
		mediaId,
	]);
	if (!row) return false;
	if (await isNamed(db, accountId, mediaId, begun)) return false;
	await endUsesInVersions(db, accountId, mediaId);
	// AVIF may have come since the row was read.
	const files = imageFiles({...media, avif: row.avif});
	await insertDerived(
		db,
		[...files, media.original].map(file => ({accountId, mediaId, file})),
	);
	await db.query('DELETE FROM media WHERE account_id = ? AND media_id = ?', [accountId, mediaId]);
	await replaceFiles(db, imageUser(accountId, mediaId), []);
	await deleteElements(db, accountId, mediaId);
	await expireExports(db, accountId);
	await expireExportsShowing(db, accountId, mediaId);
	await markErased(db, accountId, mediaId);
	await changeStock(db, accountId, {images: -1, bytes: -media.bytes});
	return true;
}

async function isNamed(db: Db, accountId: string, mediaId: string, begun: Date): Promise<boolean> {
	const tours: unknown[] = await db.query('SELECT 1 FROM tours WHERE account_id = ? AND document LIKE ? LIMIT 1', [
		accountId,
		`%${mediaId}%`,
	]);
	if (tours.length > 0) return true;
	const users: Array<{kind: string; id: string}> = await db.query(
		'SELECT user_kind AS kind, user_id AS id FROM media_uses WHERE account_id = ? AND media_id = ?',
		[accountId, mediaId],
	);
	if (users.some(({kind}) => kind !== 'versions')) return true;
	if (users.length === 0) return false;
	const newer: unknown[] = await db.query('SELECT 1 FROM tour_versions WHERE tour_id IN (?) AND created_at >= ? LIMIT 1', [
		users.map(({id}) => id),
		begun,
	]);
	return newer.length > 0;
}

/** Deletes what ended jobs said of the picture. */
export async function deleteJobsNaming(db: Db, accountId: string, mediaId: string): Promise<void> {
	// Looked for without a lock: others write into the same table.
	const jobs: Array<{id: string}> = await db.query(
		"SELECT id FROM jobs WHERE account_id = ? AND type IN (?) AND state IN ('succeeded', 'failed') AND input LIKE ?",
		[accountId, TELLING, `%${mediaId}%`],
	);
	if (jobs.length > 0) await db.query('DELETE FROM jobs WHERE id IN (?)', [jobs.map(({id}) => id)]);
}

/** The account's links, previews among them, that show the picture or showed it when they were taken down. */
export async function publicationsNaming(db: Db, accountId: string, mediaId: string): Promise<string[]> {
	const rows: Array<{id: string}> = await db.query(
		'SELECT p.id FROM tours t JOIN publications p ON p.tour_id = t.id WHERE t.account_id = ? AND p.media LIKE ?',
		[accountId, `%${mediaId}%`],
	);
	return rows.map(({id}) => id);
}
