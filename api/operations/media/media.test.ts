import test from 'ava';
import sharp from 'sharp';
import {LIMITS} from '../../../shared/contract/limits.ts';
import {sha256} from '../../../shared/ids.ts';
import {animation, compass, notImages, paddedPng} from '../../../test/helpers/images.ts';
import {picture} from '../../../test/helpers/pictures.ts';
import {type Reply, request, startService} from '../../../test/helpers/service.ts';

const service = await startService();
const ana = await service.client();
const tourId = (await ana('POST', '/v1/tours', {body: {name: 'Tour'}})).body.tour.id;
test.after.always(() => service.stop());

const mediaIdOf = (bytes: Buffer) => sha256(bytes).toString('hex');
const upload = (body: object, client = ana) => client('POST', '/v1/media', {body});
const send = (bytes: Buffer, client = ana) => upload({base64: bytes.toString('base64')}, client);
const addStep = (image: unknown) => ana('POST', `/v1/tours/${tourId}/steps`, {body: {image}});
const fieldsOf = ({body}: Reply): string[] => body.errors.map(({field}: {field: string}) => field);
const damaged = async () => {
	const bytes = await picture();
	return bytes.subarray(0, bytes.length / 2);
};

for (const format of ['png', 'jpeg', 'webp', 'gif'] as const) {
	test(`POST /v1/media stores a ${format} and answers 201 with media.mediaId, the sha256 of its bytes`, async t => {
		const bytes = await sharp(await picture({width: 200, height: 100}))
			.toFormat(format)
			.toBuffer();
		const {status, body} = await upload({base64: `data:image/${format};base64,${bytes.toString('base64')}`, name: `shot.${format}`});
		t.is(status, 201, JSON.stringify(body));
		t.deepEqual(body, {
			ok: true,
			media: {
				mediaId: mediaIdOf(bytes),
				name: `shot.${format}`,
				width: 200,
				height: 100,
				format,
				bytes: bytes.length,
				url: body.media.url,
			},
		});
		const stored = await fetch(body.media.url);
		t.is(stored.status, 200);
		t.is(stored.headers.get('content-type'), 'image/webp');
		t.like(await sharp(Buffer.from(await stored.arrayBuffer())).metadata(), {format: 'webp', width: 200, height: 100});
	});
}

test('an image may be the body itself, and is the same image as in base64', async t => {
	const bytes = await sharp(await picture({width: 900, height: 700}))
		.png({compressionLevel: 0})
		.toBuffer();
	t.true(bytes.length > 500_000, 'large enough to be decoded beside the JSON');
	const raw = (type: string, body: Buffer = bytes, headers = {}) =>
		ana('POST', '/v1/media', {raw: new Uint8Array(body), headers: {'Content-Type': type, ...headers}});
	const {status, body} = await raw('image/png', bytes, {'Idempotency-Key': 'one-image'});
	t.is(status, 201, JSON.stringify(body));
	t.like(body.media, {mediaId: mediaIdOf(bytes), name: null, width: 900, height: 700, bytes: bytes.length});
	t.deepEqual((await send(bytes)).body, body);
	const lines = bytes.toString('base64').replaceAll(/.{76}/g, '$&\n');
	t.deepEqual((await upload({base64: `data:image/png;base64,${lines}`})).body, body);
	t.is((await addStep({base64: bytes.toString('base64')})).body.step.image.mediaId, mediaIdOf(bytes));
	t.is((await raw('image/png', bytes, {'Idempotency-Key': 'one-image'})).headers.get('idempotent-replayed'), 'true');
	const other = await raw('image/png', await picture(), {'Idempotency-Key': 'one-image'});
	t.is(other.body.error, 'idempotency_key_reused');
	t.is((await raw('image/webp; q=1')).status, 201, 'What the bytes are is seen by the bytes.');
});

test('a body that is an image is refused as any other: 413, 415, 422', async t => {
	const raw = (type: string, body: Uint8Array<ArrayBuffer>) => ana('POST', '/v1/media', {raw: body, headers: {'Content-Type': type}});
	const bytes = new Uint8Array(await picture());
	for (const [reply, status, error] of [
		[await raw('image/tiff', bytes), 415, 'image_type'],
		[await raw('image/png', new Uint8Array()), 415, 'image_type'],
		[await raw('image/png', new TextEncoder().encode('GIF, it says')), 415, 'image_type'],
		[await raw('image/png', new Uint8Array(LIMITS.imageBytes + 1)), 413, 'image_too_large'],
		[await raw('image/png', new Uint8Array(await damaged())), 422, 'image_unreadable'],
	] as const) {
		t.deepEqual([reply.status, reply.body.error], [status, error]);
	}
	const step = await ana('POST', `/v1/tours/${tourId}/steps`, {raw: bytes, headers: {'Content-Type': 'image/png'}});
	t.deepEqual([step.status, step.body.error], [400, 'unsupported_media_type']);
});

