import test from 'ava';
import {sha256} from '../../shared/ids.ts';
import {picture} from '../../test/helpers/pictures.ts';
import {type Reply, startService} from '../../test/helpers/service.ts';

const service = await startService();
const ana = await service.client();
const tourId = (await ana('POST', '/v1/tours', {body: {name: 'Tour'}})).body.tour.id;
test.after.always(() => service.stop());

const mediaIdOf = (bytes: Buffer) => sha256(bytes).toString('hex');
const send = (bytes: Buffer, client = ana) => client('POST', '/v1/media', {body: {base64: bytes.toString('base64')}});
const addStep = (image: unknown, more: object = {}) => ana('POST', `/v1/tours/${tourId}/steps`, {body: {...more, image}});
const fieldsOf = ({body}: Reply): string[] => body.errors.map(({field}: {field: string}) => field);

for (const [what, image] of [
	['none', {}],
	['none but a name', {name: 'a.png'}],
	['mediaId and url', {mediaId: 'a', url: 'https://example.com/a.png'}],
	['mediaId and base64', {mediaId: 'a', base64: 'aaaa'}],
	['url and base64', {url: 'https://example.com/a.png', base64: 'aaaa'}],
	['all three', {mediaId: 'a', url: 'https://example.com/a.png', base64: 'aaaa'}],
] as const) {
	test(`A step's image needs exactly one source: ${what} is 400 on image`, async t => {
		const reply = await addStep(image);
		t.is(reply.status, 400);
		t.deepEqual(fieldsOf(reply), ['image']);
	});
}

test('a step takes its image by mediaId and by base64, each with a name or without', async t => {
	const [one, other] = [await picture({width: 100, height: 60}), await picture({width: 100, height: 60})];
	await send(one);
	for (const [image, bytes] of [
		[{mediaId: mediaIdOf(one)}, one],
		[{mediaId: mediaIdOf(one), name: 'again.png'}, one],
		[{base64: other.toString('base64'), name: 'other.png'}, other],
		[{base64: other.toString('base64')}, other],
	] as const) {
		const {status, body} = await addStep(image);
		t.is(status, 201, JSON.stringify(body));
		t.like(body.step.image, {mediaId: mediaIdOf(bytes), width: 100, height: 60});
		t.is((await fetch(body.step.image.url)).status, 200);
		const edited = await ana('PATCH', `/v1/tours/${tourId}/steps/${body.step.id}`, {
			body: {title: 'With another', image: {base64: (await picture()).toString('base64')}},
		});
		t.is(edited.status, 200);
		t.like(edited.body.step, {title: 'With another', id: body.step.id, position: body.step.position});
		t.not(edited.body.step.image.mediaId, body.step.image.mediaId);
	}
});

test("another account's mediaId is 404, as one that never was; the same bytes sent by that account are its own", async t => {
	const bento = await service.client();
	const bytes = await picture();
	await send(bytes, bento);
	const never = await addStep({mediaId: 'a'.repeat(64)});
	t.is(never.status, 404);
	t.deepEqual(fieldsOf(never), ['image.mediaId']);
	for (const mediaId of [mediaIdOf(bytes), mediaIdOf(bytes).toUpperCase(), '', 'x', `${'a'.repeat(64)} `, 'çã']) {
		const reply = await addStep({mediaId});
		t.is(reply.status, 404, mediaId);
		t.deepEqual(reply.body, never.body);
	}
	t.is((await send(bytes)).status, 201);
	t.is((await addStep({mediaId: mediaIdOf(bytes)})).status, 201);
	t.is((await addStep({mediaId: `${mediaIdOf(bytes)} `})).status, 404, 'Compared bytewise.');
});

test('what a step is given beside a new image is the same as without one: highlight, click and position, with their adjustments', async t => {
	const image = {base64: (await picture()).toString('base64')};
	const fields = {title: 'One', click: {x: 2, y: 0.5}, highlight: {x: 0, y: 0.5, width: 0.5, height: 0.25}, position: 999};
	const plain = (await ana('POST', `/v1/tours/${tourId}/steps`, {body: fields})).body;
	const {status, headers, body} = await addStep(image, fields);
	t.is(status, 201);
	t.regex(headers.get('etag')!, /^"v\d+"$/);
	t.deepEqual(body.step.highlight, plain.step.highlight);
	t.deepEqual(body.step.click, plain.step.click);
	const adjusted = (reply: typeof body) => reply.adjustments.map(({field}: {field: string}) => field);
	t.deepEqual(adjusted(body), adjusted(plain));
	t.true(adjusted(body).includes('position'));
});

