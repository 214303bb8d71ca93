import autocannon from 'autocannon';
import {requirePort} from '../../infra/servers/free-port.ts';
import {startProcess} from '../helpers/processes.ts';
import {request, startService} from '../helpers/service.ts';
import {startBare} from './bare-server.ts';
import type {Measured} from './benches.ts';
import {median, sized} from './figures.ts';

const ROUNDS = sized(5, 2);
const SECONDS = sized(4, 1);
const CONNECTIONS = 32;
const GOAL = 0.6;

/** GET of a tour of ten steps, against bare Koa that does one Redis GET and one SELECT of the same row and returns it. */
export async function benchGetTour(): Promise<Measured[]> {
	const service = await startService({}, {workers: false});
	const ana = await service.client();
	const {tour} = (await ana('POST', '/v1/tours', {body: {name: 'Bench'}})).body;
	for (let i = 0; i < 10; i++) {
		await ana('POST', `/v1/tours/${tour.id}/steps`, {
			body: {title: `Step ${i}`, text: 'Press the button that stands at the right of the list.', click: {x: 0.5, y: 0.5}},
		});
	}
	const port = await requirePort('127.0.0.1', 0);
	const ours = await startProcess('api/main.ts', {...service.env, PORT: String(port), BASE_URL: `http://127.0.0.1:${port}`});
	const {databaseUrl, redisUrl} = service.config;
	const bare = await startBare('bare-koa.ts', [tour.id], {DATABASE_URL: databaseUrl, REDIS_URL: redisUrl});
	const path = `/v1/tours/${tour.id}`;
	const reply = await request(`http://127.0.0.1:${port}`, 'GET', path, ana.key);
	if (reply.status !== 200) throw new Error(`GET tour answered ${reply.status}.`);
	const rounds: Array<{ours: number; bare: number}> = [];
	for (let round = 0; round <= ROUNDS; round++) {
		const result = {
			ours: await throughput(`http://127.0.0.1:${port}${path}`, {authorization: `Bearer ${ana.key}`}),
			bare: await throughput(`http://127.0.0.1:${bare.port}/tour`),
		};
		// The first round warms up.
		if (round > 0) rounds.push(result);
	}
	bare.child.kill();
	await ours.kill('SIGTERM');
	await service.stop();
	const ratio = median(rounds.map(round => round.ours / round.bare));
	return [
		{
			what: 'GET tour, requests per second',
			ours: `${Math.round(median(rounds.map(round => round.ours)))}/s`,
			bare: `${Math.round(median(rounds.map(round => round.bare)))}/s`,
			ratio,
			goal: `>= ${GOAL}`,
			met: ratio >= GOAL,
		},
	];
}

/** Requests per second. */
export async function throughput(url: string, headers: Record<string, string> = {}): Promise<number> {
	return (await load(url, headers)).requests.average;
}

/** As many GETs as come back in four seconds. Throws where one was refused. */
export async function load(url: string, headers: Record<string, string> = {}, connections = CONNECTIONS): Promise<autocannon.Result> {
	const result = await autocannon({url, headers, connections, duration: SECONDS});
	if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} errors.`);
	return result;
}
