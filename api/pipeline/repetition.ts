import type {AppError} from '../../shared/errors.ts';
import {sha256} from '../../shared/ids.ts';
import type {Db} from '../../shared/store/database.ts';
import {canonicalJson} from '../../shared/tour/document/canonical-json.ts';
import type {CommittedOutcome} from './operation.ts';
import type {StatusResponse} from './response.ts';

/** The link between a changing call and its repetitions: an idempotency key, a running job, or none. */
export type Repetition = {
	/** Returns the response of an earlier call, or null where this is the first. Waits where that call's job still runs. */
	earlier(): Promise<StatusResponse | null>;
	/** Runs first in the call's transaction. Throws a duplicate-key error where another call came first. */
	begin(db: Db): Promise<void>;
	/** Runs last in the call's transaction: records what a repetition will find. */
	commit(db: Db, outcome: CommittedOutcome): Promise<void>;
	/** Returns the response of the call that came first, after `begin` or `commit` threw this duplicate-key error. */
	overtaken(error: unknown): Promise<StatusResponse>;
	/** Records an error of the operation, where a repetition gets it again. */
	rejected(error: AppError): Promise<void>;
	/** The caller has the outcome of this job. */
	delivered(jobId: string): Promise<void>;
};

/** Each call stands for itself. */
export const NOT_REPEATABLE: Repetition = {
	earlier: async () => null,
	begin: async () => {},
	commit: async () => {},
	overtaken: async error => {
		throw error;
	},
	rejected: async () => {},
	delivered: async () => {},
};

const LONG_TEXT = 10_000;

/** The content by which two calls are compared: the operation's route with its identifiers, and the input. */
export type CallContent = {accountId: string; route: string; input: Record<string, unknown>};

/** Returns equal hashes for inputs that say the same, in whatever order of their properties. */
export function fingerprintOf(input: Record<string, unknown>): Buffer {
	return sha256(canonicalJson(withHashedTexts(input)));
}

/** Long texts by their hash: an image of 20 MB is not written out as JSON once more only to be hashed. */
function withHashedTexts(value: unknown): unknown {
	if (typeof value === 'string') return value.length > LONG_TEXT ? sha256(value).toString('hex') : value;
	if (typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) return value.map(withHashedTexts);
	return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withHashedTexts(part)]));
}
