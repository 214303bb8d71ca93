import type {ErrorBody} from '../../contract/error.ts';
import {HOUR_MS} from '../../contract/limits.ts';
import {RETENTION} from '../../contract/retention.ts';
import {AppError} from '../../errors.ts';
import {newId, randomToken, sha256} from '../../ids.ts';
import {affected, type Cursor, type Db, exists, findAmong, queryOne} from '../database.ts';
import {TourExportEntity, type TourExportRow} from '../entities/exports.ts';
import type {OutcomeColumn, StoredJob} from '../jobs/jobs.ts';

/** Tours as files in other formats: a row for each, its file in the folder `tour-exports`. */

/** An export as its owner sees it. */
export type FoundTourExport = Omit<TourExportRow, 'recipe' | 'media' | 'bytes' | 'warnings'> & {
	status: 'queued' | 'running' | 'succeeded' | 'failed';
	/** 0..1 */
	progress: number;
	bytes: number | null;
	warnings: NonNullable<TourExportRow['warnings']>;
	error: ErrorBody | null;
};

type NewTourExport = Pick<TourExportRow, 'accountId' | 'tourId' | 'format' | 'language' | 'options' | 'source' | 'media' | 'name'> & {
	recipe: Buffer;
};

/** Source of exports that may be shown: the tour outside the bin, the account staying, the time not over. */
const SHOWN = `FROM tour_exports e
	JOIN tours t ON t.id = e.tour_id AND t.deleted_at IS NULL
	JOIN accounts a ON a.id = e.account_id AND a.deletion_asked_at IS NULL
	LEFT JOIN jobs j ON j.id = e.job_id
	WHERE e.expires_at > UTC_TIMESTAMP(3)`;
const COLUMNS = `e.id, e.account_id AS accountId, e.tour_id AS tourId, e.job_id AS jobId, e.token, e.format, e.language, e.options, e.source,
	e.file, e.name, e.bytes, e.warnings, e.created_at AS createdAt, e.ready_at AS readyAt, e.expires_at AS expiresAt,
	j.state, COALESCE(j.progress, 1) AS progress, j.outcome`;

type ShownRow = Omit<TourExportRow, 'recipe' | 'media'> & {
	state: StoredJob['state'] | null;
	progress: number;
	outcome: OutcomeColumn | null;
};

type ExportsLeft = {limit: number; remaining: number; resetsInSeconds: number};

/** Returns the first values of a new row; the caller adds the job that makes it. */
export function newTourExport(): Pick<TourExportRow, 'id' | 'token' | 'file'> {
	const id = newId('tex');
	// The name follows from the row, so that another attempt after a worker's death uses the same one.
	return {id, token: randomToken(), file: sha256(`tour export ${id}`).toString('hex')};
}

/** Inserts the row of an export. The tour must be locked. */
export async function insertTourExport(
	db: Db,
	made: ReturnType<typeof newTourExport>,
	asked: NewTourExport & {jobId: string},
): Promise<void> {
	const {id, token, file} = made;
	const {accountId, tourId, jobId, recipe, format, language, options, source, media, name} = asked;
	const createdAt = new Date();
	const expiresAt = new Date(createdAt.getTime() + RETENTION.tourExportMs);
	await db.query(
		`INSERT INTO tour_exports
			(id, token, file, account_id, tour_id, job_id, recipe, format, language, source, name, options, media, created_at, expires_at)
		 VALUES (?)`,
		[
			[
				...[id, token, file, accountId, tourId, jobId, recipe, format, language, source, name],
				...[JSON.stringify(options), JSON.stringify(media), createdAt, expiresAt],
			],
		],
	);
}

/** The account's export, or null. */
export async function findTourExport(db: Db, accountId: string, id: string): Promise<FoundTourExport | null> {
	const row = await queryOne<ShownRow>(db, `SELECT ${COLUMNS} ${SHOWN} AND e.id = ? AND e.account_id = ?`, [id, accountId]);
	return row && found(row);
}

