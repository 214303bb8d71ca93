import {ApiError} from '../../client/api-error.ts';

/** A pause before a call is repeated, and its reason: a busy service, a used-up limit, no network, or unfinished work. */
export type Wait = {ms: number; why: 'busy' | 'limited' | 'network' | 'working'};

/** Attempts while the service is busy, before that counts as a failure. */
const ATTEMPTS = 4;
const [FIRST_MS, LAST_MS] = [1000, 30_000];
/** Seconds to wait if a response names no time. */
const USUAL_S = 5;

/**
 * Repeats a call until it succeeds; throws errors that waiting does not help. A call that takes too long for one response is also
 * repeated, so `attempt` sends the same Idempotency-Key each time; `pause` waits, and throws if the work was stopped.
 */
export async function patiently<T>(attempt: () => Promise<T>, pause: (wait: Wait) => Promise<void>): Promise<T> {
	let failed = 0;
	for (;;) {
		try {
			return await attempt();
		} catch (error) {
			const wait = waitAfter(error, failed + 1);
			if (!wait) throw error;
			if (wait.why !== 'working') failed += 1;
			await pause(wait);
		}
	}
}

/** Returns the wait after so many failures before the call is worth repeating; null if it is not. */
export function waitAfter(error: unknown, failures: number): Wait | null {
	// What fetch throws if there was no response.
	if (error instanceof TypeError) return {ms: Math.min(FIRST_MS * 2 ** (failures - 1), LAST_MS), why: 'network'};
	if (!(error instanceof ApiError)) return null;
	const {code, status, retryAfter} = error;
	const ms = (retryAfter ?? USUAL_S) * 1000;
	if (code === 'still_running') return {ms: FIRST_MS, why: 'working'};
	if (code === 'quota_exceeded') return null;
	// The limit says when it ends: that is not a failure, however often.
	if (status === 429) return {ms, why: 'limited'};
	if (failures >= ATTEMPTS) return null;
	// A provider that names no time is not there, and another call will not bring it back.
	if (code === 'provider_unavailable') return retryAfter ? {ms, why: 'busy'} : null;
	// Of the service itself or a proxy before it.
	return status === 503 || status === 500 || code.startsWith('http_5') ? {ms, why: 'busy'} : null;
}
