import {Type} from 'typebox';
import type {Fault} from '../../shared/contract/error.ts';
import {Closed} from '../../shared/contract/schema.ts';
import {
	type FunnelStep,
	LinkStatistics,
	PERIOD_LIMITS,
	type Period,
	Period as PeriodSchema,
	type SeriesDay,
	type Totals,
	tourStatistics,
} from '../../shared/contract/visitors/analytics.ts';
import {publishedContent} from '../../shared/store/published-content.ts';
import {readContent} from '../../shared/store/tours.ts';
import {listLinkTotals, publishedSnapshot, readStepViews, readTourDays} from '../../shared/store/visitors/statistics.ts';
import {tourUrl} from '../../shared/tour/urls.ts';
import {answer, type Call, defineOperation} from '../pipeline/operation.ts';
import {success, tourId} from './answers.ts';

const DAY_MS = 24 * 3_600_000;
const NOTHING: Totals = {views: 0, completions: 0, ctaClicks: 0, leads: 0};

const day = (description: string) => Type.Optional(Type.String({format: 'date', maxLength: 10, description}));
const periodFields = {
	from: day(`First day, YYYY-MM-DD, UTC. Default: ${PERIOD_LIMITS.defaultDays - 1} days before the last one.`),
	to: day(`Last day, YYYY-MM-DD, UTC, included. Default: today. ${PERIOD_LIMITS.days} days at most.`),
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
	errors: [],
	check: checkPeriod,
	async handler({id, ...asked}, call) {
		return answer(200, await statisticsOf(id, periodOf(asked), call));
	},
});

export const getAnalytics = defineOperation({
	name: 'get_analytics',
	tag: 'Statistics',
	summary: 'Read views, completions, CTA clicks and leads: of one tour with its days and its funnel, or a summary of every published link',
	description: 'With tourId as for one tour; without it links, one for each link that is up. Counts alone, no personal data.',
	route: 'GET /analytics',
	scopes: ['analytics:read'],
	input: Closed({tourId: Type.Optional(Type.String({description: 'Only this tour, with its days and its funnel.'})), ...periodFields}),
	success: success(200, 'The statistics of the period.', {
		period: PeriodSchema,
		totals: Type.Optional(tourStatistics.totals),
		series: Type.Optional(tourStatistics.series),
		funnel: Type.Optional(tourStatistics.funnel),
		links: Type.Optional(Type.Array(LinkStatistics, {description: 'Without tourId: the links that are up, newest first.'})),
	}),
	errors: [],
	check: checkPeriod,
	async handler({tourId: id, ...asked}, call) {
		const period = periodOf(asked);
		if (id !== undefined) return answer(200, await statisticsOf(id, period, call));
		const links = await listLinkTotals(call.db, call.accountId, period);
		const {baseUrl} = call.services.config;
		return answer(200, {
			period,
			links: links.map(({tourId, name, slug, totals}) => ({tourId, name, slug, url: tourUrl(baseUrl, slug), totals})),
		});
	},
});

/** Throws `not_found` where the account has no such tour. */
async function statisticsOf(id: string, period: Period, {db, services, accountId}: Call) {
	const content = await readContent(db, accountId, id);
	const snapshot = await publishedSnapshot(db, id);
	const {steps} = snapshot ? await publishedContent(services.files, snapshot) : content;
	const [counted, stepViews] = await Promise.all([readTourDays(db, id, period), readStepViews(db, id, period)]);
	const totals = counted.reduce(
		(sum, {views, completions, ctaClicks, leads}) => ({
			views: sum.views + views,
			completions: sum.completions + completions,
			ctaClicks: sum.ctaClicks + ctaClicks,
			leads: sum.leads + leads,
		}),
		NOTHING,
	);
	const byDay = new Map(counted.map(({day: date, ...counts}) => [date, {date, ...counts}]));
	const series: SeriesDay[] = daysOf(period).map(date => byDay.get(date) ?? {date, ...NOTHING});
	const funnel: FunnelStep[] = steps.map(({id: stepId, title}, position) => {
		const views = stepViews.get(stepId) ?? 0;
		return {stepId, position, title, views, share: shareOf(views, totals.views)};
	});
	return {period, totals, series, funnel};
}

/** Four decimals. A visit over midnight may bring a step to a day that has not its view: never more than all. */
function shareOf(views: number, all: number): number {
	return all === 0 ? 0 : Math.min(1, Math.round((views / all) * 10_000) / 10_000);
}

/** The days that are meant: what is not said ends today, or begins 30 days before the end. */
function periodOf({from, to}: {from?: string; to?: string}): Period {
	const last = to ?? dateOf(Date.now());
	return {from: from ?? dateOf(Math.max(0, Date.parse(last) - (PERIOD_LIMITS.defaultDays - 1) * DAY_MS)), to: last};
}

/** What is wrong with the period as a whole; that its days are days is said by the schema. */
function checkPeriod({from, to}: Record<string, unknown>): Fault[] {
	if (!isDay(from) || !isDay(to)) return [];
	const period = periodOf({from, to});
	const days = daysBetween(period) + 1;
	if (days < 1) {
		const message = `${period.from} is after the last day, ${period.to}.`;
		return [{field: 'from', message, hint: 'from is the first day, to the last one; to is today where it is not given.'}];
	}
	if (days <= PERIOD_LIMITS.days) return [];
	return [
		{field: 'from', message: `The period has ${days} days.`, hint: `${PERIOD_LIMITS.days} days at most: ask for each year by itself.`},
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
	return Array.from({length: daysBetween(period) + 1}, (_, index) => dateOf(first + index * DAY_MS));
}

function dateOf(ms: number): string {
	return new Date(ms).toISOString().slice(0, 10);
}