/** Returns the export of this recipe that exists or is being made, or null. */
export async function tourExportOf(db: Db, recipe: Buffer): Promise<FoundTourExport | null> {
	const row = await queryOne<ShownRow>(db, `SELECT ${COLUMNS} ${SHOWN} AND e.recipe = ?`, [recipe]);
	return row && found(row);
}

/** Returns the export that this token downloads, once it is stored, or null. */
export async function tourExportByToken(db: Db, token: string): Promise<FoundTourExport | null> {
	const row = await queryOne<ShownRow>(db, `SELECT ${COLUMNS} ${SHOWN} AND e.token = ? AND e.ready_at IS NOT NULL`, [token]);
	return row && found(row);
}

/** A tour's exports, newest first, those after the cursor. */
export async function listTourExports(
	db: Db,
	tourId: string,
	{limit, after}: {limit: number; after: Cursor | null},
): Promise<FoundTourExport[]> {
	const place = after ? 'AND (e.created_at < ? OR (e.created_at = ? AND e.id < ?))' : '';
	const rows: ShownRow[] = await db.query(
		`SELECT ${COLUMNS} ${SHOWN} AND e.tour_id = ? ${place} ORDER BY e.created_at DESC, e.id DESC LIMIT ?`,
		[tourId, ...(after ? [after.at, after.at, after.id] : []), limit],
	);
	return rows.map(found);
}

function found({state, outcome, bytes, warnings, ...row}: ShownRow): FoundTourExport {
	const open = state === 'queued' || state === 'running' ? state : 'failed';
	const status = row.readyAt ? 'succeeded' : open;
	const error = outcome && 'error' in outcome ? AppError.restore(outcome.error) : new AppError('internal_error');
	return {
		...row,
		status,
		progress: status === 'succeeded' ? 1 : row.progress,
		bytes: bytes === null ? null : Number(bytes),
		warnings: warnings ?? [],
		error: status === 'failed' ? error.body : null,
	};
}

/** Frees the recipe for the next order, because this export failed or its file is gone. */
export async function dropRecipe(db: Db, recipe: Buffer): Promise<void> {
	await db.query('UPDATE tour_exports SET recipe = NULL WHERE recipe = ?', [recipe]);
}

/** Extends an export that was asked for again to the time of a new one. Returns its end. */
export async function renewTourExport(db: Db, id: string): Promise<Date> {
	const expiresAt = new Date(Date.now() + RETENTION.tourExportMs);
	await db.query('UPDATE tour_exports SET expires_at = ? WHERE id = ?', [expiresAt, id]);
	return expiresAt;
}

/** Marks the export as stored. False if it may not be downloaded any more: the caller removes its file. */
export async function finishTourExport(
	db: Db,
	id: string,
	{bytes, warnings}: {bytes: number; warnings: NonNullable<TourExportRow['warnings']>},
): Promise<boolean> {
	const now = new Date();
	const finished = await affected(
		db,
		`UPDATE tour_exports e JOIN tours t ON t.id = e.tour_id AND t.deleted_at IS NULL
		 SET e.bytes = ?, e.warnings = ?, e.ready_at = ?, e.expires_at = ? WHERE e.id = ? AND e.expires_at > UTC_TIMESTAMP(3)`,
		[bytes, JSON.stringify(warnings), now, new Date(now.getTime() + RETENTION.tourExportMs), id],
	);
	return finished === 1;
}

/** True if the export may still be downloaded: its tour, its account and its pictures are there. */
export async function isTourExportWanted(db: Db, id: string): Promise<boolean> {
	return exists(db, `SELECT 1 ${SHOWN} AND e.id = ?`, [id]);
}

/** Expires an export. The next sweep, at the latest, removes its file and its row. */
export async function expireTourExport(db: Db, id: string): Promise<void> {
	await db.query('UPDATE tour_exports SET expires_at = UTC_TIMESTAMP(3), recipe = NULL WHERE id = ?', [id]);
}

/** Expires all of the account's exports that show the image, and parts that may show it. */
export async function expireExportsShowing(db: Db, accountId: string, mediaId: string): Promise<void> {
	await db.query(
		`UPDATE tour_exports SET expires_at = UTC_TIMESTAMP(3), recipe = NULL
		 WHERE account_id = ? AND expires_at > UTC_TIMESTAMP(3) AND media LIKE ?`,
		[accountId, `%${mediaId}%`],
	);
	await db.query('UPDATE tour_export_parts SET used_at = ? WHERE account_id = ? AND media LIKE ?', [
		new Date(0),
		accountId,
		`%${mediaId}%`,
	]);
}

