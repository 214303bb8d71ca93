import {setTimeout as sleep} from 'node:timers/promises';
import type {Reply} from '../helpers/service.ts';
import type {Figures} from './experiment.ts';

const RETRY_MS = 150;

export type Insistence = ReturnType<typeof openInsistence>;

/** Calls that are made until they are acknowledged, and what became of the tries before. */
export function openInsistence() {
	/** Returns that are neither a success nor a 503 or 429 that says "later". */
	const unexpected = new Map<string, number>();
	let refused = 0;
	let cut = 0;
	let longest = 0;
	let deadline = Number.POSITIVE_INFINITY;
	return {
		/** Makes the call until it is acknowledged; null where it never was. `isDone` knows what says that an earlier try has done it. */
		async insist(what: string, call: () => Promise<Reply>, isDone: (reply: Reply) => boolean = () => false): Promise<Reply | null> {
			for (; Date.now() < deadline; await sleep(RETRY_MS)) {
				const start = performance.now();
				const reply = await call().catch(() => null);
				longest = Math.max(longest, performance.now() - start);
				if (!reply) cut++;
				else if (reply.status < 300 || isDone(reply)) return reply;
				else if (reply.status === 503 || reply.status === 429) refused++;
				else {
					const name = `${what} ${reply.status} ${reply.body?.error ?? ''}`.trim();
					unexpected.set(name, (unexpected.get(name) ?? 0) + 1);
					if (reply.status < 500) return null;
				}
			}
			return null;
		},
		/** From now on nothing is tried for longer than this. */
		endWithin(ms: number): void {
			deadline = Date.now() + ms;
		},
		isClean: () => unexpected.size === 0,
		figures: (): Figures => ({
			refused,
			cut,
			longestCall: `${(longest / 1000).toFixed(1)} s`,
			unexpected: [...unexpected].map(([name, count]) => `${count} x ${name}`).join('; ') || 0,
		}),
	};
}
