import {spawnSync} from 'node:child_process';
import {readFileSync, writeFileSync} from 'node:fs';
import {PAGE_LANGUAGES} from '../shared/contract/page-language.ts';

/**
 * Lists of all languages: what each language's files export, side by side. Static imports, so that a bundle carries only
 * the parts that it uses. `npm run format` writes them, and a test says where they are out of date.
 */
const LISTS: Record<string, {from: string[]; about: string}> = {
	'index.ts': {
		from: ['account.ts', 'extension.ts', 'landing.ts', 'player.ts'],
		about: 'Words for people, by part of the service: each function returns those of a language.',
	},
	'lead.ts': {
		from: ['lead.ts'],
		about: 'The words of an opening form: apart, because the editor of a tour shows none before its preview is opened.',
	},
	'languages.ts': {from: ['language/index.ts'], about: 'Facts of each language, and the words that no page shows.'},
};

/** Returns the text of each list by its path. */
export function languageLists(): Map<string, string> {
	const lists = Object.entries(LISTS).map(([file, {from, about}]) => [`shared/locales/${file}`, listText(from, about)] as const);
	return new Map([...lists, ['shared/locales/editor.ts', editorText()]]);
}

function editorText(): string {
	const rows = PAGE_LANGUAGES.map(tag => `	${keyOf(tag)}: () => import('./${tag.toLowerCase()}/editor/main.ts'),\n`);
	return `/** Loads what the editor says from the first moment, by language. Written by \`npm run format\`. */\nexport const EDITOR = {\n${rows.join('')}};\n`;
}

const keyOf = (tag: string) => (tag.includes('-') ? `'${tag}'` : tag);

function listText(from: string[], about: string): string {
	const parts = from.flatMap(file =>
		PAGE_LANGUAGES.map(tag => ({file, tag, name: camelCase(`${tag}${from.length > 1 ? `-${file.replace('.ts', '')}` : ''}`)})),
	);
	const rows = from.flatMap(file => {
		const languages = parts.filter(part => part.file === file);
		return namesIn(file).map(name => {
			const each = `{${languages.map(({tag, name: part}) => `${keyOf(tag)}: ${part}.${name}`).join(', ')}}`;
			return name === name.toUpperCase()
				? `export const ${name} = ${each};\n`
				: `export const ${name}Messages = /* @__PURE__ */ inLanguage(${each});\n`;
		});
	});
	const imports = parts.map(({file, tag, name}) => `import * as ${name} from './${tag.toLowerCase()}/${file}';\n`);
	if (rows.some(row => row.includes('inLanguage('))) imports.push("import {inLanguage} from '../contract/page-language.ts';\n");
	const path = (line: string) => line.split("'")[1]!;
	imports.sort((one, other) => (path(one) < path(other) ? -1 : 1));
	return `${imports.join('')}\n/** ${about} Written by \`npm run format\`. */\n\n${rows.sort().join('')}`;
}

/** Returns what the English file of this name exports: English defines which messages exist. */
function namesIn(file: string): string[] {
	const english = readFileSync(`shared/locales/en/${file}`, 'utf8');
	return [...english.matchAll(/^export (?:const (\w+)|\{([\w, ]+)\})/gm)].flatMap(match => (match[1] ?? match[2]!).split(', '));
}

const camelCase = (words: string) => words.toLowerCase().replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Writes each list into its file below the working directory. */
export function writeLanguageLists(): void {
	for (const [path, text] of languageLists()) writeFileSync(path, text);
}

if (import.meta.main) {
	writeLanguageLists();
	const {status} = spawnSync(process.execPath, ['node_modules/@biomejs/biome/bin/biome', 'check', '--write'], {stdio: 'inherit'});
	process.exitCode = status ?? 1;
}
