import {randomUUID} from 'node:crypto';
import {mkdirSync, renameSync, rmSync, writeFileSync} from 'node:fs';
import {getCompileCacheDir} from 'node:module';
import {dirname, join} from 'node:path';

/** Returns the folder of this name beside Node's compiled modules (NODE_COMPILE_CACHE); null if none are kept. */
export function keptFolder(name: string): string | null {
	const compiled = getCompileCacheDir();
	return compiled ? join(dirname(compiled), name) : null;
}

/** Writes a file whole or not at all, since other processes may read it. Does nothing if the folder is not writable. */
export function keepFile(path: string, content: string | Buffer): void {
	const draft = `${path}.${randomUUID()}`;
	try {
		mkdirSync(dirname(path), {recursive: true});
	} catch {
		return;
	}
	try {
		writeFileSync(draft, content);
		renameSync(draft, path);
	} catch {
		rmSync(draft, {force: true});
	}
}
