import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {lives} from '../../infra/servers/data-lock.ts';

export type KeptName = 'api' | 'worker' | 'redis' | 'mariadb';

/** The process id of what infra/ keeps running under this data folder; 0 where it is down at the moment. */
export function pidOf(dataDir: string, name: KeptName | `${KeptName}-${number}`): number {
	const identity = readFileSync(join(dataDir, 'run', `${name}.process`), 'utf8');
	return lives(identity) ? Number(identity.split(':')[0]) : 0;
}

/** Stops a process as a hang does: its connections stay. `goOn` is safe to call twice, and after its end. */
export function freeze(pid: number): {goOn(): void} {
	process.kill(pid, 'SIGSTOP');
	return {goOn: () => void signal(pid, 'SIGCONT')};
}

/** True where the process was there to hear it. */
export function signal(pid: number, name: NodeJS.Signals): boolean {
	try {
		return pid > 0 && process.kill(pid, name);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
		throw error;
	}
}
