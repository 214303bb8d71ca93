import {setTimeout as sleep} from 'node:timers/promises';
import test from 'ava';
import {openQuickCallGate} from './quick-call-gate.ts';

test('long work goes on once the quick calls under way have ended, and at once where there are none', async t => {
	const {enter, letPass} = openQuickCallGate();
	await letPass();
	const leave = [enter(), enter()];
	let goesOn = false;
	const passing = letPass().then(() => {
		goesOn = true;
	});
	leave[0]!();
	leave[0]!();
	await sleep(1);
	t.false(goesOn, 'a call that ends twice is one');
	leave[1]!();
	await passing;
	t.true(goesOn);
});

test('work yields for a moment only, and for no call that turns out to be slow', async t => {
	const {enter, letPass} = openQuickCallGate();
	enter();
	const start = performance.now();
	await letPass();
	const waited = performance.now() - start;
	t.true(waited >= 45, `${waited} ms`);
	await sleep(100);
	await letPass();
	const again = performance.now();
	await letPass();
	t.true(performance.now() - again < 15, 'the slow call is forgotten');
});
