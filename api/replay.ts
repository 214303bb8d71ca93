import {LIMITS} from '../shared/contract/limits.ts';
import {AppError} from '../shared/errors.ts';
import type {Services} from '../shared/services.ts';
import {isDuplicate, tx} from '../shared/store/database.ts';
import {findRemembered, forget, remember} from '../shared/store/idempotency.ts';
import type {Outcome} from '../shared/store/operations.ts';
import {accepted, type Preference, type StatusAnswer, stillRunning, unwrap} from './answer.ts';
import {type IdempotencyClaim, isKept, refuseOtherBody} from './idempotency.ts';

/** What the first call with this key was answered, or null where the key is free. Waits where that call's job still runs. */
export async function replayed(
	services: Services,
	claim: IdempotencyClaim,
	{respondAsync, waitMs = LIMITS.waitMs, lateStatus}: Preference,
): Promise<StatusAnswer | null> {
	const remembered = await findRemembered(services.database.manager, claim.hash);
	if (!remembered) return null;
	refuseOtherBody(remembered, claim);
	const headers = {'Idempotent-Replayed': 'true'};
	let outcome = remembered.outcome;
	if (remembered.operationId) {
		const job = await services.dispatcher.waitFor(remembered.operationId, respondAsync ? 0 : waitMs);
		outcome = job?.outcome ?? null;
		if (outcome && !isKept(outcome)) {
			await forget(services.database.manager, claim.hash, remembered.operationId);
			return null;
		}
		if (job && respondAsync) {
			const {headers: more, ...answer} = accepted(job);
			return {...answer, headers: {...more, ...headers}};
		}
	}
	if (!outcome) throw stillRunning(remembered.operationId, lateStatus);
	try {
		return {...unwrap(outcome), headers};
	} catch (error) {
		if (error instanceof AppError) Object.assign(error.headers, headers);
		throw error;
	}
}

/** Remembers a refusal that the operation itself decided, so that a repetition gets it again. */
export async function keepRefusal(services: Services, claim: IdempotencyClaim, error: AppError): Promise<void> {
	const outcome: Outcome = {error: error.toJSON()};
	try {
		await tx(services.database, db => remember(db, claim.hash, {fingerprint: claim.fingerprint, operationId: null, outcome}));
	} catch (problem) {
		// Kept already, by a call that ran at the same time.
		if (!isDuplicate(problem)) throw problem;
	}
}
