import {get} from 'node:http';
import {brotliDecompressSync, gunzipSync} from 'node:zlib';
import test from 'ava';
import {picture} from '../../test/helpers/pictures.ts';
import {startService} from '../../test/helpers/service.ts';

const service = await startService();
const ana = await service.client();
test.after.always(() => service.stop());

type OperationResponse = {status: number; headers: Record<string, string | undefined>; bytes: Buffer};

/** A request exactly as it is written: nothing is decompressed, added or put in order. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<OperationResponse> {
	const {hostname, port} = new URL(service.baseUrl);
	return new Promise((resolve, reject) => {
		get({hostname, port, path, headers, method, agent: false}, async response => {
			const bytes = Buffer.concat(await response.toArray());
			resolve({status: response.statusCode!, headers: response.headers as OperationResponse['headers'], bytes});
		}).on('error', reject);
	});
}

async function published(title: string): Promise<{tour: string; path: string; coverUrl: string}> {
	const {id} = (await ana('POST', '/v1/tours', {body: {name: title}})).body.tour;
	await ana('POST', `/v1/tours/${id}/steps`, {body: {type: 'slide', title}});
	const {url, coverUrl} = (await ana('POST', `/v1/tours/${id}/publish`)).body.publishedLink;
	return {tour: `/v1/tours/${id}`, path: new URL(url).pathname, coverUrl};
}

test('a page comes in Brotli, gzip or plain, the same each time, and a cache can tell them apart', async t => {
	const {path} = await published('Encoded');
	const plain = await ask(path);
	const [br, gzip] = [await ask(path, {'Accept-Encoding': 'gzip, deflate, br, zstd'}), await ask(path, {'Accept-Encoding': 'gzip'})];
	t.is(plain.headers['content-encoding'], undefined);
	t.is(br.headers['content-encoding'], 'br');
	t.is(gzip.headers['content-encoding'], 'gzip');
	t.true(brotliDecompressSync(br.bytes).equals(plain.bytes));
	t.true(gunzipSync(gzip.bytes).equals(plain.bytes));
	t.true(br.bytes.length < gzip.bytes.length);
	t.is(new Set([plain, br, gzip].map(({headers}) => headers.etag)).size, 3);
	for (const [response, encoding] of [
		[plain, 'identity'],
		[br, 'br'],
		[gzip, 'gzip'],
	] as const) {
		const {headers, bytes} = response;
		t.like(headers, {'cache-control': 'no-cache, no-transform', vary: 'Accept-Encoding', 'content-length': String(bytes.length)});
		const known = await ask(path, {'Accept-Encoding': encoding, 'If-None-Match': `W/"other", ${headers.etag}`});
		t.is(known.status, 304);
		t.is(known.bytes.length, 0);
		t.like(known.headers, {
			etag: headers.etag,
			'cache-control': 'no-cache, no-transform',
			vary: 'Accept-Encoding',
			'content-encoding': undefined,
		});
		const head = await ask(path, {'Accept-Encoding': encoding}, 'HEAD');
		t.is(head.bytes.length, 0);
		const {date: _1, 'x-request-id': _2, ...facts} = head.headers;
		const {date: _3, 'x-request-id': _4, ...wanted} = headers;
		t.deepEqual(facts, wanted);
		t.is((await ask(`${path}?utm_source=mail`, {'Accept-Encoding': encoding})).headers.etag, headers.etag);
	}
	t.is((await ask(path, {'Accept-Encoding': 'gzip', 'If-None-Match': br.headers.etag!})).status, 200, 'another encoding is another file');
});

test('the very next request after an unpublish is 410, after a publish the new page, while everybody looks', async t => {
	const {tour, path} = await published('Now');
	let isOver = false;
	const seen = new Set<number>();
	const crowd = Array.from({length: 20}, async () => {
		while (!isOver) seen.add((await ask(path)).status);
	});
	for (let time = 0; time < 5; time++) {
		await ana('DELETE', `${tour}/publish`);
		t.is((await ask(path)).status, 410);
		const {status} = await ana('POST', `${tour}/publish`, {body: {title: `Title ${time}`}});
		t.is(status, 201);
		const {bytes} = await ask(path);
		t.true(bytes.includes(`<title>Title ${time}</title>`));
	}
	isOver = true;
	await Promise.all(crowd);
	t.deepEqual([...seen].sort(), [200, 410]);
});

test('200 clients at once all get their own page', async t => {
	const tours = await Promise.all(Array.from({length: 4}, (_, index) => published(`Crowd ${index}`)));
	const answers = await Promise.all(Array.from({length: 200}, (_, index) => ask(tours[index % 4]!.path, {'Accept-Encoding': 'br'})));
	for (const [index, {status, bytes}] of answers.entries()) {
		t.is(status, 200);
		t.true(brotliDecompressSync(bytes).includes(`<title>Crowd ${index % 4}</title>`));
	}
});

test('cover.jpg is the present cover, 404 where no tour ever was and 410 where one was taken down; an earlier name ends', async t => {
	const {tour, path, coverUrl} = await published('Covered');
	const first = await ask(new URL(coverUrl).pathname);
	t.like(first, {status: 200, headers: {'cache-control': 'public, max-age=31536000, immutable', 'content-type': 'image/jpeg'}});
	await ana('POST', `/v1/tours/${tour.split('/').at(-1)}/steps`, {body: {type: 'slide', title: 'More'}});
	await ana('PATCH', tour, {body: {name: 'Covered otherwise'}});
	const later = (await ana('POST', `${tour}/publish`)).body.publishedLink.coverUrl;
	t.not(later, coverUrl);
	const present = await ask(new URL(later).pathname);
	t.false(present.bytes.equals(first.bytes));
	// It does not lead to the other name, which a proxy would keep for a year.
	const name = `${path}/cover.jpg`;
	const {status, headers, bytes} = await ask(name);
	t.is(status, 200);
	t.like(headers, {'cache-control': 'no-cache', 'access-control-allow-origin': '*', etag: present.headers.etag});
	t.true(bytes.equals(present.bytes));
	t.like(await ask(name, {'If-None-Match': headers.etag!}), {status: 304, headers: {'cache-control': 'no-cache'}});
	t.like(await ask(name, {}, 'HEAD'), {status: 200, headers: {'content-length': headers['content-length']}});
	t.is((await ask(new URL(coverUrl).pathname)).status, 404);
	await ana('DELETE', `${tour}/publish`);
	t.is((await ask(name)).status, 410);
	const preview = (await ana('POST', `${tour}/publish`, {body: {dryRun: true}})).body.preview.url.split('/').at(-1);
	for (const slug of ['0'.repeat(22), preview, 'x'.repeat(300), '%00', "'%20OR%201=1"]) {
		const {status, headers} = await ask(`/p/${slug}/cover.jpg`);
		t.is(status, 404, slug);
		t.is(headers['cache-control'], 'no-store');
	}
	t.is((await ask(`${path}/cover-later.jpg`)).status, 404);
	t.is((await ask(`${path}/secrets`)).status, 404);
});

test('images are kept forever, shown and read by pages of any origin, and their names are taken literally', async t => {
	const base64 = (await picture()).toString('base64');
	const {url, mediaId} = (await ana('POST', '/v1/media', {body: {base64}})).body.media;
	const path = new URL(url).pathname;
	const file = path.slice('/media/'.length);
	const {status, headers, bytes} = await ask(path);
	t.is(status, 200);
	t.like(headers, {
		'content-type': 'image/webp',
		'cache-control': 'public, max-age=31536000, immutable',
		'cross-origin-resource-policy': 'cross-origin',
		'access-control-allow-origin': '*',
		'x-content-type-options': 'nosniff',
		'content-length': String(bytes.length),
		'accept-ranges': 'bytes',
		vary: undefined,
	});
	t.is((await ask(`${path}?v=2`)).headers.etag, headers.etag);
	t.is((await ask(path, {'If-None-Match': headers.etag!})).status, 304);
	const part = await ask(path, {Range: 'bytes=8-11'});
	t.is(part.status, 206);
	t.is(part.bytes.toString(), 'WEBP');
	const head = await ask(path, {}, 'HEAD');
	t.is(head.headers['content-length'], String(bytes.length));
	t.is(head.bytes.length, 0);
	for (const trick of [
		file.toUpperCase(),
		`${file}%00`,
		`${file}%00.jpg`,
		`.%2f${file}`,
		`..%2fmedia%2f${file}`,
		`../originals/${mediaId}`,
		`..%2foriginals%2f${mediaId}`,
		`%2e%2e/originals/${mediaId}`,
		`..%5coriginals%5c${mediaId}`,
		mediaId,
		`${mediaId}.webp`,
		file.replace('.webp', '.jpg'),
		file.replace('.webp', ''),
		`${file}/`.replace('.webp/', '.webp/x'),
		`${file}.webp`,
		'%',
		'%ff',
		'constructor',
		'x.constructor',
		`${'0'.repeat(32)}.webp`,
		'0'.repeat(5000),
	]) {
		const refused = await ask(`/media/${trick}`);
		t.is(refused.status, 404, trick);
		t.not(refused.headers['cache-control'], headers['cache-control'], trick);
	}
});
