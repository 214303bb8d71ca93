import {execFileSync} from 'node:child_process';
import {existsSync} from 'node:fs';
import {cp, mkdir, mkdtemp, readdir, readFile, symlink, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {dirname, join, relative, resolve} from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');
/** The tag of the language that nobody speaks: of those that ISO 639 leaves to everybody. */
export const TAG = 'qps';
const ACCENTED = 'test/pseudo-language/accented.ts';
const LIST = 'shared/contract/page-language.ts';

/**
 * Copies the project, and adds a language to it as CONTRIBUTING.md says: its folder, made of the English one, a line in the
 * list of languages, and the lists that `npm run format` writes. Returns the copy's path.
 */
export async function copyWithLanguage(): Promise<string> {
	const copy = await mkdtemp(join(tmpdir(), 'roteiro-language-'));
	const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {cwd: ROOT, encoding: 'utf8'})
		.split('\0')
		.filter(file => file !== '' && existsSync(join(ROOT, file)));
	for (const file of files) await cp(join(ROOT, file), join(copy, file));
	await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
	await writeLanguage(copy);
	const list = await readFile(join(copy, LIST), 'utf8');
	await writeFile(join(copy, LIST), list.replace("en: 'English'", `en: 'English', ${TAG}: 'Pseudo'`));
	const write = "import {writeLanguageLists} from './infra/format.ts'; writeLanguageLists();";
	execFileSync(process.execPath, ['--input-type=module-typescript', '--eval', write], {cwd: copy, stdio: 'inherit'});
	return copy;
}

async function writeLanguage(copy: string): Promise<void> {
	const english = join(copy, 'shared/locales/en');
	for (const name of await readdir(english, {recursive: true})) {
		if (!name.endsWith('.ts')) continue;
		const file = join(copy, 'shared/locales', TAG, name);
		await mkdir(dirname(file), {recursive: true});
		const text = await readFile(join(english, name), 'utf8');
		await writeFile(file, name.endsWith('index.ts') ? text : accentedModule(text, {file, copy, source: join(english, name)}));
	}
}

function accentedModule(text: string, {file, copy, source}: {file: string; copy: string; source: string}): string {
	const names = [...text.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name!);
	const from = (path: string) => relative(dirname(file), path);
	const lines = names.map(name => `export const ${name}: typeof en.${name} = accented(en.${name}, '${TAG}');\n`);
	return `import {accented} from '${from(join(copy, ACCENTED))}';\nimport * as en from '${from(source)}';\n\n${lines.join('')}`;
}
