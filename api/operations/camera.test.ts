import test from 'ava';
import {startService} from '../../test/helpers/service.ts';

const service = await startService();
const ana = await service.client();
const {tour} = (await ana('POST', '/v1/tours', {body: {name: 'Near'}})).body;
test.after.always(() => service.stop());
const add = async (body: object) => (await ana('POST', `/v1/tours/${tour.id}/steps`, {body})).body.step;
const put = (stepId: string, body: unknown, id = tour.id) => ana('PUT', `/v1/tours/${id}/steps/${stepId}/camera`, {body});
const read = async (stepId: string) =>
	(await ana('GET', `/v1/tours/${tour.id}`)).body.tour.steps.find(({id}: {id: string}) => id === stepId);

test('a step has the camera auto, takes none and every number from 1 to 4, and auto again', async t => {
	const step = await add({type: 'slide', title: 'One'});
	t.deepEqual(step.camera, {zoom: 'auto'});
	for (const zoom of ['none', 1, 2.25, 4, 'auto']) {
		const {status, body, headers} = await put(step.id, {zoom});
		t.is(status, 200);
		t.deepEqual(body, {ok: true, step: {...step, position: body.step.position, camera: {zoom}}});
		t.regex(headers.get('etag') ?? '', /^"v\d+"$/);
		t.deepEqual((await read(step.id)).camera, {zoom});
	}
});

test('anything else is refused with what would be right, and changes nothing', async t => {
	const step = await add({type: 'slide', title: 'Two'});
	for (const zoom of ['near', 'AUTO', 0.99, 4.01, -1, 1e9, null, [2], {}]) {
		const {status, body} = await put(step.id, {zoom});
		t.is(status, 400);
		t.true(
			body.errors.every(({field}: {field: string}) => field === 'zoom'),
			JSON.stringify(zoom),
		);
		t.true(
			body.errors.some(({message, hint}: Record<string, string>) =>
				/auto, none.* from 1 to 4|One of auto, none/.test(`${message} ${hint}`),
			),
			JSON.stringify(body.errors),
		);
	}
	t.is((await put(step.id, {})).status, 400);
	t.is((await put(step.id, {zoom: 2, x: 1})).status, 400);
	t.is(
		(await ana('PATCH', `/v1/tours/${tour.id}/steps/${step.id}`, {body: {camera: {zoom: 2}}})).status,
		400,
		'the input of steps stays closed',
	);
	t.deepEqual((await read(step.id)).camera, {zoom: 'auto'});
	t.is((await put('step_none', {zoom: 2})).status, 404);
});

test('it stays with the step through edits and moves, and can be expected at a version', async t => {
	const step = await add({type: 'slide', title: 'Three'});
	await put(step.id, {zoom: 3});
	const edited = await ana('PATCH', `/v1/tours/${tour.id}/steps/${step.id}`, {body: {title: 'Third', position: 0}});
	t.deepEqual(edited.body.step.camera, {zoom: 3});
	const {version} = (await ana('GET', `/v1/tours/${tour.id}`)).body.tour;
	const stale = await ana('PUT', `/v1/tours/${tour.id}/steps/${step.id}/camera`, {
		body: {zoom: 2},
		headers: {'If-Match': `"v${version - 1}"`},
	});
	t.is(stale.status, 412);
	t.deepEqual((await read(step.id)).camera, {zoom: 3});
});

test('a document, which agents send as well, says it in its steps', async t => {
	const steps = [
		{type: 'slide', title: 'Near', camera: {zoom: 2}},
		{type: 'slide', title: 'As it is by itself'},
	];
	const put = await ana('PUT', '/v1/documents/near', {body: {document: {name: 'Near', steps}}});
	t.true(put.status < 300, JSON.stringify(put.body));
	const {body} = await ana('GET', `/v1/tours/${put.body.tour.id}`);
	t.deepEqual(
		body.tour.steps.map(({camera}: {camera: object}) => camera),
		[{zoom: 2}, {zoom: 'auto'}],
	);
});
