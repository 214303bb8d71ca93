import {readdir} from 'node:fs/promises';
import {basename, dirname, join, resolve} from 'node:path';
import type {Problem} from '../shared/folder/values.ts';
import {nearest} from '../shared/nearest.ts';

/** Exit codes, beside 0. */
export const EXIT = {refused: 1, usage: 2, conflict: 3, network: 4} as const;

const CODES: Record<number, string> = {
	[EXIT.refused]: 'refused',
	[EXIT.usage]: 'usage',
	[EXIT.conflict]: 'conflict',
	[EXIT.network]: 'unreachable',
};

/** Exit code that shells give a program ended by Ctrl-C. */
const INTERRUPTED = 130;

/** Error of a command that cannot do its work. Only its problems are printed, one a line. */
export class CommandError extends Error {
	readonly exitCode: number;
	readonly problems: Problem[];
	/** Tells errors apart for programs: the service's identifier, where the error is one of its own. */
	readonly code: string;

	constructor(exitCode: number, problems: Problem[], code = CODES[exitCode]!) {
		super(problems.map(({place, message}) => (place ? `${place}: ${message}` : message)).join('\n'));
		this.exitCode = exitCode;
		this.problems = problems;
		this.code = code;
	}
}

export function usageError(message: string): CommandError {
	return new CommandError(EXIT.usage, [{message}]);
}

export function refused(problems: Problem[] | string): CommandError {
	return new CommandError(EXIT.refused, typeof problems === 'string' ? [{message: problems}] : problems);
}

/** Makes the error that the account has no tour of this name. */
export function noTour(named: string, url: string): CommandError {
	const message = `There is no tour "${named}" of yours at ${url}. "roteiro list" shows those that there are.`;
	return new CommandError(EXIT.refused, [{message}], 'not_found');
}

/** System calls on files, whose errors do not concern a connection. */
const FILE_CALLS = /^(?:open|read|write|close|mkdir|mkdtemp|rename|rmdir|unlink|scandir|stat|lstat|access|copyfile|fsync|ftruncate)$/;

/** Returns an error of the file system, such as a full disk, as a sentence; null for any other error. */
export function fileError(error: unknown): CommandError | null {
	const {code, syscall, path} = error as NodeJS.ErrnoException;
	if (!(error instanceof Error) || typeof code !== 'string' || typeof syscall !== 'string' || !FILE_CALLS.test(syscall)) return null;
	if (code === 'ENOSPC' || code === 'EDQUOT')
		return refused(`${path ? `${path}: ` : ''}The disk is full (${code}). Make room, and run it again.`);
	const isRead = /^(?:open|read|scandir|stat|lstat|access)$/.test(syscall) && code !== 'EROFS';
	return isRead ? refused(`${path ?? 'A file'} cannot be opened (${code}).`) : unwritable(path ?? 'A file', error);
}

/** Returns the error for a file or folder that is not written, with what helps. */
export function unwritable(given: string, error: Error): CommandError {
	const {code} = error as NodeJS.ErrnoException;
	const wayOut = code !== undefined && Object.hasOwn(WAYS_OUT, code) ? ` ${WAYS_OUT[code]}` : '';
	return refused(`${given} cannot be written (${code ?? error.message}).${wayOut}`);
}

const WAYS_OUT: Record<string, string> = {
	EEXIST: 'There is a file of that name: name a folder.',
	ENOTDIR: 'A part of its path is a file: name another place.',
	EISDIR: 'There is a folder of that name: name a file.',
	ENOENT: 'Its folder is not there: make it first.',
};

/** Returns the error for a path at which there is nothing, with the name that was probably meant. */
export async function nothingAt(kind: 'file' | 'folder', given: string): Promise<CommandError> {
	const names = await readdir(dirname(resolve(given))).catch(() => []);
	const meant = didYouMean(basename(given), names, name => join(dirname(given), name));
	return refused(`There is no ${kind} ${given}.${meant || ` Name one that is there, from ${process.cwd()} on.`}`);
}

/** Returns " Did you mean …?" with the name that a word probably stands for; an empty string if none is near. */
export function didYouMean(word: string, names: string[], write = (name: string) => name): string {
	const near = nearest(word, names);
	return near === null ? '' : ` Did you mean "${write(near)}"?`;
}

/** Returns a signal that Ctrl-C aborts, so that a command can remove what it has begun before it ends. */
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
