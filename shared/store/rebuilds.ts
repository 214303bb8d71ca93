import {affected, type Db, queryColumn} from './database.ts';
import type {JobRow} from './entities/jobs.ts';
import {PublicationEntity, type PublicationRow} from './entities/tours.ts';
import {pendingAvif} from './jobs/operator-jobs.ts';
import {publicationFiles, replaceFiles, usersOf} from './media/uses.ts';

/** Pages that are rendered again without a publish; the publication's row tells what is to be done. */

/** A link or a preview to render again. */
export type Rebuild = Pick<PublicationRow, 'id' | 'accountId'>;

/** Most milliseconds that a page's finished AVIF wait for those still being made. */
const AVIF_PATIENCE_MS = 10 * 60_000;
/** Pages with new AVIF that are looked at together. */
const AVIF_BATCH = 50;
/** Links and previews that one statement marks. */
const MARK_BATCH = 1000;

/**
 * Takes links and previews that another renderer made, at most `limit`, each once for this renderer (`askedRenderer`). Skips pages
 * that are no longer shown or that this renderer has already made. Must run in a transaction.
 */
export async function takeOutdated(db: Db, renderer: string, limit: number): Promise<Rebuild[]> {
	const rows: Array<Rebuild & {isShown: number; renderer: string | null}> = await db.query(
		`SELECT id, account_id AS accountId, renderer, taken_down_at IS NULL AND (expires_at IS NULL OR expires_at > UTC_TIMESTAMP(3)) AS isShown
		 FROM publications WHERE asked_renderer IS NULL OR asked_renderer < ? OR asked_renderer > ? LIMIT ? FOR UPDATE SKIP LOCKED`,
		[renderer, renderer, limit],
	);
	if (rows.length === 0) return [];
	await db.query('UPDATE publications SET asked_renderer = ? WHERE id IN (?)', [renderer, rows.map(({id}) => id)]);
	return rows.filter(row => Number(row.isShown) === 1 && row.renderer !== renderer);
}

/**
 * Takes links with new AVIF, once no picture of theirs is still being encoded, or they have waited long enough; each
 * is returned once. Must run in a transaction.
 */
export async function takeWithAvif(db: Db, limit: number): Promise<Rebuild[]> {
	const rows: Array<Rebuild & {media: string[]; avifSince: Date}> = await db.query(
		`SELECT id, account_id AS accountId, media, avif_since AS avifSince FROM publications
		 WHERE avif_since IS NOT NULL ORDER BY avif_since LIMIT ? FOR UPDATE SKIP LOCKED`,
		[AVIF_BATCH],
	);
	if (rows.length === 0) return [];
	const pending = await pendingAvif(db, [...new Set(rows.map(({accountId}) => accountId))]);
	const late = Date.now() - AVIF_PATIENCE_MS;
	const ready = rows
		.filter(({accountId, media, avifSince}) => avifSince.getTime() < late || !media.some(id => pending.has(`${accountId}/${id}`)))
		.slice(0, limit);
	if (ready.length > 0) await db.query('UPDATE publications SET avif_since = NULL WHERE id IN (?)', [ready.map(({id}) => id)]);
	return ready;
}

/** Marks the links that show this image, since it has AVIF now. Must run in the transaction that stores the AVIF. */
export async function markAvif(db: Db, accountId: string, mediaId: string): Promise<void> {
	const users = await usersOf(db, accountId, mediaId, ['publication']);
	if (users.length === 0) return;
	await db.query(
		`UPDATE publications SET avif_since = UTC_TIMESTAMP(3)
		 WHERE id IN (?) AND kind = 'live' AND taken_down_at IS NULL AND avif_since IS NULL`,
		[users],
	);
}

/** Returns the link or preview; null if it is no longer shown. */
export async function readShown(db: Db, id: string): Promise<PublicationRow | null> {
	const row = await db.getRepository(PublicationEntity).findOneBy({id});
	const isOver = row?.takenDownAt || (row?.expiresAt && row.expiresAt <= new Date());
	return isOver ? null : row;
}

/** Replaces the page by a newly rendered one. False if the link was published again or taken down meanwhile. */
export async function saveRebuilt(
	db: Db,
	before: PublicationRow,
	{page, csp, renderer}: {page: PublicationRow['page']; csp: string; renderer: string},
): Promise<boolean> {
	const saved = await affected(
		db,
		`UPDATE publications SET page = ?, csp = ?, renderer = ?, asked_renderer = ?
		 WHERE id = ? AND snapshot = ? AND published_at = ? AND taken_down_at IS NULL`,
		[JSON.stringify(page), csp, renderer, renderer, before.id, before.snapshot, before.publishedAt],
	);
	if (saved === 0) return false;
	await replaceFiles(db, {kind: 'publication', id: before.id}, publicationFiles({...before, page}));
	return true;
}

/** Marks links and previews of one tour or of all to be looked at again; returns how many are shown. */
export async function askRebuilds(db: Db, tourId: string | null): Promise<number> {
	let asked = 0;
	for (let after = ''; ; ) {
		const ids = await queryColumn(
			db,
			`SELECT id FROM publications WHERE id > ? AND taken_down_at IS NULL AND (expires_at IS NULL OR expires_at > UTC_TIMESTAMP(3))
			 ${tourId === null ? '' : 'AND tour_id = ?'} ORDER BY id LIMIT ?`,
			[after, ...(tourId === null ? [] : [tourId]), MARK_BATCH],
		);
		if (ids.length === 0) return asked;
		await db.query('UPDATE publications SET asked_renderer = NULL WHERE id IN (?)', [ids]);
		asked += ids.length;
		after = ids.at(-1)!;
	}
}

/** Returns the progress of rebuilds: pages still to be checked, and the outcome of those ordered since `begun`. */
export async function rebuildProgress(db: Db, begun: Date): Promise<{waiting: number; open: number; done: number; failed: number}> {
	const [{waiting}] = await db.query('SELECT COUNT(*) AS waiting FROM publications WHERE asked_renderer IS NULL');
	const rows: Array<{state: JobRow['state']; count: string}> = await db.query(
		`SELECT state, COUNT(*) AS count FROM jobs
		 WHERE type = 'rebuild-page' AND (state IN ('queued', 'running') OR finished_at >= ?) GROUP BY state`,
		[begun],
	);
	const count = (...states: string[]) => rows.filter(({state}) => states.includes(state)).reduce((sum, row) => sum + Number(row.count), 0);
	return {waiting: Number(waiting), open: count('queued', 'running'), done: count('succeeded'), failed: count('failed')};
}
