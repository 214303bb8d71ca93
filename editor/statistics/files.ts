import {csv} from '../../shared/tour/csv.ts';
import {COUNTS, type FunnelRow, lostAt, type Sums, type Ways} from './numbers.ts';

/** Statistics as files for spreadsheets. Columns have the names of the API, dates are ISO 8601. */

/** A way that was gone, or a step at which views stopped or ended. */
type WayRow = {from: string; kind: string; actionId?: string | null; label?: string | null; to?: string | null | undefined; visits: number};

export function saveDays(name: string, {series, period}: Sums): void {
	save(
		`${name} ${period.from} ${period.to}`,
		csv([['date', ...COUNTS], ...series.map(day => [day.date, ...COUNTS.map(count => day[count])])]),
	);
}

export function saveSteps(name: string, {period}: Sums, funnel: FunnelRow[]): void {
	const rows = funnel.map(row => [row.position + 1, row.title, row.views, row.share, rounded(lostAt(row)), row.left, row.stepId]);
	save(`${name} steps ${period.from} ${period.to}`, csv([['step', 'title', 'views', 'share', 'drop', 'left', 'stepId'], ...rows]));
}

export function saveWays(name: string, {period}: Sums, {edges, ends}: Ways, funnel: FunnelRow[]): void {
	const titles = new Map(funnel.map(({stepId, title}) => [stepId, title]));
	const row = ({from, kind, actionId = null, label = null, to = null, visits}: WayRow) => [
		...[from, titles.get(from) ?? null, kind, actionId, label],
		...[to, titles.get(to!) ?? null, visits],
	];
	const rows = [
		...edges.map(({to, url, ...edge}) => row({...edge, to: to ?? url})),
		...funnel.filter(({left}) => left > 0).map(({stepId: from, left: visits}) => row({from, kind: 'left', visits})),
		...ends.map(({stepId: from, visits}) => row({from, kind: 'end', visits})),
	];
	save(
		`${name} ways ${period.from} ${period.to}`,
		csv([['from', 'fromTitle', 'kind', 'actionId', 'label', 'to', 'toTitle', 'visits'], ...rows]),
	);
}

export function saveTours({tours, period}: Sums): void {
	const rows = tours.map(({name, totals, tourId}) => [name, ...COUNTS.map(count => totals[count]), tourId]);
	save(`tours ${period.from} ${period.to}`, csv([['tour', ...COUNTS, 'tourId'], ...rows]));
}

/** Returns a share with four decimals, as the API gives it. */
function rounded(share: number | null): number | null {
	return share === null ? null : Math.round(share * 10_000) / 10_000;
}

function save(name: string, text: string): void {
	const link = document.createElement('a');
	link.href = URL.createObjectURL(new Blob([text], {type: 'text/csv;charset=utf-8'}));
	// What no file system takes, and what would hide the file's ending.
	link.download = `${name
		.replaceAll(/[^\p{L}\p{N} -]+/gu, '')
		.trim()
		.replaceAll(/\s+/g, '-')
		.slice(0, 120)}.csv`;
	link.click();
	setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
