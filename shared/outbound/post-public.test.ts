import test from 'ava';
import {openInternet} from '../../test/helpers/fakes/internet.ts';
import {postPublic} from './post-public.ts';

type Seen = {method: string; url: string; type: string | undefined; length: string | undefined; host: string | undefined; body: string};
const seen: Seen[] = [];
const internet = await openInternet(['hooks.test', 'other.test'], async (request, response) => {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk);
	const {host, 'content-type': type, 'content-length': length} = request.headers;
	seen.push({method: request.method!, url: request.url!, type, length, host, body: Buffer.concat(chunks).toString()});
	if (request.url === '/moved') return response.writeHead(307, {location: 'https://other.test/'}).end();
	if (request.url === '/gone') return response.writeHead(410).end('gone');
	if (request.url === '/long') return response.end('x'.repeat(101));
	return response.writeHead(202, {'x-id': '7'}).end('taken');
});
test.after.always(() => internet.close());
const post = (url: string, headers: Record<string, string> = {}) =>
	postPublic(url, {headers: {'content-type': 'application/json', ...headers}, body: Buffer.from('{"é":1}'), maxBytes: 100}, internet);

test.serial('a body goes out as it is, once, with its length, under the host’s own name', async t => {
	seen.length = 0;
	const response = await post('https://hooks.test/in?a=1', {Host: 'elsewhere.test', 'Content-Length': '3'});
	t.like(response, {status: 202, bytes: Buffer.from('taken')});
	t.is(response.headers['x-id'], '7');
	t.deepEqual(seen, [{method: 'POST', url: '/in?a=1', type: 'application/json', length: '8', host: 'hooks.test', body: '{"é":1}'}]);
});

test.serial('a redirect and an error are responses; nothing is sent to another URL', async t => {
	seen.length = 0;
	t.is((await post('https://hooks.test/moved')).status, 307);
	t.is((await post('https://hooks.test/gone')).status, 410);
	t.deepEqual(
		seen.map(({host}) => host),
		['hooks.test', 'hooks.test'],
	);
});

test.serial('what is not public, not https or says too much is an error', async t => {
	seen.length = 0;
	for (const url of [
		'https://private.test/',
		'http://hooks.test/',
		'https://hooks.test:8443/',
		'https://a:b@hooks.test/',
		'https://[::1]/',
	])
		await t.throwsAsync(post(url), {message: /not public|not https|not port 443|credentials/}, url);
	t.deepEqual(seen, []);
	await t.throwsAsync(post('https://hooks.test/long'), {message: 'more than 100 bytes'});
});
