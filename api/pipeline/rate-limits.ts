import type {RateLimiterRedis} from 'rate-limiter-flexible';
import {AppError, type ErrorCode} from '../../shared/errors.ts';
import type {Services} from '../../shared/services/services.ts';
import type {Credential} from '../../shared/store/access/credentials.ts';
import {consume, openLimiter} from '../http/rate-limiter.ts';
import type {Counted} from './operation.ts';

const MINUTE = 60;
const HOUR = 3600;

export type Throttle = ReturnType<typeof openRateLimits>;

/** The limits of the specification: calls per minute of a key or app (a person's browser has its own), changes and publishes per hour of an account. */
export function openRateLimits(services: Pick<Services, 'config' | 'redis'>) {
	const {config} = services;
	const limiter = (name: string, points: number, seconds: number) => openLimiter(services, name, points, seconds);
	const calls = limiter('calls', config.callsPerMinute, MINUTE);
	const sessionCalls = limiter('session-calls', config.sessionCallsPerMinute, MINUTE);
	const hourly: Record<Counted, {limiter: RateLimiterRedis; code: ErrorCode}> = {
		change: {limiter: limiter('changes', config.changesPerHour, HOUR), code: 'changes_limited'},
		publish: {limiter: limiter('publishes', config.publishesPerHour, HOUR), code: 'publishes_limited'},
	};

	return {
		/** Counts a call; returns the RateLimit headers, and puts them on the `rate_limited` that it throws. */
		async call(credential: Credential): Promise<Record<string, string>> {
			const minute = credential.type === 'session' ? sessionCalls : calls;
			const {allowed, state} = await consume(minute, credential.id);
			const reset = Math.ceil(state.msBeforeNext / 1000);
			const headers = {
				'RateLimit-Policy': `"calls";q=${minute.points};w=${MINUTE}`,
				RateLimit: `"calls";r=${Math.max(0, state.remainingPoints)};t=${reset}`,
			};
			if (!allowed) throw new AppError('rate_limited', {retryAfter: Math.max(1, reset), headers});
			return headers;
		},

		/** Counts what a call is about to do, or throws which limit it would break. What came to nothing is given back by `refund`. */
		async spend(accountId: string, counted: readonly Counted[]): Promise<void> {
			for (const [index, kind] of counted.entries()) {
				const {allowed, state} = await consume(hourly[kind].limiter, accountId);
				if (allowed) continue;
				await this.refund(accountId, counted.slice(0, index + 1));
				throw new AppError(hourly[kind].code, {retryAfter: Math.max(1, Math.ceil(state.msBeforeNext / 1000))});
			}
		},

		async refund(accountId: string, counted: readonly Counted[]): Promise<void> {
			for (const kind of counted) await hourly[kind].limiter.reward(accountId).catch(() => {});
		},
	};
}
