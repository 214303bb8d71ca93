import {createHmac} from 'node:crypto';
import {RateLimiterMemory, RateLimiterRedis, RateLimiterRes} from 'rate-limiter-flexible';
import {AppError} from '../../shared/errors.ts';
import {metrics} from '../../shared/metrics/metrics.ts';
import {untaggedPrefix} from '../../shared/queue/keys.ts';
import type {Services} from '../../shared/services/services.ts';

/** Counts a use. A window that ends later than one that begins now was begun by a clock that was ahead: it would refuse until that day, and begins anew. */
const COUNT = `
local most = 1000 * ARGV[2]
if redis.call('PTTL', KEYS[1]) > most then redis.call('DEL', KEYS[1]) end
redis.call('SET', KEYS[1], 0, 'PX', most, 'NX')
return {redis.call('INCRBY', KEYS[1], ARGV[1]), redis.call('PTTL', KEYS[1])}
`;

/**
 * Counts up to `points` in windows of `seconds` that begin with the first use. Kept in Redis, so that all processes count
 * together; while Redis is away each counts alone.
 */
export function openLimiter({config, redis}: Pick<Services, 'config' | 'redis'>, name: string, points: number, seconds: number) {
	return new RateLimiterRedis({
		storeClient: redis,
		keyPrefix: `${untaggedPrefix(config.redisPrefix)}:limit:${name}`,
		points,
		duration: seconds,
		customIncrTtlLuaScript: COUNT,
		insuranceLimiter: new RateLimiterMemory({points, duration: seconds}),
	});
}

/** How the window stands, of which nothing is counted; null where there is none. Throws while Redis is away. */
export async function windowOf(limiter: RateLimiterRedis, key: string): Promise<RateLimiterRes | null> {
	const state = await limiter.get(key);
	return state && state.msBeforeNext <= 1000 * limiter.duration ? state : null;
}

/** The name under which it was opened. */
function nameOf({keyPrefix}: RateLimiterRedis): string {
	return keyPrefix.slice(keyPrefix.lastIndexOf(':') + 1);
}

/** Counts one use; returns whether it was allowed, and how the window stands. */
export async function consume(limiter: RateLimiterRedis, key: string): Promise<{allowed: boolean; state: RateLimiterRes}> {
	try {
		return {allowed: true, state: await limiter.consume(key)};
	} catch (error) {
		if (error instanceof RateLimiterRes) {
			metrics.rateLimited.inc({limit: nameOf(limiter)});
			return {allowed: false, state: error};
		}
		throw error;
	}
}

/**
 * Limits of attempts by people who are not known yet, each `[points, seconds]`. Who it was is kept under a keyed hash. `take`
 * throws `attempts_limited` where it was too often.
 */
export function openRateLimiter<Name extends string>(
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
			const {allowed, state} = await consume(limiters.get(name)!, hashed(who));
			if (!allowed) throw limited(state);
		},
		/** Counts nothing; throws like `take` where nothing is left. */
		async require(name: Name, who: string): Promise<void> {
			const limiter = limiters.get(name)!;
			const state = await windowOf(limiter, hashed(who));
			if (state && state.consumedPoints >= limiter.points) throw limited(state);
		},
		/** Gives back what `take` counted. Never throws. */
		async giveBack(name: Name, who: string): Promise<void> {
			await limiters
				.get(name)!
				.reward(hashed(who))
				.catch(() => {});
		},
		/** Forgets all that was counted. Never throws. */
		async forget(name: Name, who: string): Promise<void> {
			await limiters
				.get(name)!
				.delete(hashed(who))
				.catch(() => {});
		},
	};
}

function limited({msBeforeNext}: RateLimiterRes): AppError {
	return new AppError('attempts_limited', {retryAfter: Math.max(1, Math.ceil(msBeforeNext / 1000))});
}
