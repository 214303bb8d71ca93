import {Agent, get} from 'node:http';
import {setTimeout as sleep} from 'node:timers/promises';

/**
 * Another client, in a process of its own: asks for each of these paths every so many milliseconds, again and again, and reports how long it
 * waited. Arguments: base URL, key, milliseconds, paths.
 */

/** Later than this it has given up, and counts it as failed. */
const PATIENCE_MS = 60_000;

/** Milliseconds that calls took, and how many of them did not end with 200. */
export type Waited = {calls: number; failed: number; p50Ms: number; p99Ms: number; worstMs: number};
/** By path, and of all paths together. */
export type WaitedFor = {all: Waited; by: Record<string, Waited>};

const [baseUrl, key, every, ...paths] = process.argv.slice(2) as [string, string, string, ...string[]];
const agent = new Agent({keepAlive: true});
type Call = {path: string; ms: number; failed: boolean};
let calls: Call[] = [];

process.on('message', () => {
	const by = Object.fromEntries(paths.map(path => [path, sum(calls.filter(call => call.path === path))]));
	process.send!({all: sum(calls), by} satisfies WaitedFor);
	calls = [];
});
process.on('disconnect', () => process.exit());

for (const path of paths) void askAgainAndAgain(path);

async function askAgainAndAgain(path: string): Promise<void> {
	for (;;) {
		await ask(path);
		await sleep(Number(every));
	}
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
	const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
	return {calls: calls.length, failed: calls.filter(({failed}) => failed).length, p50Ms: at(0.5), p99Ms: at(0.99), worstMs: at(1)};
}
