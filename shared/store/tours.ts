import {isDeepStrictEqual} from 'node:util';
import type {Fault} from '../contract/error.ts';
import type {Actor} from '../contract/version.ts';
import {AppError} from '../errors.ts';
import {newId} from '../ids.ts';
import type {Publisher} from '../tour/cards.ts';
import {withWritersOf} from '../tour/changes/writers.ts';
import {firstImageOf, type TourContent, usesOf} from '../tour/document/document.ts';
import {contentOf} from '../tour/steps.ts';
import {changeAccountTotals} from './access/account-totals.ts';
import {readPublisher} from './access/accounts.ts';
import {type Db, queryOne} from './database.ts';
import {TourEntity, type TourRow} from './entities/tours.ts';
import {recordUses} from './media/uses.ts';
import {findAnyTour, type LockedTour, missingTour, type StoredTour} from './tour-list.ts';
import {recordNameParts} from './tour-search.ts';
import {actorKey, keepVersion, startsEditingSession} from './versions.ts';

/** A new tour, unpublished, version 1. */
export async function insertTour(
	db: Db,
	{accountId, createdBy, content, docKey = null}: Pick<StoredTour, 'accountId' | 'createdBy' | 'content'> & {docKey?: string | null},
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
		link: null,
		publisher: await readPublisher(db, accountId),
		createdAt: now,
		updatedAt: now,
		content,
	};
	const {name, ...document} = content;
	const {content: _content, link: _link, publisher: _publisher, ...columns} = tour;
	const none = {slug: null, changedBy: null, deletedAt: null};
	const firstImage = firstImageOf(content);
	await db.getRepository(TourEntity).insert({...columns, ...none, docKey, name, document, firstImage, stepCount: content.steps.length});
	await recordNameParts(db, [{id: tour.id, accountId, name}]);
	await recordUses(db, {accountId, kind: 'tour', id: tour.id}, [], usesOf(content));
	await changeAccountTotals(db, accountId, {tours: 1});
	return tour;
}

/** The tour's version now. Throws `not_found`, also for another account's. */
export async function readTourVersion(db: Db, accountId: string, id: string): Promise<number> {
	const row = await queryOne<{version: number}>(db, 'SELECT version FROM tours WHERE id = ? AND account_id = ? AND deleted_at IS NULL', [
		id,
		accountId,
	]);
	if (!row) throw await missingTour(db, accountId, id);
	return row.version;
}

/** The values on which a tour's response depends: its version and the publisher; and its account. */
export type TourState = {accountId: string; version: number} & Publisher;

/** Returns the state of each of these tours that exists, of any account, by its id. */
export async function findTourStates(db: Db, ids: string[]): Promise<Map<string, TourState>> {
	const rows: Array<TourState & {id: string}> = await db.query(
		`SELECT t.id, t.account_id AS accountId, t.version, a.company, a.privacy_url AS privacyUrl
		 FROM tours t JOIN accounts a ON a.id = t.account_id WHERE t.id IN (?) AND t.deleted_at IS NULL`,
		[ids],
	);
	return new Map(rows.map(row => [row.id, row]));
}

/** Version of the content that a publish would show; null where the account has no such tour. */
export async function findContentVersion(db: Db, accountId: string, id: string): Promise<number | null> {
	const row = await queryOne<{contentVersion: number}>(
		db,
		'SELECT content_version AS contentVersion FROM tours WHERE id = ? AND account_id = ? AND deleted_at IS NULL',
		[id, accountId],
	);
	return row?.contentVersion ?? null;
}

/** Reads the tour's content. Throws `not_found`, and `version_mismatch` if another version is expected. */
export async function readContent(db: Db, accountId: string, id: string, ifMatch: number | null = null): Promise<TourContent> {
	const row = await queryOne<Pick<TourRow, 'name' | 'document' | 'version'>>(
		db,
		'SELECT name, document, version FROM tours WHERE id = ? AND account_id = ? AND deleted_at IS NULL',
		[id, accountId],
	);
	if (!row) throw await missingTour(db, accountId, id);
	requireVersion(row.version, ifMatch);
	return contentOf({name: row.name, ...row.document});
}

