import {spawnSync} from 'node:child_process';
import {mkdtempSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import test from 'ava';
import {
	entriesOf,
	groupFiles,
	keepTestTimes,
	progressLine,
	readTestTimes,
	sharesService,
	slowest,
	testFiles,
	withCompanions,
} from './test-files.ts';
import {failedFiles, readOutcome, reportOf} from './test-run.ts';

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

const asks = (settings: string, more = '') =>
	`const service = await startService(${settings});\ntest.after.always(() => service.stop());\n${more}`;

test('files that ask for the same service share it, others their process alone, few enough that all cores have work', t => {
	const files: Record<string, string> = {
		'a.test.ts': asks(''),
		'b.test.ts': asks('{}, {workers: false}'),
		'c.test.ts': asks('{}, {workers: false}'),
		'only.test.ts': asks("{CALLS_PER_MINUTE: '3'}"),
		'plain.test.ts': "test('two', t => t.pass());",
		'quiet.test.ts': "test('three', t => t.pass());",
		'sweeping.test.ts': asks('', 'await sweep(service);'),
		'timed.test.ts': "test('four', t => t.true(performance.now() > 0));",
		...Object.fromEntries([1, 2, 3, 4, 5, 6].map(number => [`z${number}.test.ts`, asks('')])),
	};
	const names = Object.keys(files);
	const read = (name: string) => files[name]!;
	const groups = groupFiles(names, read);
	t.deepEqual(groups, {
		'a.test.ts': ['a.test.ts', 'z1.test.ts', 'z2.test.ts', 'z3.test.ts'],
		'z4.test.ts': ['z4.test.ts', 'z5.test.ts', 'z6.test.ts'],
		'b.test.ts': ['b.test.ts', 'c.test.ts'],
		'only.test.ts': ['only.test.ts', 'sweeping.test.ts'],
		'plain.test.ts': ['plain.test.ts', 'quiet.test.ts'],
	});
	const sharing = Object.values(groups).filter(group => sharesService(group, read));
	t.deepEqual(sharing.map(([first]) => first).toSorted(), ['a.test.ts', 'b.test.ts', 'z4.test.ts']);
	const entries = ['a.test.ts', 'b.test.ts', 'only.test.ts', 'plain.test.ts', 'timed.test.ts', 'z4.test.ts'];
	t.deepEqual(entriesOf(names, groups), entries);
	t.deepEqual(withCompanions(['c.test.ts', 'timed.test.ts', 'b.test.ts'], groups), ['b.test.ts', 'c.test.ts', 'timed.test.ts']);
});

test('a file that strikes or changes its process has one for itself, and one that ages all rows a service', t => {
	const alone = ["process.env.TZ = 'UTC';", 'test.beforeEach(() => {});', "await startProcess('workers/main.ts', service.env);"];
	for (const words of alone)
		t.deepEqual(
			groupFiles(['a', 'b'], () => asks('', words)),
			{},
			words,
		);
	const age = (where: string) => asks('', `await db.query('UPDATE media SET unused_since = 0${where}', [id]);`);
	t.true(sharesService(['a', 'b'], () => age(' WHERE account_id = ?')));
	for (const words of [age(''), asks('', 'await startService();')]) {
		t.deepEqual(
			groupFiles(['a', 'b'], () => words),
			{a: ['a', 'b']},
		);
		t.false(
			sharesService(['a', 'b'], () => words),
			words,
		);
	}
});

test('of the files that there are some share a process, and none of those that measure', t => {
	const {timed, others} = testFiles();
	const groups = groupFiles(others);
	const shared = Object.values(groups).flat();
	t.true(shared.length >= 160, `${shared.length}`);
	t.deepEqual(shared.toSorted(), [...new Set(shared)].toSorted());
	t.deepEqual(
		shared.filter(file => timed.includes(file) || file.startsWith('test/faults/')),
		[],
	);
});

test('in one process all tests and hooks of a group run, and what fails names its own file', t => {
	const folder = mkdtempSync(join(tmpdir(), 'group-'));
	t.teardown(() => rmSync(folder, {recursive: true}));
	const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
	symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
	write('package.json', '{"type": "module"}');
	const require = JSON.stringify(resolve('test/helpers/each-process.ts'));
	write('ava.config.js', `export default {extensions: ['ts'], workerThreads: false, require: [${require}]};`);
	const head =
		"import test from 'ava'; await new Promise(resolve => setTimeout(resolve, 10)); globalThis.loaded = (globalThis.loaded ?? 0) + 1;";
	write(
		'one.test.ts',
		`${head} test('both are loaded', t => t.is(globalThis.loaded, 2)); test.after.always(() => console.log('one has ended'));`,
	);
	write(
		'two.test.ts',
		`${head} let begun = false; test.before(() => { begun = true; }); test.serial('it has begun', t => t.true(begun)); test('it fails', t => t.fail()); test.skip('it waits', t => t.fail());`,
	);
	write('groups.json', JSON.stringify({groups: {'one.test.ts': ['one.test.ts', 'two.test.ts']}, sharing: []}));
	const env = {...process.env, TEST_GROUPS: join(folder, 'groups.json'), TEST_TIMES: join(folder, 'times')};
	const args = [resolve('node_modules/ava/entrypoints/cli.js'), 'one.test.ts'];
	const {stdout, stderr, status} = spawnSync(process.execPath, args, {cwd: folder, env, encoding: 'utf8'});
	const report = reportOf(stdout, status!);
	t.deepEqual(readOutcome(report), {code: 1, passed: 2, failed: 1, skipped: 1}, stdout);
	t.deepEqual(failedFiles(report, ['one.test.ts', 'two.test.ts']), ['two.test.ts']);
	t.true((stdout + stderr).includes('one has ended'));
});
