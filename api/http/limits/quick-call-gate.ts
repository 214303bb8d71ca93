import {setImmediate as nextRound} from 'node:timers/promises';

/** Milliseconds after which a call no longer counts as quick: it must be waiting for something else. */
const QUICK_MS = 100;
/** Milliseconds that work waits for quick calls at most, so that many of them cannot hold it up for long. */
const PATIENCE_MS = 50;
/** Milliseconds between two checks if the awaited calls still count as quick. */
const LOOK_MS = 5;

export type QuickCallGate = ReturnType<typeof openQuickCallGate>;

/**
 * Lets quick calls pass before long work continues. A call takes several turns of the event loop, one for each query to the database or
 * Redis; long work of another call could run between any two of them and delay it each time.
 */
export function openQuickCallGate() {
	const quick = new Set<{since: number}>();
	const waiting: Array<() => void> = [];
	let timer: NodeJS.Timeout | undefined;

	function look(): void {
		const since = performance.now() - QUICK_MS;
		// In the order in which they came.
		for (const call of quick) {
			if (call.since > since) break;
			quick.delete(call);
		}
		if (quick.size > 0) return;
		clearInterval(timer);
		timer = undefined;
		for (const resolve of waiting.splice(0)) resolve();
	}

	return {
		/** Begins a call that is expected to be quick; returns what ends it, which may be called again. */
		enter(): () => void {
			const call = {since: performance.now()};
			quick.add(call);
			return () => {
				if (quick.delete(call) && quick.size === 0 && timer) look();
			};
		},
		/** Lets quick calls go first; awaited between two pieces of long work. */
		async letPass(): Promise<void> {
			// Calls that have arrived meanwhile are read only in the next round.
			await nextRound();
			if (quick.size === 0) return;
			await new Promise<void>(resolve => {
				const late = setTimeout(resolve, PATIENCE_MS);
				waiting.push(() => {
					clearTimeout(late);
					resolve();
				});
				timer ??= setInterval(look, LOOK_MS);
			});
		},
	};
}
