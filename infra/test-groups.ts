import {readFileSync} from 'node:fs';

/** Test files that share a process, by the first of them, which ava is given for all. */
export type Groups = Record<string, readonly string[]>;

/** Most files of a group: more would keep one core at work while the others have nothing left. */
const LARGEST = {service: 6, plain: 12};
/** The head of a file that asks for a service; in the brackets are the service's settings. */
const HEAD = /^const service = await startService\((.*)\);$/m;
const FOOT = /^test\.after\.always\((?:\(\) => |async \(\) => \{\n\t)(?:await )?service\.stop\(\)/m;
/** A file with one of these needs its process or ava for itself. */
const ALONE =
	/\b(?:beforeEach|afterEach|macro|startProcess|cpuUsage|memoryUsage)\(|t\.snapshot|test\.(?:before|meta)|process\.(?:on|once|kill|exit|chdir)\b|process\.env\.\w+ =[^=]|delete process|globalThis/;
/** Words of files that need the service's whole database or its metrics. */
const WHOLE_SERVICE =
	/\b(?:sweep|purge\w+|getJobs?)\(|redis\w*\.keys|\.logger\b|metrics\b|(?:UPDATE \w+ SET|DELETE FROM)(?![^\n]* WHERE )|WHERE type|COUNT\(\*\)(?![^\n]* WHERE )|config\.\w+ =|Object\.assign\(service/;
/** Words of files without a service that start something, measure, or read pictures. */
const STARTS =
	/startService|freshDatabase|startLocal|openServices|openBrowser|launch|spawn|exec(?:File)?(?:Sync)?\(|fork\(|createServer|listen\(|process\.|performance\.|\.serial|from 'sharp'|helpers\/(?:fakes|hidden|images|object-store|playwright|recorded)/;
/** Folders of tests that strike, count or measure. */
const APART = /^test\/(?:faults|bounded-reads|canaries|load|injection|editor|exports|openapi|evals)\b/;

/** Groups neighbouring files that ask for the same service, or for none: a start costs 1.5 s of CPU. */
export function groupFiles(files: readonly string[], read = (file: string) => readFileSync(file, 'utf8')): Groups {
	const alike = Map.groupBy(files.toSorted(), file => kindOf(file, read(file)));
	alike.delete(null);
	const groups = [...alike].flatMap(([kind, shared]) => {
		const count = Math.ceil(shared.length / (kind === PLAIN ? LARGEST.plain : LARGEST.service));
		const size = Math.ceil(shared.length / count);
		return Array.from({length: count}, (_, index) => shared.slice(index * size, (index + 1) * size));
	});
	return Object.fromEntries(groups.filter(({length}) => length > 1).map(group => [group[0]!, group]));
}

const PLAIN = 'no service';

/** Returns what a file asks of a service, or that it asks for none; null where it wants a process for itself. */
function kindOf(file: string, text: string): string | null {
	if (APART.test(file) || ALONE.test(text)) return null;
	if (!STARTS.test(text)) return PLAIN;
	if (WHOLE_SERVICE.test(text) || !FOOT.test(text) || text.split('startService(').length !== 2) return null;
	return HEAD.exec(text)?.[1] ?? null;
}

/** Returns the files that ava is given: of each group the one that stands for it. */
export function entriesOf(files: readonly string[], groups: Groups): string[] {
	const others = new Set(Object.values(groups).flatMap(group => group.slice(1)));
	return files.filter(file => !others.has(file));
}

/** Returns these files with all that shared their processes: in one that ended early, others' tests have not run. */
export function withCompanions(files: readonly string[], groups: Groups): string[] {
	const companions = (file: string) => Object.values(groups).find(group => group.includes(file)) ?? [file];
	return [...new Set(files.flatMap(companions))];
}
