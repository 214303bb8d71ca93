import {LIMITS} from '../../shared/contract/limits.ts';
import {sha256} from '../../shared/ids.ts';
import type {Services} from '../../shared/services/services.ts';
import {deleteIdempotencyRecord, findIdempotencyRecord, insertIdempotencyRecord} from '../../shared/store/idempotency.ts';
import {readJob} from '../../shared/store/jobs/jobs.ts';
import {canonicalJson} from '../../shared/tour/document/canonical-json.ts';
import {type CallContent, fingerprintOf, type Repetition} from './repetition.ts';
import {overtaken, type Preference, type StatusResponse, stillRunning, unwrap} from './response.ts';

/** The key by which a call without an idempotency key finds the job that an earlier one began and could not wait for. */
export type RunningJobKey = {
	/** Other values by which calls count as equal, beside operation and input: the caller, and the state they depend on. */
	scopedTo: readonly (string | number | null)[];
	/** True takes the outcome of a job that has finished meanwhile, if repeating the work would do it twice. */
	acceptsFinished: boolean;
};

/** A call that comes later than this after the first one means another effect. */
const UNDELIVERED_MS = 10 * 60_000;

/** Finds the job of an earlier call with equal input. Ends with the job: once its outcome was delivered, the work is done again. */
export function byRunningJob(
	services: Services,
	{scopedTo, acceptsFinished}: RunningJobKey,
	content: CallContent,
	preference: Preference,
): Repetition {
	const fingerprint = fingerprintOf(content.input);
	const hash = sha256(canonicalJson(['join', content.accountId, content.route, scopedTo, fingerprint.toString('hex')]));
	const delivered = (jobId: string) => deleteIdempotencyRecord(services.database.manager, hash, jobId);
	const earlier = () => awaitEarlier(services, {hash, acceptsFinished, delivered}, preference);
	return {
		earlier,
		begin: async () => {},
		async commit(db, outcome) {
			if ('job' in outcome)
				await insertIdempotencyRecord(db, hash, {
					...{accountId: content.accountId, fingerprint},
					jobId: outcome.job.id,
					outcome: null,
				});
		},
		overtaken: () => overtaken(earlier, preference),
		rejected: async () => {},
		delivered,
	};
}

/** Returns what the job of an earlier call ended with, or null where there is none. */
async function awaitEarlier(
	{database, dispatcher}: Services,
	{hash, acceptsFinished, delivered}: {hash: Buffer; acceptsFinished: boolean; delivered: (jobId: string) => Promise<void>},
	{waitMs = LIMITS.waitMs, lateStatus, onWait}: Preference,
): Promise<StatusResponse | null> {
	const db = database.manager;
	const jobId = (await findIdempotencyRecord(db, hash))?.jobId;
	if (!jobId) return null;
	const found = await readJob(db, jobId);
	const undelivered = acceptsFinished && found && Date.now() - found.createdAt.getTime() < UNDELIVERED_MS;
	if (!found || (found.outcome && !undelivered)) {
		await delivered(jobId);
		return null;
	}
	if (!found.outcome) onWait?.();
	const job = found.outcome ? found : await dispatcher.waitFor(jobId, waitMs);
	if (!job?.outcome) throw stillRunning(jobId, lateStatus);
	await delivered(jobId);
	return {...unwrap(job.outcome), headers: {}};
}
