import {availableParallelism} from 'node:os';
import {requirePort} from '../../infra/servers/free-port.ts';
import {type ServiceProcess, startProcess} from '../helpers/processes.ts';
import {type Client, startService, type TestService} from '../helpers/service.ts';
import {median, timed} from './figures.ts';
import {load} from './get-tour.ts';
import type {Measured} from './main.ts';
import {distinct, examplePictures} from './pictures.ts';

const ROUNDS = 5;
const CONNECTIONS = 32;
const TAIL_GOAL = 3;
/** Accounts that send pictures at once: one alone has a share of the pool. */
const SENDERS = 6;
const PICTURES = 2;

const CORES = `on ${availableParallelism()} cores that the load shares`;

/** What a second API and a second worker add on this machine, and how much longer than most the slowest wait while an API has all it can do. */
export async function benchProcesses(): Promise<Measured[]> {
	const service = await startService({}, {workers: false});
	try {
		return [...(await measureApis(service)), await measureWorkers(service)];
	} finally {
		await service.stop();
	}
}

async function measureApis(service: TestService): Promise<Measured[]> {
	const ana = await service.client();
	const {tour} = (await ana('POST', '/v1/tours', {body: {name: 'Bench'}})).body;
	for (let step = 0; step < 10; step++) await ana('POST', `/v1/tours/${tour.id}/steps`, {body: {type: 'slide', title: `Step ${step}`}});
	const apis: Array<{url: string; process: ServiceProcess}> = [];
	for (let api = 0; api < 2; api++) {
		const port = await requirePort('127.0.0.1', 0);
		const process = await startProcess('api/main.ts', {...service.env, PORT: String(port)});
		apis.push({url: `http://127.0.0.1:${port}/v1/tours/${tour.id}`, process});
	}
	const read = (among: typeof apis) =>
		Promise.all(among.map(({url}) => load(url, {authorization: `Bearer ${ana.key}`}, CONNECTIONS / among.length)));
	const rounds: Array<{one: number; two: number; tail: number}> = [];
	for (let round = 0; round <= ROUNDS; round++) {
		const [alone] = await read(apis.slice(0, 1));
		const both = await read(apis);
		const two = both.reduce((sum, {requests}) => sum + requests.average, 0);
		// The first round warms up.
		if (round > 0) rounds.push({one: alone!.requests.average, two, tail: alone!.latency.p99 / alone!.latency.p50});
	}
	for (const {process} of apis) await process.kill('SIGTERM');
	const tail = median(rounds.map(round => round.tail));
	return [
		gain(
			'GET tour, two APIs',
			rounds.map(({one, two}) => [one, two]),
		),
		{
			what: 'GET tour p99 beside p50, one API with all that it can do',
			ours: `${tail.toFixed(1)} times`,
			bare: 'the median',
			ratio: tail,
			goal: `<= ${TAIL_GOAL}`,
			met: tail <= TAIL_GOAL,
		},
	];
}

async function measureWorkers(service: TestService): Promise<Measured> {
	const senders = await Promise.all(Array.from({length: SENDERS}, () => service.client()));
	const pictures = await examplePictures();
	let number = 0;
	const sendAll = () =>
		timed(() =>
			Promise.all(
				senders.map(async sender => {
					for (let sent = 0; sent < PICTURES; sent++) await send(sender, distinct(pictures[sent % pictures.length]!, number++));
				}),
			),
		);
	const start = () => startProcess('workers/main.ts', service.env, {pools: ['images']});
	const perSecond = (took: number) => (SENDERS * PICTURES) / (took / 1000);
	const first = await start();
	await sendAll();
	const rounds: Array<[one: number, two: number]> = [];
	for (let round = 0; round < ROUNDS; round++) {
		const one = await sendAll();
		const second = await start();
		const two = await sendAll();
		await second.kill('SIGTERM');
		rounds.push([perSecond(one), perSecond(two)]);
	}
	await first.kill('SIGTERM');
	return gain('screenshots ingested, two workers', rounds);
}

async function send(client: Client, picture: Buffer): Promise<void> {
	const {status} = await client('POST', '/v1/media', {body: {base64: picture.toString('base64')}});
	if (status >= 300) throw new Error(`A picture was answered ${status}.`);
}

/** What two processes do beside one, both per second. */
function gain(what: string, rounds: Array<[one: number, two: number]>): Measured {
	const ratio = median(rounds.map(([one, two]) => two / one));
	const shown = (index: 0 | 1) => `${median(rounds.map(round => round[index])).toFixed(1)}/s`;
	return {what: `${what} beside one ${CORES}`, ours: shown(1), bare: shown(0), ratio, goal: '> 1', met: ratio > 1};
}
