import {Type} from 'typebox';
import type {Fault} from '../../../shared/contract/error.ts';
import {DAY_MS, LIMITS, utcDay} from '../../../shared/contract/limits.ts';
import {Closed} from '../../../shared/contract/schema.ts';
import {
	type ActionCount,
	type FunnelStep,
	LinkStatistics,
	PERIOD_LIMITS,
	type Period,
	Period as PeriodSchema,
	type SeriesDay,
	type Totals,
	tourStatistics,
} from '../../../shared/contract/visitors/analytics.ts';
import {publishedContent} from '../../../shared/store/publications.ts';
import {readContent, requireTour} from '../../../shared/store/tours.ts';
import {type PathCounts, readPathCounts} from '../../../shared/store/visitors/paths.ts';
import {listLinkTotals, publishedSnapshot, readStepViews, readTourDays} from '../../../shared/store/visitors/statistics.ts';
import {type CountedPaths, countedPaths} from '../../../shared/tour/paths/flow.ts';
import {tourUrl} from '../../../shared/tour/urls.ts';
import {type Call, defineOperation, respond} from '../../pipeline/operation.ts';
import {nextCursor, pageOf, pageQuery, readCursor, success, tourId} from '../responses.ts';
import {TOUR_ID} from '../tours.ts';

const day = (description: string) => Type.Optional(Type.String({format: 'date', maxLength: 10, description}));
export const periodFields = {
	from: day(`First day, UTC. Default: ${PERIOD_LIMITS.defaultDays - 1} days before the last.`),
	to: day(`Last day, UTC. Default: today. ${PERIOD_LIMITS.days} days at most.`),
};

export const getTourAnalytics = defineOperation({
	name: 'get_tour_analytics',
	tag: 'Statistics',
	summary: "Read the statistics of a tour's link: views, completions, CTA clicks and leads, per day, and how far visitors went",
	description: 'Counts alone, no personal data. What a visitor does is counted within seconds.',
	route: 'GET /tours/{id}/analytics',
	scopes: ['analytics:read'],
	input: Closed({id: tourId, ...periodFields}),
	success: success(200, 'The statistics of the period.', tourStatistics),
	check: checkPeriod,
	async handler({id, ...asked}, call) {
		return respond(200, await statisticsOf(id, periodOf(asked), call));
	},
});

export const getAnalytics = defineOperation({
	name: 'get_analytics',
	tag: 'Statistics',
	summary: 'Read views, completions, CTA clicks and leads: of one tour with days and funnel, or a summary of every published link',
	description: 'Counts alone, no personal data.',
	route: 'GET /analytics',
	scopes: ['analytics:read'],
	// The call reads all steps of a tour that is not published.
	wholeTours: true,
	input: Closed({
		tourId: Type.Optional(Type.String({description: 'Only this tour.'})),
		...periodFields,
		...pageQuery('Links', LIMITS.pageSizeMax),
	}),
	success: success(200, 'The statistics of the period.', {
		period: PeriodSchema,
		totals: Type.Optional(tourStatistics.totals),
		series: Type.Optional(tourStatistics.series),
		funnel: Type.Optional(tourStatistics.funnel),
		actions: Type.Optional(tourStatistics.actions),
		ends: Type.Optional(tourStatistics.ends),
		edges: Type.Optional(tourStatistics.edges),
		goal: Type.Optional(tourStatistics.goal),
		links: Type.Optional(Type.Array(LinkStatistics, {description: 'Without tourId: links that are up.'})),
		nextCursor: Type.Optional(nextCursor),
	}),
	check: checkPeriod,
	async handler({tourId: id, limit = LIMITS.pageSizeMax, cursor, ...asked}, call) {
		const period = periodOf(asked);
		if (id !== undefined) return respond(200, await statisticsOf(id, period, call));
		const found = await listLinkTotals(call.db, call.accountId, period, {limit: limit + 1, after: readCursor(cursor, TOUR_ID)});
		const page = pageOf(found, limit, ({tourId, publishedAt}) => ({at: publishedAt, id: tourId}));
		const {baseUrl} = call.services.config;
		return respond(200, {
			period,
			links: page.rows.map(({tourId, name, slug, totals}) => ({tourId, name, slug, url: tourUrl(baseUrl, slug), totals})),
			nextCursor: page.nextCursor,
		});
	},
});

/** No day is before it. */
const FIRST_DAY_MS = Date.parse('0001-01-01');
const NOTHING: Totals = {views: 0, completions: 0, ctaClicks: 0, leads: 0};

