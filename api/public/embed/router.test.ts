import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {brotliDecompressSync, gunzipSync} from 'node:zlib';
import test from 'ava';
import sharp from 'sharp';
import {picture} from '../../../test/helpers/pictures.ts';
import {request, startService} from '../../../test/helpers/service.ts';
import {buildApp} from '../../app.ts';

const service = await startService();
const ana = await service.client();
const tourId = (await ana('POST', '/v1/tours', {body: {name: 'Vendas\u202E "em" <dois> passos'}})).body.tour.id;
const image = {base64: (await picture({width: 800, height: 500})).toString('base64')};
await ana('POST', `/v1/tours/${tourId}/steps`, {body: {title: 'Um', alt: 'Tela', image}});
const link: {url: string; slug: string} = (await ana('POST', `/v1/tours/${tourId}/publish`)).body.publishedLink;
test.after.always(() => service.stop());

const get = (path: string, headers = {}) => request(service.baseUrl, 'GET', path, null, {headers});
const oembed = (url: string, more = '') => get(`/oembed?url=${encodeURIComponent(url)}${more}`);

test('a published link is described as oEmbed 1.0 has it, to any page', async t => {
	const {status, headers, body} = await oembed(link.url, '&format=json');
	t.is(status, 200);
	t.regex(headers.get('content-type')!, /^application\/json/);
	t.is(headers.get('access-control-allow-origin'), '*');
	t.is(headers.get('cache-control'), 'public, max-age=3600');
	const title = 'Vendas "em" <dois> passos';
	t.like(body, {
		type: 'rich',
		version: '1.0',
		title,
		provider_name: 'Roteiro',
		provider_url: service.baseUrl,
		width: 800,
		height: 500,
		thumbnail_url: `${link.url}/cover.jpg`,
		thumbnail_width: 1200,
		thumbnail_height: 630,
		cache_age: 3600,
	});
	t.regex(body.html, /^<iframe [^<>]*><\/iframe>$/);
	t.true(body.html.includes(`src="${link.url}" title="Vendas &quot;em&quot; &lt;dois&gt; passos" width="800" height="500"`));
	t.deepEqual((await oembed(link.url)).body, body, 'JSON is the default.');
});

test('the head of the page leads there, and the thumbnail is the cover', async t => {
	const page = await get(link.url);
	const url = /type="application\/json\+oembed" href="([^"]+)"/.exec(page.body)![1]!.replaceAll('&amp;', '&');
	const {status, body} = await get(url);
	t.is(status, 200);
	t.true(body.html.includes(`src="${link.url}"`));
	const cover = await fetch(body.thumbnail_url);
	t.like(await sharp(Buffer.from(await cover.arrayBuffer())).metadata(), {format: 'jpeg', width: 1200, height: 630});
});

test('the frame stays within what the reader has room for, in the shape of the screenshot', async t => {
	const shapes: Array<[string, number, number]> = [
		['&maxwidth=400', 400, 250],
		['&maxheight=100', 160, 100],
		['&maxwidth=400&maxheight=100', 160, 100],
		['&maxwidth=5000&maxheight=5000', 800, 500],
		['&maxwidth=1&maxheight=1', 1, 1],
		['&maxwidth=&maxheight=', 800, 500],
		['&maxwidth=400&discover=1', 400, 250],
	];
	for (const [more, width, height] of shapes) {
		const {body} = await oembed(link.url, more);
		t.deepEqual([body.width, body.height], [width, height], more);
		t.true(body.html.includes(`width="${width}" height="${height}"`), more);
	}
});

test('a URL may end in a slash, name a step, ask for autoplay; whatever else hangs on it does not reach the frame', async t => {
	for (const [given, opened] of [
		['/', ''],
		['#s3', '#s3'],
		['/#step_01jabc', '#step_01jabc'],
		['?autoplay=1', '?autoplay=1'],
		['/?utm_source=x&autoplay=1&y="><script>#end', '?autoplay=1#end'],
		['?autoplay=2&z#"><b>', ''],
	]) {
		const {status, body} = await oembed(link.url + given);
		t.is(status, 200, given);
		t.true(body.html.includes(`src="${link.url}${opened}" `), given);
	}
});

test('what is not exactly a published tour of this service is 404, as an envelope', async t => {
	const {host} = new URL(service.baseUrl);
	const preview = (await ana('POST', `/v1/tours/${tourId}/publish`, {body: {dryRun: true}})).body.preview.url;
	const swapped = [...link.slug].map(letter => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase())).join('');
	for (const url of [
		preview,
		`${service.baseUrl}/p/${preview.split('/').at(-1)}`,
		`${service.baseUrl}/p/${'0'.repeat(22)}`,
		`${service.baseUrl}/p/${swapped}`,
		`${link.url}/cover.jpg`,
		`${link.url}//`,
		`${link.url}%20`,
		`${service.baseUrl}/P/${link.slug}`,
		`${service.baseUrl}/x/../p/../${link.slug}`,
		service.baseUrl,
		'javascript:alert(1)',
		`javascript:alert(1)//${host}/p/${link.slug}`,
		`data:text/html,${link.url}`,
		`https://${host}/p/${link.slug}`,
		`http://user@${host}/p/${link.slug}`,
		`http://user:word@${host}/p/${link.slug}`,
		`http://${host}@evil.example/p/${link.slug}`,
		`http://evil.example/p/${link.slug}`,
		`http://${host}.evil.example/p/${link.slug}`,
		`http://[::1]/p/${link.slug}`,
		`http://[::ffff:7f00:1]:${host.split(':')[1]}/p/${link.slug}`,
		`//${host}/p/${link.slug}`,
		`/p/${link.slug}`,
		link.slug,
		'http://[',
		`${link.url}${'x'.repeat(8000)}`,
		'\u0000',
		'%',
	]) {
		const {status, headers, body} = await oembed(url);
		t.is(status, 404, url);
		t.like(body, {ok: false, error: 'not_found'});
		t.is(headers.get('access-control-allow-origin'), '*');
		t.is(headers.get('cache-control'), 'no-store');
	}
});

