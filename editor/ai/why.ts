import {ApiError} from '../../client/api-error.ts';

/** The reason for a failure: an identifier of the service's errors or one of these, and the service's words. */
export type Why = {code: string; said?: string};

/** Errors that concern one step alone: the others are done all the same. */
const OF_ONE_STEP = new Set([
	'gone',
	'changed',
	'nothing_to_describe',
	'nothing_to_narrate',
	'image_unreadable',
	'not_found',
	'provider_failed',
	'idempotency_key_reused',
]);

/** Thrown where what a person wrote is not stored yet, so that nothing can be made from it. */
export class NotSaved extends Error {}

/** Throws what is no error of a call. */
export function whyOf(error: unknown): Why {
	if (error instanceof NotSaved) return {code: 'unsaved'};
	if (error instanceof TypeError) return {code: 'network'};
	if (!(error instanceof ApiError)) throw error;
	if (error.status === 401) return {code: 'signedOut'};
	return {code: error.code, said: error.message};
}

export function haltsAll({code}: Why): boolean {
	return !OF_ONE_STEP.has(code);
}
