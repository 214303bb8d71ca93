import {randomBytes} from 'node:crypto';
import test, {type ExecutionContext} from 'ava';
import {startService} from '../../test/helpers/service.ts';
import {byteRange} from '../http/byte-range.ts';

const sound = randomBytes(200_000);
const service = await startService({}, {workers: false});
const url = `${service.baseUrl}/media/${await service.services.files.put('media', sound, '.mp3')}`;
test.after.always(() => service.stop());

const ask = async (headers: Record<string, string> = {}, method = 'GET') => {
	const response = await fetch(url, {method, headers});
	return {status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer())};
};

async function partial(t: ExecutionContext, range: string, start: number, end: number): Promise<void> {
	const {status, headers, bytes} = await ask({Range: range});
	t.is(status, 206, range);
	t.is(headers.get('Content-Range'), `bytes ${start}-${end}/200000`, range);
	t.is(headers.get('Content-Length'), String(end - start + 1), range);
	t.is(headers.get('Content-Type'), 'audio/mpeg');
	t.true(bytes.equals(sound.subarray(start, end + 1)), range);
}

test('media come whole to a client that asks for no part, and say that parts can be had', async t => {
	for (const range of [null, 'bytes=0-9,20-29', 'pages=1-2', 'bytes=9-3', 'bytes=-', 'bytes=x']) {
		const {status, headers, bytes} = await ask(range === null ? {} : {Range: range});
		t.is(status, 200, String(range));
		t.is(headers.get('Accept-Ranges'), 'bytes');
		t.is(headers.get('Content-Range'), null);
		t.regex(headers.get('Cache-Control')!, /immutable/);
		t.true(bytes.equals(sound));
	}
});

test('a part is answered with 206 and exactly its bytes', async t => {
	// The first is what Safari asks of every sound before it plays it.
	await partial(t, 'bytes=0-1', 0, 1);
	await partial(t, 'bytes=150000-', 150_000, 199_999);
	await partial(t, 'bytes=100-99999999999999999999', 100, 199_999);
	await partial(t, 'bytes=-500', 199_500, 199_999);
	await partial(t, 'bytes=-999999', 0, 199_999);
	await partial(t, 'bytes=199999-199999', 199_999, 199_999);
});

test('a part beyond the end is 416, with the size and without a cache', async t => {
	for (const range of ['bytes=200000-', 'bytes=200000-200001', 'bytes=-0', `bytes=${'9'.repeat(400)}-`]) {
		const {status, headers} = await ask({Range: range});
		t.is(status, 416, range);
		t.is(headers.get('Content-Range'), 'bytes */200000');
		t.is(headers.get('Cache-Control'), 'no-store');
	}
});

test('If-Range gives the part of the same file and the whole of another, If-None-Match comes first, HEAD has no parts', async t => {
	const etag = (await ask()).headers.get('ETag')!;
	const Range = 'bytes=0-99';
	t.is((await ask({Range, 'If-Range': etag})).status, 206);
	for (const other of ['"0123"', `W/${etag}`, 'Wed, 21 Oct 2015 07:28:00 GMT']) {
		const {status, bytes} = await ask({Range, 'If-Range': other});
		t.is(status, 200, other);
		t.is(bytes.length, sound.length);
	}
	// Beside a validator of ours `fetch` would send `no-cache`.
	t.is((await ask({Range, 'If-None-Match': etag, 'Cache-Control': 'max-age=0'})).status, 304);
	const head = await ask({Range}, 'HEAD');
	t.is(head.status, 200);
	t.is(head.headers.get('Content-Length'), '200000');
	t.is(head.headers.get('Accept-Ranges'), 'bytes');
	t.is((await fetch(url.replace('.mp3', '.exe'), {headers: {Range}})).status, 404);
});

test('nothing can be had of an empty file', t => {
	t.is(byteRange('bytes=0-', 0), 'unsatisfiable');
	t.is(byteRange('bytes=-5', 0), 'unsatisfiable');
	t.is(byteRange('', 0), null);
});
