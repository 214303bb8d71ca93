import type {Period, SeriesDay, Totals} from '../../contract/visitors/analytics.ts';
import type {ReceivedReport, ReportEvent} from '../../contract/visitors/report.ts';
import {type Cursor, type Db, queryOne} from '../database.ts';
import {addDays, type TourDayCounts} from './account-days.ts';
import {addToPaths} from './paths.ts';
import {rememberEvents, type VisitEvent} from './visits.ts';

const COLUMNS = {view: 'views', complete: 'completions', cta: 'ctaClicks'} as const;
type CountedDay = Totals & {day: SeriesDay['date']};
type CountedTour = {tourId: string; name: string; slug: string | null; totals: Totals};

const COUNTED = 'views, completions, cta_clicks AS ctaClicks, leads';

/**
 * Counts the events of these reports that were not counted before; returns how many. Must run in a transaction, under the counter's
 * lease: either all is counted or nothing.
 */
export async function addToStatistics(db: Db, reports: ReceivedReport[]): Promise<number> {
	const {added, moved} = await rememberEvents(db, reports);
	await addToDays(db, added);
	await addToSteps(db, added);
	await addToPaths(db, added, moved);
	return added.length;
}

/** Returns in how many views of the period each step was seen. */
export async function readStepViews(db: Db, tourId: string, {from, to}: Period): Promise<Map<string, number>> {
	const rows: Array<{stepId: string; views: string}> = await db.query(
		'SELECT step_id AS stepId, SUM(views) AS views FROM step_days WHERE tour_id = ? AND day BETWEEN ? AND ? GROUP BY step_id',
		[tourId, from, to],
	);
	return new Map(rows.map(({stepId, views}) => [stepId, Number(views)]));
}

/** The account's links that are up, those after the cursor, newest first, each with its sums of the period. Reads no other link than these. */
export async function listLinkTotals(
	db: Db,
	accountId: string,
	{from, to}: Period,
	{limit, after}: {limit: number; after: Cursor | null},
): Promise<Array<{tourId: string; name: string; slug: string; publishedAt: Date; totals: Totals}>> {
	const rows: Array<{tourId: string; name: string; slug: string; publishedAt: Date} & Record<keyof Totals, string>> = await db.query(
		`SELECT t.id AS tourId, t.name, t.slug, p.published_at AS publishedAt, COALESCE(SUM(d.views), 0) AS views, COALESCE(SUM(d.completions), 0) AS completions,
			COALESCE(SUM(d.cta_clicks), 0) AS ctaClicks, COALESCE(SUM(d.leads), 0) AS leads
		 FROM (
			SELECT tour_id, published_at FROM publications
			WHERE account_id = ? AND kind = 'live' AND taken_down_at IS NULL
				${after ? 'AND published_at <= ? AND (published_at < ? OR tour_id < ?)' : ''}
			ORDER BY published_at DESC, tour_id DESC LIMIT ?
		 ) p STRAIGHT_JOIN tours t ON t.id = p.tour_id LEFT JOIN tour_days d ON d.tour_id = t.id AND d.day BETWEEN ? AND ?
		 GROUP BY t.id, p.published_at ORDER BY p.published_at DESC, t.id DESC`,
		[accountId, ...(after ? [after.at, after.at, after.id] : []), limit, from, to],
	);
	return rows.map(({tourId, name, slug, publishedAt, views, completions, ctaClicks, leads}) => ({
		tourId,
		name,
		slug,
		publishedAt,
		totals: {views: Number(views), completions: Number(completions), ctaClicks: Number(ctaClicks), leads: Number(leads)},
	}));
}

/** Returns what reports need of this slug's link; null if there never was one. */
export function findReportedLink(db: Db, slug: string): Promise<{tourId: string; snapshot: string; takenDownAt: Date | null} | null> {
	// Every report runs this: the whole row, with its policy and lists of files, would take several times as long.
	return queryOne(
		db,
		`SELECT p.tour_id AS tourId, p.snapshot, COALESCE(p.taken_down_at, a.deletion_asked_at) AS takenDownAt
		 FROM publications p JOIN accounts a ON a.id = p.account_id WHERE p.slug = ? AND p.kind = 'live'`,
		[slug],
	);
}

/** Returns the snapshot that the tour's link shows, or showed before it was taken down; null if it never had one. */
export async function publishedSnapshot(db: Db, tourId: string): Promise<string | null> {
	const row = await queryOne<{snapshot: string}>(db, "SELECT snapshot FROM publications WHERE tour_id = ? AND kind = 'live'", [tourId]);
	return row?.snapshot ?? null;
}

async function addToDays(db: Db, events: VisitEvent[]): Promise<void> {
	const days = new Map<string, TourDayCounts>();
	for (const {tourId, day, event} of events) {
		if (!isDaily(event)) continue;
		const key = `${tourId} ${day}`;
		const row = days.get(key) ?? {tourId, day, views: 0, completions: 0, ctaClicks: 0, leads: 0};
		row[COLUMNS[event.type]]++;
		days.set(key, row);
	}
	await addDays(db, inOrder(days));
}

