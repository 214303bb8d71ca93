import {AppError} from '../errors.ts';
import {newId, randomToken} from '../ids.ts';
import type {TourContent} from '../tour/document.ts';
import type {StoredTour, StoredTourSummary} from '../tour/present.ts';
import {stepIndex} from '../tour/steps.ts';
import {publishedLink} from '../tour/urls.ts';
import {usesOf} from '../tour/uses.ts';
import {type Cursor, type Db, queryOne} from './database.ts';
import {TourEntity, type TourRow} from './entities/tours.ts';
import {recordUses} from './media/media-uses.ts';

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
// The slug is the slug: the join costs one look-up in a unique key.
const FROM = 'FROM tours t LEFT JOIN publications p ON p.slug = t.slug AND p.taken_down_at IS NULL';

/** A new tour, unpublished, version 1. */
export async function insertTour(
	db: Db,
	{accountId, createdBy, content}: Pick<StoredTour, 'accountId' | 'createdBy' | 'content'>,
): Promise<StoredTour> {
	const now = new Date();
	const tour: StoredTour = {
		id: newId('tour'),
		accountId,
		createdBy,
		status: 'unpublished',
		version: 1,
		contentVersion: 1,
		publishedVersion: null,
		publishedLink: null,
		createdAt: now,
		updatedAt: now,
		content,
	};
	const {name, ...document} = content;
	const {content: _content, publishedLink: _link, ...columns} = tour;
	await db.getRepository(TourEntity).insert({...columns, name, document, stepCount: content.steps.length, usesVersion: 1, slug: null});
	await recordUses(db, {accountId, kind: 'tour', id: tour.id}, [], usesOf(content));
	return tour;
}

/** The account's tour. Throws `not_found`, also for another account's. */
export async function readTour(db: Db, baseUrl: string, accountId: string, id: string): Promise<StoredTour> {
	const row = await queryOne<TourRow & LinkColumns>(db, `SELECT ${COLUMNS}, t.document ${FROM} WHERE t.id = ? AND t.account_id = ?`, [
		id,
		accountId,
	]);
	if (!row) throw new AppError('not_found');
	return {...summary(row, baseUrl), content: {name: row.name, ...row.document}};
}

/** The tour's version now. Throws `not_found`, also for another account's. */
export async function readTourVersion(db: Db, accountId: string, id: string): Promise<number> {
	const row = await queryOne<{version: number}>(db, 'SELECT version FROM tours WHERE id = ? AND account_id = ?', [id, accountId]);
	if (!row) throw new AppError('not_found');
	return row.version;
}

/** Version of the content that a publish would show; null where the account has no such tour. */
export async function findContentVersion(db: Db, accountId: string, id: string): Promise<number | null> {
	const row = await queryOne<{contentVersion: number}>(
		db,
		'SELECT content_version AS contentVersion FROM tours WHERE id = ? AND account_id = ?',
		[id, accountId],
	);
	return row?.contentVersion ?? null;
}

/** What the account's tour is made of, as it stands. Throws `not_found`, and `version_mismatch` where the caller expects another version. */
export async function readContent(db: Db, accountId: string, id: string, ifMatch: number | null = null): Promise<TourContent> {
	const row = await queryOne<Pick<TourRow, 'name' | 'document' | 'version'>>(
		db,
		'SELECT name, document, version FROM tours WHERE id = ? AND account_id = ?',
		[id, accountId],
	);
	if (!row) throw new AppError('not_found');
	requireVersion(row.version, ifMatch);
	return {name: row.name, ...row.document};
}

/** Throws `not_found` where the account has no such tour, or the tour no such step. */
export async function requireTour(db: Db, accountId: string, id: string, stepId?: string): Promise<void> {
	const content = await readContent(db, accountId, id);
	if (stepId !== undefined) stepIndex(content, stepId);
}

/** The account's tours, newest change first, those after the cursor; one more than `limit` shows that there are more. */
export async function listTours(
	db: Db,
	baseUrl: string,
	accountId: string,
	{limit, after}: {limit: number; after: Cursor | null},
): Promise<StoredTourSummary[]> {
	const rows: Array<TourRow & LinkColumns> = await db.query(
		`SELECT ${COLUMNS} ${FROM} WHERE t.account_id = ? ${after ? 'AND (t.updated_at < ? OR (t.updated_at = ? AND t.id < ?))' : ''}
		 ORDER BY t.updated_at DESC, t.id DESC LIMIT ?`,
		[accountId, ...(after ? [after.at, after.at, after.id] : []), limit],
	);
	return rows.map(row => ({...summary(row, baseUrl), name: row.name, stepCount: row.stepCount}));
}

