import {readFileSync} from 'node:fs';

/** Test files that share a process, by the first of them, which ava is given for all. */
export type Groups = Record<string, readonly string[]>;

/** More of them would keep one core at work while the others have nothing left. */
const LARGEST = 6;
/** The head of a file that asks for a service and leaves it as it is; in the brackets are the service's own settings. */
const HEAD = /^const service = await startService\((.*)\);$/m;
const FOOT = 'test.after.always(() => service.stop());';
/** A file with one of these needs the process, the service, its whole database or ava for itself. */
const ALONE =
	/\b(?:beforeEach|afterEach|macro|startProcess|cpuUsage|memoryUsage|sweep|purge\w+|getJobs?)\(|t\.snapshot|redis\w*\.keys|test\.(?:before|meta)|process\.(?:env|on|kill)\b|\.logger\b|metrics\b|(?:UPDATE \w+ SET|DELETE FROM)(?![^\n]* WHERE )|WHERE type|COUNT\(\*\)(?![^\n]* WHERE )|config\.\w+ =|Object\.assign\(service/;
/** Folders of tests that strike, count or measure. */
const APART = /^test\/(?:faults|bounded-reads|canaries|hog|injection|editor|exports)\b/;

/**
 * Groups files that ask for the same service and nothing else: a process, its modules and the service's start cost as much as many a file's tests.
 * Files of a group lie together, so that a failure is looked for in one folder.
 */
export function groupFiles(files: readonly string[], read = (file: string) => readFileSync(file, 'utf8')): Groups {
	const alike = Map.groupBy(files.toSorted(), file => serviceOf(file, read(file)));
	alike.delete(null);
	const groups = [...alike.values()].flatMap(shared => {
		const count = Math.ceil(shared.length / LARGEST);
		const size = Math.ceil(shared.length / count);
		return Array.from({length: count}, (_, index) => shared.slice(index * size, (index + 1) * size));
	});
	return Object.fromEntries(groups.filter(({length}) => length > 1).map(group => [group[0]!, group]));
}

/** Returns what a file wants of its service; null where it wants a process for itself. */
function serviceOf(file: string, text: string): string | null {
	if (APART.test(file) || ALONE.test(text) || !text.includes(FOOT) || text.split('startService(').length !== 2) return null;
	return HEAD.exec(text)?.[1] ?? null;
}

/** Returns the files that ava is given: of each group the one that stands for it. */
export function entriesOf(files: readonly string[], groups: Groups): string[] {
	const others = new Set(Object.values(groups).flatMap(group => group.slice(1)));
	return files.filter(file => !others.has(file));
}

/** Returns these files with all that shared a process with one of them: where it ended early, their tests have not run. */
export function withCompanions(files: readonly string[], groups: Groups): string[] {
	const companions = (file: string) => Object.values(groups).find(group => group.includes(file)) ?? [file];
	return [...new Set(files.flatMap(companions))];
}
