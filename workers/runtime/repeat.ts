/** Runs `work` every `ms` milliseconds, never twice at once; `work` sees to its own errors. `close` waits for what is under way. */
export function repeat(ms: number, work: () => Promise<void>) {
	let running: Promise<void> | null = null;
	const run = () => {
		running ??= work().finally(() => {
			running = null;
		});
	};
	const timer = setInterval(run, ms);
	return {
		run,
		/** Resolves once the work under way has ended. */
		async idle(): Promise<void> {
			await running;
		},
		async close(): Promise<void> {
			clearInterval(timer);
			await running;
		},
	};
}
