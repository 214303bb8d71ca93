import type {Services} from '../../shared/services/services.ts';
import {openAttemptLimits} from '../http/rate-limiter.ts';

const MINUTE = 60;

/** Requests that an IP may make without sign-in, and seconds: each leaves a row or makes us fetch something. */
const LIMITS = {
	registration: [60, 60 * MINUTE],
	authorization: [120, 10 * MINUTE],
	document: [60, 60 * MINUTE],
} as const;

export type OauthLimits = ReturnType<typeof openOauthLimits>;

/** Counts what an IP does; throws `attempts_limited` where it is too much. */
export function openOauthLimits(services: Pick<Services, 'config' | 'redis' | 'keyFor'>) {
	return openAttemptLimits(services, 'oauth', LIMITS).take;
}
