import {resolve} from 'node:path';
import test from 'ava';
import {longFirst, testFiles} from './test-files.ts';
import {closingLine, readOutcome, sumOf} from './test-run.ts';

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
	t.deepEqual(readOutcome(PASSED, 0), {code: 0, passed: 2, failed: 0, skipped: 0});
	t.deepEqual(readOutcome(MIXED, 1), {code: 1, passed: 1, failed: 2, skipped: 1});
	t.is(closingLine(readOutcome(PASSED, 0)), '2 passed, 0 failed');
	t.is(closingLine(readOutcome(MIXED, 1)), '1 passed, 2 failed, 1 skipped');
});

test('colours do not hide anything', t => {
	t.is(readOutcome('  \x1b[32m✔\x1b[39m adds\n  \x1b[31m1 test failed\x1b[39m\n', 1).failed, 1);
	t.is(readOutcome('  \x1b[32m✔\x1b[39m adds\n', 0).passed, 1);
});

test('no test, or a bad end of ava that its report does not explain, is a failure', t => {
	t.deepEqual(readOutcome('', 0), {code: 1, passed: 0, failed: 1, skipped: 0});
	t.deepEqual(readOutcome('  ✔ adds\n', 137), {code: 137, passed: 1, failed: 1, skipped: 0});
});

test('two runs are as good as the worse of them, and every test file belongs to one of them', t => {
	const good = {code: 0, passed: 2, failed: 0, skipped: 1};
	t.deepEqual(sumOf(good, good), {code: 0, passed: 4, failed: 0, skipped: 2});
	t.deepEqual(sumOf(good, {code: 1, passed: 1, failed: 1, skipped: 0}), {code: 1, passed: 3, failed: 1, skipped: 1});
	const {timed, others} = testFiles();
	t.true(timed.includes('test/hog.test.ts') && timed.includes('test/faults/storm.test.ts'));
	t.true(others.includes('infra/test-run.test.ts'));
	t.true(timed.length + others.length > 200);
	t.deepEqual(
		timed.filter(file => others.includes(file)),
		[],
	);
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
