import {existsSync, realpathSync} from 'node:fs';
import {resolve} from 'node:path';
import {ALL_SCOPES, isScope, type Scope} from '../../shared/contract/access.ts';
import {matchLanguage, type PageLanguage} from '../../shared/contract/page-language.ts';
import {isFull} from '../../shared/outage.ts';
import {findAccountByEmail} from '../../shared/store/access/accounts.ts';
import type {Db} from '../../shared/store/database.ts';
import type {AccountRow} from '../../shared/store/entities/accounts.ts';

/** `databaseUrl`: of the database that is reached, whether the service runs or not. */
export type Work = (db: Db, databaseUrl: string) => Promise<object>;

export type Command = {
	summary: string;
	/** Every one of these is required. */
	options: Record<string, string>;
	/** These may be left out. */
	optional?: Record<string, string>;
	/** Options without a value. */
	flags?: readonly string[];
	/** True runs without bringing the database to this version's schema first. */
	anySchema?: true;
	/** Checks the values and returns the work to do; an optional value may be absent, a given flag is `true`. */
	prepare(values: Record<string, string>): Work;
};

/** Prints a command's progress: not on standard output, which has the result alone. */
export function tell(line: string): void {
	process.stderr.write(`${line}\n`);
}

export async function requireAccount(db: Db, text: string): Promise<AccountRow> {
	const email = text.trim();
	const account = await findAccountByEmail(db, email);
	if (account) return account;
	throw new Error(`There is no account with the e-mail address ${email}; account list shows them all.`);
}

/** The command line cannot be carried out as it stands; the message says what would be right. */
export class UsageError extends Error {}

/** Does work that writes to `path`. Throws with the path in words where its disk is full. */
export async function writingTo<T>(path: string, work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (error) {
		if (!(error instanceof Error) || !isFull(error)) throw error;
		throw new Error(
			`There is no space left to write ${path} (${(error as NodeJS.ErrnoException).code}): make room there, or name another place.`,
			{cause: error},
		);
	}
}

/** Returns the absolute path of the folder after `--to`. Throws `UsageError` where it is the service's own, also by way of a link. */
export function readOtherFolder(text: string, dataDir: string): string {
	const [folder, own] = [resolve(text), resolve(dataDir)];
	const real = (path: string) => (existsSync(path) ? realpathSync(path) : path);
	if (real(folder) !== real(own)) return folder;
	throw new UsageError(`--to must be another folder than DATA_DIR, ${own}, where the service keeps its own data.`);
}

export function readEmail(given: string): string {
	const text = given.trim();
	if (/^[^\s@]+@[^\s@]+$/.test(text) && text.length <= 254) return text;
	throw new UsageError(`--email must be an e-mail address, not "${text}".`);
}

export function readName(text: string): string {
	if (text.trim() && [...text].length <= 200) return text;
	throw new UsageError('--name must have 1 to 200 characters.');
}

/** Returns the service's language for a terminal's locale such as `pt_BR.UTF-8`, or English. */
export function languageOfTerminal({LC_ALL, LC_MESSAGES, LANG}: NodeJS.ProcessEnv): PageLanguage {
	return matchLanguage((LC_ALL || LC_MESSAGES || LANG || '').split(/[.@]/, 1)[0]!) ?? 'en';
}

export function readScopes(text: string): Scope[] {
	if (text === 'all') return ALL_SCOPES;
	const words = text.split(',').map(word => word.trim());
	const unknown = words.filter(word => !isScope(word));
	if (unknown.length > 0)
		throw new UsageError(`--scopes: there is no "${unknown.join('", "')}". Choose from ${ALL_SCOPES.join(', ')}, or all.`);
	return [...new Set(words.filter(isScope))];
}

export function readCount(option: string, text: string): number {
	if (/^[1-9]\d{0,4}$/.test(text)) return Number(text);
	throw new UsageError(`${option} must be a whole number of 1 or more, not "${text}".`);
}

export function oneOf<const T extends string>(option: string, text: string, words: readonly T[]): T {
	const word = words.find(candidate => candidate === text);
	if (word) return word;
	throw new UsageError(`${option} must be one of ${words.join(', ')}, not "${text}".`);
}

/** Returns the help: the commands and their options. */
export function usage(commands: Record<string, Command>): string {
	const lines = Object.entries(commands).map(([name, {summary, options, optional = {}, flags = []}]) => {
		const words = [
			...Object.entries(options).map(([option, value]) => `--${option} ${value}`),
			...Object.entries(optional).map(([option, value]) => `[--${option} ${value}]`),
			...flags.map(flag => `[--${flag}]`),
		];
		return `  ${[name, ...words].join(' ')}\n      ${summary}`;
	});
	return [
		'npm run --silent operator -- COMMAND',
		'docker compose exec api operator COMMAND      in containers',
		'',
		...lines,
		'',
		`Scopes: ${ALL_SCOPES.join(', ')}.`,
		'The result is one line of JSON on standard output. Works on the running or the stopped service.',
		'Exit codes: 0 success, 1 refused or failed, 2 wrong usage.',
	].join('\n');
}
