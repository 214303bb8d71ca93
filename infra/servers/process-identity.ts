import {readFileSync} from 'node:fs';

/** Names one run of one process, for ever: `pid:start`. Null where no such process lives. A pid alone may have gone to another program since. */
export function identify(pid: number): string | null {
	try {
		process.kill(pid, 0);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ESRCH') return null;
	}
	try {
		// The name in parentheses may hold anything; state is the first field after it and the start time the 20th.
		const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop()!.split(' ');
		return fields[0] === 'Z' ? null : `${pid}:${fields[19]}`;
	} catch {
		return process.platform === 'linux' ? null : `${pid}:`;
	}
}

/** True while the process lives that `identify` named so. */
export function lives(identity: string): boolean {
	const pid = Number(identity.split(':')[0]);
	return Number.isInteger(pid) && pid > 0 && identify(pid) === identity;
}
