import {Type} from 'typebox';
import type {Fault} from '../../../shared/contract/error.ts';
import {DAY_MS} from '../../../shared/contract/limits.ts';
import {PERIOD_LIMITS, type Period, type SeriesDay, type Totals} from '../../../shared/contract/visitors/analytics.ts';

/** The days that statistics are about. */

/** No day is before it. */
const FIRST_DAY_MS = Date.parse('0001-01-01');
const NOTHING: Totals = {views: 0, completions: 0, ctaClicks: 0, leads: 0};

const day = (description: string) => Type.Optional(Type.String({format: 'date', maxLength: 10, description}));
export const periodFields = {
	from: day(`First day, UTC. Default: ${PERIOD_LIMITS.defaultDays - 1} days before the last.`),
	to: day(`Last day, UTC. Default: today. ${PERIOD_LIMITS.days} days at most.`),
};

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
	return {from: dateOf(Math.max(FIRST_DAY_MS, first - days * DAY_MS)), to: dateOf(Math.max(FIRST_DAY_MS, first - DAY_MS))};
}

/** The days that are meant: what is not said ends today, or begins 30 days before the end. */
export function periodOf({from, to}: {from?: string; to?: string}): Period {
	const last = to ?? dateOf(Date.now());
	return {from: from ?? dateOf(Math.max(0, Date.parse(last) - (PERIOD_LIMITS.defaultDays - 1) * DAY_MS)), to: last};
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
	return Array.from({length: daysBetween(period) + 1}, (_, index) => dateOf(first + index * DAY_MS));
}

function dateOf(ms: number): string {
	return new Date(ms).toISOString().slice(0, 10);
}
