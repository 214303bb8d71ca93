import {ApiError} from '../../client/api-error.ts';

/**
 * The state of the person's work. `offline`: kept in this browser, not sent. `gone`: the tour is in the bin. `elsewhere`: the account that is signed
 * in does not have it.
 */
export type SaveState = {
	kind: 'saved' | 'unsaved' | 'saving' | 'offline' | 'failed' | 'signedOut' | 'gone' | 'elsewhere';
	why?: string;
	/** Time of the next attempt, milliseconds since 1970. */
	again?: number;
};

/** Returns the state after this error. */
export function stateAfter(error: unknown): SaveState {
	if (!(error instanceof ApiError)) return {kind: 'offline'};
	if (error.status === 401) return {kind: 'signedOut'};
	if (error.status === 404) return {kind: isInBin(error) ? 'gone' : 'elsewhere'};
	return {kind: 'failed', why: error.message};
}

/** True if a tour was not found because it is in the bin: the hint names the call that brings it back. */
export function isInBin({message}: ApiError): boolean {
	return /restore/.test(message);
}

/** True if sending waits until the person has signed in or the tour has come back from the bin. */
export function isHeldUp({kind}: {kind: string}): boolean {
	return kind === 'signedOut' || kind === 'gone' || kind === 'elsewhere';
}

/** Milliseconds between the first two attempts, and between two at most. */
const [FIRST_RETRY_MS, LAST_RETRY_MS] = [1000, 30_000];

/** Tells how long to wait for the next attempt: as long as the service says, else twice as long after each. */
export class Patience {
	#ms = FIRST_RETRY_MS;

	renew(): void {
		this.#ms = FIRST_RETRY_MS;
	}

	/** Returns milliseconds. */
	after(error: unknown): number {
		const waitMs = error instanceof ApiError && error.retryAfter ? error.retryAfter * 1000 : this.#ms;
		this.#ms = Math.min(2 * this.#ms, LAST_RETRY_MS);
		return waitMs;
	}
}
