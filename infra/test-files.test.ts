import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import test from 'ava';
import {keepTestTimes, progressLine, readTestTimes, slowest} from './test-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'times-'));
test.after.always(() => rmSync(folder, {recursive: true}));

test('the time left follows from what the files took before: a long one that is left counts for more', t => {
	const files = ['long', 'short', 'new'];
	const times = {long: 100, short: 10};
	t.is(progressLine(files, {}, {elapsedS: 1, times}), '0 of 3 files');
	t.is(progressLine(files, {short: 12}, {elapsedS: 12, times}), '1 of 3 files, about 4 min left');
	t.is(progressLine(files, {short: 12, long: 120}, {elapsedS: 120, times}), '2 of 3 files, about 1 min left');
	t.is(progressLine(files, {short: 1, long: 1, new: 1}, {elapsedS: 120, times}), '3 of 3 files');
	t.is(progressLine(files, {short: 60}, {elapsedS: 60, times: {}}), '1 of 3 files, about 2 min left', 'where nothing is known');
});

test('times are kept from run to run; without them, or where they are broken, none are known', t => {
	const path = join(folder, 'cache', 'times.json');
	t.deepEqual(readTestTimes(path), {});
	keepTestTimes({one: 1, two: 22}, path);
	t.deepEqual(readTestTimes(path), {one: 1, two: 22});
	writeFileSync(path, '{"one":');
	t.deepEqual(readTestTimes(path), {});
	keepTestTimes({one: 1}, join(path, 'below-a-file'));
});

test('the slowest come first', t => t.deepEqual(slowest({one: 1, two: 22, three: 3}, 2), ['   22 s  two', '    3 s  three']));
