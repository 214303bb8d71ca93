import {setImmediate} from 'node:timers/promises';
import type {Redis} from 'ioredis';
import type {Log} from '../log.ts';

const HEARTBEAT_MS = 1000;

/**
 * A server that hangs closes nothing, nor does a network that drops every packet: each command would wait for its own time limit, or for ever.
 * A connection on which a PING stays without a response is given up for a new one; until that is ready Redis counts as away.
 */
export function leaveWhenSilent(
	redis: Redis,
	patienceMs: number,
	log: Log,
	watched: readonly Redis['status'][] = ['ready', 'connect'],
): void {
	let beating = false;
	const beat = async () => {
		if (beating || !watched.includes(redis.status)) return;
		beating = true;
		const isAlive = await respondsWithin(redis, patienceMs);
		beating = false;
		if (isAlive || !watched.includes(redis.status)) return;
		log.warn({ms: patienceMs}, 'redis is silent; connecting again');
		redis.disconnect(true);
	};
	let timer: NodeJS.Timeout | undefined;
	redis.on('connect', () => {
		clearInterval(timer);
		timer = setInterval(beat, HEARTBEAT_MS).unref();
	});
	redis.on('close', () => clearInterval(timer));
}

async function respondsWithin(redis: Redis, ms: number): Promise<boolean> {
	let answered = false;
	const {promise, resolve} = Promise.withResolvers<void>();
	const hear = () => {
		answered = true;
		resolve();
	};
	const timer = setTimeout(resolve, ms).unref();
	// An error is a response too.
	if (redis.status === 'ready') redis.ping().then(hear, hear);
	else redis.once('ready', hear);
	await promise;
	clearTimeout(timer);
	redis.off('ready', hear);
	// Was it this process that was busy? Then the response lies there unread.
	if (!answered) await setImmediate();
	return answered;
}
