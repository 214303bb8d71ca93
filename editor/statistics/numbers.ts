import type {Output} from '../../client/index.ts';
import {utcDay} from '../../shared/contract/limits.ts';
import {words} from '../../shared/locales/en/editor/statistics.ts';
import {moment, numeral} from '../messages/index.ts';
import {client} from '../shell/session-data.ts';
import type {Chosen} from './period.ts';

/** The data of the statistics screens. */

export type Sums = Output<'GET /account/statistics'>;
export type Day = Sums['series'][number];
export type Tour = Output<'GET /tours/{id}'>['tour'];
export type FunnelRow = Output<'GET /tours/{id}/analytics'>['funnel'][number] & {picture: string | null};
/** The counts on the paths of a tour; null without paths. */
export type Ways = Pick<Output<'GET /tours/{id}/analytics'>, 'edges' | 'ends' | 'goal'>;
export type Numbers = {sums: Sums; tour: Tour | null; funnel: FunnelRow[]; ways: Ways | null};
export const COUNTS = ['views', 'completions', 'ctaClicks', 'leads'] as const;
export type Count = (typeof COUNTS)[number];

export async function readNumbers(id: string | null, {from, to}: Chosen): Promise<Numbers> {
	if (id === null) return {sums: await client.call('GET /account/statistics', {from, to}), tour: null, funnel: [], ways: null};
	const [sums, {funnel, edges, ends, goal}, {tour}] = await Promise.all([
		client.call('GET /account/statistics', {tourId: id, from, to}),
		client.call('GET /tours/{id}/analytics', {id, from, to}),
		client.call('GET /tours/{id}', {id}),
	]);
	// The funnel has the steps of what is published: one that was deleted since has no picture any more.
	const pictures = new Map(tour.steps.map(({id: stepId, image}) => [stepId, image?.thumbnailUrl ?? null]));
	const ways = edges.length > 0 ? {edges, ends, goal} : null;
	return {sums, tour, funnel: funnel.map(row => ({...row, picture: pictures.get(row.stepId) ?? null})), ways};
}

/** Returns the share of a step's views that went no further, null without views; `left` counts on another day than `views` where midnight lies between. */
export function lostAt({views, left}: FunnelRow): number | null {
	return views === 0 ? null : Math.min(1, Math.max(0, left / views));
}

/** Returns a share (0..1) in percent; below a tenth with one decimal, where 0.4 and 1.4 % differ much. */
export function percent(share: number, signed = false): string {
	const digits = Math.abs(share) < 0.1 && share !== 0 ? 1 : 0;
	return numeral(share, digits, {style: 'percent', signDisplay: signed ? 'exceptZero' : 'auto'});
}

/** Returns a day of the service (YYYY-MM-DD, UTC). */
export function day(date: string, style: 'short' | 'medium' | 'long' = 'short'): string {
	const format: Intl.DateTimeFormatOptions = style === 'short' ? {day: 'numeric', month: 'short'} : {dateStyle: style};
	return moment(date, {...format, timeZone: 'UTC'});
}

/** Returns a day beside its numbers: that of today has not ended. */
export function counted(date: string, style: 'medium' | 'long'): string {
	const name = day(date, style);
	return date === utcDay(Date.now()) ? words.soFar(name) : name;
}