function isDaily(event: VisitEvent['event']): event is Extract<ReportEvent, {type: keyof typeof COLUMNS}> {
	return event.type in COLUMNS;
}

async function addToSteps(db: Db, events: VisitEvent[]): Promise<void> {
	const steps = new Map<string, {tourId: string; stepId: string; day: string; views: number}>();
	for (const {tourId, day, event} of events) {
		if (event.type !== 'step') continue;
		const key = `${tourId} ${day} ${event.step}`;
		const row = steps.get(key) ?? {tourId, stepId: event.step, day, views: 0};
		row.views++;
		steps.set(key, row);
	}
	if (steps.size === 0) return;
	const rows = inOrder(steps).map(({tourId, stepId, day, views}) => [tourId, stepId, day, views]);
	await db.query('INSERT INTO step_days (tour_id, step_id, day, views) VALUES ? ON DUPLICATE KEY UPDATE views = views + VALUES(views)', [
		rows,
	]);
}

function inOrder<T>(rows: Map<string, T>): T[] {
	return [...rows.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

// Counts of all tours of an account, or of one. Tours in the bin are left out, as everywhere.

/** The days of the period on which anything happened, in order. */
export function sumDays(db: Db, accountId: string, period: Period, tourId: string | null): Promise<CountedDay[]> {
	return tourId === null ? readDays(db, 'account_days WHERE account_id', accountId, period) : readTourDays(db, tourId, period);
}

/** The days of the period on which anything happened on a tour's link, in order. */
export function readTourDays(db: Db, tourId: string, period: Period): Promise<CountedDay[]> {
	return readDays(db, 'tour_days WHERE tour_id', tourId, period);
}

function readDays(db: Db, where: string, id: string, {from, to}: Period): Promise<CountedDay[]> {
	return db.query(`SELECT day, ${COUNTED} FROM ${where} = ? AND day BETWEEN ? AND ? ORDER BY day`, [id, from, to]);
}

/**
 * Lists the `limit` most viewed tours of the period, with their sums, among those that were one of the `limit`
 * most viewed on any of these days. Exact if no day has more viewed tours than that.
 */
export async function sumTours(
	db: Db,
	accountId: string,
	{from, to}: Period,
	{days, limit}: {days: readonly string[]; limit: number},
): Promise<CountedTour[]> {
	const ids = await mostViewed(db, accountId, days, limit);
	if (ids.length === 0) return [];
	const tours: Array<Omit<CountedTour, 'totals'>> = await db.query(
		"SELECT id AS tourId, name, IF(status = 'published', slug, NULL) AS slug FROM tours WHERE id IN (?) AND account_id = ?",
		[ids, accountId],
	);
	const rows: Array<Totals & {tourId: string}> = await db.query(
		`SELECT tour_id AS tourId, ${COUNTED} FROM tour_days WHERE tour_id IN (?) AND day BETWEEN ? AND ?`,
		[ids, from, to],
	);
	const byTour = Map.groupBy(rows, ({tourId}) => tourId);
	return tours
		.map(tour => ({...tour, totals: sumOf(byTour.get(tour.tourId) ?? [])}))
		.sort((a, b) => b.totals.views - a.totals.views || (a.tourId < b.tourId ? 1 : -1));
}

/**
 * Returns the ids of the most viewed tours, by their views on days on which they were among the most viewed.
 * Summed here, since the server would make a table of it first.
 */
async function mostViewed(db: Db, accountId: string, days: readonly string[], limit: number): Promise<string[]> {
	if (days.length === 0) return [];
	const ofDay = `(SELECT tour_id AS id, views FROM tour_days FORCE INDEX (tour_days_viewed) WHERE account_id = ? AND day = ?
		ORDER BY views DESC, tour_id DESC LIMIT ?)`;
	const rows: Array<{id: string; views: number}> = await db.query(
		days.map(() => ofDay).join(' UNION ALL '),
		days.flatMap(day => [accountId, day, limit]),
	);
	const views = new Map<string, number>();
	for (const row of rows) views.set(row.id, (views.get(row.id) ?? 0) + row.views);
	return [...views]
		.sort(([a, more], [b, less]) => less - more || (a < b ? 1 : -1))
		.slice(0, limit)
		.map(([id]) => id);
}

/** The first day on which anything was counted, YYYY-MM-DD; null where nothing ever was. */
export async function firstCountedDay(db: Db, accountId: string, tourId: string | null): Promise<string | null> {
	const [table, id] = tourId === null ? ['account_days WHERE account_id', accountId] : ['tour_days WHERE tour_id', tourId];
	return (await queryOne<{day: string}>(db, `SELECT day FROM ${table} = ? ORDER BY day LIMIT 1`, [id]))?.day ?? null;
}

function sumOf(rows: readonly Totals[]): Totals {
	const sum = (count: keyof Totals) => rows.reduce((total, row) => total + row[count], 0);
	return {views: sum('views'), completions: sum('completions'), ctaClicks: sum('ctaClicks'), leads: sum('leads')};
}
