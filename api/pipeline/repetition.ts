import {LIMITS} from '../../shared/contract/limits.ts';
import {AppError, invalid} from '../../shared/errors.ts';
import {sha256} from '../../shared/ids.ts';
import {isDuplicate, tx} from '../../shared/store/database.ts';
import {
	completeIdempotencyRecord,
	deleteIdempotencyRecord,
	findIdempotencyRecord,
	type IdempotencyRecord,
	insertIdempotencyRecord,
} from '../../shared/store/idempotency.ts';
import {type Outcome, readJob, responseOf} from '../../shared/store/jobs/jobs.ts';
import {canonicalJson} from '../../shared/tour/document/canonical-json.ts';
import {accepted, type CallContext, type Repetition, type RunningJobKey, releaseTurn, stillRunning} from './context.ts';
import type {StatusResponse} from './operation.ts';

const LONG_TEXT = 10_000;

/** Milliseconds after which an equal call is meant to do the work again. */
const UNDELIVERED_MS = 10 * 60_000;

/** The status codes of errors that the operation itself decided and that a repetition gets again; after any other the key is free for a retry. */
export const STORED_ERRORS = new Set([404, 413, 415, 422]);

/** Returns `POST /tours/{id}/steps` with the identifiers that were called. */
function calledRoute({operation, input}: CallContext): string {
	return operation.route.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(input[name]));
}

/** Returns a hash of the input that does not depend on the order of its properties. */
function fingerprintOf(input: Record<string, unknown>): Buffer {
	return sha256(canonicalJson(withHashedTexts(input)));
}

/** Replaces long texts by their hash, so that an image of 20 MB is not serialised again just to be hashed. */
function withHashedTexts(value: unknown): unknown {
	if (typeof value === 'string') return value.length > LONG_TEXT ? sha256(value).toString('hex') : value;
	if (typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) return value.map(withHashedTexts);
	return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withHashedTexts(part)]));
}

/** Finds the job of an earlier call with equal input. Ends with the job: once its outcome was delivered, the work is done again. */
export function byRunningJob(context: CallContext, {scopedTo, acceptsFinished}: RunningJobKey): Repetition {
	const {accountId} = context;
	const fingerprint = fingerprintOf(context.input);
	const hash = sha256(canonicalJson(['join', accountId, calledRoute(context), scopedTo, fingerprint.toString('hex')]));
	const delivered = (jobId: string) => deleteIdempotencyRecord(context.db, hash, jobId);
	return {
		earlier: () => awaitEarlier(context, {hash, acceptsFinished, delivered}),
		async commit(db, outcome) {
			if ('job' in outcome) await insertIdempotencyRecord(db, hash, {accountId, fingerprint, jobId: outcome.job.id, outcome: null});
		},
		delivered,
	};
}

/** Returns what the job of an earlier call ended with, or null where there is none. */
async function awaitEarlier(
	context: CallContext,
	{hash, acceptsFinished, delivered}: {hash: Buffer; acceptsFinished: boolean; delivered: (jobId: string) => Promise<void>},
): Promise<StatusResponse | null> {
	const {db, services, waitMs} = context;
	const jobId = (await findIdempotencyRecord(db, hash))?.jobId;
	if (!jobId) return null;
	const found = await readJob(db, jobId);
	const undelivered = acceptsFinished && found && Date.now() - found.createdAt.getTime() < UNDELIVERED_MS;
	if (!found || (found.outcome && !undelivered)) {
		await delivered(jobId);
		return null;
	}
	if (!found.outcome) releaseTurn(context);
	const job = found.outcome ? found : await services.dispatcher.waitFor(jobId, waitMs);
	if (!job?.outcome) throw stillRunning(context, jobId);
	await delivered(jobId);
	return {...responseOf(job.outcome), headers: {}};
}

/**
 * A repetition finds the first call by its Idempotency-Key, bound to account, method and path, for 24 hours. Throws a 400 where the
 * key has not 8 to 128 characters; `earlier` throws one where the key was used with another body.
 */
export function byIdempotencyKey(context: CallContext, key: string): Repetition {
	requireLength(key);
	const {accountId, services} = context;
	const hash = sha256(canonicalJson([accountId, calledRoute(context), key]));
	const fingerprint = fingerprintOf(context.input);
	return {
		earlier: () => replay(context, hash, fingerprint),
		begin: db => insertIdempotencyRecord(db, hash, {accountId, fingerprint, jobId: null, outcome: null}),
		commit: (db, outcome) =>
			completeIdempotencyRecord(db, hash, {
				jobId: 'job' in outcome ? outcome.job.id : null,
				outcome: 'job' in outcome ? null : {response: outcome.response},
			}),
		async rejected(error) {
			const outcome: Outcome = {error: error.toJSON()};
			if (!isStored(outcome)) return;
			try {
				await tx(services.database, db => insertIdempotencyRecord(db, hash, {accountId, fingerprint, jobId: null, outcome}));
			} catch (problem) {
				// Stored already, by a call that ran at the same time.
				if (!isDuplicate(problem)) throw problem;
			}
		},
	};
}

/** Returns the response of the first call with this key, or null where the key is free. */
async function replay(context: CallContext, hash: Buffer, fingerprint: Buffer): Promise<StatusResponse | null> {
	const {services, respondAsync, waitMs} = context;
	const {database, dispatcher} = services;
	const found = await findIdempotencyRecord(database.manager, hash);
	if (!found) return null;
	requireSameBody(found, fingerprint);
	const headers = {'Idempotent-Replayed': 'true'};
	let outcome = found.outcome;
	if (found.jobId) {
		releaseTurn(context);
		const job = await dispatcher.waitFor(found.jobId, respondAsync ? 0 : waitMs);
		outcome = job?.outcome ?? null;
		if (outcome && !isStored(outcome)) {
			await deleteIdempotencyRecord(database.manager, hash, found.jobId);
			return null;
		}
		if (job && respondAsync) {
			const {headers: more, ...response} = accepted(job);
			return {...response, headers: {...more, ...headers}};
		}
	}
	if (!outcome) throw stillRunning(context, found.jobId);
	try {
		return {...responseOf(outcome), headers};
	} catch (error) {
		if (error instanceof AppError) Object.assign(error.headers, headers);
		throw error;
	}
}

function isStored(outcome: Outcome): boolean {
	return 'response' in outcome || (STORED_ERRORS.has(outcome.error.status) && !outcome.error.temporary);
}

function requireLength(key: string): void {
	const length = [...key].length;
	if (length >= LIMITS.idempotencyKeyMin && length <= LIMITS.idempotencyKeyMax) return;
	throw invalid([
		{
			field: 'Idempotency-Key',
			message: `Has ${length} characters.`,
			hint: `From ${LIMITS.idempotencyKeyMin} to ${LIMITS.idempotencyKeyMax} characters, for example a UUID.`,
		},
	]);
}

function requireSameBody(found: IdempotencyRecord, fingerprint: Buffer): void {
	if (found.fingerprint.equals(fingerprint)) return;
	throw new AppError('idempotency_key_reused', {
		errors: [
			{
				field: 'Idempotency-Key',
				message: 'This key was used within the last 24 hours with another body.',
				hint: 'Use a new key for a new request, and the same key only to repeat the same one.',
			},
		],
	});
}
