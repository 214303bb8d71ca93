import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {PAGE_LANGUAGES} from '../../shared/contract/page-language.ts';
import {ROOT, sourceFiles} from './sources.ts';

/** Reads the texts that people see from every file that has them in several languages. */

export const LANGUAGES = ['en', 'es', 'pt'] as const;
export type Language = (typeof LANGUAGES)[number];
/** `marks`: the inserted values that the text has. */
export type Message = {path: string; text: string; marks: string[]};
export type Catalogue = {file: string; words: Record<Language, Message[]>};

/** Signs of a language; people do not read them. */
const NOT_READ = /\/language\/detection\.ts$/;
/** Values for a message's parameters. They differ from each other and from every number in a message. */
const MARKS = [7001, 7002, 7003];

/** Returns every catalogue. A file is one if it has texts in three languages, or has such files for other languages beside it. */
export async function readCatalogues(): Promise<Catalogue[]> {
	const found: Catalogue[] = [];
	const take = async (file: string, read: (language: Language) => Promise<unknown>) => {
		const words = {} as Catalogue['words'];
		for (const language of LANGUAGES) words[language] = messagesOf(await read(language));
		found.push({file, words});
	};
	const files = [...(await sourceFiles()), 'test/landing/words.ts'].filter(file => !NOT_READ.test(file));
	for (const file of files) {
		if (/\/en\/(?:.*\/)?(?!index\.)[\w-]+\.ts$/.test(file)) {
			await take(file, language => load(beside(file, language)));
			continue;
		}
		if (!/(?:^|[-/])word(?:s|ings)\.ts$/.test(file)) continue;
		const exported = Object.values((await load(file)) as object).find(isByLanguage);
		if (exported) await take(file, async language => pick(exported, language));
	}
	return found;
}

/** Returns the file's counterpart in that language. */
function beside(file: string, language: Language): string {
	const tag = PAGE_LANGUAGES.find(tag => tag.startsWith(language))!;
	return file.replace('/en/', `/${tag.toLowerCase()}/`);
}

async function load(file: string): Promise<unknown> {
	return {...(await import(pathToFileURL(join(ROOT, file)).href))};
}

function isByLanguage(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && LANGUAGES.every(language => pick(value, language) !== undefined);
}

function pick(value: object, language: Language): unknown {
	return Object.entries(value).find(([tag]) => tag.split('-')[0] === language)?.[1];
}

/**
 * Returns every text of a catalogue. It calls a function with several values, with those that have separate texts (one,
 * the days of a year), and with none.
 */
function messagesOf(value: unknown, path = ''): Message[] {
	if (value instanceof RegExp || value === null || value === undefined) return [];
	if (typeof value === 'string') return [{path, text: value, marks: MARKS.map(String).filter(mark => value.includes(mark))}];
	if (typeof value === 'function') {
		const calls: unknown[][] = [MARKS, ...[1, 365, null].map(value => MARKS.map(() => value))];
		return calls.flatMap((values, index) => messagesOf(value(...values.slice(0, value.length)), `${path}(${index})`));
	}
	if (typeof value !== 'object') return [];
	// A module may export a language itself, such as `portuguese`: that name is no message.
	return Object.entries(value).flatMap(([name, part]) =>
		messagesOf(part, `${path}.${/^(?:en|es|pt|english|spanish|portuguese)$/.test(name) ? '' : name}`),
	);
}
