import {type CallOptions, createClient} from './index.ts';
import type {Input, Output, OwnerRoute, Route} from './types.ts';

/**
 * Makes a client for the service's own pages, on the session of the signed-in person: with their account's operations, and without
 * repetition of calls.
 */
export function createSessionClient(baseUrl: string) {
	const {call} = createClient({baseUrl, prefix: '/app/v1', patienceMs: 0});
	return {call: call as <R extends Route | OwnerRoute>(route: R, input: Input<R>, options?: CallOptions) => Promise<Output<R>>};
}

export type SessionClient = ReturnType<typeof createSessionClient>;
