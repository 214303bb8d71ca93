import {hkdfSync, randomBytes, randomUUID} from 'node:crypto';
import {chownSync, linkSync, mkdirSync, readFileSync, renameSync, statSync, unlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import type {Config} from './config.ts';

/** Derives keys of 32 bytes for several purposes at one moment: a set for each known secret, the current one first. */
export type Keys = {keysFor(...purposes: string[]): Array<Record<string, Buffer>>};

/** Location of the secret: the settings, or the data folder. */
export type SecretPlace = Pick<Config, 'secret' | 'dataDir'>;
type Where = SecretPlace & Pick<Config, 'previousSecrets'>;

/** A rotation of the secret that a data folder keeps: whether it is under way, and which secrets were in use before. */
export type Rotation = {underWay: boolean; previous: string[]};

/** The secrets at this moment: a rotation changes them while the process runs. */
export type Secrets = {
	/** All secrets: the first one for new data, the older ones to read what exists. */
	all(): readonly string[];
};

/**
 * Opens SECRET and SECRET_PREVIOUS or, if SECRET is not set, the secret in the data folder: the first process makes it, and each use reads it
 * again, which takes a few microseconds.
 */
export function openSecrets(where: Where): Secrets {
	if (where.secret) {
		const fixed = distinct([where.secret, ...where.previousSecrets]);
		return {all: () => fixed};
	}
	let seen = '';
	let known: string[] = [];
	return {
		all() {
			const stamp = stampOf(secretFile(where.dataDir));
			if (stamp === null || stamp !== seen) {
				// The order matters: by the time a new secret is read, the old one is in the other file.
				const current = readSecret(where);
				known = distinct([current, ...readRotation(where.dataDir).previous, ...where.previousSecrets]);
				seen = stamp ?? stampOf(secretFile(where.dataDir)) ?? '';
			}
			return known;
		},
	};
}

/** Derives keys from secrets, each key once. */
export function openKeys(secrets: Secrets): Keys & {keyFor(purpose: string): Buffer} {
	const derived = new Map<string, Buffer>();
	const derive = (secret: string, purpose: string): Buffer => {
		const name = `${purpose}\n${secret}`;
		const key = derived.get(name) ?? Buffer.from(hkdfSync('sha256', secret, '', `roteiro ${purpose}`, 32));
		derived.set(name, key);
		return key;
	};
	return {
		keyFor: purpose => derive(secrets.all()[0]!, purpose),
		keysFor: (...purposes) =>
			secrets.all().map(secret => Object.fromEntries(purposes.map(purpose => [purpose, derive(secret, purpose)] as const))),
	};
}

/** False if SECRET is not set and the data folder has none: the next process to read it makes one. */
export function keepsSecret({secret, dataDir}: SecretPlace): boolean {
	return secret !== '' || readIfThere(secretFile(dataDir)) !== null;
}

/** Returns SECRET, or the secret that the data folder keeps. */
export function readSecret({secret, dataDir}: SecretPlace): string {
	if (secret) return secret;
	return readIfThere(secretFile(dataDir)) ?? make(secretFile(dataDir), dataDir);
}

export function readRotation(dataDir: string): Rotation {
	const text = readIfThere(rotationFile(dataDir));
	return text === null ? {underWay: false, previous: []} : JSON.parse(text);
}

/** Writes the state of a rotation; the file stays whole if the process is killed. */
export function writeRotation(dataDir: string, rotation: Rotation): void {
	replace(rotationFile(dataDir), `${JSON.stringify(rotation)}\n`, secretFile(dataDir));
}

/** Replaces the secret that the data folder keeps. The rotation must list the old one already. */
export function replaceSecret(dataDir: string): void {
	replace(secretFile(dataDir), newSecret(), secretFile(dataDir));
}

function secretFile(dataDir: string): string {
	return join(dataDir, 'secret.txt');
}

function rotationFile(dataDir: string): string {
	return join(dataDir, 'secret-rotation.json');
}

/** Returns a random secret of 43 characters. */
function newSecret(): string {
	return randomBytes(32).toString('base64url');
}

function make(file: string, folder: string): string {
	mkdirSync(folder, {recursive: true});
	const fresh = `${file}.${randomUUID()}`;
	writeFileSync(fresh, newSecret(), {mode: 0o600, flush: true});
	giveTo(fresh, folder);
	try {
		// A link appears with its whole content, and fails if another process was faster.
		linkSync(fresh, file);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
	} finally {
		unlinkSync(fresh);
	}
	return readFileSync(file, 'utf8');
}

/** Replaces a file atomically and gives it the owner of `like`, so that root does not lock the service out. */
function replace(file: string, text: string, like: string): void {
	const fresh = `${file}.${randomUUID()}`;
	writeFileSync(fresh, text, {mode: 0o600, flush: true});
	giveTo(fresh, like);
	renameSync(fresh, file);
}

function giveTo(file: string, like: string): void {
	if (process.getuid?.() !== 0) return;
	const {uid, gid} = statSync(like);
	chownSync(file, uid, gid);
}

function readIfThere(file: string): string | null {
	try {
		return readFileSync(file, 'utf8');
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
		throw error;
	}
}

/** Returns a stamp that changes with the file; null if there is no file. */
function stampOf(file: string): string | null {
	const found = statSync(file, {throwIfNoEntry: false, bigint: true});
	return found ? `${found.ino} ${found.mtimeNs} ${found.ctimeNs}` : null;
}

function distinct(secrets: string[]): string[] {
	return [...new Set(secrets)];
}
