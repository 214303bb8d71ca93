import {ALL_SCOPES, isScope, type Scope} from '../../shared/contract/access.ts';
import {matchLanguage, type PageLanguage} from '../../shared/contract/page-language.ts';
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

export async function requireAccount(db: Db, email: string): Promise<AccountRow> {
	const account = await findAccountByEmail(db, email);
	if (account) return account;
	throw new Error(`There is no account with the e-mail address ${email}; account list shows them all.`);
}

/** The command line cannot be carried out as it stands; the message says what would be right. */
export class UsageError extends Error {}

export function readEmail(text: string): string {
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
