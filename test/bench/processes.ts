import {execFile} from 'node:child_process';
import {availableParallelism} from 'node:os';
import {promisify} from 'node:util';
import {requirePort} from '../../infra/servers/free-port.ts';
import {type Memory, memoryOf} from '../helpers/memory.ts';
import {distinct} from '../helpers/pictures.ts';
import {type ServiceProcess, startProcess} from '../helpers/processes.ts';
import {type Client, startService, type TestService} from '../helpers/service.ts';
import type {Measured} from './benches.ts';
import {median, sized, timed} from './figures.ts';
import {load} from './get-tour.ts';
import {examplePictures} from './pictures.ts';

const ROUNDS = sized(5, 1);
const CONNECTIONS = 32;
const TAIL_GOAL = 3;
/** What `infra/kubernetes` requests for each, in MB. */
const MEMORY = {api: 512, images: 768};
/** Accounts that send pictures at once: one alone has a share of the pool. */
const SENDERS = 6;
const PICTURES = 2;

const CORES = `on ${availableParallelism()} cores that the load shares`;

const run = promisify(execFile);

/** What a second API and a second worker add on this machine, and how much longer than most the slowest wait while an API has all it can do. */
export async function benchProcesses(): Promise<Measured[]> {
	const service = await startService({}, {workers: false});
	try {
		return [...(await measureApis(service)), ...(await measureWorkers(service))];
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
	const rest = memoryOf(apis[0]!.process);
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
	const peak = memoryOf(apis[0]!.process);
	for (const {process} of apis) await process.kill('SIGTERM');
	const tail = median(rounds.map(round => round.tail));
	return [
		// Load, database and two APIs want five cores and have what other programs leave.
		{
			...gain(
				'GET tour, two APIs',
				CORES,
				rounds.map(({one, two}) => [one, two]),
			),
			isNoisy: true,
		},
		{
			what: 'GET tour p99 beside p50, one API with all that it can do',
			ours: `${tail.toFixed(1)} times`,
			bare: 'the median',
			ratio: tail,
			goal: `<= ${TAIL_GOAL}`,
			met: tail <= TAIL_GOAL,
			isNoisy: true,
		},
		memoryRow('memory of an API that is read', MEMORY.api, rest, peak),
	];
}

async function measureWorkers(service: TestService): Promise<Measured[]> {
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
	const start = async (core: number) => {
		const worker = await startProcess('workers/main.ts', service.env, {pools: ['images']});
		await keepToCore(worker.pid, core);
		return worker;
	};
	const perSecond = (took: number) => (SENDERS * PICTURES) / (took / 1000);
	const first = await start(0);
	const rest = memoryOf(first);
	await sendAll();
	const rounds: Array<[one: number, two: number]> = [];
	for (let round = 0; round < ROUNDS; round++) {
		const one = await sendAll();
		const second = await start(1);
		const two = await sendAll();
		await second.kill('SIGTERM');
		rounds.push([perSecond(one), perSecond(two)]);
	}
	const peak = memoryOf(first);
	await first.kill('SIGTERM');
	return [
		gain('screenshots ingested, two workers of one core each', 'of one core', rounds),
		memoryRow('memory of a worker that takes in screenshots', MEMORY.images, rest, peak),
	];
}

/** One worker encodes on all cores that it finds: a second adds something only where it has its own. */
async function keepToCore(pid: number, core: number): Promise<void> {
	await run('taskset', ['--all-tasks', '--cpu-list', '--pid', String(core), String(pid)]);
}

async function send(client: Client, picture: Buffer): Promise<void> {
	const {status} = await client('POST', '/v1/media', {body: {base64: picture.toString('base64')}});
	if (status >= 300) throw new Error(`A picture was answered ${status}.`);
}

/** What two processes do beside one, both per second. */
function gain(what: string, machine: string, rounds: Array<[one: number, two: number]>): Measured {
	const ratio = median(rounds.map(([one, two]) => two / one));
	const shown = (index: 0 | 1) => `${median(rounds.map(round => round[index])).toFixed(1)}/s`;
	return {what: `${what} beside one ${machine}`, ours: shown(1), bare: shown(0), ratio, goal: '> 1', met: ratio > 1};
}

function memoryRow(what: string, requested: number, before: Memory, after: Memory): Measured {
	const ratio = after.peak / requested;
	return {
		what: `${what}, at its peak beside the ${requested} MB that its pod requests`,
		ours: `${after.peak.toFixed(0)} MB`,
		bare: `${before.now.toFixed(0)} MB at rest`,
		ratio,
		goal: '<= 1',
		met: ratio <= 1,
	};
}
