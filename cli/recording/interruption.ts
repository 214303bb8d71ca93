import {CommandError} from '../errors.ts';

/** Exit code that shells give a program ended by Ctrl-C. */
const INTERRUPTED = 130;

/** Ctrl-C, as a signal: what was begun is taken away before the command ends. */
export function interruption(): {signal: AbortSignal; end(): void} {
	const controller = new AbortController();
	const stop = () => controller.abort(new CommandError(INTERRUPTED, [{message: 'Interrupted. Nothing was written.'}]));
	for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, stop);
	return {
		signal: controller.signal,
		end: () => {
			for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.removeListener(name, stop);
		},
	};
}
