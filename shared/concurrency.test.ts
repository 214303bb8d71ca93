import {setTimeout as sleep} from 'node:timers/promises';
import test from 'ava';
import {endedOr, openBatches, within} from './concurrency.ts';

/** Batches that are answered by hand, or at once where nobody holds them. */
function watched() {
	const asked: number[][] = [];
	const hold = {until: Promise.resolve() as Promise<unknown>};
	const ask = openBatches(async (questions: number[]) => {
		asked.push([...questions]);
		await hold.until;
		return questions.map(question => 10 * question);
	});
	return {ask, asked, hold};
}

test('the first is asked at once, all that come meanwhile together after it, and each gets its own answer', async t => {
	const {ask, asked} = watched();
	const first = ask(1);
	t.deepEqual(asked, [[1]], 'it waits for nothing');
	const answers = await Promise.all([first, ...[2, 3, 2].map(ask)]);
	t.deepEqual(answers, [10, 20, 30, 20]);
	t.deepEqual(asked, [[1], [2, 3, 2]], 'each is asked as often as it came');
	t.is(await ask(4), 40);
});

test('no answer is older than its question: one that comes while a batch is under way waits for the next', async t => {
	const {ask, asked, hold} = watched();
	const {promise, resolve} = Promise.withResolvers<void>();
	hold.until = promise;
	const early = ask(1);
	const late = ask(2);
	await sleep(5);
	t.deepEqual(asked, [[1]]);
	hold.until = Promise.resolve();
	resolve();
	t.deepEqual(await Promise.all([early, late]), [10, 20]);
});

test('a batch that hangs holds up the next for a moment only', async t => {
	const {ask, hold} = watched();
	const {promise, resolve} = Promise.withResolvers<void>();
	hold.until = promise;
	const hangs = ask(1);
	hold.until = Promise.resolve();
	const start = performance.now();
	t.is(await ask(2), 20);
	t.true(performance.now() - start < 500);
	resolve();
	t.is(await hangs, 10);
});

test('what fails fails for those who shared it alone', async t => {
	const {ask, hold} = watched();
	const failing = Promise.reject(new Error('It is away.'));
	failing.catch(() => {});
	hold.until = failing;
	const [one, other] = [ask(1), ask(2)];
	await t.throwsAsync(one, {message: 'It is away.'});
	await t.throwsAsync(other, {message: 'It is away.'});
	hold.until = Promise.resolve();
	t.is(await ask(3), 30);
});

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
