import {existsSync} from 'node:fs';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {requirePort} from '../../infra/servers/free-port.ts';
import {startProcess} from '../helpers/processes.ts';
import {startService} from '../helpers/service.ts';
import type {Measured} from './benches.ts';
import {median, sized} from './figures.ts';
import {throughput} from './get-tour.ts';

const ROUNDS = sized(9, 1);
/** As Prometheus does at most. */
const SCRAPE_EVERY_MS = 1000;
const METRICS_GOAL = 0.97;
const TRACES_GOAL = 0.9;
const SCRAPE_GOAL_MS = 50;

/** GET of a tour while Prometheus reads the metrics, and with a tenth of the calls traced, against the same with neither. */
export async function benchWatched(): Promise<Measured[]> {
	const service = await startService({}, {workers: false});
	const ana = await service.client();
	const {tour} = (await ana('POST', '/v1/tours', {body: {name: 'Bench'}})).body;
	for (let step = 0; step < 10; step++) await ana('POST', `/v1/tours/${tour.id}/steps`, {body: {type: 'slide', title: `Step ${step}`}});
	const collector = await startCollector();
	const metricsPort = await requirePort('127.0.0.1', 0);
	const settings: Record<string, Record<string, string>> = {
		off: {},
		metrics: {METRICS_PORT: String(metricsPort)},
		...(existsSync('infra/traces/node_modules') && {
			traces: {OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER_ARG: '0.1'},
		}),
	};
	const ways: Array<{name: string; url: string; stop(): Promise<void>; each: number[]}> = [];
	for (const [name, more] of Object.entries(settings)) {
		const port = String(await requirePort('127.0.0.1', 0));
		const api = await startProcess('api/main.ts', {...service.env, PORT: port, ...more});
		ways.push({name, url: `http://127.0.0.1:${port}/v1/tours/${tour.id}`, stop: () => api.kill('SIGTERM'), each: []});
	}
	const scrapes: number[] = [];
	const timer = setInterval(async () => {
		const begun = performance.now();
		await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
		scrapes.push(performance.now() - begun);
	}, SCRAPE_EVERY_MS);
	// The first round warms up.
	for (let round = 0; round <= ROUNDS; round++) {
		// Each comes first as often: a machine that does other things now and then does them to all.
		for (let turn = 0; turn < ways.length; turn++) {
			const way = ways[(round + turn) % ways.length]!;
			const figure = await throughput(way.url, {authorization: `Bearer ${ana.key}`});
			if (round > 0) way.each.push(figure);
		}
	}
	clearInterval(timer);
	for (const {stop} of ways) await stop();
	collector.close();
	await service.stop();
	const off = ways[0]!;
	const row = (name: string, what: string, goal: number): Measured[] => {
		const way = ways.find(candidate => candidate.name === name);
		if (!way) return [];
		const ratio = median(way.each.map((figure, round) => figure / off.each[round]!));
		const shown = (each: number[]) => `${Math.round(median(each))}/s`;
		return [{what, ours: shown(way.each), bare: shown(off.each), ratio, goal: `>= ${goal}`, met: ratio >= goal}];
	};
	const idle = median(scrapes);
	return [
		...row('metrics', 'GET tour, metrics read each second', METRICS_GOAL),
		{
			what: 'scrape under that load, of 50 ms',
			ours: `${idle.toFixed(1)} ms`,
			bare: `${SCRAPE_GOAL_MS} ms`,
			ratio: idle / SCRAPE_GOAL_MS,
			goal: '<= 1',
			met: idle <= SCRAPE_GOAL_MS,
		},
		...row('traces', 'GET tour, a tenth traced', TRACES_GOAL),
	];
}

/** Takes spans and looks at none. */
async function startCollector(): Promise<{url: string; close(): void}> {
	const server = createServer((request, response) => {
		request.resume().on('end', () => response.writeHead(200, {'Content-Type': 'application/json'}).end('{}'));
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	return {url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close()};
}
