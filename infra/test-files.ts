import {globSync} from 'node:fs';

/** Every test file, as a pattern. */
export const TEST_FILES = '{api,cli,client,docs,editor,extension,infra,renderers,shared,test,workers}/**/*.test.ts';

/** Tests that compare times, strike at a moment of somebody's work or give a provider one second: no more of these files run at once than there are cores. */
const TIMED = [
	'api/operations/ai/',
	'api/pipeline/usage-log.test.ts',
	'test/account/accounts.test.ts',
	'test/fair-share.test.ts',
	'test/faults/',
	'test/hog.test.ts',
];

/** Paths of all test files. */
export function testFiles(): {timed: string[]; others: string[]} {
	const all = globSync(TEST_FILES).sort();
	const isTimed = (file: string) => TIMED.some(start => file.startsWith(start));
	return {timed: all.filter(isTimed), others: all.filter(file => !isTimed(file))};
}
