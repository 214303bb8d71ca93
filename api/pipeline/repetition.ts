import type {AppError} from '../../shared/errors.ts';
import {sha256} from '../../shared/ids.ts';
import type {Db} from '../../shared/store/database.ts';
import {canonicalJson} from '../../shared/tour/document/canonical-json.ts';
import type {CommittedOutcome, StatusResponse} from './operation.ts';
import type {CallContext} from './request.ts';

/** The link between a changing call and its repetitions, by an idempotency key or a running job. */
export type Repetition = {
	/** Returns the response of an earlier call, or null where this is the first. Waits where that call's job still runs. */
	earlier(): Promise<StatusResponse | null>;
	/** Runs first in the call's transaction. Throws a duplicate-key error where another call came first, as `commit` may. */
	begin?(db: Db): Promise<void>;
	/** Runs last in the call's transaction: records what a repetition will find. */
	commit(db: Db, outcome: CommittedOutcome): Promise<void>;
	/** Records an error of the operation, where a repetition gets it again. */
	rejected?(error: AppError): Promise<void>;
	/** The caller has the outcome of this job. */
	delivered?(jobId: string): Promise<void>;
};

const LONG_TEXT = 10_000;

/** Returns `POST /tours/{id}/steps` with the identifiers that were called. */
export function calledRoute({operation, input}: CallContext): string {
	return operation.route.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(input[name]));
}

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