test('a body of another type is told which types there are, and bytes that are no image stand in the body', async t => {
	const bytes = new Uint8Array(await picture());
	const form = new FormData();
	form.set('file', new Blob([bytes], {type: 'image/png'}));
	const raw = (body: BodyInit, type?: string) =>
		ana('POST', '/v1/media', {raw: body, headers: type === undefined ? {} : {'Content-Type': type}});
	for (const reply of [
		await raw(bytes),
		await raw(bytes, 'application/octet-stream'),
		await raw(bytes, 'application/x-www-form-urlencoded'),
		await raw(form),
	]) {
		t.deepEqual([reply.status, reply.body.error, fieldsOf(reply)], [400, 'unsupported_media_type', ['Content-Type']]);
		t.regex(reply.body.errors[0].hint, /whole body, not in a form.*image\/png.*base64.*application\/json/);
		t.regex(reply.body.message, /an image, or JSON/);
	}
	for (const body of [new Uint8Array(), new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>')]) {
		const reply = await raw(body, 'image/png');
		t.deepEqual([reply.status, reply.body.error, fieldsOf(reply)], [415, 'image_type', ['body']]);
	}
});

test('what stands for an image inside the service is no image of a caller', async t => {
	const name = `sha256:${mediaIdOf(await picture())}`;
	await send(await picture());
	for (const [reply, field] of [
		[await upload({base64: name}), 'base64'],
		[await addStep({base64: name}), 'image.base64'],
	] as const) {
		t.deepEqual([reply.status, fieldsOf(reply)], [400, [field]]);
	}
});

test('an animated GIF stays animated', async t => {
	const {body} = await send(await animation('gif', {frames: 5}));
	t.like(body.media, {format: 'gif', width: 120, height: 80});
	const stored = await (await fetch(body.media.url)).arrayBuffer();
	t.is((await sharp(Buffer.from(stored)).metadata()).pages, 5);
});

test('the same bytes twice are one image, 201 both times, and it is young again', async t => {
	const bytes = await picture();
	const first = await send(bytes);
	await service.services.database.query("UPDATE media SET referenced_at = '2020-01-01' WHERE media_id = ?", [mediaIdOf(bytes)]);
	const again = await send(bytes);
	t.is(again.status, 201);
	t.deepEqual(again.body, first.body);
	const rows = await service.services.database.query('SELECT referenced_at AS referencedAt FROM media WHERE media_id = ?', [
		mediaIdOf(bytes),
	]);
	t.is(rows.length, 1);
	t.true(rows[0].referencedAt > new Date('2026-01-01'), 'Else the sweep would take away what was uploaded a moment ago.');
});

test('the same bytes ten times at once are one image', async t => {
	const bytes = await picture();
	const replies = await Promise.all(Array.from({length: 10}, () => send(bytes)));
	for (const {status, body} of replies) {
		t.is(status, 201);
		t.deepEqual(body, replies[0]!.body);
	}
});

test('base64 may have line breaks, or lack its padding; what is not base64 is 400', async t => {
	const bytes = await picture();
	const text = bytes.toString('base64');
	for (const base64 of [text.replaceAll(/.{76}/g, '$&\r\n'), text.replace(/=+$/, ''), `data:image/png;base64,${text}`]) {
		t.is((await upload({base64})).body.media?.mediaId, mediaIdOf(bytes));
	}
	for (const base64 of ['', '!', '%%%%', 'a', 'data:image/png;base64,', `data:text/html;base64,${text}`, `${text}\0`, '====', 'çã==']) {
		const reply = await upload({base64});
		t.is(reply.status, 400, base64.slice(0, 30));
		t.deepEqual(fieldsOf(reply), ['base64']);
		t.deepEqual(fieldsOf(await addStep({base64})), ['image.base64']);
	}
});

for (const [what, source, field] of [
	['no source', {}, ''],
	['a name alone', {name: 'a.png'}, ''],
	['two sources', {base64: 'aaaa', url: 'https://example.com/a.png'}, ''],
	['a mediaId', {mediaId: 'a'.repeat(64)}, 'mediaId'],
	['a number', {base64: 5}, 'base64'],
	['an empty url', {url: ''}, 'url'],
	['a name of 256', {base64: 'aaaa', name: 'a'.repeat(256)}, 'name'],
	['an unknown property', {base64: 'aaaa', alt: 'x'}, 'alt'],
] as const) {
	test(`POST /v1/media refuses ${what} with 400`, async t => {
		const reply = await upload(source);
		t.is(reply.status, 400);
		t.true(fieldsOf(reply).includes(field), JSON.stringify(reply.body.errors));
	});
}

test('an image of exactly 15 MB is taken; of one byte more it is 413, and 400 on image inside a step', async t => {
	const most = paddedPng(await picture(), LIMITS.imageBytes);
	const taken = await send(most);
	t.is(taken.status, 201, JSON.stringify(taken.body));
	t.is(taken.body.media.bytes, 15_728_640);
	const over = paddedPng(await picture(), LIMITS.imageBytes + 1);
	const refused = await send(over);
	t.is(refused.status, 413);
	t.is(refused.body.error, 'image_too_large');
	const inStep = await addStep({base64: over.toString('base64')});
	t.is(inStep.status, 400);
	t.is(inStep.body.error, 'image_too_large');
	t.deepEqual(fieldsOf(inStep), ['image']);
});

test('an image of 20 MB is 413 as well, however large that makes the body', async t => {
	const {status, body} = await send(paddedPng(await picture(), 20_000_000));
	t.is(status, 413);
	t.is(body.error, 'image_too_large');
});

test('what is no PNG, JPEG, WebP or GIF is 415 image_type, and 400 on image inside a step', async t => {
	const {nothing: _nothing, ...others} = await notImages();
	for (const [what, bytes] of Object.entries(others)) {
		// Whatever a data: string says of itself.
		const base64 = `data:image/png;base64,${bytes.toString('base64')}`;
		const reply = await upload({base64, name: 'shot.png'});
		t.is(reply.status, 415, what);
		t.is(reply.body.error, 'image_type');
		const inStep = await addStep({base64});
		t.is(inStep.status, 400, what);
		t.is(inStep.body.error, 'image_type');
		t.deepEqual(fieldsOf(inStep), ['image']);
	}
});

test('a damaged image is 422 image_unreadable, and 400 on image inside a step', async t => {
	const bytes = await damaged();
	const reply = await send(bytes);
	t.is(reply.status, 422);
	t.is(reply.body.error, 'image_unreadable');
	const inStep = await addStep({base64: bytes.toString('base64')});
	t.is(inStep.status, 400);
	t.is(inStep.body.error, 'image_unreadable');
	t.deepEqual(fieldsOf(inStep), ['image']);
});

test('a URL that is not public https is 422 image_unreachable, and 400 on image inside a step', async t => {
	const unreachable = await upload({url: 'https://127.0.0.1/a.png'});
	t.is(unreachable.status, 422);
	for (const url of ['http://example.com/a.png', 'https://localhost/a.png', 'file:///etc/passwd', 'nonsense', service.baseUrl]) {
		const reply = await upload({url});
		t.is(reply.status, 422, url);
		t.is(reply.body.error, unreachable.body.error, 'Nobody learns from the answer what lies there.');
		t.deepEqual(fieldsOf(reply), ['url']);
		t.regex(reply.body.errors[0].hint, /upload_media/);
	}
	const inStep = await addStep({url: 'https://10.0.0.1/a.png'});
	t.is(inStep.status, 400);
	t.is(inStep.body.error, 'image_unreachable');
	t.deepEqual(fieldsOf(inStep), ['image.url']);
});

test('a refused image adds no step and leaves no media', async t => {
	const bytes = await damaged();
	const {id} = (await ana('POST', '/v1/tours', {body: {name: 'Untouched'}})).body.tour;
	const refused = await ana('POST', `/v1/tours/${id}/steps`, {body: {title: 'x', image: {base64: bytes.toString('base64')}}});
	t.is(refused.status, 400);
	t.like((await ana('GET', `/v1/tours/${id}`)).body.tour, {stepCount: 0, version: 1});
	t.is((await addStep({mediaId: mediaIdOf(bytes)})).status, 404);
});

test('an upright image is measured as it stands, whatever its metadata say; the URL needs no credential and cannot be guessed', async t => {
	const turned = await compass(60, 40).withMetadata({orientation: 6}).jpeg().toBuffer();
	const {body} = await send(turned);
	t.like(body.media, {width: 40, height: 60});
	t.regex(new URL(body.media.url).pathname, /^\/media\/[0-9a-f]{32}\.webp$/);
	t.false(body.media.url.includes(body.media.mediaId.slice(0, 32)), 'Who knows the original does not thereby know the URL.');
	const other = await request(service.baseUrl, 'GET', `/media/${body.media.mediaId}`, null);
	t.is(other.status, 404);
});
