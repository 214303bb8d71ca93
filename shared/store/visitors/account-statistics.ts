import type {Period, SeriesDay, Totals} from '../../contract/visitors/analytics.ts';
import {type Db, queryOne} from '../database.ts';

/** What all tours of an account count together, or one of them. Tours in the bin are left out, as everywhere. */

export type CountedTour = {tourId: string; name: string; slug: string | null; totals: Totals};

const SUMS = 'SUM(d.views) AS views, SUM(d.completions) AS completions, SUM(d.cta_clicks) AS ctaClicks, SUM(d.leads) AS leads';
/** The tours first: each of them has its days beside each other in the primary key. */
const DAYS_OF_TOURS = 'FROM tours t STRAIGHT_JOIN tour_days d ON d.tour_id = t.id AND d.day BETWEEN ? AND ?';

/** The days of the period on which anything happened, in order. */
export async function sumDays(
	db: Db,
	accountId: string,
	{from, to}: Period,
	tourId: string | null,
): Promise<Array<Totals & {day: SeriesDay['date']}>> {
	const rows: Array<{day: string} & Record<keyof Totals, string>> = await db.query(
		`SELECT d.day, ${SUMS} ${DAYS_OF_TOURS} WHERE ${ofAccount(tourId)} GROUP BY d.day ORDER BY d.day`,
		[from, to, ...parameters(accountId, tourId)],
	);
	return rows.map(({day, ...sums}) => ({day, ...numbers(sums)}));
}

/** The tours on which anything happened in the period, the most viewed first; `limit` of them. */
export async function sumTours(db: Db, accountId: string, {from, to}: Period, limit: number): Promise<CountedTour[]> {
	const rows: Array<{tourId: string; name: string; slug: string | null} & Record<keyof Totals, string>> = await db.query(
		`SELECT t.id AS tourId, t.name, IF(t.status = 'published', t.slug, NULL) AS slug, ${SUMS} ${DAYS_OF_TOURS}
		 WHERE ${ofAccount(null)} GROUP BY t.id ORDER BY SUM(d.views) DESC, t.id DESC LIMIT ?`,
		[from, to, accountId, limit],
	);
	return rows.map(({tourId, name, slug, ...sums}) => ({tourId, name, slug, totals: numbers(sums)}));
}

/** The first day on which anything was counted, YYYY-MM-DD; null where nothing ever was. */
export async function firstCountedDay(db: Db, accountId: string, tourId: string | null): Promise<string | null> {
	const row = await queryOne<{first: string | null}>(
		db,
		`SELECT MIN((SELECT d.day FROM tour_days d WHERE d.tour_id = t.id ORDER BY d.day LIMIT 1)) AS first FROM tours t WHERE ${ofAccount(tourId)}`,
		parameters(accountId, tourId),
	);
	return row?.first ?? null;
}

function ofAccount(tourId: string | null): string {
	return `t.account_id = ? AND t.deleted_at IS NULL${tourId === null ? '' : ' AND t.id = ?'}`;
}

function parameters(accountId: string, tourId: string | null): string[] {
	return tourId === null ? [accountId] : [accountId, tourId];
}

function numbers({views, completions, ctaClicks, leads}: Record<keyof Totals, string>): Totals {
	return {views: Number(views), completions: Number(completions), ctaClicks: Number(ctaClicks), leads: Number(leads)};
}
