import {linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {notWritten} from '../../shared/start-and-stop.ts';

/** A service holds the folder until it is stopped, a command for moments. */
type Purpose = 'service' | 'command';

/** Another process runs the private servers of this data folder. */
export class DataFolderInUse extends Error {
	readonly purpose: Purpose;

	constructor(dataDir: string, holder: Holder) {
		super(
			`Roteiro already runs on the data folder ${dataDir} (process ${holder.process.split(':')[0]}). Stop it first, or set DATA_DIR to another folder.`,
		);
		this.purpose = holder.purpose;
	}
}

type Holder = {process: string; purpose: Purpose};

/**
 * Takes the data folder for this process and returns how to give it back. A killed holder counts as none. Throws `DataFolderInUse`:
 * at once where a service holds it, after `patienceMs` where a command does.
 */
export async function lockDataFolder(dataDir: string, purpose: Purpose, patienceMs = 30_000): Promise<() => void> {
	const path = join(dataDir, 'run', 'lock');
	const mine = `${path}.${process.pid}`;
	try {
		mkdirSync(join(dataDir, 'run'), {recursive: true, mode: 0o700});
		writeFileSync(mine, JSON.stringify({process: identify(process.pid)!, purpose} satisfies Holder), {mode: 0o600});
	} catch (error) {
		throw notWritten(dataDir, error);
	}
	try {
		for (const end = performance.now() + patienceMs; ; await sleep(50)) {
			if (take(mine, path)) return () => rmSync(path, {force: true});
			const holder = readHolder(path);
			if (!holder) continue;
			if (!lives(holder.process)) {
				clear(path, holder);
				continue;
			}
			if (holder.purpose === 'service' || performance.now() > end) throw new DataFolderInUse(dataDir, holder);
		}
	} finally {
		rmSync(mine, {force: true});
	}
}

/** Returns the present holder of the data folder, or null. */
export function dataFolderHolder(dataDir: string): Purpose | null {
	const holder = readHolder(join(dataDir, 'run', 'lock'));
	return holder && lives(holder.process) ? holder.purpose : null;
}

/** A link is made at once with its content, or not at all. */
function take(mine: string, path: string): boolean {
	try {
		linkSync(mine, path);
		return true;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
		throw error;
	}
}

/** Removes a dead holder's lock; where another took it over in the meantime, puts that one back. */
function clear(path: string, dead: Holder): void {
	const aside = `${path}.${process.pid}.aside`;
	try {
		renameSync(path, aside);
	} catch {
		return;
	}
	if (readHolder(aside)?.process !== dead.process) take(aside, path);
	rmSync(aside, {force: true});
}

function readHolder(path: string): Holder | null {
	try {
		return JSON.parse(readFileSync(path, 'utf8')) as Holder;
	} catch {
		return null;
	}
}

/** Names one run of one process, for ever: `pid:start`. Null if no such process lives. A pid alone may have gone to another program since. */
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
