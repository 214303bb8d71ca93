import {Agent, get} from 'node:http';
import {setTimeout as sleep} from 'node:timers/promises';

export type Latency = {calls: number; failed: number; p50: number; p99: number; max: number};

/** Asks for a path again and again for so long, by itself and on connections of its own; milliseconds. `ip`: where it asks from. */
export async function measureLatency({
	url,
	headers = {},
	ms,
	pauseMs = 5,
	ip = '127.0.0.1',
	keepAlive = true,
}: {
	url: string;
	headers?: Record<string, string>;
	ms: number;
	pauseMs?: number;
	ip?: string;
	keepAlive?: boolean;
}): Promise<Latency> {
	const agent = new Agent({keepAlive, localAddress: ip} as ConstructorParameters<typeof Agent>[0]);
	const times: number[] = [];
	let failed = 0;
	for (const end = Date.now() + ms; Date.now() < end; await sleep(pauseMs)) {
		const begun = performance.now();
		const ok = await new Promise<boolean>(resolve => {
			const request = get(url, {agent, headers, timeout: 10_000}, response => {
				response.resume().once('end', () => resolve(response.statusCode === 200));
			});
			request.once('error', () => resolve(false)).once('timeout', () => request.destroy());
		});
		times.push(performance.now() - begun);
		if (!ok) failed++;
	}
	agent.destroy();
	times.sort((a, b) => a - b);
	const at = (part: number) => Math.round(10 * times[Math.min(times.length - 1, Math.floor(times.length * part))]!) / 10;
	return {calls: times.length, failed, p50: at(0.5), p99: at(0.99), max: at(1)};
}

const TICK_MS = 50;

/** Returns what says for how long this process could not run since: a machine that is busy with other things is slow, not the service. Milliseconds. */
export function watchStalls(): () => number {
	let stalled = 0;
	let due = performance.now() + TICK_MS;
	const timer = setInterval(() => {
		const now = performance.now();
		stalled += Math.max(0, now - due);
		due = now + TICK_MS;
	}, TICK_MS);
	return () => {
		clearInterval(timer);
		return stalled;
	};
}
