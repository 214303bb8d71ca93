import type {Period, SeriesDay, Totals} from '../../contract/visitors/analytics.ts';
import {type Db, queryOne} from '../database.ts';

/** What all tours of an account count together, or one of them. Tours in the bin are left out, as everywhere. */

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
 * Of the tours that were among the `limit` most viewed of one of these days, those that were viewed most in the period, with its sums: `limit` of
 * them. Where no more than these were viewed on a day, they are the most viewed of all.
 */
export async function sumTours(
	db: Db,
	accountId: string,
	{from, to}: Period,
	{days, limit}: {days: readonly string[]; limit: number},
): Promise<CountedTour[]> {
	if (days.length === 0) return [];
	const ofDay = `(SELECT tour_id, views FROM tour_days FORCE INDEX (tour_days_viewed) WHERE account_id = ? AND day = ?
		ORDER BY views DESC, tour_id DESC LIMIT ?)`;
	const rows: Array<{tourId: string; name: string; slug: string | null} & Record<keyof Totals, string>> = await db.query(
		`SELECT t.id AS tourId, t.name, IF(t.status = 'published', t.slug, NULL) AS slug, SUM(d.views) AS views, SUM(d.completions) AS completions,
			SUM(d.cta_clicks) AS ctaClicks, SUM(d.leads) AS leads
		 FROM (SELECT tour_id FROM (${days.map(() => ofDay).join(' UNION ALL ')}) viewed GROUP BY tour_id ORDER BY SUM(views) DESC, tour_id DESC LIMIT ?) top
			STRAIGHT_JOIN tours t ON t.id = top.tour_id STRAIGHT_JOIN tour_days d ON d.tour_id = t.id AND d.day BETWEEN ? AND ?
		 GROUP BY t.id ORDER BY SUM(d.views) DESC, t.id DESC`,
		[...days.flatMap(day => [accountId, day, limit]), limit, from, to],
	);
	return rows.map(({tourId, name, slug, ...sums}) => ({tourId, name, slug, totals: numbers(sums)}));
}

/** The first day on which anything was counted, YYYY-MM-DD; null where nothing ever was. */
export async function firstCountedDay(db: Db, accountId: string, tourId: string | null): Promise<string | null> {
	const [table, id] = tourId === null ? ['account_days WHERE account_id', accountId] : ['tour_days WHERE tour_id', tourId];
	return (await queryOne<{day: string}>(db, `SELECT day FROM ${table} = ? ORDER BY day LIMIT 1`, [id]))?.day ?? null;
}

function numbers({views, completions, ctaClicks, leads}: Record<keyof Totals, string>): Totals {
	return {views: Number(views), completions: Number(completions), ctaClicks: Number(ctaClicks), leads: Number(leads)};
}
