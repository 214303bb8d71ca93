import {AppError} from '../../shared/errors.ts';

/**
 * Milliseconds that a call waits for its account's earlier calls: clients and proxies give up after a minute, and a later answer would
 * reach nobody.
 */
export const CALL_WAIT_MS = 50_000;
/**
 * Milliseconds that a call with an unread body waits: if it were refused, it would have to be sent again, and unread it costs only its
 * connection. The rest of a request's five minutes is for reading it.
 */
export const UNREAD_WAIT_MS = 240_000;

/** `most`: units that each caller may hold at once; `waitMs`: milliseconds that a request waits for them. */
type Bounds = {most: number; waitMs: number};

/** Keeps a waiting list for each active caller: the units that it holds, and its requests that wait for more, in order. */
export function openWaitingLists(bounds: Bounds) {
	const waitingLists = new Map<string, WaitingList>();
	return {
		of(caller: string): WaitingList {
			const waitingList = waitingLists.get(caller) ?? openWaitingList(bounds, () => waitingLists.delete(caller));
			waitingLists.set(caller, waitingList);
			return waitingList;
		},
	};
}

export type WaitingList = ReturnType<typeof openWaitingList>;

function openWaitingList({most, waitMs}: Bounds, emptied: () => void) {
	const waiting: Array<{units: number; begin: () => void}> = [];
	let held = 0;
	const fits = (units: number) => held + units <= most;
	return {
		fits,
		/** Waits until the units fit; returns true if it had to wait. Throws 429 if that takes too long. */
		async enter(units: number): Promise<boolean> {
			const waits = units > 0 && (waiting.length > 0 || !fits(units));
			if (waits) await waitFor(units);
			else held += units;
			return waits;
		},
		/** Takes units without waiting. Throws 429 if they do not fit. */
		take(units: number): void {
			if (!fits(units)) throw new AppError('too_many_at_once', {retryAfter: 1});
			held += units;
		},
		leave(units: number): void {
			held -= units;
			while (waiting.length > 0 && fits(waiting[0]!.units)) waiting.shift()!.begin();
			if (held === 0 && waiting.length === 0) emptied();
		},
	};

	function waitFor(units: number): Promise<void> {
		return new Promise((resolve, reject) => {
			const entry = {
				units,
				begin() {
					clearTimeout(timer);
					held += units;
					resolve();
				},
			};
			const timer = setTimeout(() => {
				waiting.splice(waiting.indexOf(entry), 1);
				reject(new AppError('too_many_at_once', {retryAfter: 1}));
			}, waitMs);
			waiting.push(entry);
		});
	}
}
