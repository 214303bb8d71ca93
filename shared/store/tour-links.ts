import {randomToken, sha256} from '../ids.ts';
import {changeStock} from './access/stock.ts';
import {type Db, deleteInBatches, queryOne} from './database.ts';
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

/** Links of deleted accounts: for a year they still say that they were taken down. Only hashes of slugs are kept. */

export async function retireSlug(db: Db, slug: string, language: string): Promise<void> {
	await db.query(
		'INSERT INTO retired_slugs (hash, language, retired_at) VALUES (?, ?, UTC_TIMESTAMP(3)) ON DUPLICATE KEY UPDATE language = language',
		[sha256(slug), language],
	);
}

/** Language of the page that stood there; null where nothing is remembered. */
export async function findRetired(db: Db, slug: string): Promise<string | null> {
	const row = await queryOne<{language: string}>(db, 'SELECT language FROM retired_slugs WHERE hash = ?', [sha256(slug)]);
	return row?.language ?? null;
}

export function purgeRetired(db: Db, before: Date): Promise<number> {
	return deleteInBatches(db, 'DELETE FROM retired_slugs WHERE retired_at < ? ORDER BY retired_at LIMIT ?', [before]);
}
