/** Runs so many pieces of work at once, the others in the order in which they came. */
export function openTurns(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
	const waiting: Array<() => void> = [];
	let running = 0;
	return async work => {
		if (running >= atOnce) await new Promise<void>(resolve => waiting.push(resolve));
		else running++;
		try {
			return await work();
		} finally {
			// The place goes to the next one: it is not counted again.
			const next = waiting.shift();
			if (next) next();
			else running--;
		}
	};
}
