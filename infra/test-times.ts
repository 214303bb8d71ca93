import {mkdirSync, readFileSync, renameSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';

/** Seconds that each test file took in the last whole run on this machine, by its path. */
export type TestTimes = Record<string, number>;

const KEPT = join(import.meta.dirname, '..', 'node_modules', '.cache', 'test-times.json');

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
