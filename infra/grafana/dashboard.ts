import {DETAILS} from './details.ts';
import {OVERVIEW} from './overview.ts';
import type {Panel} from './panel.ts';

/** Columns of a dashboard, and heights in its units of 30 pixels. */
const COLUMNS = 24;
const HEIGHT = {row: 1, stat: 4, timeseries: 8, table: 6};
const WIDTH = {stat: 4, timeseries: 8, table: 24};

/** Whoever imports the dashboard chooses their Prometheus. */
const DATASOURCE = {type: 'prometheus', uid: '$datasource'};

/** The dashboard as Grafana imports it (its schema 39, Grafana 10.4 and later). */
export function dashboard(): object {
	let id = 0;
	let y = 0;
	const panels: object[] = [];
	for (const {title, panels: ofRow} of [OVERVIEW, ...DETAILS]) {
		panels.push({id: ++id, type: 'row', title, collapsed: false, panels: [], gridPos: {x: 0, y, w: COLUMNS, h: HEIGHT.row}});
		y += HEIGHT.row;
		let x = 0;
		for (const panel of ofRow) {
			const w = panel.width ?? WIDTH[panel.kind];
			const h = HEIGHT[panel.kind];
			if (x + w > COLUMNS) x = 0;
			panels.push({id: ++id, ...shown(panel), gridPos: {x, y, w, h}});
			x += w;
			if (x === COLUMNS) y += h;
			x %= COLUMNS;
		}
	}
	return {
		uid: 'roteiro',
		title: 'Roteiro',
		description: 'Written by npm run dashboard out of infra/grafana/overview.ts and details.ts.',
		tags: ['roteiro'],
		schemaVersion: 39,
		version: 1,
		editable: true,
		graphTooltip: 1,
		refresh: '30s',
		time: {from: 'now-3h', to: 'now'},
		timezone: '',
		templating: {
			list: [{name: 'datasource', label: 'Prometheus', type: 'datasource', query: 'prometheus', hide: 0, current: {}, options: []}],
		},
		annotations: {list: []},
		links: [],
		panels,
	};
}

function shown({title, about, kind, unit, queries, limits}: Panel): object {
	const targets = Object.entries(queries).map(([legendFormat, expr], index) => ({
		refId: String.fromCharCode('A'.charCodeAt(0) + index),
		datasource: DATASOURCE,
		expr,
		legendFormat,
		...(kind === 'table' && {instant: true, range: false, format: 'table'}),
	}));
	return {
		type: kind,
		title,
		description: about,
		datasource: DATASOURCE,
		targets,
		fieldConfig: {defaults: {unit, min: kind === 'timeseries' ? 0 : undefined, thresholds: thresholds(limits)}, overrides: []},
		options: OPTIONS[kind],
	};
}

const OPTIONS = {
	stat: {colorMode: 'background', graphMode: 'area', reduceOptions: {calcs: ['lastNotNull'], fields: '', values: false}},
	timeseries: {legend: {displayMode: 'list', placement: 'bottom', showLegend: true}, tooltip: {mode: 'multi', sort: 'desc'}},
	table: {showHeader: true, cellHeight: 'sm'},
};

/** Colours by value; each step counts from its value on. */
function thresholds(limits: Panel['limits']): object {
	if (!limits) return {mode: 'absolute', steps: [{color: 'text', value: null}]};
	const [first, second] = limits;
	const steps =
		first > second
			? [
					{color: 'red', value: null},
					{color: 'yellow', value: second},
					{color: 'green', value: first},
				]
			: [
					{color: 'green', value: null},
					{color: 'yellow', value: first},
					{color: 'red', value: second},
				];
	return {mode: 'absolute', steps};
}