/** Throws `not_found` where the account has no such tour, or the tour no such step. Reads no content, which may be megabytes. */
export async function requireTour(db: Db, accountId: string, id: string, stepId?: string): Promise<void> {
	const hasStep = stepId === undefined ? '1' : "JSON_CONTAINS(document, JSON_OBJECT('id', ?), '$.steps')";
	const row = await queryOne<{hasStep: number}>(
		db,
		`SELECT ${hasStep} AS hasStep FROM tours WHERE id = ? AND account_id = ? AND deleted_at IS NULL`,
		[...(stepId === undefined ? [] : [stepId]), id, accountId],
	);
	if (!row) throw await missingTour(db, accountId, id);
	if (!row.hasStep) throw new AppError('not_found');
}

/**
 * Locks the account's tour until the transaction ends. Throws `not_found`, and `version_mismatch` where the caller
 * expects another version.
 */
export async function lockTour(db: Db, accountId: string, id: string, ifMatch: number | null): Promise<LockedTour> {
	const tour = await lockAnyTour(db, accountId, id);
	if (!tour || tour.deletedAt) throw await missingTour(db, accountId, id);
	requireVersion(tour.version, ifMatch);
	return tour;
}

/** Locks a tour that may be in the bin; null if the account has none with this id. */
export function lockAnyTour(db: Db, accountId: string, id: string): Promise<LockedTour | null> {
	return findAnyTour(db, accountId, id, 'FOR UPDATE');
}

/** The tour to change, its author and the expected version; without an author the change belongs to the current editing session. */
export type TourChange = {accountId: string; id: string; ifMatch: number | null; actor?: Actor | null};

/**
 * Changes a tour's content; there is no other way. Locks the row, applies the pure `change`, saves, and increments the version. Where
 * `change` returns what there was, nothing is saved. Returns the result of `change`, the tour and its version. Must run in a transaction.
 */
export async function changeTour<T extends {content: TourContent}>(
	db: Db,
	{accountId, id, ifMatch, actor = null}: TourChange,
	change: (content: TourContent) => T,
): Promise<T & {tour: StoredTour; version: number}> {
	const tour = await lockTour(db, accountId, id, ifMatch);
	const changed = change(tour.content);
	// Steps that stay are the same objects, which makes this a short look.
	const saved = isDeepStrictEqual(changed.content, tour.content) ? tour : await saveContent(db, tour, changed.content, actor);
	return {...changed, tour: saved, version: saved.version};
}

/** Saves new content of a locked tour; the first change of an editing session first keeps the old content. Returns the tour as it is then. */
export async function saveContent(db: Db, tour: LockedTour, changed: TourContent, actor: Actor | null): Promise<StoredTour> {
	const now = new Date();
	const content = withWritersOf(tour.content, changed);
	if (startsEditingSession(tour, actor, now)) await keepVersion(db, tour, {cause: 'checkpoint', actor});
	const {name, ...document} = content;
	const {id, accountId} = tour;
	const version = tour.version + 1;
	await db.query(
		`UPDATE tours SET name = ?, document = ?, step_count = ?, version = ?, content_version = ?, updated_at = ?,
			changed_by = ?, first_image = ?
		 WHERE id = ?`,
		[
			name,
			JSON.stringify(document),
			document.steps.length,
			version,
			version,
			now,
			actorKey(actor) ?? tour.changedBy ?? 'service',
			firstImageOf(content),
			id,
		],
	);
	if (name !== tour.content.name) await recordNameParts(db, [{id, accountId, name}]);
	await recordUses(db, {accountId, kind: 'tour', id}, usesOf(tour.content), usesOf(content));
	return {...tour, version, contentVersion: version, updatedAt: now, content};
}

/** Throws `version_mismatch` if the caller expects another version; 0 is that of a tour which is still to be made. */
export function requireVersion(version: number, ifMatch: number | null): void {
	if (ifMatch === null || ifMatch === version) return;
	throw new AppError('version_mismatch', {errors: [mismatch(version, ifMatch)]});
}

function mismatch(version: number, ifMatch: number): Fault {
	if (version === 0) {
		const hint = 'Leave If-Match out (ifVersion in put_tour) to make it.';
		return {field: 'If-Match', message: `There is no such tour, of version ${ifMatch} or any other.`, hint};
	}
	const at = `Read the tour again and repeat the change with If-Match: "v${version}" (ifVersion ${version} in put_tour).`;
	if (ifMatch === 0) return {field: 'If-None-Match', message: `There is such a tour already, at version ${version}.`, hint: at};
	return {field: 'If-Match', message: `The tour is at version ${version}, not ${ifMatch}.`, hint: at};
}
