import {resolve} from 'node:path';
import test from 'ava';
import {longFirst, testFiles} from './test-files.ts';
import {afterRepetition, closingLine, failedFiles, readOutcome, reportOf, sumOf} from './test-run.ts';

const PASSED = '\n  ✔ one › adds (12ms)\n    ℹ ✔ a log line\n  ✔ two › subtracts\n  ─\n\n  2 tests passed\n';
const MIXED = `
  - [skip] later
  ✔ adds
  ✘ [fail]: subtracts
  ─

  subtracts

  Difference (- actual, + expected):

  - 1
  + 2

  ─

  1 test failed
  1 test skipped
  1 uncaught exception
`;

test('the outcome of a run is what the report of ava says', t => {
	t.deepEqual(readOutcome(reportOf(PASSED, 0)), {code: 0, passed: 2, failed: 0, skipped: 0});
	t.deepEqual(readOutcome(reportOf(MIXED, 1)), {code: 1, passed: 1, failed: 2, skipped: 1});
	t.is(closingLine(readOutcome(reportOf(PASSED, 0))), '2 passed, 0 failed');
	t.is(closingLine(readOutcome(reportOf(MIXED, 1))), '1 passed, 2 failed, 1 skipped');
});

test('colours do not hide anything', t => {
	t.is(readOutcome(reportOf('  \x1b[32m✔\x1b[39m adds\n  \x1b[31m1 test failed\x1b[39m\n', 1)).failed, 1);
	t.is(readOutcome(reportOf('  \x1b[32m✔\x1b[39m adds\n', 0)).passed, 1);
});

test('no test, or a bad end of ava that its report does not explain, is a failure', t => {
	t.deepEqual(readOutcome(reportOf('', 0)), {code: 1, passed: 0, failed: 1, skipped: 0});
	t.deepEqual(readOutcome(reportOf('  ✔ adds\n', 137)), {code: 137, passed: 1, failed: 1, skipped: 0});
});

test('two runs are as good as the worse of them, and every test file belongs to one of them', t => {
	const good = {code: 0, passed: 2, failed: 0, skipped: 1};
	t.deepEqual(sumOf(good, good), {code: 0, passed: 4, failed: 0, skipped: 2});
	t.deepEqual(sumOf(good, {code: 1, passed: 1, failed: 1, skipped: 0}), {code: 1, passed: 3, failed: 1, skipped: 1});
	const {timed, others} = testFiles();
	t.true(timed.includes('test/load.test.ts') && timed.includes('test/faults/storm.test.ts'));
	t.true(others.includes('infra/test-run.test.ts'));
	t.true(timed.length + others.length > 200);
	t.deepEqual(
		timed.filter(file => others.includes(file)),
		[],
	);
});

test('the files of all failures are found, and count by how they end when they are run again', t => {
	const files = ['infra/test-run.test.ts', 'api/calls.test.ts', 'api/calls/late.test.ts', 'test/slow.test.ts', 'test/crash.test.ts'];
	const printed = `
  ✔ infra › run › counts (2ms)
  ✔ api › calls › is quick
  ✘ [fail]: api › calls › is in time
  ✔ api › calls › late › comes
  - [skip] test › slow › is heavy
  2 tests were pending in test/slow.test.ts
  Uncaught exception in test/crash.test.ts
  ✔ test › crash › begins
  1 test failed
  1 uncaught exception
  2 tests remained pending after a timeout
`;
	const report = reportOf(printed, 1);
	const failed = failedFiles(report, files);
	t.deepEqual(failed, ['api/calls.test.ts', 'test/slow.test.ts', 'test/crash.test.ts']);
	t.is(readOutcome(report).failed, 4);
	const good = reportOf('  ✔ api › calls › is quick\n  ✔ api › calls › is in time\n  - [skip] test › slow › is heavy\n', 0);
	t.deepEqual(afterRepetition([report], {all: files, failed}, good), {code: 0, passed: 4, failed: 0, skipped: 1});
	const bad = reportOf('  ✔ api › calls › is quick\n  ✘ [fail]: api › calls › is in time\n  1 test failed\n', 1);
	t.deepEqual(afterRepetition([report], {all: files, failed}, bad), {code: 1, passed: 3, failed: 1, skipped: 0});
});

test('files that take long are begun first, whatever their path is relative to', t => {
	const files = ['api/a.test.ts', 'workers/a.test.ts', resolve('test/faults/b.test.ts'), 'test/a.test.ts', 'shared/a.test.ts'];
	t.deepEqual(files.sort(longFirst), [
		resolve('test/faults/b.test.ts'),
		'test/a.test.ts',
		'workers/a.test.ts',
		'api/a.test.ts',
		'shared/a.test.ts',
	]);
});
