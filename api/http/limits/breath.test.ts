import {setTimeout as sleep} from 'node:timers/promises';
import test from 'ava';
import {openBreath} from './breath.ts';

test('long work goes on once the quick calls under way have ended, and at once where there are none', async t => {
	const {enter, breathe} = openBreath();
	await breathe();
	const leave = [enter(), enter()];
	let goesOn = false;
	const breath = breathe().then(() => {
		goesOn = true;
	});
	leave[0]!();
	leave[0]!();
	await sleep(1);
	t.false(goesOn, 'a call that ends twice is one');
	leave[1]!();
	await breath;
	t.true(goesOn);
});

test('work stands back for a moment only, and for no call that turns out to be slow', async t => {
	const {enter, breathe} = openBreath();
	enter();
	const start = performance.now();
	await breathe();
	const waited = performance.now() - start;
	t.true(waited >= 45, `${waited} ms`);
	await sleep(100);
	await breathe();
	const again = performance.now();
	await breathe();
	t.true(performance.now() - again < 15, 'the slow call is forgotten');
});
