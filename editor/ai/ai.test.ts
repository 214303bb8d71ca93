import test from 'ava';
import {ApiError} from '../../client/api-error.ts';
import type {Step} from '../../shared/contract/step.ts';
import {patiently, type Wait, waitAfter} from './patience.ts';
import {isOutdated, offered, type Proposal, seenIn, taken} from './proposal.ts';
import {costsOf, defaultTextLanguage, enoughFor, stepsFor, type Task} from './run/plan.ts';
import {type Hands, type Run, Runner} from './run/run.ts';

const error = (status: number, code: string, retryAfter?: number) =>
	new ApiError(new Response(null, {status, headers: retryAfter ? {'retry-after': String(retryAfter)} : {}}), {error: code, message: code});
const narration = {url: 'u', durationMs: 1, bytes: 1, language: 'pt', lang: null, voice: 'v', script: '', stale: false};
const step = (fields: Partial<Step> = {}) =>
	({id: 's', title: null, text: null, narrationScript: null, image: null, narration: null, narrations: [], ...fields}) as Step;
const WRITE: Task = {kind: 'write', instructions: '', script: false};

test('what time mends is waited for, as long as the response says; what it does not is thrown', t => {
	t.deepEqual(waitAfter(error(429, 'rate_limited', 7), 1), {ms: 7000, why: 'limited'});
	t.deepEqual(waitAfter(error(429, 'changes_limited', 900), 50), {ms: 900_000, why: 'limited'});
	t.deepEqual(waitAfter(error(503, 'provider_unavailable', 37), 1), {ms: 37_000, why: 'busy'});
	t.deepEqual(waitAfter(error(503, 'unavailable'), 1), {ms: 5000, why: 'busy'});
	t.deepEqual(waitAfter(new TypeError('Failed to fetch'), 3), {ms: 4000, why: 'network'});
	t.is(waitAfter(error(503, 'still_running', 5), 9)!.why, 'working');
	t.is(waitAfter(error(503, 'provider_unavailable', 37), 4), null, 'who is busy for ever is not there');
	for (const final of [
		error(429, 'quota_exceeded', 99_999),
		error(503, 'provider_unavailable'),
		error(502, 'provider_failed'),
		error(400, 'nothing_to_describe'),
		error(401, 'invalid_credential'),
		new Error('a defect'),
	])
		t.is(waitAfter(final, 1), null, final.message);
});

test('a call that takes long is asked for again, without counting as a failure', async t => {
	const waits: Wait[] = [];
	let asked = 0;
	const attempt = async () => {
		asked += 1;
		if (asked < 12) throw error(503, 'still_running', 5);
		return 'written';
	};
	t.is(await patiently(attempt, async wait => void waits.push(wait)), 'written');
	t.true(waits.length === 11 && waits.every(({why}) => why === 'working'));
});

test('a proposal is outdated once words or picture changed, not by what was taken from it', t => {
	const before = step({title: 'Old', image: {mediaId: 'm'} as Step['image']});
	const proposal: Proposal = {step: 's', words: {title: 'New', text: 'Words'}, from: seenIn(before), warnings: []};
	t.deepEqual(offered(proposal, before), ['title', 'text']);
	t.deepEqual(offered(proposal, {...before, title: 'New'}), ['text']);
	for (const change of [{title: 'Theirs'}, {text: 'Theirs'}, {image: null}]) t.true(isOutdated(proposal, {...before, ...change}));
	t.false(isOutdated(proposal, {...before, alt: 'Another', narrationScript: 'Theirs'}));
	const withScript = {...proposal, words: {...proposal.words, narrationScript: 'Said'}};
	t.true(isOutdated(withScript, {...before, narrationScript: 'Theirs'}));
	const {set, rest} = taken(proposal, ['title']);
	t.deepEqual([set, rest!.words], [{title: 'New'}, {text: 'Words'}]);
	t.false(isOutdated(rest!, {...before, ...set, actions: undefined}));
	t.is(taken(rest!, ['text']).rest, null);
});

test('a task is for what lacks it or has it of older words; what has nothing to say is not spoken', t => {
	const steps = [
		step({id: 'empty'}),
		step({id: 'plain', text: 'Words'}),
		step({id: 'spoken', text: 'Words', narration}),
		step({id: 'stale', text: 'Words', narration: {...narration, stale: true}}),
		step({id: 'english', narrationScript: 'Words', narrations: [{...narration, lang: 'en'}]}),
	];
	const ids = (...args: Parameters<typeof stepsFor>) => stepsFor(...args).map(({id}) => id);
	t.deepEqual(ids({kind: 'write'}, steps, 'missing'), ['empty', 'english']);
	t.deepEqual(ids({kind: 'write'}, [step({id: 'titled', title: 'Words'})], 'missing'), ['titled'], 'a title is no text');
	t.is(ids({kind: 'write'}, steps, 'all').length, 5);
	t.deepEqual(ids({kind: 'narrate'}, steps, 'missing'), ['plain', 'stale', 'english']);
	t.deepEqual(ids({kind: 'narrate'}, steps, 'all'), ['plain', 'spoken', 'stale', 'english']);
	t.deepEqual(ids({kind: 'translate', lang: 'en'}, steps, 'missing'), ['plain', 'spoken', 'stale']);
	t.deepEqual(costsOf('write', steps), [1, 1, 1, 1, 1]);
	t.deepEqual(costsOf('narrate', steps.slice(0, 2)), [300, 300 + 5 * 65]);
	t.is(enoughFor([1, 1, 1], 2), 2);
	t.is(enoughFor([1, 1, 1], 3), 3);
});