type LockedTour = Pick<TourRow, 'id' | 'version' | 'status' | 'slug' | 'contentVersion' | 'usesVersion'> & {content: TourContent};

/**
 * Locks the account's tour until the transaction ends. Throws `not_found`, and `version_mismatch` where the caller
 * expects another version.
 */
export async function lockTour(db: Db, accountId: string, id: string, ifMatch: number | null): Promise<LockedTour> {
	const row = await queryOne<TourRow>(
		db,
		`SELECT id, name, version, status, slug, content_version AS contentVersion, uses_version AS usesVersion, document
		 FROM tours WHERE id = ? AND account_id = ? FOR UPDATE`,
		[id, accountId],
	);
	if (!row) throw new AppError('not_found');
	requireVersion(row.version, ifMatch);
	const {name, document, ...columns} = row;
	return {...columns, content: {name, ...document}};
}

/**
 * The one way in which a tour's content changes: locks the row, applies the pure `change`, saves, version + 1.
 * Returns what `change` answered, and the new version. Must run in a transaction.
 */
export async function changeTour<T extends {content: TourContent}>(
	db: Db,
	{accountId, id, ifMatch}: {accountId: string; id: string; ifMatch: number | null},
	change: (content: TourContent) => T,
): Promise<T & {version: number}> {
	const tour = await lockTour(db, accountId, id, ifMatch);
	const changed = change(tour.content);
	const {name, ...document} = changed.content;
	const version = tour.version + 1;
	await db.query(
		`UPDATE tours SET name = ?, document = ?, step_count = ?, version = ?, content_version = ?, uses_version = ?, updated_at = ?
		 WHERE id = ?`,
		[name, JSON.stringify(document), document.steps.length, version, version, version, new Date(), id],
	);
	// Where an edition that knows nothing of uses has changed the tour, the table has what it knows.
	const before = tour.usesVersion === tour.contentVersion ? usesOf(tour.content) : null;
	await recordUses(db, {accountId, kind: 'tour', id}, before, usesOf(changed.content));
	return {...changed, version};
}

/** Writes down what tours use of which that is not known, `limit` at most; returns how many. Must run in a transaction. */
export async function recordToursUses(db: Db, limit: number): Promise<number> {
	const stale: Array<{id: string; accountId: string}> = await db.query(
		// Only what the index holds: the rows themselves are large.
		`SELECT id, account_id AS accountId FROM tours
		 WHERE id IN (SELECT id FROM (SELECT id FROM tours FORCE INDEX (tours_uses) WHERE uses_version <> content_version LIMIT ?) stale)`,
		[limit],
	);
	for (const {id, accountId} of stale) {
		const {content, contentVersion, usesVersion} = await lockTour(db, accountId, id, null);
		if (usesVersion === contentVersion) continue;
		await recordUses(db, {accountId, kind: 'tour', id}, null, usesOf(content));
		await db.query('UPDATE tours SET uses_version = content_version WHERE id = ?', [id]);
	}
	return stale.length;
}

/** Gives the tour its slug, which it keeps for ever. The tour must be locked. */
export async function reserveSlug(db: Db, id: string): Promise<string> {
	const slug = randomToken();
	await db.query('UPDATE tours SET slug = ? WHERE id = ?', [slug, id]);
	return slug;
}

/** Marks a locked tour as published; `shownVersion` is the version of the content that its link shows now. Returns its new version. */
export async function publishTour(db: Db, tour: LockedTour, shownVersion: number): Promise<number> {
	const version = tour.version + 1;
	await db.query("UPDATE tours SET status = 'published', published_version = ?, version = ?, updated_at = ? WHERE id = ?", [
		shownVersion,
		version,
		new Date(),
		tour.id,
	]);
	return version;
}

/** Marks a locked tour as unpublished. Returns its new version. */
export async function unpublishTour(db: Db, tour: LockedTour): Promise<number> {
	const version = tour.version + 1;
	await db.query("UPDATE tours SET status = 'unpublished', published_version = NULL, version = ?, updated_at = ? WHERE id = ?", [
		version,
		new Date(),
		tour.id,
	]);
	return version;
}

function requireVersion(version: number, ifMatch: number | null): void {
	if (ifMatch === null || ifMatch === version) return;
	throw new AppError('version_mismatch', {
		errors: [
			{
				field: 'If-Match',
				message: `The tour is at version ${version}, not ${ifMatch}.`,
				hint: `Read the tour again and repeat the change with If-Match: "v${version}".`,
			},
		],
	});
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
