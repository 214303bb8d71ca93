import {get, type IncomingMessage} from 'node:http';
import {brotliDecompressSync, gunzipSync} from 'node:zlib';
import test from 'ava';
import {startService} from '../../test/helpers/service.ts';

const service = await startService({}, {workers: false});
test.after.always(() => service.stop());

async function ask(path: string, headers: Record<string, string>) {
	const {promise, resolve, reject} = Promise.withResolvers<IncomingMessage>();
	get(new URL(path, service.baseUrl), {headers, agent: false}, resolve).on('error', reject);
	const response = await promise;
	return {status: response.statusCode, headers: response.headers, bytes: Buffer.concat(await response.toArray())};
}

for (const path of ['/', '/docs', '/openapi.json']) {
	test(`${path} is compressed, and is looked up again without being sent again`, async t => {
		const plain = await ask(path, {});
		t.is(plain.status, 200);
		for (const [encoding, unpack] of [
			['br', brotliDecompressSync],
			['gzip', gunzipSync],
		] as const) {
			const {headers, bytes} = await ask(path, {'Accept-Encoding': encoding});
			t.like(headers, {'content-encoding': encoding, 'cache-control': 'no-cache'});
			t.regex(headers.vary!, /\bAccept-Encoding\b/);
			t.true(unpack(bytes).equals(plain.bytes));
			t.true(bytes.length < plain.bytes.length / 2);
			t.not(headers.etag, plain.headers.etag);
			t.is((await ask(path, {'Accept-Encoding': encoding, 'If-None-Match': headers.etag!})).status, 304);
		}
	});
}

test('what belongs to an account is never compressed: its length would tell of it', async t => {
	const ana = await service.client();
	const {tour} = (await ana('POST', '/v1/tours', {body: {name: 'a'.repeat(200)}})).body;
	const headers = {Authorization: `Bearer ${ana.key}`, 'Accept-Encoding': 'br, gzip'};
	for (const path of ['/v1/me', '/v1/tours', `/v1/tours/${tour.id}`]) {
		const {status, headers: said} = await ask(path, headers);
		t.is(status, 200);
		t.is(said['content-encoding'], undefined);
	}
});
