import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import type {Plugin} from 'esbuild';
import {PAGE_LANGUAGES} from '../../shared/contract/page-language.ts';

/** Words of a screen. Those of the first moment, and theirs, are entry points of their own: a file for each language. */
const OF_A_SCREEN = /shared\/locales\/en\/editor\/([\w-]+)\.ts$/;
const AT_FIRST = ['main', 'shell'];

export const wordsFile = (language: string) => `shared/locales/${language.toLowerCase()}/editor/main.ts`;

/**
 * Replaces the English words that screens import by those of the account's language, which `language` names while the
 * script runs. So screens name no language, and a new one is in the editor once its folder is there.
 */
export function inEveryLanguage(root: string): Plugin {
	return {
		name: 'in-every-language',
		setup(builder) {
			builder.onResolve({filter: OF_A_SCREEN}, ({path, namespace}) => {
				const [file, name] = OF_A_SCREEN.exec(path)!;
				return namespace === 'words' || AT_FIRST.includes(name!) ? null : {path: file, namespace: 'words'};
			});
			builder.onLoad({filter: OF_A_SCREEN, namespace: 'words'}, async ({path}) => {
				const names = [...(await readFile(join(root, path), 'utf8')).matchAll(/^export const (\w+)/gm)].map(([, name]) => name!);
				const others = PAGE_LANGUAGES.filter(language => language !== 'en');
				const imports = ['en', ...others].map(
					(language, index) => `import * as words${index} from './${path.replace('/en/', `/${language.toLowerCase()}/`)}';`,
				);
				const choices = names.map(name => {
					const tests = others.map((language, index) => `language === '${language}' ? words${index + 1}.${name} : `);
					return `export const ${name} = ${tests.join('')}words0.${name};`;
				});
				const language = "import {language} from './editor/messages/index.ts';";
				return {contents: [language, ...imports, ...choices].join('\n'), loader: 'ts', resolveDir: root};
			});
		},
	};
}
