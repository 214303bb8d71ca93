import {setImmediate as nextRound} from 'node:timers/promises';
import {AppError} from '../../shared/errors.ts';
import type {QuickCallGate} from '../http/limits/quick-call-gate.ts';
import {CALL_WAIT_MS, openWaitingLists, type WaitingList} from '../http/waiting-lists.ts';
import type {Operation} from './operation.ts';

/** Calls with whole tours that one account has under way in this process: one works while the other waits for the database. */
const WHOLE_TOURS_AT_ONCE = 2;
/** All other calls: less than half of the process's database connections. */
const OTHERS_AT_ONCE = 8;
/** Calls that read one tour: those of one moment share their statements, and so a connection. */
const READS_AT_ONCE = 16;
const READ = 'GET /tours/{id}';

const RETRY_S = 1;

/** The turn of one call. `begin` and `end` may be called again, and then do nothing. */
export type Turn = {
	/** Waits for the account's earlier calls. Throws `too_many_at_once` (for short calls `unavailable`) if that takes too long. */
	begin(): Promise<void>;
	end(): void;
	/** Lets other calls run first; awaited between two pieces of work that block the event loop. */
	pause(): Promise<void>;
};

/** Returns an account's turn for some work; `large`: a message not read yet, which may ask for anything. `brings`: its body alone is long work. */
export type TurnOf = (work: Pick<Operation, 'route' | 'stream' | 'wholeTours'> | 'large', accountId: string, brings?: boolean) => Turn;

const AT_ONCE: Turn = {begin: async () => {}, end: () => {}, pause: async () => {}};

/**
 * Paths below which a call reads or writes a whole tour, however small its own body and answer are. A tour that is read is
 * kept as JSON by its version, and read more often than all others are called.
 */
const WHOLE_TOURS = /^(?!GET \/tours\/\{id\}$)[A-Z]+ \/(?:tours\/(?:\{id\}|import)|documents\/)/;

/** Streams of one kind that an account follows in one process: ten people with two tabs each. */
const PER_ACCOUNT = 20;
const STREAM_RETRY_S = 30;

/** Says whether an operation works with whole tours; one that is a tool for agents says it of the operation that it was made of. */
export function takesTurns({route, stream, wholeTours}: Pick<Operation, 'route' | 'stream' | 'wholeTours'>): boolean {
	return wholeTours ?? (!stream && WHOLE_TOURS.test(route));
}

/**
 * Gives the calls of an account their turns, in any transport: two of those that read or write whole tours at a time, more of reads of one
 * tour and of all others. A stream has none: it works now and then, for minutes, and has a bound of its own.
 */
export function openTurns(gate: QuickCallGate): TurnOf {
	const whole = openWaitingLists({most: WHOLE_TOURS_AT_ONCE, waitMs: CALL_WAIT_MS});
	const others = openWaitingLists({most: OTHERS_AT_ONCE, waitMs: CALL_WAIT_MS});
	const reads = openWaitingLists({most: READS_AT_ONCE, waitMs: CALL_WAIT_MS});
	return (work, accountId, brings = work === 'large') => {
		if (work !== 'large' && work.stream) return AT_ONCE;
		const isLong = work === 'large' || takesTurns(work);
		let state: 'before' | 'under way' | 'over' = 'before';
		let waitingList: WaitingList;
		// Tours of many steps are handled in another thread. The calls here are quick unless their body is large, so they need not let every quick call pass, of
		// which a busy service always has some, but only those that have arrived meanwhile.
		const yieldToOthers = () => (brings ? gate.letPass() : nextRound());
		return {
			async begin() {
				if (state !== 'before') return;
				const short = work !== 'large' && work.route === READ ? reads : others;
				waitingList = (isLong ? whole : short).of(accountId);
				const entered = waitingList.enter(1);
				state = 'under way';
				const waited = await entered.catch(error => {
					state = 'over';
					// Every operation declares `unavailable`; only long ones declare `too_many_at_once`.
					throw isLong ? error : new AppError('unavailable', {retryAfter: RETRY_S});
				});
				if (isLong || waited) await yieldToOthers();
			},
			end() {
				if (state === 'under way') waitingList.leave(1);
				state = 'over';
			},
			async pause() {
				if (isLong) await yieldToOthers();
			},
		};
	};
}

/**
 * Bounds the streams of one kind, `what` in the plural, by account. The function that it returns counts one and returns how
 * to end it; it throws `too_many_at_once` if the account follows too many.
 */
export function openStreams(what: string): (accountId: string) => () => void {
	const waitingLists = openWaitingLists({most: PER_ACCOUNT, waitMs: 0});
	return accountId => {
		const waitingList = waitingLists.of(accountId);
		if (!waitingList.fits(1)) {
			const message = `This account follows ${PER_ACCOUNT} ${what} at once, which is the most.`;
			throw new AppError('too_many_at_once', {retryAfter: STREAM_RETRY_S, message});
		}
		waitingList.take(1);
		return () => waitingList.leave(1);
	};
}
