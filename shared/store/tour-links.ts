import {randomToken} from '../ids.ts';
import {changeStock} from './access/stock.ts';
import type {Db} from './database.ts';
import type {LockedTour} from './tours.ts';

/** Changes of a tour's row when it is published and unpublished. */

/** Gives the tour its slug, which it keeps for ever. The tour must be locked. */
export async function reserveSlug(db: Db, id: string): Promise<string> {
	const slug = randomToken();
	await db.query('UPDATE tours SET slug = ? WHERE id = ?', [slug, id]);
	return slug;
}

/** Marks a locked tour as published. `shownVersion`: the content's version on its link. Returns the tour's new version. */
export async function publishTour(db: Db, tour: LockedTour, shownVersion: number): Promise<number> {
	const version = tour.version + 1;
	await db.query("UPDATE tours SET status = 'published', published_version = ?, version = ?, updated_at = ? WHERE id = ?", [
		shownVersion,
		version,
		new Date(),
		tour.id,
	]);
	await changeStock(db, tour.accountId, {published: tour.status === 'published' ? 0 : 1});
	return version;
}

/** Says of a locked tour that is published that its link shows the content of this version, too. */
export async function showVersion(db: Db, id: string, version: number): Promise<void> {
	await db.query('UPDATE tours SET published_version = ? WHERE id = ?', [version, id]);
}

/** Marks a locked tour as unpublished. Returns its new version. */
export async function unpublishTour(db: Db, tour: LockedTour): Promise<number> {
	const version = tour.version + 1;
	await db.query("UPDATE tours SET status = 'unpublished', published_version = NULL, version = ?, updated_at = ? WHERE id = ?", [
		version,
		new Date(),
		tour.id,
	]);
	await changeStock(db, tour.accountId, {published: tour.status === 'published' ? -1 : 0});
	return version;
}
