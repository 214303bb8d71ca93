import {Agent, get} from 'node:http';
import {setTimeout as sleep} from 'node:timers/promises';

/** Another client, in a process of its own: asks for a tour and whether the service lives, again and again, and tells how long it waited at most. */

const EVERY_MS = 10;
/** Later than this it has given up, and counts it as failed. */
const PATIENCE_MS = 60_000;

export type Waited = {worstMs: number; calls: number; failed: number};

const [baseUrl, tour, key] = process.argv.slice(2) as [string, string, string];
const agent = new Agent({keepAlive: true});
const nothing = (): Waited => ({worstMs: 0, calls: 0, failed: 0});
let waited = nothing();

process.on('message', () => {
	process.send!(waited);
	waited = nothing();
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
	waited.calls += 1;
	waited.failed += status === 200 ? 0 : 1;
	waited.worstMs = Math.max(waited.worstMs, performance.now() - start);
}
