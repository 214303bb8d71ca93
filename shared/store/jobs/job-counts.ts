import type {Db} from '../database.ts';

/** Counts of open jobs, for metrics and for limits on new ones. */

/** Jobs of this job that wait or are worked on. */
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

/** The jobs that have not ended, by type and state; `oldestSeconds` is the age of the oldest of them. */
export async function countOpenByType(
	db: Db,
): Promise<Array<{type: string; state: 'queued' | 'running'; count: number; oldestSeconds: number}>> {
	const rows: Array<{type: string; state: 'queued' | 'running'; count: string; oldestSeconds: string}> = await db.query(
		`SELECT type, state, COUNT(*) AS count, TIMESTAMPDIFF(SECOND, MIN(created_at), UTC_TIMESTAMP(3)) AS oldestSeconds
		 FROM jobs WHERE state IN ('queued', 'running') GROUP BY type, state`,
	);
	return rows.map(row => ({...row, count: Number(row.count), oldestSeconds: Number(row.oldestSeconds)}));
}
