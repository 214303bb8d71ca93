import {AppError} from '../errors.ts';
import {changeAccountTotals} from './access/account-totals.ts';
import {type Db, queryOne} from './database.ts';
import {recordUses, replaceFiles} from './media/uses.ts';
import {retireSlug, takeDown, unpublishTour} from './publications.ts';
import {binnedUntil, type LockedTour} from './tour-list.ts';
import {bringDaysBack, takeDaysOut} from './visitors/account-days.ts';

/** Deleted tours: for some time they can be restored, then they are erased with all that belongs to them. */

/** Puts a locked tour into the bin. Takes its link and previews down at once; keeps its content. Returns until when it can be restored. */
export async function trashTour(db: Db, tour: LockedTour): Promise<Date> {
	const now = new Date();
	if (await takeDown(db, tour.id)) await unpublishTour(db, tour);
	await db.query("UPDATE publications SET expires_at = ? WHERE tour_id = ? AND kind = 'preview' AND expires_at > ?", [now, tour.id, now]);
	await db.query('UPDATE tours SET deleted_at = ?, version = ? WHERE id = ?', [now, tour.version + 1, tour.id]);
	await takeDaysOut(db, tour.accountId, tour.id);
	await changeAccountTotals(db, tour.accountId, {tours: -1, inBin: 1});
	return binnedUntil(now);
}

/** Restores the account's tour from the bin, unpublished. False if it is not in the bin. Throws `not_found` and `version_mismatch`. */
export async function restoreTour(db: Db, accountId: string, id: string): Promise<boolean> {
	const tour = await lockWithoutContent(db, accountId, id);
	if (!tour.deletedAt) return false;
	const now = new Date();
	await db.query('UPDATE tours SET deleted_at = NULL, version = ?, updated_at = ? WHERE id = ?', [tour.version + 1, now, id]);
	await bringDaysBack(db, accountId, id);
	await changeAccountTotals(db, accountId, {tours: 1, inBin: -1});
	return true;
}

/** Tables whose rows are erased with their tour. */
export const BY_TOUR = ['tour_name_parts', 'tour_versions', 'leads', 'lead_forms', 'tour_days', 'step_days', 'path_days'];

/** Deletes tours that came into the bin before `before`, `limit` at most, with all that belongs to them; returns how many. Must run in a transaction. */
export async function purgeBin(db: Db, before: Date, limit: number): Promise<number> {
	const due: Binned[] = await db.query('SELECT id, account_id AS accountId FROM tours WHERE deleted_at < ? ORDER BY deleted_at LIMIT ?', [
		before,
		limit,
	]);
	for (const tour of due) {
		const held = await queryOne(db, 'SELECT 1 FROM tours WHERE id = ? AND deleted_at < ? FOR UPDATE', [tour.id, before]);
		// Null if it was restored at this moment.
		if (held) await erase(db, tour);
	}
	return due.length;
}

/** Deletes the account's tour out of the bin before its time. Throws `not_found`, also for one that is in no bin. Must run in a transaction. */
export async function eraseTour(db: Db, accountId: string, id: string): Promise<void> {
	const {deletedAt} = await lockWithoutContent(db, accountId, id);
	if (!deletedAt) {
		throw new AppError('not_found', {
			errors: [{field: 'id', message: 'The tour is not in the bin.', hint: `DELETE /v1/tours/${id} puts it there.`}],
		});
	}
	await erase(db, {id, accountId});
}

/** Locks a tour that may be in the bin, without reading its content of up to 3 MB. Throws `not_found`. */
async function lockWithoutContent(db: Db, accountId: string, id: string): Promise<Pick<LockedTour, 'version' | 'deletedAt'>> {
	const sql = 'SELECT version, deleted_at AS deletedAt FROM tours WHERE id = ? AND account_id = ? FOR UPDATE';
	const tour = await queryOne<Pick<LockedTour, 'version' | 'deletedAt'>>(db, sql, [id, accountId]);
	if (!tour) throw new AppError('not_found');
	return tour;
}

/** Deletes all that the account has in the bin, `limit` at most, the oldest first; returns how many, and how many are left. Must run in a transaction. */
export async function emptyBin(db: Db, accountId: string, limit: number): Promise<{erased: number; left: number}> {
	const tours: Binned[] = await db.query(
		'SELECT id, account_id AS accountId FROM tours WHERE account_id = ? AND deleted_at IS NOT NULL ORDER BY deleted_at, id LIMIT ? FOR UPDATE',
		[accountId, limit],
	);
	for (const tour of tours) await erase(db, tour);
	const row = await queryOne<{left: string}>(db, 'SELECT COUNT(*) AS `left` FROM tours WHERE account_id = ? AND deleted_at IS NOT NULL', [
		accountId,
	]);
	return {erased: tours.length, left: Number(row!.left)};
}

type Binned = {id: string; accountId: string};

/** Deletes a locked tour; the sweep then removes its exports. Pictures stay while another tour, link or account uses them; its link still answers that it was taken down. */
async function erase(db: Db, {id, accountId}: Binned): Promise<void> {
	const links: Array<{id: string; kind: string; slug: string; language: string}> = await db.query(
		'SELECT id, kind, slug, language FROM publications WHERE tour_id = ?',
		[id],
	);
	for (const link of links) {
		if (link.kind === 'live') await retireSlug(db, link.slug, link.language);
		await recordUses(db, {accountId, kind: 'publication', id: link.id}, null, []);
		await replaceFiles(db, {kind: 'publication', id: link.id}, []);
	}
	await db.query('DELETE FROM publications WHERE tour_id = ?', [id]);
	for (const kind of ['tour', 'versions'] as const) await recordUses(db, {accountId, kind, id}, null, []);
	for (const table of BY_TOUR) await db.query(`DELETE FROM ${table} WHERE tour_id = ?`, [id]);
	await db.query('DELETE FROM tours WHERE id = ?', [id]);
	await changeAccountTotals(db, accountId, {inBin: -1});
}
