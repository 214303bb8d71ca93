import {readFileSync} from 'node:fs';

/** Test files that share a process, by the first of them, which ava is given for all. */
export type Groups = Record<string, readonly string[]>;

/** Most files of a group: more would keep one core at work while the others have nothing left. */
const LARGEST = {shared: 6, plain: 12, own: 5};
/** The head of a file that asks for a service; in the brackets are the service's settings. */
const HEAD = /^const service = await startService\((.*)\);$/m;
const FOOT = /^test\.after\.always\((?:\(\) => |async \(\) => \{\n\t)(?:await )?service\.stop\(\)/m;
/** A file with one of these needs its process or ava for itself. */
const ALONE =
	/\b(?:beforeEach|afterEach|macro|startProcess|cpuUsage|memoryUsage)\(|t\.snapshot|test\.meta|process\.(?:on|once|kill|exit|chdir)\b|process\.env\.\w+ =[^=]|delete process|globalThis/;
/** Words of files that need the service's whole database or its metrics. */
const WHOLE_SERVICE =
	/\b(?:sweep|purge\w+|getJobs?)\(|redis\w*\.keys|\.logger\b|metrics\b|(?:UPDATE \w+ SET|DELETE FROM)(?![^\n]* WHERE )|WHERE type|COUNT\(\*\)(?![^\n]* WHERE )|config\.\w+ =|Object\.assign\(service/;
/** Words of files without a service that start something, measure, or read pictures. */
const STARTS =
	/startService|freshDatabase|startLocal|openServices|openBrowser|launch|spawn|exec(?:File)?(?:Sync)?\(|fork\(|createServer|listen\(|process\.|performance\.|\.serial|from 'sharp'|helpers\/(?:fakes|hidden|images|object-store|playwright|recorded)/;
/** Words of files that measure, strike at servers or run programs: what else their process does would count. */
const UNDISTURBED =
	/performance\.|process\.|\.logger\b|metrics\b|startLocal|spawn|execFile|servers\b|outbound\b|objects\.|helpers\/playwright/;
const HOOK = /test\.before/;
/** Tests that strike, count, measure, or keep a worker so busy that calls of others wait too long. */
const APART =
	/^test\/(?:faults|bounded-reads|budgets|canaries|load|injection|editor|exports|openapi|evals|targets|redaction)\b|^cli\/record\b|^api\/operations\/hostile-input\b/;

const textOf = (file: string) => readFileSync(file, 'utf8');

/** Groups neighbouring files that ask for the same service, for services of their own, or for none: a start costs 1.5 s of CPU, the code alone 1.1. */
export function groupFiles(files: readonly string[], read = textOf): Groups {
	const alike = Map.groupBy(files.toSorted(), file => kindOf(file, read(file)));
	alike.delete(null);
	const lonely = [...alike].flatMap(([kind, [file, ...others]]) => (kind!.startsWith('shared') && others.length === 0 ? file! : []));
	const own = [...(alike.get('own') ?? []), ...lonely.filter(file => !UNDISTURBED.test(read(file)))];
	alike.set('own', own.toSorted());
	const groups = [...alike].flatMap(([kind, company]) => {
		const count = Math.ceil(company.length / LARGEST[kind!.split(' ')[0] as keyof typeof LARGEST]);
		const size = Math.ceil(company.length / count);
		return Array.from({length: count}, (_, index) => company.slice(index * size, (index + 1) * size));
	});
	return Object.fromEntries(groups.filter(({length}) => length > 1).map(group => [group[0]!, group]));
}

/** True for files of a group that ask for the same service, which they share. */
export function sharesService(group: readonly string[], read = textOf): boolean {
	const [kind, ...others] = new Set(group.map(file => kindOf(file, read(file))));
	return others.length === 0 && kind?.startsWith('shared') === true;
}

/** Returns what a file shares: `plain` or `own` its process, `shared …` a service of these settings; null where it wants a process for itself. */
function kindOf(file: string, text: string): string | null {
	if (APART.test(file) || ALONE.test(text)) return null;
	if (!STARTS.test(text) && !HOOK.test(text)) return 'plain';
	const settings = HEAD.exec(text)?.[1];
	const isWhole = WHOLE_SERVICE.test(text) || !FOOT.test(text) || text.split('startService(').length !== 2 || HOOK.test(text);
	if (settings !== undefined && !isWhole) return `shared ${settings}`;
	return UNDISTURBED.test(text) || !text.includes('startService') ? null : 'own';
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
