import {createHmac} from 'node:crypto';
import {RateLimiterMemory, RateLimiterRedis, RateLimiterRes} from 'rate-limiter-flexible';
import {AppError} from '../../shared/errors.ts';
import type {Services} from '../../shared/services.ts';

const QUARTER = 900;
const HOUR = 3600;

/** Attempts within seconds. Per account from everywhere it is wider, so that a stranger does not lock its owner out with ten guesses. */
const LIMITS = {
	'sign-in-pair': [10, QUARTER],
	'sign-in-address': [100, HOUR],
	'sign-in-account': [100, HOUR],
	'sign-up-address': [60, HOUR],
	'mail-address': [30, HOUR],
	'mail-account': [3, HOUR],
	'link-address': [60, HOUR],
} as const satisfies Record<string, readonly [number, number]>;

export type SignInLimits = ReturnType<typeof open>;

const opened = new WeakMap<object, SignInLimits>();

/** The limits of this process: one set for its pages and its operations. */
export function signInLimits(services: Services): SignInLimits {
	const limits = opened.get(services) ?? open(services);
	opened.set(services, limits);
	return limits;
}

/**
 * How often somebody may try. `account` is an account's id, or where there is none the address that was typed: both are counted alike.
 * Kept in Redis under keyed hashes; while Redis is away each process counts alone.
 */
function open({config, redis, keyFor}: Pick<Services, 'config' | 'redis' | 'keyFor'>) {
	const key = keyFor('sign-in limits');
	const limiters = Object.fromEntries(
		Object.entries(LIMITS).map(([name, [points, duration]]) => [
			name,
			new RateLimiterRedis({
				storeClient: redis,
				keyPrefix: `${config.redisPrefix}:limit:${name}`,
				points,
				duration,
				insuranceLimiter: new RateLimiterMemory({points, duration}),
			}),
		]),
	) as Record<keyof typeof LIMITS, RateLimiterRedis>;
	const hashed = (text: string) => createHmac('sha256', key).update(text).digest('base64url');

	async function take(name: keyof typeof LIMITS, who: string): Promise<void> {
		try {
			await limiters[name].consume(hashed(who));
		} catch (error) {
			if (!(error instanceof RateLimiterRes)) throw error;
			throw new AppError('attempts_limited', {retryAfter: Math.max(1, Math.ceil(error.msBeforeNext / 1000))});
		}
	}

	return {
		/** Counts an attempt to prove a password before it is looked at, so that many at once are counted as well. */
		async password(address: string, account: string): Promise<void> {
			await take('sign-in-address', address);
			await take('sign-in-pair', `${account} ${address}`);
			await take('sign-in-account', account);
		},

		/** The password was right: what was counted for this account is forgotten, for the address only this attempt. */
		async passwordWasRight(address: string, account: string): Promise<void> {
			await Promise.all([
				limiters['sign-in-address'].reward(hashed(address)),
				limiters['sign-in-pair'].delete(hashed(`${account} ${address}`)),
				limiters['sign-in-account'].reward(hashed(account)),
			]).catch(() => {});
		},

		signUp: (address: string) => take('sign-up-address', address),
		link: (address: string) => take('link-address', address),

		askForMail: (address: string) => take('mail-address', address),

		/** False where this account was sent enough for now, which nobody is told. */
		async mail(account: string): Promise<boolean> {
			try {
				await take('mail-account', account);
				return true;
			} catch (error) {
				if (error instanceof AppError) return false;
				throw error;
			}
		},
	};
}
