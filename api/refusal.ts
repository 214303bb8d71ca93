import {AppError} from '../shared/errors.ts';
import type {Log} from '../shared/log.ts';

/** What a connection says that broke or was never made. */
const OUTAGE = /^(ECONN|ETIMEDOUT|EPIPE|PROTOCOL_|ER_CON_COUNT|ER_LOCK_WAIT|ER_SERVER_SHUTDOWN|POOL_)/;

/** Anything that is not a refusal of ours is a defect (500) or an outage (503); neither tells its inside. */
export function asRefusal(error: unknown): AppError {
	if (error instanceof AppError) return error;
	const {code = '', syscall} = ((error as {driverError?: object}).driverError ?? error) as {code?: string; syscall?: string};
	if (syscall === 'connect' || OUTAGE.test(code)) return new AppError('unavailable', {retryAfter: 2, cause: error});
	return new AppError('internal_error', {cause: error});
}

/** Logs what is no fault of the caller: `refusal` is what `asRefusal` made of `error`. */
export function logRefusal(log: Log, refusal: AppError, error: unknown, where: Record<string, unknown>): void {
	if (refusal.status < 500) return;
	// What we refuse ourselves (a provider that fails, a call that takes too long) has no stack worth reading.
	if (refusal === error && !refusal.cause) log.warn({...where, reason: refusal.message}, refusal.code);
	else log.error({...where, error: refusal.cause ?? error}, refusal.code);
}
