import {setImmediate as nextRound} from 'node:timers/promises';

/** A call that takes longer is none of those that are let pass: it waits for something else. */
const QUICK_MS = 100;
/** Milliseconds that work waits for quick calls at most, so that many of them cannot hold it up for long. */
const PATIENCE_MS = 50;
/** Milliseconds between looks, while calls wait, whether the awaited calls are quick still. */
const LOOK_MS = 5;

export type Breath = ReturnType<typeof openBreath>;

/**
 * Lets quick calls pass before long work goes on. A call takes several turns of the event loop, one for each question to the database or
 * Redis; between any two of them another's long piece of work could begin, and it would wait for each of these.
 */
export function openBreath() {
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
		async breathe(): Promise<void> {
			// What has come meanwhile is seen only in the next round.
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
