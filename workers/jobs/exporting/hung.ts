import {AppError} from '../../../shared/errors.ts';

/** Names of programs that hang, by the error code with which they were ended. */
const HUNG: Record<string, string> = {BROWSER_HUNG: 'browser that draws it', ENCODER_HUNG: 'encoder'};
const RETRY_AFTER_SECONDS = 300;

/**
 * The error as the export ends with it. A browser or an encoder that hung once gets another try, like everything that is no error of ours; the last
 * one says what it was instead of `internal_error`.
 */
export function orHung(error: unknown, {isLast}: {isLast: boolean}): unknown {
	const what = error instanceof Error && HUNG[String((error as {code?: unknown}).code)];
	if (!what || !isLast) return error;
	const message = `The ${what} did not respond in time, twice, and was ended. Nothing was counted. The machine may be overloaded: try again later.`;
	return new AppError('unavailable', {message, retryAfter: RETRY_AFTER_SECONDS, cause: error});
}
