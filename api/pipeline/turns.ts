import {setImmediate as nextRound} from 'node:timers/promises';
import {type Line, openLines} from '../http/lines.ts';
import type {Operation} from './operation.ts';

/** Calls with whole tours that one account has under way in this process: one works while the other waits for the database. */
const PER_ACCOUNT = 2;
/** Milliseconds that a call waits for those before it. */
const WAIT_MS = 20_000;

/** The turn of one call. Both may be called again, and then do nothing. */
export type Turn = {
	/** Waits for those of the account that came before. Throws `too_many_at_once` where that takes too long. */
	begin(): Promise<void>;
	end(): void;
};

const AT_ONCE: Turn = {begin: async () => {}, end: () => {}};

/**
 * Paths below which a call reads or writes a whole tour, however small its own body and answer are. A tour that is read is
 * kept as JSON by its version, and read more often than all others are called.
 */
const WHOLE_TOURS = /^(?!GET \/tours\/\{id\}$)[A-Z]+ \/(?:tours\/(?:\{id\}|import)|documents\/)/;

/** Says whether an operation works with whole tours. A stream does so now and then, for minutes: it is bounded by itself. */
export function takesTurns({route, stream}: Pick<Operation, 'route' | 'stream'>): boolean {
	return !stream && WHOLE_TOURS.test(route);
}

/** Gives calls that read or write whole tours their turn, by account, however they came in; every other call begins at once. */
export function openTurns(): (operation: Operation, accountId: string) => Turn {
	const lines = openLines({most: PER_ACCOUNT, waitMs: WAIT_MS});
	return (operation, accountId) => {
		if (!takesTurns(operation)) return AT_ONCE;
		let state: 'before' | 'under way' | 'over' = 'before';
		let line: Line;
		return {
			async begin() {
				if (state !== 'before') return;
				line = lines.of(accountId);
				const entered = line.enter(1);
				state = 'under way';
				await entered.catch(error => {
					state = 'over';
					throw error;
				});
				// What others have asked for meanwhile goes first.
				await nextRound();
			},
			end() {
				if (state === 'under way') line.leave(1);
				state = 'over';
			},
		};
	};
}
