import {createHmac} from 'node:crypto';
import {AppError} from '../../shared/errors.ts';
import {metrics} from '../../shared/metrics/metrics.ts';
import {untaggedPrefix} from '../../shared/queue/keys.ts';
import type {Services} from '../../shared/services/services.ts';
import {openSlidingLog, type SlidingLog, type Taken} from './limits/sliding-log.ts';

export type Limiter = SlidingLog & {name: string};

/** Allows so many `points` in any span of so many seconds, over all processes: see `openSlidingLog`. */
export function openLimiter({config, redis}: Pick<Services, 'config' | 'redis'>, name: string, points: number, seconds: number): Limiter {
	return {name, ...openSlidingLog(redis, `${untaggedPrefix(config.redisPrefix)}:used:${name}`, points, seconds)};
}

/** Counts one use; returns whether it was allowed, and how it stands. */
export async function consume(limiter: Limiter, key: string): Promise<Taken> {
	const taken = await limiter.take(key);
	if (!taken.allowed) metrics.rateLimited.inc({limit: limiter.name});
	return taken;
}

/** Seconds after which one more is allowed, as `Retry-After` says it. */
export function retryAfter({freeInMs}: Pick<Taken, 'freeInMs'>): number {
	return Math.max(1, Math.ceil(freeInMs / 1000));
}

/**
 * Limits of attempts by people who are not known yet, each `[points, seconds]`. Who it was is kept under a keyed hash. `take`
 * throws `attempts_limited` where it was too often.
 */
export function openAttemptLimits<Name extends string>(
	services: Pick<Services, 'config' | 'redis' | 'keyFor'>,
	purpose: string,
	limits: Record<Name, readonly [points: number, seconds: number]>,
) {
	const key = services.keyFor(`${purpose} limits`);
	const entries = Object.entries(limits) as Array<[Name, readonly [number, number]]>;
	const limiters = new Map(
		entries.map(([name, [points, seconds]]) => [name, openLimiter(services, `${purpose}-${name}`, points, seconds)]),
	);
	const hashed = (who: string) => createHmac('sha256', key).update(who).digest('base64url');
	return {
		async take(name: Name, who: string): Promise<void> {
			const {allowed, freeInMs} = await consume(limiters.get(name)!, hashed(who));
			if (!allowed) throw limited(freeInMs);
		},
		/** Counts nothing; throws like `take` where nothing is left. */
		async require(name: Name, who: string): Promise<void> {
			const limiter = limiters.get(name)!;
			const {used, freeInMs} = await limiter.look(hashed(who));
			if (used >= limiter.points) throw limited(freeInMs);
		},
		/** Gives back what `take` counted last. Never throws. */
		giveBack: (name: Name, who: string): Promise<void> => limiters.get(name)!.giveBack(hashed(who)),
		/** Forgets all that was counted. Never throws. */
		forget: (name: Name, who: string): Promise<void> => limiters.get(name)!.forget(hashed(who)),
	};
}

function limited(freeInMs: number): AppError {
	return new AppError('attempts_limited', {retryAfter: retryAfter({freeInMs})});
}
