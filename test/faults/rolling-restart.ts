import {Agent, request} from 'node:http';
import {setTimeout as sleep} from 'node:timers/promises';
import {startProcess} from '../helpers/processes.ts';
import {type Client, startService} from '../helpers/service.ts';
import {freePort} from './api-under-test.ts';
import type {Experiment, Outcome} from './experiment.ts';
import {startNginx} from './nginx.ts';

export type Traffic = {
	calls: number;
	/** Tours that were said to be made. */
	acknowledged: number;
	/** Calls whose connection broke after it had been made, and calls that found nobody to connect to. */
	resets: number;
	refused: number;
	/** Returns of 500 and above, by their status and who gave it: the API names each call. */
	failed: Record<string, number>;
	/** Acknowledged tours that are not there, and tours that are there more than once. */
	lost: number;
	doubled: number;
};

const CONNECTIONS = 50;

/**
 * Calls in a steady rhythm, reads, changes and creations in turns, on connections that are kept; writes with an Idempotency-Key. `end`
 * waits for those under way and compares what was acknowledged with what is there. Nothing is tried a second time.
 */
export function startTraffic(url: string, client: Client, {perSecond}: {perSecond: number}) {
	const agent = new Agent({keepAlive: true, maxSockets: CONNECTIONS});
	const traffic: Traffic = {calls: 0, acknowledged: 0, resets: 0, refused: 0, failed: {}, lost: 0, doubled: 0};
	const made = new Set<string>();
	const underWay = new Set<Promise<void>>();
	let ended = 0;

	const patched = client('POST', '/v1/tours', {body: {name: 'Renamed again and again'}}).then(({body}) => body.tour.id as string);

	const call = async (index: number) => {
		const name = `Rolling ${index}`;
		const response =
			index % 3 === 0
				? await send(url, agent, client.key, 'GET', '/v1/me')
				: index % 3 === 1
					? await send(url, agent, client.key, 'PATCH', `/v1/tours/${await patched}`, JSON.stringify({name: `Renamed ${index}`}))
					: await send(url, agent, client.key, 'POST', '/v1/tours', JSON.stringify({name}));
		if (response === 'refused' || response === 'resets') traffic[response]++;
		else if (response.status === 201) made.add(name);
		else if (response.status >= 500) {
			const how = `${response.status} by the ${response.isOurs ? 'API' : 'proxy'}`;
			traffic.failed[how] = (traffic.failed[how] ?? 0) + 1;
		}
	};
	const timer = setInterval(() => {
		const one = call(traffic.calls++);
		underWay.add(one);
		one.finally(() => {
			underWay.delete(one);
			ended++;
		});
	}, 1000 / perSecond);

	return {
		traffic,
		/** Waits until so many more calls have ended in some way. */
		async goOn(calls: number): Promise<void> {
			for (const until = ended + calls; ended < until; await sleep(20));
		},
		async end(): Promise<Traffic> {
			clearInterval(timer);
			await Promise.all(underWay);
			agent.destroy();
			const names = await tourNames(client);
			traffic.acknowledged = made.size;
			traffic.lost = [...made].filter(name => !names.has(name)).length;
			traffic.doubled = [...names.values()].filter(count => count > 1).length;
			return traffic;
		},
	};
}

type Reply = {status: number; isOurs: boolean};

/** The reply, or how it came to none. */
function send(url: string, agent: Agent, key: string, method: string, path: string, body?: string): Promise<Reply | 'resets' | 'refused'> {
	return new Promise(resolve => {
		const sent = request(new URL(path, url), {
			agent,
			method,
			headers: {
				Authorization: `Bearer ${key}`,
				...(body && {
					'Content-Type': 'application/json',
					'Content-Length': Buffer.byteLength(body),
					'Idempotency-Key': crypto.randomUUID(),
				}),
			},
		});
		const broke = (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED' ? 'refused' : 'resets');
		sent.once('error', broke).once('response', response => {
			response
				.resume()
				.once('end', () => resolve({status: response.statusCode!, isOurs: 'x-request-id' in response.headers}))
				.once('error', broke);
		});
		sent.end(body);
	});
}

/** How often each name is there. */
async function tourNames(client: Client): Promise<Map<string, number>> {
	const names = new Map<string, number>();
	for (let cursor: string | null = ''; cursor !== null; ) {
		const {body} = await client('GET', `/v1/tours?limit=200${cursor && `&cursor=${cursor}`}`);
		for (const {name} of body.tours) names.set(name, (names.get(name) ?? 0) + 1);
		cursor = body.nextCursor;
	}
	return names;
}

/**
 * Two APIs behind a proxy, one after the other ended by SIGTERM and started again, each restart at least `everyMs` after the one before and a
 * second's calls later; `seenMs` more where the proxy has to see first that one is there again. Holds where no call failed and every acknowledged write is there once.
 */
export async function rollingRestarts(
	{
		restarts,
		perSecond,
		everyMs = 0,
		seenMs = 0,
		startProxy = startNginx,
	}: {restarts: number; perSecond: number; everyMs?: number; seenMs?: number; startProxy?: typeof startNginx},
	report: Parameters<Experiment['run']>[0],
): Promise<Outcome> {
	const service = await startService({TRUSTED_PROXIES: '1'}, {workers: false});
	const client = await service.client();
	const [front, ...behind] = [await freePort(), await freePort(), await freePort()] as const;
	const start = (port: number) => startProcess('api/main.ts', {...service.env, PORT: String(port)});
	const apis = [await start(behind[0]), await start(behind[1])];
	const proxy = await startProxy(front, behind);
	const {traffic, end, goOn} = startTraffic(`http://127.0.0.1:${front}`, client, {perSecond});
	try {
		for (let restart = 0, next = performance.now(); restart < restarts; restart++) {
			await goOn(perSecond);
			await sleep(Math.max(0, next - performance.now()));
			next = performance.now() + everyMs;
			await apis[restart % 2]!.kill('SIGTERM');
			apis[restart % 2] = await start(behind[restart % 2]!);
			await sleep(seenMs);
			report(`${restart + 1} of ${restarts}: ${JSON.stringify(traffic)}`);
		}
		await goOn(perSecond);
		const {failed, ...counted} = await end();
		const broken = counted.resets + counted.refused + counted.lost + counted.doubled + Object.keys(failed).length;
		return {figures: {restarts, ...counted, failed: JSON.stringify(failed)}, ok: broken === 0};
	} finally {
		await proxy.stop();
		for (const api of apis) await api.kill();
		await service.stop();
	}
}
