import {randomBytes, randomUUID} from 'node:crypto';
import {linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import type {Config} from './config.ts';

/** Keys of 32 bytes, one for each purpose, the same in every process. */
export type Keys = {keyFor(purpose: string): Buffer};

/** SECRET, or the one that this data folder keeps: made by whichever process comes first. */
export function readSecret({secret, dataDir}: Pick<Config, 'secret' | 'dataDir'>): string {
	if (secret) return secret;
	const file = join(dataDir, 'secret.txt');
	return readIfThere(file) ?? make(file, dataDir);
}

function make(file: string, folder: string): string {
	mkdirSync(folder, {recursive: true});
	const fresh = `${file}.${randomUUID()}`;
	writeFileSync(fresh, randomBytes(32).toString('base64url'), {mode: 0o600, flush: true});
	try {
		// A link appears whole, and fails where another process was faster.
		linkSync(fresh, file);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
	} finally {
		unlinkSync(fresh);
	}
	return readFileSync(file, 'utf8');
}

function readIfThere(file: string): string | null {
	try {
		return readFileSync(file, 'utf8');
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
		throw error;
	}
}
