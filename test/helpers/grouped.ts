import {readFileSync} from 'node:fs';
import {registerHooks} from 'node:module';
import {relative} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import type test from 'ava';

/** A test or a hook that a file of a group has declared, by its way from `test`: `['after', 'always']`. */
type Declared = {file: string; way: string[]; args: unknown[]};

/** Files of a process, and whether they share their service. */
type Group = {files: readonly string[]; isShared: boolean};

const HOOKS = new Set(['before', 'after']);
const SHIM = new URL('./grouped-ava.ts', import.meta.url).href;
const declared: Declared[] = [];
let isSharing = false;

/** True while the files of a group ask for the service that they share; a test's own is not shared. */
export function groupShares(): boolean {
	return isSharing;
}

/** Returns a file's `test`, which notes what is declared: ava wants all of it at once. */
export function noteOf(file: string, way: string[] = []): unknown {
	const note = (...args: unknown[]) => void declared.push({file, way, args});
	return new Proxy(note, {get: (_, word) => noteOf(file, [...way, String(word)])});
}

/** Makes the process of a test file that of its group: all are loaded, then all tests declared. */
export function loadGroup({files: group, isShared}: Group): void {
	const urls = new Map(group.map(file => [pathToFileURL(file).href, file]));
	const [entry] = urls.keys();
	registerHooks({
		resolve(specifier, context, next) {
			const file = specifier === 'ava' && urls.get(plain(context.parentURL ?? ''));
			return file ? {url: `${SHIM}?${encodeURIComponent(file)}`, shortCircuit: true} : next(specifier, context);
		},
		load(url, context, next) {
			if (url !== entry) return next(url, context);
			const files = [...urls.keys()].map(each => (each === entry ? `${each}?itself` : each));
			const source = `import {declareGroup} from ${JSON.stringify(import.meta.url)}; await declareGroup(${JSON.stringify(files)}, ${isShared});`;
			return {format: 'module', source, shortCircuit: true};
		},
	});
}

/** Loads these files and hands what they declare to ava. */
export async function declareGroup(urls: readonly string[], isShared: boolean): Promise<void> {
	isSharing = isShared;
	for (const url of urls) await import(url);
	isSharing = false;
	const {default: ava} = await import('ava');
	for (const {file, way, args} of declared) {
		const declare = way.reduce<unknown>((found, word) => (found as Record<string, unknown>)[word], ava) as typeof test;
		const isHook = HOOKS.has(way[0] ?? '') || HOOKS.has(way[1] ?? '');
		const [title, ...rest] = args as [string, never];
		if (isHook) declare(...(args as [never]));
		else declare(`${title}, in ${file}`, ...(rest as [never]));
	}
}

/** Returns the group of a test file out of the JSON file TEST_GROUPS; null where it has none. */
export function groupOf(url: string): Group | null {
	const kept = process.env.TEST_GROUPS;
	if (!kept) return null;
	const {groups, sharing}: {groups: Record<string, readonly string[]>; sharing: string[]} = JSON.parse(readFileSync(kept, 'utf8'));
	const first = relative('', fileURLToPath(url));
	return groups[first] ? {files: groups[first], isShared: sharing.includes(first)} : null;
}

function plain(url: string): string {
	return url.split('?')[0]!;
}
