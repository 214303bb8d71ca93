import {globSync, mkdirSync, readFileSync, renameSync, writeFileSync} from 'node:fs';
import {dirname, join, relative} from 'node:path';

/** Every test file, as a pattern. */
export const TEST_FILES = '{api,cli,client,docs,editor,extension,infra,renderers,shared,test,workers}/**/*.test.ts';

/** Tests that compare times, give a provider one second, wait for an idle core, or keep all cores busy themselves: no more of these files run at once than there are cores. */
const TIMED = [
	'api/operations/ai/',
	'api/pipeline/usage-log.test.ts',
	'api/server/http-server.test.ts',
	'infra/start/first-start.test.ts',
	'test/account/accounts.test.ts',
	'test/bench/short-rounds.test.ts',
	'test/canaries.test.ts',
	'test/fair-share.test.ts',
	'test/faults/outages.test.ts',
	'test/faults/report-storm.test.ts',
	'test/faults/slow-peers.test.ts',
	'test/faults/stopping.test.ts',
	'test/faults/storm.test.ts',
	'test/load.test.ts',
	'test/redaction/redaction.test.ts',
	'workers/jobs/images/encode-avif.test.ts',
];
/** Folders of the longest test files, which begin first: one that begins last keeps the run waiting alone. */
const LONG = ['test/faults/', 'test/', 'workers/', 'infra/', 'cli/', 'renderers/'];

/** Seconds that each test file took in the last whole run on this machine, by its path. */
export type TestTimes = Record<string, number>;

const KEPT = join(import.meta.dirname, '..', 'node_modules', '.cache', 'test-times.json');

/** Test files that share a process, by the first of them, which ava is given for all. */
export type Groups = Record<string, readonly string[]>;

/** Most files of a group: more would keep one core at work while the others have nothing left. */
const LARGEST = {shared: 6, plain: 12, own: 5};
/** The head of a file that asks for a service; in the brackets are the service's settings. */
const HEAD = /^const service = await startService\((.*)\);$/m;
const FOOT = /^test\.after\.always\((?:\(\) => |async \(\) => \{\n\t)(?:await )?service\.stop\(\)/m;
/** A file with one of these needs its process or ava for itself. */
const ALONE =
	/\b(?:beforeEach|afterEach|macro|startProcess|cpuUsage|memoryUsage)\(|t\.snapshot|test\.meta|process\.(?:on|once|kill|exit|chdir)\b|process\.env\.\w+ =[^=]|delete process|globalThis|loadMessages\((?!'en'\))/;
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

/** Paths of all test files. */
export function testFiles(): {timed: string[]; others: string[]} {
	const all = globSync(TEST_FILES).sort();
	const isTimed = (file: string) => TIMED.some(start => file.startsWith(start));
	return {timed: all.filter(isTimed), others: all.filter(file => !isTimed(file))};
}

const times = readTestTimes();

/** Sorts the paths of long files to the front: by what they took in the last whole run, those that are new by their folder and name. */
export function longFirst(one: string, other: string): number {
	const [a, b] = [relative('', one), relative('', other)];
	const known = (times[b] ?? Number.POSITIVE_INFINITY) - (times[a] ?? Number.POSITIVE_INFINITY);
	return known || rank(a) - rank(b) || one.localeCompare(other);
}

function rank(file: string): number {
	const found = LONG.findIndex(start => file.startsWith(start));
	return found < 0 ? LONG.length : found;
}

/** Returns the times of the last whole run, none where there was none. */
export function readTestTimes(path = KEPT): TestTimes {
	try {
		return JSON.parse(readFileSync(path, 'utf8'));
	} catch {
		return {};
	}
}

/** Keeps the times of a whole run. A folder that cannot be written keeps nothing. */
export function keepTestTimes(times: TestTimes, path = KEPT): void {
	try {
		mkdirSync(dirname(path), {recursive: true});
		writeFileSync(`${path}.new`, JSON.stringify(times, null, '\t'));
		renameSync(`${path}.new`, path);
	} catch {}
}

/** Says how far a run is: `files` are all of it, `done` has the seconds of those that have ended, `elapsedS` is what it took. */
export function progressLine(files: readonly string[], done: TestTimes, {elapsedS, times}: {elapsedS: number; times: TestTimes}): string {
	const left = files.filter(file => !(file in done));
	const ended = files.length - left.length;
	const seconds = (names: readonly string[]) => names.reduce((sum, name) => sum + (times[name] ?? meanOf(times)), 0);
	const weight = seconds(files.filter(file => file in done));
	const rest = weight > 0 && ended > 0 ? Math.ceil((elapsedS * seconds(left)) / weight / 60) : null;
	const time = left.length === 0 || rest === null ? '' : `, about ${rest} min left`;
	return `${ended} of ${files.length} files${time}`;
}

/** Lists the files that took longest, the slowest first. */
export function slowest(done: TestTimes, count: number): string[] {
	return Object.entries(done)
		.sort(([, one], [, other]) => other - one)
		.slice(0, count)
		.map(([file, seconds]) => `${seconds.toFixed(0).padStart(5)} s  ${file}`);
}

/** Returns the mean, by which a file that is new is guessed; 1 where nothing is known. */
function meanOf(times: TestTimes): number {
	const known = Object.values(times);
	return known.length === 0 ? 1 : known.reduce((sum, each) => sum + each, 0) / known.length;
}

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

/** Returns what a file shares: `plain` or `own` its process, `shared …` a service of these settings; null if it wants a process for itself. */
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

/** Returns these files and all that shared their processes, whose tests did not run if the process ended early. */
export function withCompanions(files: readonly string[], groups: Groups): string[] {
	const companions = (file: string) => Object.values(groups).find(group => group.includes(file)) ?? [file];
	return [...new Set(files.flatMap(companions))];
}
