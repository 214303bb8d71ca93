import {AppError} from '../../shared/errors.ts';
import type {Log} from '../../shared/log.ts';
import {type Outage, outageOf} from '../../shared/outage.ts';

/** Worth trying again after so many seconds: a connection is soon made anew, a disk takes somebody who looks after it. */
const RETRY_S: Record<Outage, number> = {connection: 2, exhausted: 10};

/** Anything that is not a refusal of ours is a defect (500) or an outage (503); neither tells its inside. */
export function asRefusal(error: unknown): AppError {
	if (error instanceof AppError) return error;
	const outage = outageOf(error);
	if (outage) return new AppError('unavailable', {retryAfter: RETRY_S[outage], cause: error});
	return new AppError('internal_error', {cause: error});
}

/** Logs what is no fault of the caller: `refusal` is what `asRefusal` made of `error`. */
export function logRefusal(log: Log, refusal: AppError, error: unknown, where: Record<string, unknown>): void {
	if (refusal.status < 500) return;
	// What we refuse ourselves (a provider that fails, a call that takes too long) has no stack worth reading.
	if (refusal === error && !refusal.cause) log.warn({...where, reason: refusal.message}, refusal.code);
	else log.error({...where, error: refusal.cause ?? error}, refusal.code);
}
