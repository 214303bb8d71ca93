import {randomBytes} from 'node:crypto';
import {DAY_MS} from '../../contract/limits.ts';
import {RETENTION} from '../../contract/retention.ts';
import {AppError} from '../../errors.ts';
import {newId} from '../../ids.ts';
import type {TourContent} from '../../tour/document/document.ts';
import {contentOf} from '../../tour/steps.ts';
import {affected, type Db, findAmong, queryColumn, queryOne} from '../database.ts';
import type {AccountExportRow} from '../entities/exports.ts';
import type {SpeechRow} from '../entities/narration.ts';
import type {MediaRow, TourRow} from '../entities/tours.ts';
import {insertJob, type Lease, type StoredJob} from '../jobs/jobs.ts';
import {LostLease} from '../leases.ts';
import {type ListedVersion, listVersions} from '../versions.ts';

/** Copies of accounts, each a zip in pieces that are files of their own. */

/** A copy as its owner sees it. */
export type FoundExport = {
	id: string;
	status: 'queued' | 'running' | 'ready' | 'failed';
	/** 0..1 */
	progress: number;
	bytes: number | null;
	createdAt: Date;
	readyAt: Date | null;
	expiresAt: Date;
};

/** Most milliseconds to write a copy; after that it is given up. */
const WRITING_MS = 7 * DAY_MS;

/** A tour and the facts about it, even if it is in the bin. */
export type PortableTour = Pick<
	TourRow,
	'id' | 'createdBy' | 'status' | 'slug' | 'docKey' | 'version' | 'createdAt' | 'updatedAt' | 'deletedAt'
> & {
	content: TourContent;
};

const VERSIONS_MAX = 1000;

/**
 * Orders a copy of the account, one a day: one that failed does not count. Must run in a transaction. Throws `attempts_limited` with the
 * seconds until the next one.
 */
export async function orderExport(db: Db, accountId: string, jobType: string): Promise<{ordered: FoundExport; job: StoredJob}> {
	// Two orders at the same moment run one after the other.
	await db.query('SELECT 1 FROM accounts WHERE id = ? FOR UPDATE', [accountId]);
	const last = (await listExports(db, accountId)).find(({status}) => status !== 'failed');
	const againAt = last ? last.createdAt.getTime() + RETENTION.copyEveryMs : 0;
	// A copy dated by a clock that was ahead must not block the next one until that day.
	if (againAt > Date.now() && againAt < Date.now() + 2 * RETENTION.copyEveryMs) {
		throw new AppError('attempts_limited', {
			message: 'One copy a day is made; GET /app/v1/account/exports lists those that there are.',
			retryAfter: Math.ceil((againAt - Date.now()) / 1000),
		});
	}
	const id = newId('exp');
	const job = await insertJob(db, {accountId, type: jobType, input: {exportId: id}});
	const createdAt = new Date();
	const expiresAt = new Date(createdAt.getTime() + WRITING_MS);
	await db.query(
		'INSERT INTO account_exports (id, account_id, job_id, salt, bytes, created_at, ready_at, expires_at) VALUES (?, ?, ?, ?, NULL, ?, NULL, ?)',
		[id, accountId, job.id, randomBytes(32), createdAt, expiresAt],
	);
	return {ordered: {id, status: 'queued', progress: 0, bytes: null, createdAt, readyAt: null, expiresAt}, job};
}

/** The account's copies that have not expired, newest first. */
export async function listExports(db: Db, accountId: string): Promise<FoundExport[]> {
	type Row = Omit<FoundExport, 'status' | 'bytes'> & Pick<AccountExportRow, 'bytes'> & {state: string | null};
	const rows: Row[] = await db.query(
		`SELECT e.id, j.state, COALESCE(j.progress, 1) AS progress, e.bytes, e.created_at AS createdAt, e.ready_at AS readyAt,
			e.expires_at AS expiresAt
		 FROM account_exports e LEFT JOIN jobs j ON j.id = e.job_id
		 WHERE e.account_id = ? AND e.expires_at > ? ORDER BY e.created_at DESC`,
		[accountId, new Date()],
	);
	return rows.map(({state, bytes, ...row}) => ({
		...row,
		status: row.readyAt ? 'ready' : state === 'queued' || state === 'running' ? state : 'failed',
		bytes: bytes === null ? null : Number(bytes),
	}));
}

/** Returns one of the account's copies that have not expired, or null. */
export async function findExport(db: Db, accountId: string, id: string): Promise<FoundExport | null> {
	return (await listExports(db, accountId)).find(found => found.id === id) ?? null;
}

/** Returns the salt of a copy's pieces, and their files in order; null if there is no such copy. */
export async function readPieces(db: Db, id: string): Promise<{salt: Buffer; files: string[]} | null> {
	const found = await queryOne<{salt: Buffer}>(db, 'SELECT salt FROM account_exports WHERE id = ?', [id]);
	if (!found) return null;
	return {salt: found.salt, files: await queryColumn(db, 'SELECT file FROM export_pieces WHERE export_id = ? ORDER BY number', [id])};
}

