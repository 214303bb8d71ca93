import {setTimeout as sleep} from 'node:timers/promises';
import test from 'ava';
import {openQuickCallGate} from '../http/limits/quick-call-gate.ts';
import {TOOLS} from '../mcp/tools/index.ts';
import {PUBLIC_OPERATIONS} from '../operations/index.ts';
import {openTurns, takesTurns} from './account-turns.ts';
import type {Operation} from './operation.ts';
import {errorsOf} from './operation-errors.ts';

const CHANGE = PUBLIC_OPERATIONS.find(({name}) => name === 'change_tour')!;
/** A new tour has no steps, one that is read is kept as JSON, and a job's outcome as it was stored. */
const WITHOUT_TURN = ['POST /tours', 'GET /tours/{id}', 'GET /jobs/{id}'];
const OTHER = PUBLIC_OPERATIONS.find(({name}) => name === 'get_me')!;

test('two calls of an account with whole tours are under way, the others follow in their order, and nobody else waits', async t => {
	const turnOf = openTurns(openQuickCallGate());
	const begun: number[] = [];
	const turns = Array.from({length: 60}, () => turnOf(CHANGE, 'ana'));
	const all = turns.map(async (turn, index) => {
		await turn.begin();
		begun.push(index);
	});
	await sleep(20);
	t.deepEqual(begun, [0, 1]);
	await turnOf(CHANGE, 'ben').begin();
	await turnOf(OTHER, 'ana').begin();
	turns[0]!.end();
	turns[0]!.end();
	await sleep(20);
	t.deepEqual(begun, [0, 1, 2], 'a turn that ends twice lets in one');
	for (const [index, turn] of turns.entries()) {
		await all[index];
		turn.end();
	}
	t.deepEqual(
		begun,
		turns.map((_, index) => index),
	);
});

test('a tool for agents takes the same turns as the operation that it was made of', t => {
	const byName = new Map((PUBLIC_OPERATIONS as readonly Operation[]).map(operation => [operation.name, operation]));
	const tools = TOOLS.flatMap(({operation}) =>
		byName.has(operation.name) ? [{tool: operation, operation: byName.get(operation.name)!}] : [],
	);
	t.true(tools.length > 20, `${tools.length}`);
	for (const {tool, operation} of tools) t.is(takesTurns(tool), takesTurns(operation) || operation.name === 'get_tour', tool.name);
});

test('of other calls eight of an account are under way, and those wait for no whole tour', async t => {
	const turnOf = openTurns(openQuickCallGate());
	const whole = [turnOf(CHANGE, 'ana'), turnOf(CHANGE, 'ana')];
	for (const turn of whole) await turn.begin();
	const turns = Array.from({length: 9}, () => turnOf(OTHER, 'ana'));
	for (const turn of turns.slice(0, 8)) await turn.begin();
	let begun = false;
	const last = turns[8]!.begin().then(() => {
		begun = true;
	});
	await sleep(20);
	t.false(begun);
	turns[0]!.end();
	await last;
	t.true(begun);
});

for (const [what, work] of [
	['a quick call', OTHER],
	['a call with a tour of few steps', CHANGE],
] as const)
	test(`${what} that has waited for its turn begins at once, however many quick calls are under way`, async t => {
		const gate = openQuickCallGate();
		const turnOf = openTurns(gate);
		const start = performance.now();
		const leave = setInterval(() => gate.enter(), 1);
		t.teardown(() => clearInterval(leave));
		await Promise.all(
			Array.from({length: 400}, async () => {
				const turn = turnOf(work, 'ana');
				await turn.begin();
				await turn.pause();
				turn.end();
			}),
		);
		const took = performance.now() - start;
		t.true(took < 1500, `${took} ms: 50 ms for each eight would be 2450`);
	});

test('a call with a large body lets quick calls pass first', async t => {
	const gate = openQuickCallGate();
	gate.enter();
	const start = performance.now();
	await openTurns(gate)(CHANGE, 'ana', true).begin();
	t.true(performance.now() - start > 40);
});

test('between two turns the loop serves what others have asked for', async t => {
	const turnOf = openTurns(openQuickCallGate());
	let served = 0;
	const others = setInterval(() => served++, 1);
	t.teardown(() => clearInterval(others));
	await Promise.all(
		Array.from({length: 40}, async () => {
			const turn = turnOf(CHANGE, 'ana');
			await turn.begin();
			const until = performance.now() + 5;
			while (performance.now() < until);
			turn.end();
		}),
	);
	t.true(served >= 15, `${served} times between 40 turns`);
});

test('every operation whose answer or body can be a whole tour takes turns, and says that it may be refused', t => {
	const whole = /"(?:tour|document|steps|changes)":\{/;
	const all: readonly Operation[] = PUBLIC_OPERATIONS;
	const found = all
		.filter(({stream, route}) => !stream && !WITHOUT_TURN.includes(route))
		.filter(({input, success}) =>
			whole.test(JSON.stringify([input.properties, ...Object.values(success).map(({body}) => body.properties)])),
		);
	t.true(found.length > 8, `${found.length} were found`);
	const missing = found.filter(operation => !takesTurns(operation)).map(({name}) => name);
	t.deepEqual(missing, []);
	for (const operation of all.filter(takesTurns)) t.is(errorsOf(operation).get('too_many_at_once'), 429, operation.name);
});