/** Throws `not_found` where the account has no such tour. */
async function statisticsOf(id: string, period: Period, {db, services, accountId}: Call) {
	await requireTour(db, accountId, id);
	const snapshot = await publishedSnapshot(db, id);
	const shown = snapshot ? await publishedContent(services.files, snapshot) : await readContent(db, accountId, id);
	const {steps} = shown;
	const counted = await readTourDays(db, id, period);
	const stepViews = await readStepViews(db, id, period);
	const ways = await readPathCounts(db, id, period);
	const {totals, series} = sumUp(counted, period);
	const funnel: FunnelStep[] = steps.map(({id: stepId, title}, position) => {
		const views = stepViews.get(stepId) ?? 0;
		return {stepId, position, title, views, share: shareOf(views, totals.views), left: ways.left(stepId)};
	});
	return {
		period,
		totals,
		series,
		funnel,
		...pathStatistics('paths' in shown ? shown.paths : countedPaths(shown.steps), ways, totals.views),
	};
}

function pathStatistics({ends, actions, edges}: CountedPaths, ways: PathCounts, views: number) {
	const pressed = [...actions.values()];
	return {
		actions: pressed.flatMap(({stepId, actionId, label}): ActionCount[] =>
			actionId === null ? [] : [{stepId, actionId, label: label!, clicks: ways.action(stepId, actionId)}],
		),
		ends: [...ends].map(stepId => ({stepId, visits: ways.end(stepId)})),
		edges: edges.map(edge => ({...edge, visits: ways.action(edge.from, edge.actionId)})),
		goal: pressed.some(({isGoal}) => isGoal) ? {visits: ways.goal, rate: shareOf(ways.goal, views)} : null,
	};
}

/** Returns a share with four decimals, at most 1: a visit over midnight may count a step on a day without its view. */
function shareOf(views: number, all: number): number {
	return all === 0 ? 0 : Math.min(1, Math.round((views / all) * 10_000) / 10_000);
}

// The days that statistics are about.

/** Every day of the period, those without a count as well, and their sums. */
export function sumUp(counted: ReadonlyArray<Totals & {day: string}>, period: Period): {totals: Totals; series: SeriesDay[]} {
	const byDay = new Map(counted.map(({day: date, ...counts}) => [date, {date, ...counts}]));
	const series = daysOf(period).map(date => byDay.get(date) ?? {date, ...NOTHING});
	const totals = series.reduce(
		(sum, {views, completions, ctaClicks, leads}) => ({
			views: sum.views + views,
			completions: sum.completions + completions,
			ctaClicks: sum.ctaClicks + ctaClicks,
			leads: sum.leads + leads,
		}),
		NOTHING,
	);
	return {totals, series};
}

/** The period of the same length that ends the day before; where the calendar begins in it, with that. */
export function periodBefore(period: Period): Period {
	const first = Date.parse(period.from);
	const days = daysBetween(period) + 1;
	return {from: utcDay(Math.max(FIRST_DAY_MS, first - days * DAY_MS)), to: utcDay(Math.max(FIRST_DAY_MS, first - DAY_MS))};
}

/** Returns the period with its defaults: it ends today and begins 30 days before its end. */
export function periodOf({from, to}: {from?: string; to?: string}): Period {
	const last = to ?? utcDay(Date.now());
	return {from: from ?? utcDay(Math.max(FIRST_DAY_MS, Date.parse(last) - (PERIOD_LIMITS.defaultDays - 1) * DAY_MS)), to: last};
}

/** Returns the faults of a period as a whole; the schema checks that its days are days. */
export function checkPeriod({from, to}: Record<string, unknown>): Fault[] {
	if (!isDay(from) || !isDay(to)) return [];
	const period = periodOf({from, to});
	const days = daysBetween(period) + 1;
	if (days < 1) {
		const message = `${period.from} is after the last day, ${period.to}.`;
		return [{field: 'from', message, hint: 'from is the first day, to the last one; to is today where it is not given.'}];
	}
	if (days <= PERIOD_LIMITS.days) return [];
	return [
		{field: 'from', message: `The period has ${days} days.`, hint: `${PERIOD_LIMITS.days} days at most: ask for each year separately.`},
	];
}

function isDay(value: unknown): value is string | undefined {
	return value === undefined || (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)));
}

function daysBetween({from, to}: Period): number {
	return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}

function daysOf(period: Period): string[] {
	const first = Date.parse(period.from);
	return Array.from({length: daysBetween(period) + 1}, (_, index) => utcDay(first + index * DAY_MS));
}
