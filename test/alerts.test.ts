import {readFileSync} from 'node:fs';
import test from 'ava';
import {parse} from 'yaml';
import {CATALOGUE} from '../shared/metrics/catalogue.ts';
import {collectProcessMetrics, registry} from '../shared/metrics/metrics.ts';
import {FAULTS} from './alerts/faults.ts';

// What of alerts and dashboard can be judged without Prometheus; `npm run lab -- alerts` asks a real one.

type Panel = {
	id: number;
	type: 'row' | 'stat' | 'timeseries' | 'table';
	title: string;
	description?: string;
	datasource?: object;
	gridPos: {x: number; y: number; w: number; h: number};
	targets?: Array<{refId: string; expr: string; datasource: object; legendFormat: string; instant?: boolean; format?: string}>;
	fieldConfig?: {defaults: {unit: string; thresholds: {steps: Array<{color: string; value: number | null}>}}};
};
type Rule = {alert: string; expr: string; labels: Record<string, string>; annotations: Record<string, string>};

const read = (file: string) => readFileSync(file, 'utf8');
const rules: Rule[] = parse(read('infra/prometheus/alerts.yml')).groups.flatMap((group: {rules: Rule[]}) => group.rules);
const alerts = rules.map(({alert}) => alert).sort();
const stored: {panels: Panel[]} = JSON.parse(read('infra/grafana/roteiro.json'));
const queries: string[] = [...rules.map(({expr}) => expr), ...stored.panels.flatMap(({targets = []}) => targets.map(({expr}) => expr))];

/** Each name under which something is served, with its labels. */
function served(): Map<string, readonly string[]> {
	collectProcessMetrics();
	const names = new Map<string, readonly string[]>([['up', []]]);
	for (const {name} of registry.getMetricsAsArray()) names.set(name, []);
	for (const {name, type, labels} of Object.values(CATALOGUE)) {
		if (type !== 'histogram') names.set(name, labels);
		else for (const part of ['bucket', 'count', 'sum']) names.set(`${name}_${part}`, [...labels, 'le']);
	}
	return names;
}

test('queries name only what is served, by labels that it has', t => {
	const names = served();
	t.true(queries.length > 50);
	for (const query of queries) {
		const used = [...query.matchAll(/\b((?:roteiro|bullmq|nodejs|process)_\w+|up)\b(?:\{([^}]*)\})?/g)];
		// `process` alone is a label.
		t.true(used.length > 0 || query.startsWith('ALERTS'), query);
		for (const [, name, matchers = ''] of used) {
			t.true(names.has(name!), `${name} is not served: ${query}`);
			const labels = [...matchers.matchAll(/(\w+)(?:=~|!~|!=|=)/g)].map(([, label]) => label!);
			for (const label of labels) t.true([...names.get(name!)!, 'job', 'instance'].includes(label), `${name} has no ${label}: ${query}`);
		}
		const grouped = [...query.matchAll(/\b(?:by|on|ignoring) \(([^)]*)\)/g)].flatMap(([, list]) => list!.split(/,\s*/));
		const known = new Set([...used.flatMap(([, name]) => [...(names.get(name!) ?? [])]), 'job', 'instance']);
		for (const label of grouped) t.true(known.has(label), `nothing here has ${label}: ${query}`);
	}
});

test('no metric has a label that Prometheus gives itself', t => {
	for (const {name, labels} of Object.values(CATALOGUE))
		for (const own of ['job', 'instance']) t.false((labels as readonly string[]).includes(own), name);
});

test('each alert says how bad it is and names its runbook, which says what it means, where to look, what to do and when it is over', t => {
	const runbooks = new Map(
		read('docs/operations.md')
			.split(/^### /m)
			.slice(1)
			.map(text => [text.slice(0, text.indexOf('\n')), text]),
	);
	t.deepEqual([...runbooks.keys()].filter(title => title.startsWith('Roteiro')).sort(), alerts);
	for (const {alert, labels, annotations} of rules) {
		t.true(['page', 'look'].includes(labels.severity!), alert);
		t.is(annotations.runbook, `docs/operations.md#${alert.toLowerCase()}`);
		t.truthy(annotations.summary, alert);
		for (const part of [/\*\*It means\*\*/, /\*\*Look\*\*/, /\*\*Do\*\*/, /\*\*It is\s+over\*\*/])
			t.regex(runbooks.get(alert)!, part, alert);
	}
	for (const [, name] of JSON.stringify(stored).matchAll(/Runbook: (\w+)/g)) t.true(alerts.includes(name!), name);
});

test('each alert has a unit test for promtool, and a fault by which npm run lab -- alerts makes it fire', t => {
	const tested = new Set([...read('infra/prometheus/alerts.test.yml').matchAll(/alertname: (\w+)/g)].map(([, name]) => name!));
	t.deepEqual([...tested].sort(), alerts);
	t.deepEqual(FAULTS.flatMap(fault => fault.alerts).sort(), alerts);
});

test('each panel of the dashboard says what it means, in a unit, of the Prometheus that was chosen, with colours in order', t => {
	const panels = stored.panels.filter(({type}) => type !== 'row');
	t.true(panels.length > 30);
	t.is(new Set(stored.panels.map(({id}) => id)).size, stored.panels.length);
	const datasource = {type: 'prometheus', uid: '$datasource'};
	for (const {type, title, description, targets, fieldConfig, ...panel} of panels) {
		t.truthy(description, title);
		t.true(targets!.length > 0, title);
		t.is(new Set(targets!.map(({refId}) => refId)).size, targets!.length, title);
		for (const each of [panel, ...targets!]) t.deepEqual(each.datasource, datasource, title);
		for (const {instant, format} of targets!) t.is(instant === true && format === 'table', type === 'table', title);
		const {unit, thresholds} = fieldConfig!.defaults;
		t.true(['s', 'reqps', 'ops', 'bytes', 'percentunit', 'short', 'dtdurations'].includes(unit), title);
		const [first, ...later] = thresholds.steps.map(({value}) => value);
		t.is(first, null, title);
		t.deepEqual(
			later,
			later.toSorted((one, other) => one! - other!),
			title,
		);
		t.true([0, 2].includes(later.length), title);
	}
});

test('the panels of the dashboard lie beside each other', t => {
	const taken = new Set<string>();
	for (const {title, gridPos} of stored.panels) {
		for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++)
			for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
				t.true(x < 24 && !taken.has(`${x} ${y}`), title);
				taken.add(`${x} ${y}`);
			}
	}
});

test('both configurations of Prometheus call the processes as the alerts do, and every worker is watched', t => {
	for (const file of ['prometheus.yml', 'compose.yml']) {
		const {scrape_configs: jobs} = parse(read(`infra/prometheus/${file}`));
		t.deepEqual(
			jobs.map((job: {job_name: string}) => job.job_name),
			['roteiro-api', 'roteiro-workers'],
		);
	}
	const {services} = parse(read('docker-compose.yml'), {merge: true});
	const workers = parse(read('infra/prometheus/compose.yml')).scrape_configs[1].dns_sd_configs[0].names;
	t.deepEqual(
		workers.toSorted(),
		Object.keys(services)
			.filter(name => name.startsWith('worker-'))
			.sort(),
	);
});
