import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import type {Loader, Metafile, Plugin} from 'esbuild';

/**
 * Files that the screens share, as few chunks. By itself esbuild makes one of each different set of screens that use a file, a dozen small ones;
 * here a screen that uses one of a group loads the group: it imports all of it, which makes their sets the same.
 */

/** Groups of files that are loaded together, and for each entry point's path the indexes of its groups. */
export type Plan = {groups: string[][]; entries: Map<string, number[]>};

const SCRIPT = /\.(?:tsx?|m?js)$/;
const NAMED = /^roteiro:group-(\d+)$/;

/** The screen that people wait for most, and a dialog of it that is seldom seen and uses words of other screens. */
const EDITOR = 'editor/edit/edit-screen.tsx';
const SELDOM = 'editor/conflicts/conflict-dialog.tsx';
/** Used by whatever shows steps as visitors see them. */
const STAGE = 'editor/stage/player-style.ts';

/**
 * Four groups: what the page itself shares with a screen, what only screens share, what only those share that show steps as visitors see them, and
 * what the editor of a tour needs in dialogs alone.
 */
export function planChunks({inputs}: Metafile, main: string): Plan {
	const lazy = new Set(Object.keys(inputs).flatMap(path => laterOf(inputs, path)));
	const reached = new Map([main, ...lazy].map(entry => [entry, reachOf(inputs, entry)]));
	const users = (path: string) => [...reached].flatMap(([entry, files]) => (files.has(path) ? [entry] : []));
	const shared = Object.keys(inputs).filter(path => SCRIPT.test(path) && !reached.has(path) && users(path).length > 1);
	const withStage = new Set(users(STAGE));
	const laterFrom = (entry: string) => new Set([...(reached.get(entry) ?? [])].flatMap(path => laterOf(inputs, path)));
	const dialogs = laterFrom(EDITOR).difference(laterFrom(main));
	const groupOf = (path: string) => {
		const entries = users(path);
		if (entries.includes(main)) return 0;
		const showSteps = entries.every(entry => withStage.has(entry));
		if (!entries.includes(EDITOR) && (showSteps || entries.includes(SELDOM) || entries.every(entry => dialogs.has(entry)))) return 3;
		return showSteps ? 2 : 1;
	};
	const groups = [0, 1, 2, 3].map(group => shared.filter(path => groupOf(path) === group));
	const entries = [...reached].map(([entry, files]) => {
		// All of them have the code that the bundler adds.
		return [entry, groups.flatMap((group, index) => (index === 0 || group.some(path => files.has(path)) ? [index] : []))] as const;
	});
	return {groups, entries: new Map(entries)};
}

/** Makes each entry point import its groups. */
export function inChunks({groups, entries}: Plan, root: string): Plugin {
	return {
		name: 'in-chunks',
		setup(builder) {
			builder.onResolve({filter: NAMED}, ({path}) => ({path, namespace: 'group'}));
			builder.onLoad({filter: NAMED, namespace: 'group'}, ({path}) => {
				const files = groups[Number(NAMED.exec(path)![1])]!;
				// Named for its place alone: unused exports are left out as ever.
				const exports = files.map((file, index) => `export * as file${index} from ${JSON.stringify(`./${file}`)};`);
				return {contents: exports.join('\n'), resolveDir: root};
			});
			// Renders on a server, which is not done here.
			builder.onResolve({filter: /^\.\/prerender\.js$/}, ({path}) => ({path, external: true}));
			builder.onLoad({filter: /\.tsx?$/, namespace: 'file'}, async ({path}) => {
				const used = entries.get(path.slice(root.length).replace(/^\//, ''));
				if (!used || used.length === 0) return null;
				const imports = used.map(index => `import 'roteiro:group-${index}';`).join('');
				return {contents: `${await readFile(join(path), 'utf8')}\n${imports}`, loader: path.split('.').at(-1) as Loader};
			});
		},
	};
}

/** The files that a file loads later. */
function laterOf(inputs: Metafile['inputs'], path: string): string[] {
	return (inputs[path]?.imports ?? []).flatMap(({kind, path: imported}) => (kind === 'dynamic-import' ? [imported] : []));
}

/** The files that are there before an entry point runs, without those that it loads later. */
function reachOf(inputs: Metafile['inputs'], entry: string): Set<string> {
	const reached = new Set([entry]);
	for (const path of reached) {
		for (const {kind, path: imported} of inputs[path]?.imports ?? []) if (kind !== 'dynamic-import') reached.add(imported);
	}
	return reached;
}
