import {AppError} from '../../shared/errors.ts';
import type {Log} from '../../shared/log.ts';
import {type Outage, outageOf} from '../../shared/outage.ts';

/** Seconds after which to try again: a connection is soon made again, a full disk needs a person. */
const RETRY_S: Record<Outage, number> = {connection: 2, exhausted: 10};

/** Anything that is not an error of ours is a defect (500) or an outage (503); neither shows its cause. */
export function toAppError(error: unknown): AppError {
	if (error instanceof AppError) return error;
	const outage = outageOf(error);
	if (outage) return new AppError('unavailable', {retryAfter: RETRY_S[outage], cause: error});
	return new AppError('internal_error', {cause: error});
}

/** Logs what is no fault of the caller: `error` is what `toAppError` made of `error`. */
export function logError(log: Log, appError: AppError, error: unknown, where: Record<string, unknown>): void {
	if (appError.status < 500) return;
	// What we refuse ourselves (a provider that fails, a call that takes too long) has no stack worth reading.
	if (appError === error && !appError.cause) log.warn({...where, reason: appError.message}, appError.code);
	else log.error({...where, error: appError.cause ?? error}, appError.code);
}
