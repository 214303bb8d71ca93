/** What a dashboard is made of: rows of panels, and the queries behind them. */

export type Panel = {
	title: string;
	/** Shown where one points at the title: what the figure means, and what is well. */
	about: string;
	kind: 'stat' | 'timeseries' | 'table';
	unit: 's' | 'reqps' | 'ops' | 'bytes' | 'percentunit' | 'short' | 'dtdurations';
	/** By their legend; a legend names labels as `{{pool}}`. */
	queries: Record<string, string>;
	/** Of 24 columns; without it 8, a stat 4. */
	width?: number;
	/** From this value on it is yellow, from that on red; where the first is the larger one, below them. */
	limits?: readonly [number, number];
};
export type Row = {title: string; panels: Panel[]};

export const REQUESTS = 'roteiro_http_request_duration_seconds';
export const OURS = 'job=~"roteiro-.+"';
/** Over as long as a panel's points stand for; Grafana fills it in. */
export const RATE = '[$__rate_interval]';

export const p95 = (name: string, by: string) => `histogram_quantile(0.95, sum by (le, ${by}) (rate(${name}_bucket${RATE})))`;
/** A counter that was never raised has no series: nothing happened is a zero, not a gap. */
export const orZero = (query: string) => `${query} or vector(0)`;

export const stat = (title: string, unit: Panel['unit'], query: string, limits: Panel['limits'], about: string): Panel => ({
	title,
	about,
	kind: 'stat',
	unit,
	queries: {'': query},
	limits,
});
export const lines = (title: string, unit: Panel['unit'], queries: Panel['queries'], about: string, width = 8): Panel => ({
	title,
	about,
	kind: 'timeseries',
	unit,
	queries,
	width,
});
