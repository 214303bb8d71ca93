import {Agent, get} from 'node:http';
import {setTimeout as sleep} from 'node:timers/promises';

/** Another client, in a process of its own: every so many milliseconds asks for a tour and whether the service lives, again and again, and reports how long it waited at most. */

const EVERY_MS = Number(process.argv[5]);
/** Later than this it has given up, and counts it as failed. */
const PATIENCE_MS = 60_000;

/** Milliseconds: the longest of all calls, of those that ask nothing but the process, and of 99 in 100. */
export type Waited = {worstMs: number; aliveMs: number; p99Ms: number; calls: number; failed: number};

const [baseUrl, tour, key] = process.argv.slice(2) as [string, string, string];
const agent = new Agent({keepAlive: true});
type Call = {path: string; ms: number; failed: boolean};
let calls: Call[] = [];

process.on('message', () => {
	process.send!(sum(calls));
	calls = [];
});
process.on('disconnect', () => process.exit());

for (;;) {
	await Promise.all([ask('/healthz'), ask(`/v1/tours/${tour}`)]);
	await sleep(EVERY_MS);
}

async function ask(path: string): Promise<void> {
	const start = performance.now();
	const status = await new Promise<number>(resolve => {
		const request = get(`${baseUrl}${path}`, {agent, timeout: PATIENCE_MS, headers: {Authorization: `Bearer ${key}`}}, response => {
			response.resume().on('end', () => resolve(response.statusCode!));
		});
		request.on('error', () => resolve(0)).on('timeout', () => request.destroy());
	});
	calls.push({path, ms: performance.now() - start, failed: status !== 200});
}

function sum(calls: Call[]): Waited {
	const times = calls.map(({ms}) => ms).sort((one, other) => one - other);
	return {
		worstMs: times.at(-1) ?? 0,
		aliveMs: Math.max(0, ...calls.filter(({path}) => path === '/healthz').map(({ms}) => ms)),
		p99Ms: times[Math.floor(times.length * 0.99)] ?? 0,
		calls: calls.length,
		failed: calls.filter(({failed}) => failed).length,
	};
}
