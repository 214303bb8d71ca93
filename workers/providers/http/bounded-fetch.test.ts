import {once} from 'node:events';
import {createServer, type RequestListener} from 'node:http';
import type {AddressInfo} from 'node:net';
import {gzipSync} from 'node:zlib';
import test, {type ExecutionContext} from 'ava';
import {BadResponse, boundedFetch, retryAfter} from './bounded-fetch.ts';

const MB = 1024 * 1024;

test('an answer comes whole, with its status and headers', async t => {
	const url = await serve(t, (request, response) => {
		response.writeHead(request.url === '/bad' ? 500 : 200, {
			'content-type': 'application/json',
			'content-encoding': 'gzip',
			'request-id': 'r1',
		});
		response.end(gzipSync('{"a":1}'));
	});
	const response = await boundedFetch(url);
	t.deepEqual([response.status, response.headers.get('request-id'), response.headers.get('content-encoding')], [200, 'r1', null]);
	t.deepEqual(await response.json(), {a: 1});
	t.is((await boundedFetch(`${url}bad`)).status, 500);
});

test('an object is JSON, by whatever name or none; a page keeps its name', async t => {
	const url = await serve(t, (request, response) => {
		if (request.url !== '/none') response.setHeader('content-type', request.url === '/page' ? 'text/html' : 'text/plain');
		response.end(request.url === '/page' ? '<p>{' : ' {"a":1}');
	});
	const types = await Promise.all(['', 'none', 'page'].map(async path => (await boundedFetch(url + path)).headers.get('content-type')));
	t.deepEqual(types, ['application/json', 'application/json', 'text/html']);
});

test('an answer without a body is one', async t => {
	const url = await serve(t, (request, response) => response.writeHead(Number(request.url!.slice(1))).end());
	for (const status of [200, 204, 304, 500]) t.is(await (await boundedFetch(url + status)).text(), '');
});

for (const [how, send] of Object.entries({
	'with a length': (body, response) => response.writeHead(200, {'content-length': body.length}).end(body),
	'in chunks': (body, response) => {
		response.write(body.subarray(0, MB));
		response.end(body.subarray(MB));
	},
	'packed small': (body, response) => response.writeHead(200, {'content-encoding': 'gzip'}).end(gzipSync(body)),
} satisfies Record<string, (body: Buffer, response: Parameters<RequestListener>[1]) => unknown>)) {
	test(`2 MB are taken and a byte more is not: ${how}`, async t => {
		const url = await serve(t, (request, response) => send(Buffer.alloc(2 * MB + Number(request.url!.slice(1))), response));
		t.is((await (await boundedFetch(`${url}0`)).arrayBuffer()).byteLength, 2 * MB);
		await t.throwsAsync(boundedFetch(`${url}1`), {instanceOf: BadResponse});
	});
}

test('an answer that breaks off is bad, one that is given up is given up', async t => {
	const url = await serve(t, (request, response) => {
		response.writeHead(200, {'content-length': 100});
		response.write('half', () => {
			if (request.url === '/cut') response.destroy();
		});
	});
	await t.throwsAsync(boundedFetch(`${url}cut`), {instanceOf: BadResponse});
	await t.throwsAsync(boundedFetch(url, {signal: AbortSignal.timeout(100)}), {name: 'TimeoutError'});
});

test('a redirect is an answer like another, and is not followed', async t => {
	const asked: string[] = [];
	const url = await serve(t, (request, response) => {
		asked.push(request.url!);
		response.writeHead(308, {location: '/elsewhere'}).end();
	});
	t.is((await boundedFetch(url, {method: 'POST', body: 'words'})).status, 308);
	t.deepEqual(asked, ['/']);
});

test('headers about the client and its machine stay here', async t => {
	const url = await serve(t, (request, response) => response.end(JSON.stringify(request.headers)));
	const headers = {'X-Stainless-OS': 'Linux', 'x-stainless-arch': 'x64', Authorization: 'Bearer key'};
	const seen = await (await boundedFetch(url, {headers})).json();
	t.is(seen.authorization, 'Bearer key');
	t.deepEqual(
		Object.keys(seen).filter(name => name.startsWith('x-')),
		[],
	);
});

test('who asks to wait for longer than 5 seconds is not asked again', async t => {
	const url = await serve(t, (request, response) =>
		response.writeHead(429, {'retry-after': request.url!.slice(1), 'x-should-retry': 'true'}).end(),
	);
	t.is((await boundedFetch(`${url}5`)).headers.get('x-should-retry'), 'true');
	for (const wait of ['6', '86400', '1e12']) t.is((await boundedFetch(url + wait)).headers.get('x-should-retry'), 'false', wait);
});

test('the time to wait is read in seconds, in milliseconds and as a date', t => {
	const secondsOf = (headers: Record<string, string>) => retryAfter(new Headers(headers));
	t.is(secondsOf({'retry-after': '7'}), 7);
	t.is(secondsOf({'retry-after': '0.2'}), 1);
	t.is(secondsOf({'retry-after-ms': '1500'}), 2);
	t.true(Math.abs(secondsOf({'retry-after': new Date(Date.now() + 600_000).toUTCString()})! - 600) < 10);
	for (const nothing of ['', '0', '-3', 'soon', 'NaN', 'Infinity', new Date(0).toUTCString()])
		t.is(secondsOf({'retry-after': nothing}), undefined, nothing);
	t.is(secondsOf({}), undefined);
});

async function serve(t: ExecutionContext, listener: RequestListener): Promise<string> {
	const server = createServer(listener);
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	t.teardown(() => {
		server.closeAllConnections();
		server.close();
	});
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