/** Records a piece that is about to be stored. Throws `LostLease` if another worker has the job by now. */
export async function insertPiece(
	db: Db,
	lease: Pick<Lease, 'id' | 'token'>,
	exportId: string,
	number: number,
	file: string,
): Promise<void> {
	const inserted = await affected(
		db,
		`INSERT INTO export_pieces (export_id, number, file)
		 SELECT ?, ?, ? FROM jobs WHERE id = ? AND token = ? AND state = 'running'`,
		[exportId, number, file, lease.id, lease.token],
	);
	if (inserted === 0) throw new LostLease(`The lease on ${lease.id} was lost.`);
}

/** Forgets the pieces of a copy, once their files are gone. */
export async function deletePieces(db: Db, id: string): Promise<void> {
	await db.query('DELETE FROM export_pieces WHERE export_id = ?', [id]);
}

/** Marks the copy as complete: it can be fetched for a day. */
export async function finishExport(db: Db, id: string, bytes: number): Promise<void> {
	const now = Date.now();
	await db.query('UPDATE account_exports SET bytes = ?, ready_at = ?, expires_at = ? WHERE id = ?', [
		bytes,
		new Date(now),
		new Date(now + RETENTION.copyMs),
		id,
	]);
}

/** Expires the account's complete copies, which hold data that must go; their pieces are removed like any others. */
export async function expireExports(db: Db, accountId: string): Promise<void> {
	const now = new Date();
	await db.query('UPDATE account_exports SET expires_at = ? WHERE account_id = ? AND ready_at IS NOT NULL AND expires_at > ?', [
		now,
		accountId,
		now,
	]);
}

/** Returns expired copies, at most `limit`, or all of an account. */
export function exportsToRemove(db: Db, of: {expiredBefore: Date} | {accountId: string}, limit: number): Promise<string[]> {
	const [condition, value] = 'accountId' in of ? ['account_id = ?', of.accountId] : ['expires_at < ?', of.expiredBefore];
	return queryColumn(db, `SELECT id FROM account_exports WHERE ${condition} LIMIT ?`, [value, limit]);
}

export async function deleteExport(db: Db, id: string): Promise<void> {
	await db.query('DELETE FROM account_exports WHERE id = ?', [id]);
}

/** Returns the files among these that are a piece of a copy. */
export function piecesInUse(db: Db, files: readonly string[]): Promise<Set<string>> {
	return findAmong(db, files, 'SELECT file FROM export_pieces WHERE file IN (?)');
}

// Data of an account for its export, a page at a time.

/** Returns the account's tour; null if it is gone by now. */
export async function readPortableTour(db: Db, accountId: string, id: string): Promise<PortableTour | null> {
	const row = await queryOne<Omit<PortableTour, 'content'> & Pick<TourRow, 'name' | 'document'>>(
		db,
		`SELECT id, name, document, created_by AS createdBy, status, slug, doc_key AS docKey, version, created_at AS createdAt,
			updated_at AS updatedAt, deleted_at AS deletedAt
		 FROM tours WHERE id = ? AND account_id = ?`,
		[id, accountId],
	);
	if (!row) return null;
	const {name, document, ...rest} = row;
	return {...rest, content: contentOf({name, ...document})};
}

/** Lists the tour's stored versions, newest first. */
export function portableVersions(db: Db, tourId: string): Promise<ListedVersion[]> {
	return listVersions(db, tourId, {limit: VERSIONS_MAX, before: null});
}

type PortableImage = Pick<MediaRow, 'mediaId' | 'original' | 'name' | 'width' | 'height' | 'format' | 'bytes' | 'createdAt'>;

/** The account's images, those after `after`. */
export function portableImages(db: Db, accountId: string, {after, limit}: {after: string; limit: number}): Promise<PortableImage[]> {
	return db.query(
		`SELECT media_id AS mediaId, original, name, width, height, format, bytes, created_at AS createdAt FROM media
		 WHERE account_id = ? AND media_id > ? ORDER BY media_id LIMIT ?`,
		[accountId, after, limit],
	);
}

type PortableSound = Pick<SpeechRow, 'file' | 'durationMs' | 'bytes' | 'script' | 'createdAt'>;

/** Lists the account's speech, files after `after`. */
export function portableSounds(db: Db, accountId: string, {after, limit}: {after: string; limit: number}): Promise<PortableSound[]> {
	return db.query(
		`SELECT file, MIN(duration_ms) AS durationMs, MIN(bytes) AS bytes, MIN(script) AS script, MIN(created_at) AS createdAt FROM speech
		 WHERE account_id = ? AND file > ? GROUP BY file ORDER BY file LIMIT ?`,
		[accountId, after, limit],
	);
}

/** Counts tours, images and sounds, by which the progress is measured. */
export async function countPortable(db: Db, accountId: string): Promise<number> {
	const row = await queryOne<{items: string}>(
		db,
		`SELECT (SELECT COUNT(*) FROM tours WHERE account_id = ?) + (SELECT COUNT(*) FROM media WHERE account_id = ?)
			+ (SELECT COUNT(*) FROM speech WHERE account_id = ?) AS items`,
		[accountId, accountId, accountId],
	);
	return Number(row?.items ?? 0);
}
