import {globSync, mkdirSync, readFileSync, renameSync, writeFileSync} from 'node:fs';
import {dirname, join, relative} from 'node:path';

/** Every test file, as a pattern. */
export const TEST_FILES = '{api,cli,client,docs,editor,extension,infra,renderers,shared,test,workers}/**/*.test.ts';

/** Tests that compare times, give a provider one second, or keep all cores busy themselves: no more of these files run at once than there are cores. */
const TIMED = [
	'api/operations/ai/',
	'api/pipeline/usage-log.test.ts',
	'infra/start/first-start.test.ts',
	'test/account/accounts.test.ts',
	'test/bench/short-rounds.test.ts',
	'test/canaries.test.ts',
	'test/fair-share.test.ts',
	'test/faults/report-storm.test.ts',
	'test/faults/slow-peers.test.ts',
	'test/faults/stopping.test.ts',
	'test/faults/storm.test.ts',
	'test/load.test.ts',
];
/** These take longest, and are begun first: a long file that is begun last is waited for alone. */
const LONG = ['test/faults/', 'test/', 'workers/', 'infra/', 'cli/', 'renderers/'];

/** Seconds that each test file took in the last whole run on this machine, by its path. */
export type TestTimes = Record<string, number>;

const KEPT = join(import.meta.dirname, '..', 'node_modules', '.cache', 'test-times.json');

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
