import {gzipSync} from 'node:zlib';
import test from 'ava';
import {PUBLIC_OPERATIONS} from '../../api/operations/index.ts';
import {methodAndPath} from '../../api/pipeline/operation.ts';
import {startService} from '../helpers/service.ts';

/** Tests which headers and bodies every operation refuses, and which values a new tour accepts. */

const service = await startService({}, {workers: false});
const owner = await service.client();
test.after.always(() => service.stop());

const at = (path: string) => `/v1${path.replaceAll(/\{number\}/g, '1').replaceAll(/\{\w+\}/g, 'nothing')}`;
const send = async (method: string, path: string, headers: Record<string, string>, body?: BodyInit) => {
	const init = {method, headers: {Authorization: `Bearer ${owner.key}`, ...headers}, ...(body !== undefined && {body})};
	const response = await fetch(service.baseUrl + path, init);
	// biome-ignore lint/suspicious/noExplicitAny: a test says by its assertions what a body is.
	return {status: response.status, headers: response.headers, body: (await response.json()) as any};
};
const JSON_TYPE = {'Content-Type': 'application/json'};

for (const operation of PUBLIC_OPERATIONS) {
	const {method, path} = methodAndPath(operation);
	if (method === 'POST' || method === 'PUT' || method === 'PATCH') {
		test(`${operation.name}: a compressed body is a 400 that says so`, async t => {
			const headers = {'Content-Type': operation.file?.type ?? 'application/json', 'Content-Encoding': 'gzip'};
			const {status, body} = await send(method, at(path), headers, gzipSync('{"name":"x"}'));
			t.deepEqual([status, body.error, body.errors?.[0].field], [400, 'unsupported_media_type', 'Content-Encoding']);
		});
	}
	if (operation.errors.includes('version_mismatch')) {
		test(`${operation.name}: If-Match that is no ETag of a tour is a 400 that says the form`, async t => {
			for (const tag of ['"1"', '"99"', 'rubbish', 'v1', '"v"', '"v1', '-1', '"v1", "v2"', ' ', '"V1"', '"v1.0"']) {
				const {status, body} = await send(method, at(path), {...JSON_TYPE, 'If-Match': tag}, method === 'DELETE' ? undefined : '{}');
				t.is(status, 400, tag);
				t.is(body.errors[0].field, 'If-Match', tag);
				t.regex(body.errors[0].hint, /"v1"/);
			}
		});
	}
	if ((method === 'POST' || method === 'PUT' || method === 'PATCH') && Object.keys(operation.input.properties).length > 1) {
		test(`${operation.name}: a form for a body is a 400`, async t => {
			const form = 'application/x-www-form-urlencoded';
			const {status, body} = await send(method, at(path), {'Content-Type': form}, 'name=x');
			t.deepEqual([status, body.error], [400, 'unsupported_media_type']);
			t.is(body.errors[0].field, 'Content-Type');
		});
	}
}

test('an ETag of a tour is heeded in each of its forms, and one of another version is a 412', async t => {
	const {body, headers} = await send('POST', '/v1/tours', JSON_TYPE, '{"name": "Tagged"}');
	const path = `/v1/tours/${body.tour.id}`;
	const rename = (tag: string) => send('PATCH', path, {...JSON_TYPE, 'If-Match': tag}, JSON.stringify({name: tag}));
	const {version} = body.tour;
	t.is(headers.get('etag'), `"v${version}"`);
	for (const tag of [`"v${version + 1}"`, '"v999999999999"', `W/"v${version + 7}"`]) t.is((await rename(tag)).status, 412, tag);
	t.is((await rename(`"v${version}"`)).status, 200);
	t.is((await rename(`W/"v${version + 1}"`)).status, 200);
	t.is((await rename('*')).status, 200);
});

test('an Idempotency-Key that is empty or short is a 400, whichever', async t => {
	for (const key of ['', ' ', '1', '1234567', 'x'.repeat(129)]) {
		const {status, body} = await send('POST', '/v1/tours', {...JSON_TYPE, 'Idempotency-Key': key}, '{"name": "Keyed"}');
		t.is(status, 400, key);
		t.is(body.errors[0].field, 'Idempotency-Key');
	}
	t.is((await send('POST', '/v1/tours', {...JSON_TYPE, 'Idempotency-Key': '12345678'}, '{"name": "Keyed"}')).status, 201);
	t.is((await send('POST', '/v1/tours', JSON_TYPE, '{"name": "Keyed"}')).status, 201);
});

test('a new tour takes its language, and no name of blanks', async t => {
	const {tour} = (await send('POST', '/v1/tours', JSON_TYPE, '{"name": "Spoken", "language": "es-mx"}')).body;
	t.is(tour.narrationSettings.language, 'es-MX');
	const wrong = await send('POST', '/v1/tours', JSON_TYPE, '{"name": "Spoken", "language": "Spanish"}');
	t.deepEqual([wrong.status, wrong.body.errors[0].field], [400, 'language']);
	for (const name of ['   ', '\t', '\u3000', '\u200b']) {
		for (const [method, path] of [
			['POST', '/v1/tours'],
			['PATCH', `/v1/tours/${tour.id}`],
			['POST', `/v1/tours/${tour.id}/duplicate`],
			['POST', `/v1/tours/${tour.id}/versions`],
		] as const) {
			const {status, body} = await send(method, path, JSON_TYPE, JSON.stringify({name}));
			t.deepEqual([status, body.errors?.length, body.errors?.[0].field, body.errors?.[0].message], [400, 1, 'name', 'Is blank.'], path);
		}
	}
	t.is((await send('POST', '/v1/tours', JSON_TYPE, '{"name": ""}')).status, 400);
});
