import {readFile} from 'node:fs/promises';
import {basename, dirname, join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {loadMessages} from '../../editor/messages/index.ts';
import {ROOT, sourceFiles} from './sources.ts';

/** The words that people see, as the service has them: read from every file that holds them in several languages. */

export const LANGUAGES = ['en', 'es', 'pt'] as const;
export type Language = (typeof LANGUAGES)[number];
/** `marks`: which of the values that were put in are in the text. */
export type Message = {path: string; text: string; marks: string[]};
export type Catalogue = {file: string; words: Record<Language, Message[]>};

/** Holds words by language that nobody reads: a language is known by them. */
const NOT_READ = 'shared/tour/language/language-words.ts';
/** Stand for the values of a message; each is told from the others and from every number that a message has itself. */
const MARKS = [7001, 7002, 7003];

/** Returns every catalogue there is. A file is one if it has words in three languages, or if others like it beside it do. */
export async function readCatalogues(): Promise<Catalogue[]> {
	const found: Catalogue[] = [];
	const take = async (file: string, read: (language: Language) => Promise<unknown>) => {
		const words = {} as Catalogue['words'];
		// One after the other: the editor has one language at a time.
		for (const language of LANGUAGES) words[language] = messagesOf(await read(language));
		found.push({file, words});
	};
	const files = [...(await sourceFiles()), 'test/door/words.ts'].filter(file => file !== NOT_READ);
	for (const file of files) {
		const text = await readFile(join(ROOT, file), 'utf8');
		if (/[= ]inLanguage\(\{/.test(text) && file.startsWith('editor/')) {
			await take(file, async language => {
				await loadMessages(language);
				return load(file, language);
			});
			continue;
		}
		const besides = Object.fromEntries(LANGUAGES.map(language => [language, beside(file, files, language)]));
		if (
			/(?:^|[-/])en(?:\.ts|\/\w+\.(?:ts|json))$/.test(file) &&
			!file.endsWith('/index.ts') &&
			LANGUAGES.every(language => besides[language])
		) {
			await take(file, language => load(besides[language]!, language));
			continue;
		}
		if (!/(?:^|[-/])word(?:s|ings)\.ts$/.test(file)) continue;
		const exported = Object.values((await load(file, 'en')) as object).find(isByLanguage);
		if (exported) await take(file, async language => pick(exported, language));
	}
	return found;
}

/** The file that says the same in that language: another folder or another end of the name. */
function beside(file: string, files: string[], language: Language): string | undefined {
	const [folder, name] = [dirname(file), basename(file)];
	const others = {en: ['en'], es: ['es'], pt: ['pt', 'pt-br', 'pt_BR']}[language];
	const candidates = others.flatMap(other => [
		join(dirname(folder), basename(folder) === 'en' ? other : basename(folder), name.replace(/(^|-)en\.ts$/, `$1${other}.ts`)),
	]);
	return candidates.find(candidate => files.includes(candidate));
}

async function load(file: string, language: Language): Promise<unknown> {
	if (file.endsWith('.json')) return JSON.parse(await readFile(join(ROOT, file), 'utf8'));
	// Its own copy for each language: what the editor says is chosen when a file is loaded.
	return {...(await import(`${pathToFileURL(join(ROOT, file)).href}?language=${language}`))};
}

function isByLanguage(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && LANGUAGES.every(language => pick(value, language) !== undefined);
}

function pick(value: object, language: Language): unknown {
	return Object.entries(value).find(([tag]) => tag.split('-')[0] === language)?.[1];
}

/** Every text of a catalogue. A function is called with several values, with those that have a text of their own (one, the days of a year) and with none. */
function messagesOf(value: unknown, path = ''): Message[] {
	if (value instanceof RegExp || value === null || value === undefined) return [];
	if (typeof value === 'string') return [{path, text: value, marks: MARKS.map(String).filter(mark => value.includes(mark))}];
	if (typeof value === 'function') {
		const calls: unknown[][] = [MARKS, ...[1, 365, null].map(value => MARKS.map(() => value))];
		return calls.flatMap((values, index) => messagesOf(value(...values.slice(0, value.length)), `${path}(${index})`));
	}
	if (typeof value !== 'object') return [];
	// The names of a module that is a language itself, such as `portuguese`, are none of its messages.
	return Object.entries(value).flatMap(([name, part]) =>
		messagesOf(part, `${path}.${/^(?:en|es|pt|english|spanish|portuguese)$/.test(name) ? '' : name}`),
	);
}
