import test from 'ava';
import {load, TURN_MS} from './load/load.ts';

/** 321 MB alone, of which 241 are the process's own without the thread for long calls. Garbage is collected later beside other tests. */
const GROWTH_BYTES = 420 * 1024 * 1024;

// `npm run lab -- load` asserts the waiting itself, and leaves nothing out.
test('whatever is sent to any operation, tool, form or upload, nobody else waits and the process does not grow', async t => {
	t.timeout(600_000);
	const {felt, waited, grewBytes} = await load({whole: false});
	t.true(felt.length > 500, `${felt.length} attacks`);
	t.deepEqual(
		felt.filter(({cpuMs}) => cpuMs > TURN_MS),
		[],
	);
	t.deepEqual(
		felt.filter(({status}) => status >= 500),
		[],
	);
	t.is(waited.all.failed, 0, 'the other client');
	t.true(grewBytes < GROWTH_BYTES, `${grewBytes}`);
	const worst = felt.toSorted((one, other) => other.cpuMs - one.cpuMs)[0]!;
	t.log(
		`${felt.length} attacks; ${worst.cpuMs.toFixed(0)} ms in one turn at most (${worst.attack}); ${Math.round(grewBytes / 2 ** 20)} MB more at most`,
	);
});
