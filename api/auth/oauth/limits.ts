import {createHmac} from 'node:crypto';
import {RateLimiterMemory, RateLimiterRedis, RateLimiterRes} from 'rate-limiter-flexible';
import {AppError} from '../../../shared/errors.ts';
import type {Services} from '../../../shared/services.ts';

const MINUTE = 60;
const HOUR = 3600;

/** What an address may do without anybody being signed in, within seconds: each leaves a row behind, or makes us fetch something. */
const LIMITS = {
	registration: [60, HOUR],
	authorization: [120, 10 * MINUTE],
	document: [60, HOUR],
} as const satisfies Record<string, readonly [number, number]>;

export type OauthLimits = ReturnType<typeof openOauthLimits>;

/** Counts what an address does; throws `attempts_limited` where it is too much. While Redis is away each process counts alone. */
export function openOauthLimits({config, redis, keyFor}: Pick<Services, 'config' | 'redis' | 'keyFor'>) {
	const key = keyFor('oauth limits');
	const limiters = new Map(
		Object.entries(LIMITS).map(([name, [points, duration]]) => {
			const insuranceLimiter = new RateLimiterMemory({points, duration});
			const keyPrefix = `${config.redisPrefix}:limit:oauth-${name}`;
			return [name, new RateLimiterRedis({storeClient: redis, keyPrefix, points, duration, insuranceLimiter})];
		}),
	);

	return async (name: keyof typeof LIMITS, address: string): Promise<void> => {
		try {
			await limiters.get(name)!.consume(createHmac('sha256', key).update(address).digest('base64url'));
		} catch (error) {
			if (!(error instanceof RateLimiterRes)) throw error;
			throw new AppError('attempts_limited', {retryAfter: Math.max(1, Math.ceil(error.msBeforeNext / 1000))});
		}
	};
}
