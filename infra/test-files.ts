import {globSync} from 'node:fs';
import {relative} from 'node:path';
import {readTestTimes} from './test-times.ts';

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
