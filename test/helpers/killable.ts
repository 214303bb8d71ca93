import {type Kept, keepRunning} from '../../infra/servers/keep-running.ts';

type Options = Omit<Parameters<typeof keepRunning>[0], 'args' | 'patienceMs' | 'report'> & {
	isReady: () => Promise<boolean>;
	limitMs: number;
};

/** It is never asked to end: `kill` is SIGKILL. */
const PATIENCE_MS = 5000;

/** A server that a test kills, freezes and starts again; `start` comes first, and returns once it is ready. */
export function openKillable({isReady, limitMs, ...options}: Options) {
	let kept: Kept;
	return {
		async start(args: string[]): Promise<void> {
			kept = await keepRunning({...options, args, patienceMs: PATIENCE_MS, report: () => {}});
			await kept.ready(isReady, limitMs);
		},
		/** SIGKILL; it stays away until `start`. */
		async kill(): Promise<void> {
			kept.kill();
			await kept.stop();
		},
		/** SIGSTOP: its connections stay open, and nobody responds until it is killed and started. */
		freeze: () => void process.kill(kept.pid!, 'SIGSTOP'),
	};
}
