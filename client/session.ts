import {type CallOptions, createClient} from './index.ts';
import type {Input, Output, OwnerRoute, Route} from './types.ts';

/** The same client for a page of the service itself, by the session of whoever is signed in: with the operations of their account, and repeating nothing by itself. */
export function createSessionClient(baseUrl: string) {
	const {call} = createClient({baseUrl, prefix: '/app/v1', patienceMs: 0});
	return {call: call as <R extends Route | OwnerRoute>(route: R, input: Input<R>, options?: CallOptions) => Promise<Output<R>>};
}

export type SessionClient = ReturnType<typeof createSessionClient>;
