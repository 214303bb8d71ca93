import {setTimeout as sleep} from 'node:timers/promises';

/** A machine that is busy with other tests takes its time: so long by the clock, below the two minutes after which ava gives up a silent file. */
const PATIENCE_MS = 110_000;
const PAUSE_MS = 25;

type Found<T> = Exclude<T, null | undefined | false>;

/** Looks again and again until there is something to see, and returns it; throws with the words of `what` where that never comes within `ms`. */
export async function eventually<T>(what: string, look: () => T | Promise<T>, ms = PATIENCE_MS): Promise<Found<T>> {
	for (const deadline = performance.now() + ms; ; await sleep(PAUSE_MS)) {
		const found = await look();
		if (found) return found as Found<T>;
		if (performance.now() > deadline) throw new Error(`Never within ${ms} ms: ${what}`);
	}
}
