import {promisify} from 'node:util';
import * as zlib from 'node:zlib';
import type {Actor, VersionCause} from '../contract/version.ts';
import {AppError} from '../errors.ts';
import {sha256} from '../ids.ts';
import {canonicalJson} from '../tour/document/canonical-json.ts';
import {type TourContent, usesOf} from '../tour/document/document.ts';
import {contentOf} from '../tour/steps.ts';
import {type Db, exists, queryOne} from './database.ts';
import type {TourVersionRow} from './entities/tours.ts';
import {recordUses, usesRecorded} from './media/uses.ts';

/** Unnamed versions without a link that a tour has, and how many of the others. */
const [CHECKPOINTS, KEPT] = [100, 200];

/** Most characters of JSON to pack in this thread: that takes 0.1 ms, by way of another thread 0.2 ms. */
const PACKED_HERE = 16_384;
// Compression in other threads: a whole tour takes tens of milliseconds.
const [gzip, gunzip] = [promisify<Buffer | string, zlib.ZlibOptions, Buffer>(zlib.gzip), promisify<Buffer, Buffer>(zlib.gunzip)];

// Earlier states of tours: whole contents, compressed. A content has the number of the version that made it.

/** Condition that the newest version has another content; values: the tour's id, and the hash. */
const UNLESS_NEWEST = `WHERE NOT EXISTS (SELECT 1 FROM
	(SELECT hash FROM tour_versions WHERE tour_id = ? ORDER BY number DESC LIMIT 1) newest WHERE newest.hash = ?)`;

type Kept = {id: string; accountId: string; contentVersion: number; content: TourContent};

/**
 * Keeps the content of a locked tour, unless it is kept already under this number or as the newest version. Returns the
 * number under which it is kept.
 */
export async function keepVersion(db: Db, tour: Kept, {cause, actor}: {cause: VersionCause; actor: Actor | null}): Promise<number> {
	// A publish or a name seldom brings new content, so that a look saves packing it. Other causes nearly always do.
	if ((cause === 'publish' || cause === 'named') && (await isKept(db, tour.id, tour.contentVersion))) return tour.contentVersion;
	const json = canonicalJson(tour.content);
	const hash = sha256(json);
	// A publish marks the version of its own number, even where the newest one has the same content.
	const [unlessNewest, newest] = cause === 'publish' ? ['', []] : [UNLESS_NEWEST, [tour.id, hash]];
	const {affectedRows} = await db.query(
		`INSERT INTO tour_versions (tour_id, number, account_id, cause, name, actor_type, actor_name, content, hash, created_at)
		 SELECT ?, ?, ?, ?, NULL, ?, ?, ?, ?, ? FROM DUAL ${unlessNewest}
		 ON DUPLICATE KEY UPDATE number = tour_versions.number`,
		[
			tour.id,
			tour.contentVersion,
			tour.accountId,
			cause,
			actor?.type ?? 'service',
			actor?.name.slice(0, 255) ?? null,
			await packed(json),
			hash,
			new Date(),
			...newest,
		],
	);
	if (affectedRows === 0) return newestNumber(db, tour.id);
	const uses = usesOf(tour.content);
	if (uses.length > 0) {
		const user = {accountId: tour.accountId, kind: 'versions', id: tour.id} as const;
		const before = await usesRecorded(db, user);
		await recordUses(db, user, before, [...before, ...uses]);
	}
	return tour.contentVersion;
}

/** Marks a version as shown by a link, or names it; one that a link has shown stays marked. The tour must be locked. */
export async function markVersion(db: Db, tourId: string, number: number, as: 'publish' | {name: string}): Promise<void> {
	const [set, values] =
		as === 'publish' ? ["cause = 'publish'", []] : ["cause = IF(cause = 'publish', cause, 'named'), name = ?", [as.name]];
	await db.query(`UPDATE tour_versions SET ${set} WHERE tour_id = ? AND number = ?`, [...values, tourId, number]);
}

export type ListedVersion = Omit<TourVersionRow, 'accountId' | 'content' | 'hash' | 'tourId'>;
const LISTED = 'number, cause, name, actor_type AS actorType, actor_name AS actorName, created_at AS createdAt';

/** The versions of a tour, newest first, those before the number `before`. */
export function listVersions(db: Db, tourId: string, {limit, before}: {limit: number; before: number | null}): Promise<ListedVersion[]> {
	return db.query(
		`SELECT ${LISTED} FROM tour_versions WHERE tour_id = ? ${before === null ? '' : 'AND number < ?'} ORDER BY number DESC LIMIT ?`,
		[tourId, ...(before === null ? [] : [before]), limit],
	);
}

/** A version with its content. Throws `not_found`, on the field that names it. */
export async function readVersion(
	db: Db,
	tourId: string,
	number: number,
	field = 'number',
): Promise<{version: ListedVersion; content: TourContent}> {
	const row = await queryOne<ListedVersion & {content: Buffer}>(
		db,
		`SELECT ${LISTED}, content FROM tour_versions WHERE tour_id = ? AND number = ?`,
		[tourId, number],
	);
	if (!row) throw missingVersion(field);
	const {content, ...version} = row;
	return {version, content: await unpacked(content)};
}

