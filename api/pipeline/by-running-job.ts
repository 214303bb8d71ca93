import {LIMITS} from '../../shared/contract/limits.ts';
import {sha256} from '../../shared/ids.ts';
import {deleteIdempotencyRecord, findIdempotencyRecord, insertIdempotencyRecord} from '../../shared/store/idempotency.ts';
import {readJob} from '../../shared/store/jobs/jobs.ts';
import {canonicalJson} from '../../shared/tour/document/canonical-json.ts';
import type {StatusResponse} from './operation.ts';
import {calledRoute, fingerprintOf, type Repetition} from './repetition.ts';
import type {CallContext, RunningJobKey} from './request.ts';
import {letOthersIn, stillRunning, unwrap} from './response.ts';

/** A call that comes later than this after the first one means another effect. */
const UNDELIVERED_MS = 10 * 60_000;

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
	const {db, services, request} = context;
	const jobId = (await findIdempotencyRecord(db, hash))?.jobId;
	if (!jobId) return null;
	const found = await readJob(db, jobId);
	const undelivered = acceptsFinished && found && Date.now() - found.createdAt.getTime() < UNDELIVERED_MS;
	if (!found || (found.outcome && !undelivered)) {
		await delivered(jobId);
		return null;
	}
	if (!found.outcome) letOthersIn(context);
	const job = found.outcome ? found : await services.dispatcher.waitFor(jobId, request.waitMs ?? LIMITS.waitMs);
	if (!job?.outcome) throw stillRunning(context, jobId);
	await delivered(jobId);
	return {...unwrap(job.outcome), headers: {}};
}