test('a link from before the service had HTTPS is described as the one that it leads to', async t => {
	const config = {...service.config, baseUrl: 'https://tours.example.org'};
	const server = createServer(buildApp({...service.services, config}).callback());
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	t.teardown(() => server.close());
	const local = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const ask = (url: string) => request(local, 'GET', `/oembed?url=${encodeURIComponent(url)}`, null, {});
	const {status, body} = await ask(`http://tours.example.org/p/${link.slug}#s1`);
	t.is(status, 200);
	t.true(body.html.includes(`src="https://tours.example.org/p/${link.slug}#s1"`));
	t.is((await ask(`http://tours.example.org:8080/p/${link.slug}`)).status, 404);
});

test('400 names every fault of the query, and 501 says that there is no XML', async t => {
	const url = `url=${encodeURIComponent(link.url)}`;
	for (const [query, fields] of [
		['', ['url']],
		['url=', ['url']],
		['format=json', ['url']],
		[`${url}&${url}`, ['url']],
		[`${url}&maxwidth=0`, ['maxwidth']],
		[`${url}&maxwidth=-5&maxheight=1e3`, ['maxwidth', 'maxheight']],
		[`${url}&maxwidth=5&maxwidth=6`, ['maxwidth']],
		[`${url}&maxwidth=${'9'.repeat(400)}`, ['maxwidth']],
		['format=xml&maxheight=x', ['url', 'maxheight']],
	] as const) {
		const {status, body} = await get(`/oembed?${query}`);
		t.is(status, 400, query);
		t.is(body.error, 'invalid_request');
		t.deepEqual(
			body.errors.map(({field}: {field: string}) => field),
			fields,
			query,
		);
	}
	for (const format of ['xml', 'JSON', 'html']) {
		const {status, body} = await oembed(link.url, `&format=${format}`);
		t.is(status, 501, format);
		t.like(body, {ok: false, error: 'format_not_supported'});
	}
	t.is((await fetch(`${service.baseUrl}/oembed?${url}`, {method: 'HEAD'})).status, 200);
});

test('after unpublish the link is 404 here, and comes back with the next publish', async t => {
	const other = (await ana('POST', '/v1/tours', {body: {name: 'Two'}})).body.tour.id;
	await ana('POST', `/v1/tours/${other}/steps`, {body: {type: 'slide', title: 'Slide'}});
	const {url} = (await ana('POST', `/v1/tours/${other}/publish`)).body.publishedLink;
	const {body} = await oembed(url);
	t.deepEqual([body.width, body.height], [960, 600], 'A tour of slides has the shape of a presentation.');
	await ana('DELETE', `/v1/tours/${other}/publish`);
	t.is((await oembed(url)).status, 404);
	await ana('POST', `/v1/tours/${other}/publish`);
	t.deepEqual((await oembed(url)).body, body);
});

test('the script is small, may be loaded by any page, and is kept for some minutes', async t => {
	const ask = (encoding: string, headers = {}) =>
		fetch(`${service.baseUrl}/embed.js`, {headers: {'Accept-Encoding': encoding, ...headers}});
	const plain = await ask('identity');
	const text = await plain.text();
	for (const [name, value] of Object.entries({
		'content-type': 'text/javascript; charset=utf-8',
		'cache-control': 'public, max-age=600',
		'access-control-allow-origin': '*',
		'cross-origin-resource-policy': 'cross-origin',
		'x-content-type-options': 'nosniff',
		'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
		vary: 'Accept-Encoding',
	})) {
		t.is(plain.headers.get(name), value, name);
	}
	t.is(plain.headers.get('set-cookie'), null);
	t.true(text.includes(JSON.stringify(service.baseUrl)));

	const [gzip, brotli] = [await raw('gzip'), await raw('br')];
	t.log(`script: ${text.length} bytes, gzip ${gzip.length}, brotli ${brotli.length}`);
	t.true(gzip.length <= 2048);
	t.is(gunzipSync(gzip).toString(), text);
	t.is(brotliDecompressSync(brotli).toString(), text);

	const etag = plain.headers.get('etag')!;
	t.is((await ask('identity', {'If-None-Match': etag, 'Cache-Control': 'max-age=0'})).status, 304);
	t.is((await ask('gzip', {'If-None-Match': etag, 'Cache-Control': 'max-age=0'})).status, 200, 'Another encoding is another answer.');
});

/** The bytes as they travel: `fetch` would decode them. */
async function raw(encoding: string): Promise<Buffer> {
	const {get: send} = await import('node:http');
	return new Promise((resolve, reject) => {
		send(`${service.baseUrl}/embed.js`, {headers: {'Accept-Encoding': encoding}}, async response => {
			resolve(Buffer.concat(await response.toArray()));
		}).on('error', reject);
	});
}
