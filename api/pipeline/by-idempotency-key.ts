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
import type {Outcome} from '../../shared/store/jobs/outcome.ts';
import {canonicalJson} from '../../shared/tour/document/canonical-json.ts';
import type {StatusResponse} from './operation.ts';
import {calledRoute, fingerprintOf, type Repetition} from './repetition.ts';
import type {CallContext} from './request.ts';
import {accepted, letOthersIn, stillRunning, unwrap} from './response.ts';

/** The status codes of errors that the operation itself decided and that a repetition gets again; after any other the key is free for a retry. */
const STORED_ERRORS = new Set([404, 413, 415, 422]);

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
	const {database, dispatcher} = context.services;
	const {respondAsync, waitMs = LIMITS.waitMs} = context.request;
	const found = await findIdempotencyRecord(database.manager, hash);
	if (!found) return null;
	requireSameBody(found, fingerprint);
	const headers = {'Idempotent-Replayed': 'true'};
	let outcome = found.outcome;
	if (found.jobId) {
		letOthersIn(context);
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
		return {...unwrap(outcome), headers};
	} catch (error) {
		if (error instanceof AppError) Object.assign(error.headers, headers);
		throw error;
	}
}

function isStored(outcome: Outcome): boolean {
	return 'response' in outcome || STORED_ERRORS.has(outcome.error.status);
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
