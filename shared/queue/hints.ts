import type {Redis} from 'ioredis';
import type {Log} from '../log.ts';

/** Waiters by job; `next` must be called before the row is read, or an end in between would be missed. */
export function openHints(listener: Redis, channel: string, log: Log) {
	const waiting = new Map<string, Set<() => void>>();
	listener.on('message', (_channel, id: string) => {
		for (const wake of waiting.get(id) ?? []) wake();
	});
	listener.subscribe(channel).catch(error => log.warn({error}, 'no hints; jobs are polled'));

	return {
		next(id: string) {
			let wake = () => {};
			const woken = new Promise<void>(resolve => {
				wake = resolve;
			});
			const wakers = waiting.get(id) ?? new Set();
			waiting.set(id, wakers.add(wake));
			const cancel = () => {
				wakers.delete(wake);
				if (wakers.size === 0) waiting.delete(id);
			};
			return {
				cancel,
				async within(ms: number): Promise<void> {
					const timer = setTimeout(wake, ms);
					await woken;
					clearTimeout(timer);
					cancel();
				},
			};
		},
	};
}
