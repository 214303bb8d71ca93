import type {ChildProcess} from 'node:child_process';
import {text} from 'node:stream/consumers';

/** The argument of a process that loads its code at once, and connects when its parent says that all is there. */
export const WHEN_TOLD = '--when-told';
const WORD = 'go on';

/** Waits for the parent's word where the argument asks for it. A parent that ended without it takes this process along. */
export async function told(): Promise<void> {
	if (!process.argv.includes(WHEN_TOLD)) return;
	if ((await text(process.stdin)) !== WORD) process.exit(1);
}

/** Tells a process that waits in `told` to go on. */
export function tell({stdin}: ChildProcess): void {
	// It may have ended meanwhile, and is started again.
	stdin?.on('error', () => {});
	stdin?.end(WORD);
}