test('a new image for a step leaves its other fields, and a slide keeps the image that it does not show', async t => {
	const fields = {type: 'slide', title: 'Kept', scene: 4, highlight: {x: 0, y: 0, width: 0.5, height: 0.5}, click: {x: 0.25, y: 0.25}};
	const {step} = (await addStep({base64: (await picture()).toString('base64')}, fields)).body;
	const path = `/v1/tours/${tourId}/steps/${step.id}`;
	const {body} = await ana('PATCH', path, {body: {image: {base64: (await picture()).toString('base64')}}});
	t.like(body.step, fields);
	t.is((await ana('PATCH', path, {body: {type: 'screen'}})).body.step.image.mediaId, body.step.image.mediaId);
});

test('a fault of the image comes together with all other faults of the step', async t => {
	const reply = await addStep({base64: '!!!'}, {title: 'a'.repeat(121), scene: 0});
	t.is(reply.status, 400);
	t.deepEqual(fieldsOf(reply).toSorted(), ['image.base64', 'scene', 'title']);
});

test('If-Match holds for a step whose image is stored first: 412, and nothing changes', async t => {
	const {id} = (await ana('POST', '/v1/tours', {body: {name: 'Other'}})).body.tour;
	const body = {image: {base64: (await picture()).toString('base64')}};
	const refused = await ana('POST', `/v1/tours/${id}/steps`, {body, headers: {'If-Match': '"v9"'}});
	t.is(refused.status, 412);
	t.is(refused.body.error, 'version_mismatch');
	t.is((await ana('POST', `/v1/tours/${id}/steps`, {body, headers: {'If-Match': '"v1"'}})).status, 201);
	t.is((await ana('GET', `/v1/tours/${id}`)).body.tour.stepCount, 1);
});

test('a tour that is not there is reported before what is wrong with the image', async t => {
	const body = {image: {base64: Buffer.from('not an image').toString('base64')}};
	t.is((await ana('POST', '/v1/tours/tour_x/steps', {body})).status, 404);
	t.is((await ana('PATCH', `/v1/tours/${tourId}/steps/step_x`, {body})).status, 404);
});

test('a new image of another shape is warned of where highlight, click or hotspots keep their places', async t => {
	const sized = async (width: number, height: number) => ({image: {base64: (await picture({width, height})).toString('base64')}});
	const shape = {highlight: {x: 0.1, y: 0.1, width: 0.5, height: 0.5}, click: {x: 0.25, y: 0.25}};
	const {step} = (await addStep((await sized(400, 300)).image, {title: 'One', ...shape})).body;
	const path = `/v1/tours/${tourId}/steps/${step.id}`;
	const warned = async (body: object) => {
		const reply = await ana('PATCH', path, {body});
		t.is(reply.status, 200, JSON.stringify(reply.body));
		return (reply.body.warnings ?? []).filter(({field}: {field: string}) => field === 'image');
	};
	t.deepEqual(await warned(await sized(800, 620)), [], 'nearly the same shape');
	const [warning] = await warned(await sized(300, 600));
	t.is(
		warning.message,
		'The image is 300 x 600 pixels, and the one before was 800 x 620: what lies on it (highlight, click) stays at its shares of the image, which may be other places now.',
	);
	t.true(warning.hint.includes('preview_step'));
	t.deepEqual(await warned({...(await sized(400, 300)), ...shape}), [], 'what is placed by the same call');
	t.deepEqual(await warned({title: 'Two'}), []);
	const hotspots = [{label: 'There', area: {x: 0.5, y: 0.5, width: 0.2, height: 0.2}, target: {to: 'end'}}];
	t.is((await ana('PUT', `${path}/actions`, {body: {hotspots}})).status, 200);
	const media = await send(await picture({width: 300, height: 600}));
	const [known] = await warned({highlight: null, image: {mediaId: media.body.media.mediaId}});
	t.regex(known.message, / \(hotspots\) stays at /);
	t.deepEqual(await warned({type: 'slide', ...(await sized(400, 300))}), [], 'a slide shows no image');
});
