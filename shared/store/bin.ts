import {AppError} from '../errors.ts';
import {type Db, queryOne} from './database.ts';
import {replaceFiles} from './media/file-uses.ts';
import {recordUses} from './media/media-uses.ts';
import {binnedUntil} from './missing-tour.ts';
import {takeDown} from './publications.ts';
import {unpublishTour} from './tour-links.ts';
import {type LockedTour, lockAnyTour} from './tours.ts';

/** Tours that were deleted: for some time they can be brought back, then they go with all that belongs to them. */

/** Puts a locked tour into the bin. Its link and its previews are down at once; what it holds stays. Returns until when it can be brought back. */
export async function trashTour(db: Db, tour: LockedTour): Promise<Date> {
	const now = new Date();
	if (await takeDown(db, tour.id)) await unpublishTour(db, tour);
	await db.query("UPDATE publications SET expires_at = ? WHERE tour_id = ? AND kind = 'preview' AND expires_at > ?", [now, tour.id, now]);
	await db.query('UPDATE tours SET deleted_at = ?, version = ? WHERE id = ?', [now, tour.version + 1, tour.id]);
	return binnedUntil(now);
}

/** Brings the account's tour back out of the bin, unpublished. False where it is in none. Throws `not_found` and `version_mismatch`. */
export async function restoreTour(db: Db, accountId: string, id: string): Promise<boolean> {
	const tour = await lockAnyTour(db, accountId, id);
	if (!tour) throw new AppError('not_found');
	if (!tour.deletedAt) return false;
	const now = new Date();
	await db.query('UPDATE tours SET deleted_at = NULL, version = ?, updated_at = ? WHERE id = ?', [tour.version + 1, now, id]);
	return true;
}

/** What goes with a tour, by the tables' names. */
const BELONGING = ['tour_versions', 'leads', 'lead_forms', 'tour_days', 'step_days'];

/** Deletes tours that came into the bin before `before`, `limit` at most, with all that belongs to them; returns how many. Must run in a transaction. */
export async function purgeBin(db: Db, before: Date, limit: number): Promise<number> {
	const due: Array<{id: string; accountId: string}> = await db.query(
		'SELECT id, account_id AS accountId FROM tours WHERE deleted_at < ? ORDER BY deleted_at LIMIT ?',
		[before, limit],
	);
	for (const {id, accountId} of due) {
		const tour = await queryOne(db, 'SELECT 1 FROM tours WHERE id = ? AND deleted_at < ? FOR UPDATE', [id, before]);
		// Brought back at this moment.
		if (!tour) continue;
		const links: Array<{id: string}> = await db.query('SELECT id FROM publications WHERE tour_id = ?', [id]);
		for (const link of links) {
			await recordUses(db, {accountId, kind: 'publication', id: link.id}, null, []);
			await replaceFiles(db, {kind: 'publication', id: link.id}, []);
		}
		await db.query('DELETE FROM publications WHERE tour_id = ?', [id]);
		for (const kind of ['tour', 'versions'] as const) await recordUses(db, {accountId, kind, id}, null, []);
		for (const table of BELONGING) await db.query(`DELETE FROM ${table} WHERE tour_id = ?`, [id]);
		await db.query('DELETE FROM tours WHERE id = ?', [id]);
	}
	return due.length;
}
