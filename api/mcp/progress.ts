import type {McpCall} from './context.ts';

/** A client hears this often that the work goes on, and waits on. */
const EVERY_MS = 1500;

/** Runs what may take its time, and says how many seconds it has taken, where somebody wants to hear it. */
export async function withProgress<T>(progress: McpCall['progress'], what: string, run: () => Promise<T>): Promise<T> {
	if (!progress) return run();
	const start = performance.now();
	const tell = () => {
		const seconds = Math.round((performance.now() - start) / 100) / 10;
		// The client may be gone; the work goes on, for a repetition of the call.
		progress(seconds, `${what}: at work for ${seconds} s`).catch(() => {});
	};
	const timer = setInterval(tell, EVERY_MS);
	try {
		return await run();
	} finally {
		clearInterval(timer);
	}
}
