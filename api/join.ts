import {canonicalJson} from '../shared/canonical-json.ts';
import {LIMITS} from '../shared/contract/limits.ts';
import {sha256} from '../shared/ids.ts';
import type {Services} from '../shared/services.ts';
import type {Db} from '../shared/store/database.ts';
import {findRemembered, forget, remember} from '../shared/store/idempotency.ts';
import {readOperation} from '../shared/store/operations.ts';
import {type Preference, type StatusAnswer, stillRunning, unwrap} from './answer.ts';
import {fingerprintOf, type IdempotencyClaim} from './idempotency.ts';
import type {HandlerOutcome} from './operation.ts';

/**
 * How a call without an idempotency key finds the job that an earlier one began and could not wait for. Unlike a replay it
 * ends with the job: a call that comes after its outcome was told does the work anew.
 */
export type Join = {
	/** What the two calls have in common beside operation and input: who calls, and what else must be the same. */
	among: readonly (string | number | null)[];
	/** Whether to take the outcome of a job that has ended meanwhile, where doing the work again would do it twice. */
	takesEnded: boolean;
};

/** Whoever comes later than this after the first call means another one. */
const UNTOLD_MS = 10 * 60_000;

/** Where a job is noted for those who repeat the call. */
export function joinClaim({among}: Join, where: {accountId: string; route: string; input: Record<string, unknown>}): IdempotencyClaim {
	const fingerprint = fingerprintOf(where.input);
	return {fingerprint, hash: sha256(canonicalJson(['join', where.accountId, where.route, among, fingerprint.toString('hex')]))};
}

/** What the job of an earlier call ended with, or null where there is none. Waits where it still runs. */
export async function joined(
	services: Services,
	claim: IdempotencyClaim,
	{takesEnded}: Join,
	{waitMs = LIMITS.waitMs, lateStatus}: Preference,
): Promise<StatusAnswer | null> {
	const db = services.database.manager;
	const jobId = (await findRemembered(db, claim.hash))?.operationId;
	if (!jobId) return null;
	const found = await readOperation(db, jobId);
	const untold = takesEnded && found && Date.now() - found.createdAt.getTime() < UNTOLD_MS;
	if (!found || (found.outcome && !untold)) {
		await leave(services, claim, jobId);
		return null;
	}
	const job = found.outcome ? found : await services.dispatcher.waitFor(jobId, waitMs);
	if (!job?.outcome) throw stillRunning(jobId, lateStatus);
	await leave(services, claim, jobId);
	return {...unwrap(job.outcome), headers: {}};
}

/** Notes the job that a call began, in its transaction: whoever comes at the same time gets a duplicate-key error and joins. */
export async function mark(db: Db, {hash, fingerprint}: IdempotencyClaim, handled: HandlerOutcome): Promise<void> {
	if ('job' in handled) await remember(db, hash, {fingerprint, operationId: handled.job.id, outcome: null});
}

/** Forgets the job once its outcome is told. */
export async function leave({database}: Pick<Services, 'database'>, {hash}: IdempotencyClaim, jobId: string): Promise<void> {
	await forget(database.manager, hash, jobId);
}
