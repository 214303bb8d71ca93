import {execFile, spawn} from 'node:child_process';
import {once} from 'node:events';
import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {freePort} from '../faults/api-under-test.ts';

const RULES = 'infra/prometheus/alerts.yml';
const SCRAPE_S = 2;
const START_LIMIT_MS = 60_000;

type Sample = {metric: Record<string, string>; value: [number, string]};

export type Prometheus = {
	/** What a query returns at this moment. */
	query(expression: string): Promise<Sample[]>;
	/** Whether an alert of this name fires. */
	fires(alert: string): Promise<boolean>;
	stop(): Promise<void>;
};

/** What is worth waiting for in minutes on a service is worth seconds here; the thresholds stay. */
const SHORTER: Array<[RegExp, string]> = [
	[/for: \d+[mh]/g, `for: ${2 * SCRAPE_S}s`],
	[/\[(?:5|10|15)m\]/g, `[${10 * SCRAPE_S}s]`],
	[/\[1m\]/g, `[${3 * SCRAPE_S}s]`],
];

/** The alerts of the project with shorter times. */
async function shortRules(): Promise<string> {
	const text = await readFile(RULES, 'utf8');
	return SHORTER.reduce((rules, [long, short]) => rules.replaceAll(long, short), text);
}

/** A Prometheus on loopback that watches these ports, with the project's alerts. */
export async function startPrometheus(folder: string, ports: {api: number; workers: number}): Promise<Prometheus> {
	const port = await freePort();
	await writeFile(join(folder, 'alerts.yml'), await shortRules());
	const job = (name: string, of: number) => ({job_name: name, static_configs: [{targets: [`127.0.0.1:${of}`]}]});
	const seconds = `${SCRAPE_S}s`;
	const config = {
		global: {scrape_interval: seconds, scrape_timeout: seconds, evaluation_interval: seconds},
		rule_files: ['alerts.yml'],
		scrape_configs: [job('roteiro-api', ports.api), job('roteiro-workers', ports.workers)],
	};
	// JSON is YAML.
	await writeFile(join(folder, 'prometheus.yml'), JSON.stringify(config));
	const args = [`--config.file=${join(folder, 'prometheus.yml')}`, `--storage.tsdb.path=${join(folder, 'series')}`];
	const child = spawn('prometheus', [...args, `--web.listen-address=127.0.0.1:${port}`, '--log.level=warn'], {
		stdio: ['ignore', 'ignore', 'inherit'],
	});
	const ask = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).json();
	const query: Prometheus['query'] = async expression => {
		const {status, data, error} = await ask(`/api/v1/query?query=${encodeURIComponent(expression)}`);
		if (status !== 'success') throw new Error(`${expression}: ${error}`);
		return data.resultType === 'vector' ? data.result : [{metric: {}, value: data.result}];
	};
	for (const end = Date.now() + START_LIMIT_MS; ; await sleep(200)) {
		const ready = await fetch(`http://127.0.0.1:${port}/-/ready`).catch(() => null);
		if (ready?.ok) break;
		if (Date.now() > end || child.exitCode !== null) throw new Error('Prometheus does not start.');
	}
	return {
		query,
		fires: async alert => (await query(`ALERTS{alertname="${alert}", alertstate="firing"}`)).length > 0,
		async stop() {
			if (child.exitCode !== null) return;
			const gone = once(child, 'exit');
			child.kill('SIGTERM');
			await gone;
		},
	};
}

/** What promtool says of the project's files; throws where it is not content. */
export async function checkFiles(): Promise<void> {
	for (const args of [
		['check', 'rules', RULES],
		['check', 'config', 'infra/prometheus/prometheus.yml'],
		['check', 'config', 'infra/prometheus/compose.yml'],
		['test', 'rules', 'infra/prometheus/alerts.test.yml'],
	]) {
		const said = await new Promise<string | null>(resolve =>
			execFile('promtool', args, (error, out, err) => resolve(error ? `${out}${err}` : null)),
		);
		if (said !== null) throw new Error(`promtool ${args.join(' ')}\n${said}`);
		console.log(`promtool ${args.join(' ')}: fine`);
	}
}
