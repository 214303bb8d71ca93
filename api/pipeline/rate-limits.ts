import {AppError, type ErrorCode} from '../../shared/errors.ts';
import type {Services} from '../../shared/services/services.ts';
import type {Credential} from '../../shared/store/access/credentials.ts';
import type {Taken} from '../http/limits/sliding-log.ts';
import {consume, type Limiter, openLimiter, retryAfter} from '../http/rate-limiter.ts';
import type {Counted} from './operation.ts';

const MINUTE = 60;
const HOUR = 3600;

/** The caller whose limits count: a person in the editor, or the account's keys and apps. */
export type Spender = {accountId: string; bySession: boolean};

const CODES = {change: 'changes_limited', publish: 'publishes_limited'} as const satisfies Record<Counted, ErrorCode>;

/** The uses that a call took from the hourly limits. */
export type Spending = ReadonlyArray<{limiter: Limiter; accountId: string; use: Taken['use']}>;

export type RateLimits = ReturnType<typeof openRateLimits>;

/** Opens the limits of calls that are let in: calls per minute of a key or app (a person's browser has its own), changes and publishes per hour of an account. */
export function openRateLimits(services: Pick<Services, 'config' | 'redis'>) {
	const {config} = services;
	const calls = openLimiter(services, 'calls', config.callsPerMinute, MINUTE);
	const sessionCalls = openLimiter(services, 'session-calls', config.sessionCallsPerMinute, MINUTE);
	const hourly = openHourly(services);
	const limitOf = (kind: Counted, bySession: boolean) => hourly[kind === 'change' && bySession ? 'sessionChange' : kind];

	return {
		/** Counts a call, but for one that `check` refuses; returns the RateLimit headers, and puts them on what is thrown. */
		async call(credential: Credential, check = () => {}): Promise<Record<string, string>> {
			const minute = credential.type === 'session' ? sessionCalls : calls;
			try {
				check();
			} catch (error) {
				if (error instanceof AppError) Object.assign(error.headers, headersOf(minute, await minute.look(credential.id)));
				throw error;
			}
			const taken = await consume(minute, credential.id);
			const headers = headersOf(minute, taken);
			if (!taken.allowed) {
				const seconds = retryAfter(taken);
				const message = `Too many calls in a minute with this key or app: try again in ${seconds} s.`;
				throw new AppError('rate_limited', {message, retryAfter: seconds, headers});
			}
			return headers;
		},

		/** Counts a call against its limits, or throws the limit that it would exceed. `refund` gives back the uses of a call without effect. */
		async spend({accountId, bySession}: Spender, counted: readonly Counted[]): Promise<Spending> {
			const spent: Array<Spending[number]> = [];
			for (const kind of counted) {
				const limiter = limitOf(kind, bySession);
				const taken = await consume(limiter, accountId);
				if (!taken.allowed) {
					await this.refund(spent);
					throw new AppError(CODES[kind], {retryAfter: retryAfter(taken)});
				}
				spent.push({limiter, accountId, use: taken.use});
			}
			return spent;
		},

		async refund(spent: Spending): Promise<void> {
			for (const {limiter, accountId, use} of spent) await limiter.giveBack(accountId, use);
		},
	};
}

function headersOf({points}: Limiter, {used, freeInMs}: {used: number; freeInMs: number}): Record<string, string> {
	return {
		'RateLimit-Policy': `"calls";q=${points};w=${MINUTE}`,
		RateLimit: `"calls";r=${Math.max(0, points - used)};t=${Math.min(MINUTE, Math.ceil(freeInMs / 1000))}`,
	};
}

/** Opens the account's limits of an hour: people in the editor change more than agents, and have a limit of their own. */
function openHourly(services: Pick<Services, 'config' | 'redis'>) {
	const {changesPerHour, sessionChangesPerHour, publishesPerHour} = services.config;
	return {
		change: openLimiter(services, 'changes', changesPerHour, HOUR),
		sessionChange: openLimiter(services, 'session-changes', sessionChangesPerHour, HOUR),
		publish: openLimiter(services, 'publishes', publishesPerHour, HOUR),
	};
}

type Left = {limit: number; remaining: number; resetsInSeconds: number};

/** Returns the uses that an account has left in this hour, and when the next comes free; all of them if Redis is away. */
export async function leftOf(
	services: Pick<Services, 'config' | 'redis'>,
	accountId: string,
): Promise<Record<'changes' | 'sessionChanges' | 'publishes', Left>> {
	const {change, sessionChange, publish} = openHourly(services);
	const left = async (limiter: Limiter): Promise<Left> => {
		const {used, freeInMs} = await limiter.look(accountId);
		return {limit: limiter.points, remaining: Math.max(0, limiter.points - used), resetsInSeconds: Math.ceil(freeInMs / 1000)};
	};
	return {changes: await left(change), sessionChanges: await left(sessionChange), publishes: await left(publish)};
}
