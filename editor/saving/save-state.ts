import {ApiError} from '../../client/api-error.ts';

/** The state of the person's work. `offline`: kept in this browser, not sent. `gone`: the tour is in the bin. */
export type SaveState = {
	kind: 'saved' | 'unsaved' | 'saving' | 'offline' | 'failed' | 'signedOut' | 'gone';
	why?: string;
	/** Time of the next attempt, milliseconds since 1970. */
	again?: number;
};

/** Returns the state after this error. */
export function stateAfter(error: unknown): SaveState {
	if (!(error instanceof ApiError)) return {kind: 'offline'};
	if (error.status === 401) return {kind: 'signedOut'};
	if (error.status === 404) return {kind: 'gone'};
	return {kind: 'failed', why: error.message};
}

/** True if sending waits until the person has signed in or the tour has come back from the bin. */
export function isHeldUp({kind}: {kind: string}): boolean {
	return kind === 'signedOut' || kind === 'gone';
}
