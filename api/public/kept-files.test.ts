import {randomBytes} from 'node:crypto';
import {type IncomingMessage, get as open} from 'node:http';
import {buffer} from 'node:stream/consumers';
import test from 'ava';
import {screenshot} from '../../test/helpers/images.ts';
import {startService} from '../../test/helpers/service.ts';

/** Pages and pictures that are in memory are sent before all routes: just as the routes send them, and no longer than they are there. */

const service = await startService();
const ana = await service.client();
test.after.always(() => service.stop());

async function published(): Promise<{tour: string; page: string; picture: string}> {
	const {id} = (await ana('POST', '/v1/tours', {body: {name: 'Kept'}})).body.tour;
	const picture = await screenshot(640, 400 + (randomBytes(1)[0]! % 100))
		.png()
		.toBuffer();
	const body = {title: 'One', image: {base64: picture.toString('base64')}};
	const added = await ana('POST', `/v1/tours/${id}/steps`, {body});
	const {url} = (await ana('POST', `/v1/tours/${id}/publish`)).body.publishedLink;
	return {tour: `/v1/tours/${id}`, page: url, picture: added.body.step.image.url};
}

/** By Node's own client: `fetch` adds Cache-Control to what is asked for by an ETag. */
async function get(url: string, headers: Record<string, string> = {}) {
	const response = await new Promise<IncomingMessage>((resolve, reject) => {
		open(url, {agent: false, headers: {'Accept-Encoding': 'gzip', ...headers}}, resolve).on('error', reject);
	});
	const {'x-request-id': id, date: _date, ...rest} = response.headers;
	return {id: String(id), status: response.statusCode, headers: rest, bytes: await buffer(response)};
}

/** A header that no browser sends for a page, and that changes nothing: the routes answer. */
const BY_ROUTE = {'Cache-Control': 'max-age=31536000'};

test('a kept page and a kept picture have the headers and bytes that the routes give them, and their 304 too', async t => {
	const {page, picture} = await published();
	for (const url of [page, picture]) {
		const first = await get(url, BY_ROUTE);
		const kept = await get(url);
		t.is(kept.status, 200, url);
		t.deepEqual({...kept, id: ''}, {...first, id: ''}, url);
		t.regex(kept.id, /^req_[0-9a-f]{32}$/);
		for (const etag of [first.headers.etag!, `W/${first.headers.etag}`]) {
			const [same, sameByRoute] = [await get(url, {'If-None-Match': etag}), await get(url, {'If-None-Match': etag, ...BY_ROUTE})];
			t.is(same.status, 304, url);
			t.deepEqual({...same, id: ''}, {...sameByRoute, id: ''}, url);
		}
		t.is((await get(url, {'If-None-Match': '"another"'})).status, 200);
		t.is((await get(url, {'If-None-Match': first.headers.etag!, 'Cache-Control': 'no-cache'})).status, 200);
		t.is((await get(url, {'If-None-Match': `"another", ${first.headers.etag}`})).status, 304, 'one of several');
	}
	t.is((await get(picture, {Range: 'bytes=0-9'})).bytes.length, 10);
});

test('a page that was taken down, and a file that was removed, are gone at the next request', async t => {
	const {tour, page, picture} = await published();
	for (const url of [page, page, picture, picture]) t.is((await get(url)).status, 200);
	await ana('DELETE', `${tour}/publish`);
	t.is((await get(page)).status, 410);
	await ana('POST', `${tour}/publish`);
	t.is((await get(page)).status, 200);
	await service.services.files.remove('media', new URL(picture).pathname.split('/').at(-1)!, new Date(Date.now() + 60_000));
	t.is((await get(picture)).status, 404);
});
