import test from 'ava';
import {LIMITS} from '../../shared/contract/limits.ts';
import {picture} from '../../test/helpers/pictures.ts';
import {type Reply, startService} from '../../test/helpers/service.ts';

const service = await startService();
const ana = await service.client();
const bento = await service.client();
test.after.always(() => service.stop());

const UNKNOWN = 'step_01jd0000000000000000000000';
const newTour = async (): Promise<string> => (await ana('POST', '/v1/tours', {body: {name: 'Tour'}})).body.tour.id;
const add = (body: object, id: string) => ana('POST', `/v1/tours/${id}/steps`, {body});
const edit = (stepId: string, body: object, id: string) => ana('PATCH', `/v1/tours/${id}/steps/${stepId}`, {body});
const stepsOf = async (id: string): Promise<{id: string; position: number; title: string}[]> =>
	(await ana('GET', `/v1/tours/${id}`)).body.tour.steps;
const fieldsOf = ({body}: Reply): string[] => body.errors.map(({field}: {field: string}) => field);

test('position inserts and moves; past the end it is adjusted to the end', async t => {
	const id = await newTour();
	const ids: Record<string, string> = {};
	for (const [title, position] of [
		['b', undefined],
		['d', 7],
		['a', 0],
		['c', 2],
	] as const) {
		const {body} = await add({title, position}, id);
		ids[title] = body.step.id;
		t.deepEqual(
			body.adjustments.map(({field, from, to}: {field: string; from: number; to: number}) => [field, from, to]),
			title === 'd' ? [['position', 7, 1]] : [],
		);
	}
	const order = async () => (await stepsOf(id)).map(({title}) => title).join('');
	t.is(await order(), 'abcd');
	t.is((await edit(ids.a!, {position: 2}, id)).body.step.position, 2);
	t.is(await order(), 'bcad');
	t.like((await edit(ids.b!, {position: 99}, id)).body, {step: {position: 3}, adjustments: [{field: 'position', from: 99, to: 3}]});
	t.is(await order(), 'cadb');
	t.deepEqual(
		(await stepsOf(id)).map(({position}) => position),
		[0, 1, 2, 3],
	);
});

test('reorder takes an exact permutation; anything else is 400 with one entry for each id, and nothing changes', async t => {
	const id = await newTour();
	const ids: string[] = [];
	for (const title of ['a', 'b', 'c']) ids.push((await add({title}, id)).body.step.id);
	const [a, b, c] = ids as [string, string, string];
	const reorder = (stepIds: unknown) => ana('PUT', `/v1/tours/${id}/steps/order`, {body: {stepIds}});
	const reply = await reorder([c, a, b]);
	t.is(reply.status, 200);
	t.deepEqual(reply.body, {ok: true, stepIds: [c, a, b]});
	for (const [wrong, fields] of [
		[[a, b], ['stepIds']],
		[
			[a, b, c, c, UNKNOWN],
			['stepIds[3]', 'stepIds[4]'],
		],
		[[], ['stepIds', 'stepIds', 'stepIds']],
	] as const) {
		const refused = await reorder(wrong);
		t.is(refused.status, 400);
		t.is(refused.body.error, 'step_order_mismatch');
		t.deepEqual(fieldsOf(refused), [...fields]);
	}
	for (const wrong of [undefined, null, 'a', [1], {0: a}]) t.is((await reorder(wrong)).body.error, 'invalid_request');
	t.is((await ana('PUT', `/v1/tours/${id}/steps/order`, {body: {stepIds: ids, now: true}})).status, 400);
	t.is((await stepsOf(id)).map(({title}) => title).join(''), 'cab');
});

test('DELETE removes the step once, and the rest moves up', async t => {
	const id = await newTour();
	const ids: string[] = [];
	for (const title of ['a', 'b', 'c']) ids.push((await add({title}, id)).body.step.id);
	const path = `/v1/tours/${id}/steps/${ids[1]}`;
	const {status, body} = await ana('DELETE', path);
	t.is(status, 200);
	t.deepEqual(body, {ok: true, deleted: true, stepId: ids[1]});
	t.is((await ana('DELETE', path)).status, 404);
	t.deepEqual(
		(await stepsOf(id)).map(({title, position}) => `${title}${position}`),
		['a0', 'c1'],
	);
});

test("a step that is not there is 404, and so is every step of another account's tour", async t => {
	const tourId = await newTour();
	const {step} = (await add({title: 'Mine'}, tourId)).body;
	t.is((await edit(UNKNOWN, {}, tourId)).status, 404);
	const never = await bento('DELETE', `/v1/tours/tour_none/steps/${UNKNOWN}`);
	for (const stepId of [step.id, UNKNOWN, '%25', `${step.id}%20`]) {
		const path = `/v1/tours/${tourId}/steps/${stepId}`;
		for (const reply of [await bento('PATCH', path, {body: {title: 'Yours'}}), await bento('DELETE', path)]) {
			t.is(reply.status, 404, path);
			t.deepEqual(reply.body, never.body);
		}
	}
	t.is((await bento('POST', `/v1/tours/${tourId}/steps`, {body: {}})).status, 404);
	t.is((await bento('PUT', `/v1/tours/${tourId}/steps/order`, {body: {stepIds: []}})).status, 404);
	t.is((await edit(step.id, {}, await newTour())).status, 404, 'A step of another tour of mine is not there either.');
	t.is((await bento('POST', `/v1/tours/${tourId}/steps`, {body: {scene: 0}})).status, 400, 'Input comes before the resource.');
});

test('the 501st step is 400 too_many_steps, also where its image must be stored first', async t => {
	const id = await newTour();
	await add({title: 'First'}, id);
	const full = `UPDATE tours SET step_count = ?, document = JSON_SET(document, '$.steps', JSON_EXTRACT(?, '$')) WHERE id = ?`;
	const step = (await service.services.database.query('SELECT document FROM tours WHERE id = ?', [id]))[0].document.steps[0];
	const steps = Array.from({length: LIMITS.stepsPerTour}, (_, index) => ({...step, id: `step_${index}`}));
	await service.services.database.query(full, [steps.length, JSON.stringify(steps), id]);
	const image = {base64: (await picture()).toString('base64')};
	for (const body of [{}, {position: 0}, {image}]) {
		const reply = await add(body, id);
		t.is(reply.status, 400);
		t.is(reply.body.error, 'too_many_steps');
	}
	t.is((await edit('step_499', {position: 0}, id)).body.step.position, 0);
});

test('the same Idempotency-Key adds one step; on another tour it is another call', async t => {
	const [one, other] = [await newTour(), await newTour()];
	const call = (id: string) => ana('POST', `/v1/tours/${id}/steps`, {body: {title: 'Once'}, headers: {'Idempotency-Key': 'same-key-1'}});
	const first = await call(one);
	const again = await call(one);
	t.is(again.headers.get('idempotent-replayed'), 'true');
	t.deepEqual(again.body, first.body);
	t.is((await stepsOf(one)).length, 1);
	const elsewhere = await call(other);
	t.is(elsewhere.status, 201, JSON.stringify(elsewhere.body));
	t.is((await stepsOf(other)).length, 1);
});
