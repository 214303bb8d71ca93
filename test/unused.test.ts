import {readdir, readFile} from 'node:fs/promises';
import {join, resolve} from 'node:path';
import test from 'ava';

/** What nothing uses is deleted, and what only its own file uses is not exported: an export is a promise. */

const root = resolve(import.meta.dirname, '..');
/** Code of the service, and what may use it. A test is a user only of what its own file uses too. */
const OURS = ['api', 'cli', 'client', 'editor', 'extension', 'infra', 'renderers', 'shared', 'workers'];
const USERS = [...OURS, 'docs', 'test'];

type Export = {name: string; path: string; isType: boolean};

/** What the file exports under names, in its own declarations. */
function exportsOf(path: string, text: string): Export[] {
	const declared = /^export (?:declare )?(?:async )?(function\*?|const|let|class|type|interface) (\w+)/gm;
	return [...text.matchAll(declared)].map(([, kind, name]) => ({name: name!, path, isType: kind === 'type' || kind === 'interface'}));
}

/**
 * Returns the exports that no other file names, tests apart: what a test alone names must be used in its own file, and a type, which a signature
 * may need, stand somewhere else.
 */
function unused(files: Map<string, string>, from: string[]): Export[] {
	const users = new Map<string, string[]>();
	for (const [path, text] of files) {
		for (const word of new Set(text.match(/\w+/g))) users.set(word, [...(users.get(word) ?? []), path]);
	}
	const isOnceInItsFile = ({name, path}: Export) => files.get(path)!.match(new RegExp(`\\b${name}\\b`, 'g'))!.length === 1;
	const exported = from.flatMap(path => exportsOf(path, files.get(path)!));
	return exported.filter(one => {
		const others = users.get(one.name)!.filter(path => path !== one.path);
		if (others.some(path => !isTest(path))) return false;
		return isOnceInItsFile(one) || (!one.isType && others.length === 0);
	});
}

function isTest(path: string): boolean {
	return path.startsWith('test/') || /\.test\.tsx?$/.test(path);
}

test('an export that no other file or a test alone names is found, one that is used is not', t => {
	const files = new Map([
		[
			'a.ts',
			'export const used = 1;\nexport type Lonely = {};\nexport type Shape = {};\nexport const alone = (shape: Shape) => shape;\nexport async function* also() {}\n',
		],
		['b.ts', "import {also, used} from './a.ts';\n"],
		['c.ts', 'export const tested = 1;\nexport const part = 1;\nconst whole = part;\n'],
		['c.test.ts', "import {part, tested} from './c.ts';\n"],
	]);
	t.deepEqual(
		unused(files, ['a.ts', 'b.ts', 'c.ts']).map(({name}) => name),
		['Lonely', 'alone', 'tested'],
	);
});

test('every export is used by another file', async t => {
	const files = new Map<string, string>();
	for (const folder of USERS) {
		for (const name of await readdir(join(root, folder), {recursive: true})) {
			if (/\.(?:m?ts|tsx)$/.test(name) && !name.includes('node_modules/'))
				files.set(join(folder, name), await readFile(join(root, folder, name), 'utf8'));
		}
	}
	files.set('ava.config.js', await readFile(join(root, 'ava.config.js'), 'utf8'));
	const code = [...files.keys()].filter(path => OURS.includes(path.split('/')[0]!) && !isTest(path) && !path.endsWith('.d.mts'));
	t.deepEqual(
		unused(files, code).map(({name, path}) => `${path}: ${name}`),
		[],
	);
});
