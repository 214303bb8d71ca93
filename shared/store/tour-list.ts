import type {Offerer} from '../tour/cards.ts';
import type {TourContent} from '../tour/document/document.ts';
import {type Cursor, type Db, queryOne} from './database.ts';
import type {PublicationRow, TourRow} from './entities/tours.ts';
import {missingTour} from './find-tours.ts';

/** Tours with what their links are made of. */

/** A publication's facts for its links. `width`, `height`: pixels of the first screenshot, for the frame's shape. */
export type StoredLink = Pick<PublicationRow, 'slug' | 'snapshot' | 'bytes' | 'publishedAt' | 'width' | 'height'> & {title: string};

/** A tour in the database: its content and the other columns. */
export type StoredTour = {
	id: string;
	accountId: string;
	createdBy: 'agent' | 'editor';
	status: 'unpublished' | 'published';
	version: number;
	/** The version of the last change of the content. */
	contentVersion: number;
	/** The one that the public link shows; null without one. */
	publishedVersion: number | null;
	link: StoredLink | null;
	offerer: Offerer;
	createdAt: Date;
	updatedAt: Date;
	content: TourContent;
};

export type StoredTourSummary = Omit<StoredTour, 'content' | 'offerer'> & {name: string; stepCount: number};

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

/** The account's tour. Throws `not_found`, also for another account's. `known`: its content, where the same transaction has written it. */
export async function readTour(db: Db, accountId: string, id: string, known?: TourContent): Promise<StoredTour> {
	const row = await queryOne<TourRow & LinkColumns & Offerer>(
		db,
		`SELECT ${COLUMNS}${known ? '' : ', t.document'}, a.company, a.privacy_url AS privacyUrl ${FROM} JOIN accounts a ON a.id = t.account_id
		 WHERE t.id = ? AND t.account_id = ? AND t.deleted_at IS NULL`,
		[id, accountId],
	);
	if (!row) throw await missingTour(db, accountId, id);
	const {company, privacyUrl} = row;
	return {...summary(row), offerer: {company, privacyUrl}, content: known ?? {name: row.name, ...row.document}};
}

/** Returns those of the account's tours with these ids outside the bin, by id, with the image for lists. */
export async function readSummaries(
	db: Db,
	accountId: string,
	ids: string[],
): Promise<Map<string, StoredTourSummary & {firstImage: string | null}>> {
	const rows: Array<TourRow & LinkColumns> = await db.query(
		`SELECT ${COLUMNS}, t.first_image AS firstImage ${FROM} WHERE t.id IN (?) AND t.account_id = ? AND t.deleted_at IS NULL`,
		[ids, accountId],
	);
	return new Map(rows.map(row => [row.id, {...summary(row), name: row.name, stepCount: row.stepCount, firstImage: row.firstImage}]));
}

/** The account's tours in the bin, the last deleted first, those after the cursor. */
export async function listBin(
	db: Db,
	accountId: string,
	{limit, after}: {limit: number; after: Cursor | null},
): Promise<Array<StoredTourSummary & {deletedAt: Date}>> {
	const rows: Array<TourRow & LinkColumns & {deletedAt: Date}> = await db.query(
		`SELECT ${COLUMNS}, t.deleted_at AS deletedAt ${FROM}
		 WHERE t.account_id = ? AND t.deleted_at IS NOT NULL ${after ? 'AND (t.deleted_at < ? OR (t.deleted_at = ? AND t.id < ?))' : ''}
		 ORDER BY t.deleted_at DESC, t.id DESC LIMIT ?`,
		[accountId, ...(after ? [after.at, after.at, after.id] : []), limit],
	);
	return rows.map(row => ({...summary(row), name: row.name, stepCount: row.stepCount, deletedAt: row.deletedAt}));
}

function summary(row: TourRow & LinkColumns): Omit<StoredTour, 'content' | 'offerer'> {
	return {
		id: row.id,
		accountId: row.accountId,
		createdBy: row.createdBy,
		status: row.status,
		version: row.version,
		contentVersion: row.contentVersion,
		publishedVersion: row.publishedVersion,
		link:
			row.slug && row.linkTitle !== null
				? {
						slug: row.slug,
						title: row.linkTitle,
						snapshot: row.linkSnapshot,
						bytes: row.linkBytes,
						publishedAt: row.linkPublishedAt,
						width: row.linkWidth,
						height: row.linkHeight,
					}
				: null,
		createdAt: row.createdAt,
		updatedAt: row.updatedAt,
	};
}