/** Returns the tour's content at this version; equal contents are stored once. Null if it is no longer kept. */
export async function contentAt(db: Db, tourId: string, number: number): Promise<TourContent | null> {
	const row = await queryOne<{content: Buffer}>(
		db,
		'SELECT content FROM tour_versions WHERE tour_id = ? AND number <= ? ORDER BY number DESC LIMIT 1',
		[tourId, number],
	);
	return row && unpacked(row.content);
}

/** The `not_found` of a version. */
export function missingVersion(field: string): AppError {
	return new AppError('not_found', {
		errors: [
			{field, message: 'The tour has no such version.', hint: 'list_versions (GET /v1/tours/{id}/versions) lists those that are kept.'},
		],
	});
}

/** Condition of checkpoints: neither named nor shown by a link. */
const PASSING = "cause IN ('checkpoint', 'import', 'restore')";

/**
 * Deletes checkpoints from before `before`, and each tour's versions beyond the limits, the oldest first: named ones stay as long as they are the
 * youngest. Works on `limit` tours at most and returns how many. Must run in a transaction.
 */
export async function purgeVersions(db: Db, before: Date, limit: number): Promise<number> {
	// Only columns of the index, since the rows are large.
	const due: Array<{tourId: string; accountId: string}> = await db.query(
		`SELECT tour_id AS tourId, account_id AS accountId FROM tour_versions FORCE INDEX (tour_versions_kept) GROUP BY tour_id, account_id
		 HAVING SUM(${PASSING} AND created_at < ?) > 0 OR SUM(${PASSING}) > ? OR SUM(NOT ${PASSING}) > ? LIMIT ?`,
		[before, CHECKPOINTS, KEPT, limit],
	);
	for (const {tourId, accountId} of due) {
		// Versions change only under the lock of their tour.
		await db.query('SELECT 1 FROM tours WHERE id = ? FOR UPDATE', [tourId]);
		const passing: Array<{number: number; createdAt: Date}> = await db.query(
			`SELECT number, created_at AS createdAt FROM tour_versions WHERE tour_id = ? AND ${PASSING} ORDER BY number DESC`,
			[tourId],
		);
		const kept: Array<{number: number}> = await db.query(
			`SELECT number FROM tour_versions WHERE tour_id = ? AND NOT ${PASSING} ORDER BY name IS NULL, number DESC`,
			[tourId],
		);
		const gone = [...passing.filter(({createdAt}, index) => index >= CHECKPOINTS || createdAt < before), ...kept.slice(KEPT)].map(
			({number}) => number,
		);
		if (gone.length > 0) await db.query('DELETE FROM tour_versions WHERE tour_id = ? AND number IN (?)', [tourId, gone]);
		await recordUses(db, {accountId, kind: 'versions', id: tourId}, null, await usesOfVersions(db, tourId));
	}
	return due.length;
}

/** Lists all files and images that a tour's versions use. */
async function usesOfVersions(db: Db, tourId: string): Promise<string[]> {
	const rows: Array<{content: Buffer}> = await db.query('SELECT content FROM tour_versions WHERE tour_id = ?', [tourId]);
	const uses = new Set<string>();
	for (const {content} of rows) for (const use of usesOf(await unpacked(content))) uses.add(use);
	return [...uses];
}

async function isKept(db: Db, tourId: string, number: number): Promise<boolean> {
	return exists(db, 'SELECT 1 AS kept FROM tour_versions WHERE tour_id = ? AND number = ?', [tourId, number]);
}

async function newestNumber(db: Db, tourId: string): Promise<number> {
	const sql = 'SELECT number FROM tour_versions WHERE tour_id = ? ORDER BY number DESC LIMIT 1';
	return (await queryOne<{number: number}>(db, sql, [tourId]))!.number;
}

function packed(json: string): Buffer | Promise<Buffer> {
	return json.length <= PACKED_HERE ? zlib.gzipSync(json, {level: 9}) : gzip(json, {level: 9});
}

async function unpacked(content: Buffer): Promise<TourContent> {
	return contentOf(JSON.parse((await gunzip(content)).toString()));
}

/** Milliseconds of pause after which the next change begins another editing session. */
const EDITING_SESSION_MS = 10 * 60_000;

/** Returns the actor as a key for a column; null if none is known. */
export function actorKey(actor: Actor | null): string | null {
	return actor && `${actor.type}/${actor.id}`;
}

/** True for the first change after a pause, or by another actor: the content before it is then kept. */
export function startsEditingSession(tour: {changedBy: string | null; updatedAt: Date}, actor: Actor | null, now: Date): boolean {
	if (tour.changedBy === null) return true;
	const key = actorKey(actor);
	return (key !== null && key !== tour.changedBy) || now.getTime() - tour.updatedAt.getTime() > EDITING_SESSION_MS;
}
