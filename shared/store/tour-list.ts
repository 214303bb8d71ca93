import {RETENTION} from '../contract/retention.ts';
import {AppError} from '../errors.ts';
import type {Publisher} from '../tour/cards.ts';
import type {TourContent} from '../tour/document/document.ts';
import {contentOf} from '../tour/steps.ts';
import {type Cursor, type Db, queryOne} from './database.ts';
import type {PublicationRow, TourRow} from './entities/tours.ts';

/** Tours with the facts that their links are made of. */

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
	publisher: Publisher;
	createdAt: Date;
	updatedAt: Date;
	content: TourContent;
};

/** A tour whose row is locked until the transaction ends. */
export type LockedTour = StoredTour & Pick<TourRow, 'slug' | 'changedBy' | 'deletedAt'>;

export type StoredTourSummary = Omit<StoredTour, 'content' | 'publisher'> & {name: string; stepCount: number};

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
const LINK = 'LEFT JOIN publications p ON p.slug = t.slug AND p.taken_down_at IS NULL';
const FROM = `FROM tours t ${LINK}`;

/** Most tours that are searched for a step's owner: the hint is worth no more work. */
const LOOKED_THROUGH = 50;

/** Returns the account's tour. Throws `not_found`, also for another account's. */
export async function readTour(db: Db, accountId: string, id: string): Promise<StoredTour> {
	const tour = await findAnyTour(db, accountId, id);
	if (!tour || tour.deletedAt) throw await missingTour(db, accountId, id);
	return tour;
}

/** Returns the account's tour, also one in the bin; null without one. `lock` locks its row, and no other, until the transaction ends. */
export async function findAnyTour(db: Db, accountId: string, id: string, lock: '' | 'FOR UPDATE' = ''): Promise<LockedTour | null> {
	const row = await queryOne<TourRow & LinkColumns & Publisher>(
		db,
		`SELECT ${COLUMNS}, t.changed_by AS changedBy, t.deleted_at AS deletedAt, t.document, a.company, a.privacy_url AS privacyUrl
		 FROM (SELECT * FROM tours WHERE id = ? AND account_id = ? ${lock}) t ${LINK} JOIN accounts a ON a.id = t.account_id`,
		[id, accountId],
	);
	if (!row) return null;
	const {name, slug, changedBy, deletedAt, company, privacyUrl, document} = row;
	return {...summary(row), slug, changedBy, deletedAt, publisher: {company, privacyUrl}, content: contentOf({name, ...document})};
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

function summary(row: TourRow & LinkColumns): Omit<StoredTour, 'content' | 'publisher'> {
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

/** Returns the tour with this step among those that the account changed last; null if none has it. */
export async function findStepOwner(db: Db, accountId: string, stepId: string): Promise<string | null> {
	if (!/^step_[0-9a-z]{26}$/.test(stepId)) return null;
	const row = await queryOne<{id: string}>(
		db,
		`SELECT id FROM (SELECT id, document FROM tours WHERE account_id = ? AND deleted_at IS NULL ORDER BY updated_at DESC LIMIT ?) recent
		 WHERE document LIKE ? LIMIT 1`,
		[accountId, LOOKED_THROUGH, `%"${stepId.replaceAll('_', '\\_')}"%`],
	);
	return row?.id ?? null;
}

/** Id of the account's tour that a slug of a link belongs to, or null. */
export async function findTourBySlug(db: Db, accountId: string, slug: string): Promise<string | null> {
	const row = await queryOne<{id: string}>(db, 'SELECT id FROM tours WHERE account_id = ? AND slug = ?', [accountId, slug]);
	return row?.id ?? null;
}

/** Returns the number of steps of the account's tour with this id or key; null without one. Reads no content. */
export async function findStepCount(db: Db, accountId: string, idOrKey: string): Promise<number | null> {
	const column = idOrKey.startsWith('tour_') ? 'id' : 'doc_key';
	const row = await queryOne<{count: number}>(db, `SELECT step_count AS count FROM tours WHERE account_id = ? AND ${column} = ?`, [
		accountId,
		idOrKey,
	]);
	return row?.count ?? null;
}

/** Returns the end of the time in which a deleted tour can be brought back. */
export function binnedUntil(deletedAt: Date): Date {
	return new Date(deletedAt.getTime() + RETENTION.binMs);
}

/** Makes the `not_found` of a tour, which tells if it is in the bin; another account's looks like one that never existed. */
export async function missingTour(db: Db, accountId: string, id: string): Promise<AppError> {
	const row = await queryOne<{deletedAt: Date | null}>(db, 'SELECT deleted_at AS deletedAt FROM tours WHERE id = ? AND account_id = ?', [
		id,
		accountId,
	]);
	return row?.deletedAt ? inBin(id, row.deletedAt) : new AppError('not_found');
}

/** The `not_found` of a tour that is in the bin. */
export function inBin(id: string, deletedAt: Date, field = 'id'): AppError {
	return new AppError('not_found', {
		temporary: true,
		errors: [
			{
				field,
				message: `The tour is in the bin until ${binnedUntil(deletedAt).toISOString()}.`,
				hint: `A person brings it back under Bin in the editor, a program by POST /v1/tours/${id}/restore; GET /v1/bin lists the bin.`,
			},
		],
	});
}
