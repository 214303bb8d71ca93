import {AppError} from '../../shared/errors.ts';
import {openLines} from '../http/lines.ts';

/** Streams of one kind that an account follows in one process: ten people with two tabs each. */
const PER_ACCOUNT = 20;
const RETRY_S = 30;

/**
 * Bounds the streams of one kind, `what` in the plural, by account. The function that it returns counts one and returns how
 * to end it; it throws `too_many_at_once` where the account follows enough.
 */
export function openStreams(what: string): (accountId: string) => () => void {
	const lines = openLines({most: PER_ACCOUNT, waitMs: 0});
	return accountId => {
		const line = lines.of(accountId);
		if (!line.fits(1)) {
			const message = `This account follows ${PER_ACCOUNT} ${what} at once, which is the most.`;
			throw new AppError('too_many_at_once', {retryAfter: RETRY_S, message});
		}
		line.take(1);
		return () => line.leave(1);
	};
}
