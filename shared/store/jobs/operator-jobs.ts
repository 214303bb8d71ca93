import {affected, type Db} from '../database.ts';
import type {JobRow} from '../entities/jobs.ts';
import type {OutcomeColumn} from './jobs.ts';

/** Jobs as an operator sees them: listing them, and running a failed one again. */

export type ListedJob = Pick<
	JobRow,
	'id' | 'accountId' | 'type' | 'state' | 'input' | 'attempts' | 'dueAt' | 'createdAt' | 'finishedAt'
> & {
	outcome: OutcomeColumn | null;
};

/** Lists jobs, newest first; each part of the filter narrows the list. Jobs that ended over a week ago are gone. */
export function listJobs(
	db: Db,
	{id, state, type, tourId}: {id?: string; state?: JobRow['state']; type?: string; tourId?: string},
	limit: number,
): Promise<ListedJob[]> {
	const wanted: Array<[string, string | undefined]> = [
		['id = ?', id],
		['state = ?', state],
		['type = ?', type],
		["JSON_UNQUOTE(JSON_EXTRACT(input, '$.tourId')) = ?", tourId],
	];
	const given = wanted.filter(([, value]) => value !== undefined);
	return db.query(
		`SELECT id, account_id AS accountId, type, state, input, attempts, due_at AS dueAt, created_at AS createdAt,
			finished_at AS finishedAt, outcome
		 FROM jobs ${given.length > 0 ? `WHERE ${given.map(([condition]) => condition).join(' AND ')}` : ''}
		 ORDER BY created_at DESC, id DESC LIMIT ?`,
		[...given.map(([, value]) => value), limit],
	);
}

/** Queues a failed job again, as if it were new; a relay brings it to its queue. False if it has not failed. */
export async function runJobAgain(db: Db, id: string): Promise<boolean> {
	const queued = await affected(
		db,
		`UPDATE jobs SET state = 'queued', outcome = NULL, attempts = 0, progress = 0, token = NULL, finished_at = NULL, due_at = UTC_TIMESTAMP(3)
		 WHERE id = ? AND state = 'failed'`,
		[id],
	);
	return queued === 1;
}

// Counts of open jobs, for metrics and for limits on new ones.

/** Counts jobs of this type that wait or are being worked on. */
export async function countOpen(db: Db, type: string): Promise<number> {
	const [{count}] = await db.query("SELECT COUNT(*) AS count FROM jobs WHERE state IN ('queued', 'running') AND type = ?", [type]);
	return Number(count);
}

/** Returns the images of these accounts (`account/mediaId`) that still wait for AVIF. */
export async function pendingAvif(db: Db, accountIds: string[]): Promise<Set<string>> {
	const rows: Array<{accountId: string; input: {mediaId: string}}> = await db.query(
		`SELECT account_id AS accountId, input FROM jobs
		 WHERE state IN ('queued', 'running') AND type = 'encode-avif' AND account_id IN (?)`,
		[accountIds],
	);
	return new Set(rows.map(({accountId, input}) => `${accountId}/${input.mediaId}`));
}

/** Counts images that wait for AVIF, for monitoring, and how long the oldest has waited, in seconds. */
export async function avifBacklog(db: Db): Promise<{images: number; oldestSeconds: number}> {
	const [{images, oldestSeconds}] = await db.query(
		`SELECT COUNT(*) AS images, COALESCE(TIMESTAMPDIFF(SECOND, MIN(created_at), UTC_TIMESTAMP(3)), 0) AS oldestSeconds FROM jobs
		 WHERE state IN ('queued', 'running') AND type = 'encode-avif'`,
	);
	return {images: Number(images), oldestSeconds: Number(oldestSeconds)};
}

/** Counts jobs that have not ended, by type and state; `oldestSeconds` is the age of the oldest. */
export async function countOpenByType(
	db: Db,
): Promise<Array<{type: string; state: 'queued' | 'running'; count: number; oldestSeconds: number}>> {
	const rows: Array<{type: string; state: 'queued' | 'running'; count: string; oldestSeconds: string}> = await db.query(
		`SELECT type, state, COUNT(*) AS count, TIMESTAMPDIFF(SECOND, MIN(created_at), UTC_TIMESTAMP(3)) AS oldestSeconds
		 FROM jobs WHERE state IN ('queued', 'running') GROUP BY type, state`,
	);
	return rows.map(row => ({...row, count: Number(row.count), oldestSeconds: Number(row.oldestSeconds)}));
}