function desk(perform: (step: string, key: string) => unknown) {
	const kept: Array<Run | null> = [];
	const calls: string[] = [];
	const hands: Hands = {
		async perform(_task, name, {key}) {
			calls.push(key);
			await perform(name, key);
			return {kind: 'done'};
		},
		see: name => (name === 'gone' ? null : seenIn(step())),
		keep: run => kept.push(run),
		alone: async work => {
			await work();
			return true;
		},
	};
	return {runner: new Runner(hands), kept, calls};
}
const kinds = ({value}: Runner['run']) => value!.outcomes.map(({step, kind, why}) => `${step} ${kind} ${why?.code ?? ''}`.trim());

test('one step after the other; what fails for a step alone is left, and said', async t => {
	const {runner} = desk(name => {
		if (name === 'blank') throw error(400, 'nothing_to_describe');
	});
	await runner.start(WRITE, ['a', 'blank', 'gone', 'b']);
	t.deepEqual(kinds(runner.run), ['a done', 'blank left nothing_to_describe', 'gone left gone', 'b done']);
	t.is(runner.run.value!.state, 'done');
});

test('it halts where nothing would go better for the next, and goes on there with the same key', async t => {
	for (const [fault, before] of [
		[error(429, 'quota_exceeded', 9999), 1],
		[error(503, 'provider_unavailable'), 1],
		[error(401, 'invalid_credential'), 1],
		// Of one step perhaps; of two in a row not.
		[error(502, 'provider_failed'), 2],
	] as const) {
		let broken = true;
		const {runner, calls} = desk(name => {
			if (name !== 'a' && broken) throw fault;
		});
		await runner.start(WRITE, ['a', 'b', 'c', 'd']);
		t.like(runner.run.value, {state: 'halted', why: {code: fault.status === 401 ? 'signedOut' : fault.code}});
		t.is(runner.run.value!.outcomes.length, before);
		broken = false;
		await runner.goOn();
		t.is(runner.run.value!.state, 'done');
		t.is(calls[before], calls[before + 1], 'the same key');
	}
});

test('stopped, nothing more is asked for, and what was asked for still counts', async t => {
	const {runner, calls} = desk(name => {
		if (name === 'b') runner.stop();
	});
	await runner.start(WRITE, ['a', 'b', 'c']);
	t.is(runner.run.value!.state, 'stopped');
	t.deepEqual(kinds(runner.run), ['a done', 'b done']);
	t.is(calls.length, 2);
	await runner.goOn();
	t.is(runner.run.value!.state, 'done');
});

test('stopped while it waits for somebody who is busy, it is over at once', async t => {
	const {runner, calls} = desk(() => {
		setTimeout(() => runner.stop(), 20);
		throw error(503, 'provider_unavailable', 3600);
	});
	await runner.start(WRITE, ['a']);
	t.is(runner.run.value!.state, 'stopped');
	t.deepEqual([calls.length, runner.run.value!.outcomes.length, runner.waits.value], [1, 0, null]);
});

test('a page that was left says where it stood; what was asked for already has its key and how the step looked', async t => {
	const first = desk(name => (name === 'b' ? new Promise(() => {}) : null));
	first.runner.start(WRITE, ['a', 'b']);
	await new Promise(resolve => setTimeout(resolve, 20));
	const left = structuredClone(first.kept.at(-1)!);
	t.like(left, {state: 'running', asked: {step: 'b'}});
	const second = desk(() => null);
	t.true(second.runner.takeUp(left));
	t.is(second.runner.run.value!.state, 'paused');
	t.false(desk(() => null).runner.takeUp(structuredClone(second.kept.at(-1)!)), 'the person is told once');
	await second.runner.goOn();
	t.deepEqual(second.calls, [first.calls[1]!]);
	t.deepEqual(kinds(second.runner.run), ['a done', 'b done']);
});

test('a page that was left while it waited says so to the next one', async t => {
	const first = desk(() => {
		setTimeout(() => first.runner.leave(), 20);
		throw error(503, 'provider_unavailable', 3600);
	});
	await first.runner.start(WRITE, ['a']);
	t.true(desk(() => null).runner.takeUp(structuredClone(first.kept.at(-1)!)));
});

test('a text is in the language of the tour, or in English if none are written in that', t => {
	const chosen = (language: string) => defaultTextLanguage({narrationSettings: {language, voices: {}}});
	t.deepEqual(['pt', 'es-MX', 'en-GB', 'de', 'ar'].map(chosen), [undefined, undefined, undefined, 'en', 'en']);
});
