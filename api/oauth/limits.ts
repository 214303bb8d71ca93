import type {Services} from '../../shared/services/services.ts';
import {openRateLimiter} from '../http/rate-limiter.ts';

const MINUTE = 60;
const HOUR = 3600;

/** What an IP may do without anybody being signed in, within seconds: each leaves a row behind, or makes us fetch something. */
const LIMITS = {
	registration: [60, HOUR],
	authorization: [120, 10 * MINUTE],
	document: [60, HOUR],
} as const;

export type OauthLimits = ReturnType<typeof openOauthLimits>;

/** Counts what an IP does; throws `attempts_limited` where it is too much. */
export function openOauthLimits(services: Pick<Services, 'config' | 'redis' | 'keyFor'>) {
	return openRateLimiter(services, 'oauth', LIMITS).take;
}
