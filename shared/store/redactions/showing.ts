import type {TourShowing} from '../../contract/pictures/redaction.ts';
import type {TourContent} from '../../tour/document/document.ts';
import {type Db, exists} from '../database.ts';
import type {PublicationRow} from '../entities/tours.ts';
import {usersOf} from '../media/uses.ts';

/** Finds the places that show a picture, which keep it from being removed. */

/** Tours that are returned at most. */
const MOST = 100;

/** The account's tours, those in the bin apart, whose steps show the picture, by name. */
export async function toursShowing(db: Db, accountId: string, mediaId: string): Promise<TourShowing[]> {
	const used = await usersOf(db, accountId, mediaId, ['tour']);
	if (used.length === 0) return [];
	const rows: Array<{id: string; name: string; document: Pick<TourContent, 'steps'>}> = await db.query(
		'SELECT id, name, document FROM tours WHERE id IN (?) AND account_id = ? AND deleted_at IS NULL ORDER BY name, id LIMIT ?',
		[used, accountId, MOST],
	);
	return rows.flatMap(({id, name, document}) => {
		const stepIds = document.steps.filter(({image}) => image?.mediaId === mediaId).map(step => step.id);
		return stepIds.length > 0 ? [{tourId: id, name, stepIds}] : [];
	});
}

/** The account's links that show the picture now. */
export async function linksShowing(
	db: Db,
	accountId: string,
	mediaId: string,
): Promise<Array<Pick<PublicationRow, 'id' | 'tourId' | 'slug'>>> {
	const used = await usersOf(db, accountId, mediaId, ['publication']);
	if (used.length === 0) return [];
	return db.query(
		"SELECT id, tour_id AS tourId, slug FROM publications WHERE id IN (?) AND kind = 'live' AND taken_down_at IS NULL ORDER BY id",
		[used],
	);
}

/** True if a tour outside the bin, or a link, shows the picture. */
export async function isShown(db: Db, accountId: string, mediaId: string): Promise<boolean> {
	const used = await usersOf(db, accountId, mediaId, ['tour']);
	if (used.length > 0 && (await exists(db, 'SELECT 1 FROM tours WHERE id IN (?) AND deleted_at IS NULL LIMIT 1', [used]))) return true;
	return (await linksShowing(db, accountId, mediaId)).length > 0;
}

/** True if a page with this picture is being published. */
export async function isBeingPublished(db: Db, accountId: string, mediaId: string): Promise<boolean> {
	return exists(
		db,
		`SELECT 1 FROM jobs WHERE state IN ('queued', 'running') AND account_id = ? AND type = 'build-bundle' AND input LIKE ? LIMIT 1`,
		[accountId, `%${mediaId}%`],
	);
}

/** True if any account is storing an image of these bytes. */
export async function isBeingStored(db: Db, mediaId: string): Promise<boolean> {
	return exists(
		db,
		`SELECT 1 FROM jobs WHERE state IN ('queued', 'running')
		 AND type IN ('ingest-image', 'ingest-animation', 'put-document', 'put-animated-document') AND input LIKE ? LIMIT 1`,
		[`%${mediaId}%`],
	);
}
