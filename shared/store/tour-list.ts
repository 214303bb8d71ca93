import type {StoredTour, StoredTourSummary} from '../tour/present.ts';
import {publishedLink} from '../tour/urls.ts';
import {type Cursor, type Db, queryOne} from './database.ts';
import type {TourRow} from './entities/tours.ts';
import {missingTour} from './missing-tour.ts';

/** Tours as they are shown, with their links. */

type LinkColumns = {
	linkTitle: string | null;
	linkSnapshot: string;
	linkBytes: number;
	linkPublishedAt: Date;
	linkWidth: number;
	linkHeight: number;
};

const COLUMNS = `t.id, t.account_id AS accountId, t.name, t.created_by AS createdBy, t.status, t.step_count AS stepCount, t.version,
	t.content_version AS contentVersion, t.published_version AS publishedVersion, t.slug, t.created_at AS createdAt, t.updated_at AS updatedAt,
	p.title AS linkTitle, p.snapshot AS linkSnapshot, p.bytes AS linkBytes, p.published_at AS linkPublishedAt, p.width AS linkWidth,
	p.height AS linkHeight`;
// A tour and its publication have the same slug, which is a unique key there: the join costs one look-up.
const FROM = 'FROM tours t LEFT JOIN publications p ON p.slug = t.slug AND p.taken_down_at IS NULL';

/** The account's tour. Throws `not_found`, also for another account's. */
export async function readTour(db: Db, baseUrl: string, accountId: string, id: string): Promise<StoredTour> {
	const row = await queryOne<TourRow & LinkColumns>(
		db,
		`SELECT ${COLUMNS}, t.document ${FROM} WHERE t.id = ? AND t.account_id = ? AND t.deleted_at IS NULL`,
		[id, accountId],
	);
	if (!row) throw await missingTour(db, accountId, id);
	return {...summary(row, baseUrl), content: {name: row.name, ...row.document}};
}

/** Those of the account's tours that have these ids and are in no bin, by id, and the image that stands for each. */
export async function readSummaries(
	db: Db,
	baseUrl: string,
	accountId: string,
	ids: string[],
): Promise<Map<string, StoredTourSummary & {firstImage: string | null}>> {
	const rows: Array<TourRow & LinkColumns> = await db.query(
		`SELECT ${COLUMNS}, t.first_image AS firstImage ${FROM} WHERE t.id IN (?) AND t.account_id = ? AND t.deleted_at IS NULL`,
		[ids, accountId],
	);
	return new Map(
		rows.map(row => [row.id, {...summary(row, baseUrl), name: row.name, stepCount: row.stepCount, firstImage: row.firstImage}]),
	);
}

/** The account's tours in the bin, the last deleted first, those after the cursor. */
export async function listBin(
	db: Db,
	baseUrl: string,
	accountId: string,
	{limit, after}: {limit: number; after: Cursor | null},
): Promise<Array<StoredTourSummary & {deletedAt: Date}>> {
	const rows: Array<TourRow & LinkColumns & {deletedAt: Date}> = await db.query(
		`SELECT ${COLUMNS}, t.deleted_at AS deletedAt ${FROM}
		 WHERE t.account_id = ? AND t.deleted_at IS NOT NULL ${after ? 'AND (t.deleted_at < ? OR (t.deleted_at = ? AND t.id < ?))' : ''}
		 ORDER BY t.deleted_at DESC, t.id DESC LIMIT ?`,
		[accountId, ...(after ? [after.at, after.at, after.id] : []), limit],
	);
	return rows.map(row => ({...summary(row, baseUrl), name: row.name, stepCount: row.stepCount, deletedAt: row.deletedAt}));
}

function summary(row: TourRow & LinkColumns, baseUrl: string): Omit<StoredTour, 'content'> {
	return {
		id: row.id,
		accountId: row.accountId,
		createdBy: row.createdBy,
		status: row.status,
		version: row.version,
		contentVersion: row.contentVersion,
		publishedVersion: row.publishedVersion,
		publishedLink:
			row.slug && row.linkTitle !== null
				? publishedLink(baseUrl, {
						slug: row.slug,
						title: row.linkTitle,
						snapshot: row.linkSnapshot,
						bytes: row.linkBytes,
						publishedAt: row.linkPublishedAt,
						width: row.linkWidth,
						height: row.linkHeight,
					})
				: null,
		createdAt: row.createdAt,
		updatedAt: row.updatedAt,
	};
}
