import {setTimeout as sleep} from 'node:timers/promises';
import test from 'ava';
import {endedOr, within} from './concurrency.ts';

test('work that ends in time is passed on, with its error as well; what is late is rejected', async t => {
	const late = () => new Error('late');
	t.is(await within(Promise.resolve(7), 10_000, late), 7);
	await t.throwsAsync(within(Promise.reject(new Error('own')), 10_000, late), {message: 'own'});
	await t.throwsAsync(within(new Promise(() => {}), 5, late), {message: 'late'});
});

test('an end is not waited for beyond its time, and its error is nobody’s', async t => {
	await endedOr(Promise.reject(new Error('own')), 10_000);
	await endedOr(new Promise(() => {}), 5);
	let ended = false;
	await endedOr(
		sleep(5).then(() => {
			ended = true;
		}),
		10_000,
	);
	t.true(ended);
});