type Removable = {id: string; file: string};

/**
 * Returns exports whose time is over or whose tour is gone, of one account or of all. Those still being made are
 * left, unless `all` is set.
 */
export async function removableTourExports(db: Db, of: {accountId?: string; all?: boolean}, limit: number): Promise<Removable[]> {
	const own = of.accountId === undefined ? '' : 'AND e.account_id = ?';
	const parameters = of.accountId === undefined ? [] : [of.accountId];
	if (of.all) return db.query(`SELECT e.id, e.file FROM tour_exports e WHERE 1 = 1 ${own} LIMIT ?`, [...parameters, limit]);
	const over: Removable[] = await db.query(
		`SELECT e.id, e.file FROM tour_exports e LEFT JOIN jobs j ON j.id = e.job_id
		 WHERE e.expires_at <= UTC_TIMESTAMP(3) ${own} AND (j.state IS NULL OR j.state IN ('succeeded', 'failed')) LIMIT ?`,
		[...parameters, limit],
	);
	if (over.length === limit) return over;
	const orphaned: Removable[] = await db.query(
		`SELECT e.id, e.file FROM tour_exports e LEFT JOIN tours t ON t.id = e.tour_id WHERE t.id IS NULL ${own} LIMIT ?`,
		[...parameters, limit - over.length],
	);
	const seen = new Set(over.map(({id}) => id));
	return [...over, ...orphaned.filter(({id}) => !seen.has(id))];
}

export async function deleteTourExport(db: Db, id: string): Promise<void> {
	await db.query('DELETE FROM tour_exports WHERE id = ?', [id]);
}

/** Returns those of the files that hold an export. */
export function tourExportFilesInUse(db: Db, files: readonly string[]): Promise<Set<string>> {
	return findAmong(db, files, 'SELECT file FROM tour_exports WHERE file IN (?)');
}

/** Reads the whole row, for the job that makes the export; null if it is gone. */
export function readTourExportRow(db: Db, id: string): Promise<TourExportRow | null> {
	return db.getRepository(TourExportEntity).findOneBy({id});
}

// Limits the exports that an account may order in an hour. Counted by rows: failed and existing ones are free.

/** Returns how many exports are left this hour. */
export async function exportsLeft(db: Db, accountId: string, limit: number): Promise<ExportsLeft> {
	// Exports dated by a clock that was ahead do not count until that day.
	const [since, until] = [new Date(Date.now() - HOUR_MS), new Date(Date.now() + HOUR_MS)];
	const row = await queryOne<{ordered: string; oldest: Date | null}>(
		db,
		`SELECT COUNT(*) AS ordered, MIN(e.created_at) AS oldest FROM tour_exports e LEFT JOIN jobs j ON j.id = e.job_id
		 WHERE e.account_id = ? AND e.created_at > ? AND e.created_at < ? AND (j.state IS NULL OR j.state <> 'failed')`,
		[accountId, since, until],
	);
	const resetsInSeconds = row?.oldest ? Math.max(1, Math.ceil((row.oldest.getTime() + HOUR_MS - Date.now()) / 1000)) : 0;
	return {limit, remaining: Math.max(0, limit - Number(row?.ordered ?? 0)), resetsInSeconds};
}

/** Throws `exports_limited` if no exports are left. Orders at the same moment wait until the transaction ends. */
export async function requireExportsLeft(db: Db, accountId: string, limit: number): Promise<void> {
	await db.query('SELECT 1 FROM accounts WHERE id = ? FOR UPDATE', [accountId]);
	const {remaining, resetsInSeconds} = await exportsLeft(db, accountId, limit);
	if (remaining > 0) return;
	throw new AppError('exports_limited', {
		message: `This account has ordered its ${limit} exports of an hour. Those that are there already can be asked for again at any time.`,
		retryAfter: resetsInSeconds,
	});
}
