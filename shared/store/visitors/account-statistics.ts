import type {Period, SeriesDay, Totals} from '../../contract/visitors/analytics.ts';
import {type Db, queryOne} from '../database.ts';

/** Counts of all tours of an account, or of one. Tours in the bin are left out, as everywhere. */

export type CountedTour = {tourId: string; name: string; slug: string | null; totals: Totals};

const COLUMNS = 'views, completions, cta_clicks AS ctaClicks, leads';

/** The days of the period on which anything happened, in order. */
export function sumDays(
	db: Db,
	accountId: string,
	{from, to}: Period,
	tourId: string | null,
): Promise<Array<Totals & {day: SeriesDay['date']}>> {
	const [table, id] = tourId === null ? ['account_days WHERE account_id', accountId] : ['tour_days WHERE tour_id', tourId];
	return db.query(`SELECT day, ${COLUMNS} FROM ${table} = ? AND day BETWEEN ? AND ? ORDER BY day`, [id, from, to]);
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
		`SELECT tour_id AS tourId, ${COLUMNS} FROM tour_days WHERE tour_id IN (?) AND day BETWEEN ? AND ?`,
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
