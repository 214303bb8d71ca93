import {once} from 'node:events';
import {mkdir, mkdtemp, readdir, rm, writeFile} from 'node:fs/promises';
import {createServer, type IncomingMessage, request, type Server, type ServerResponse} from 'node:http';
import {createServer as createTlsServer} from 'node:https';
import {type AddressInfo, connect} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {Duplex} from 'node:stream';
import test from 'ava';
import {fetchCommand, runCommand} from '../../test/helpers/command.ts';
import {makeCertificate} from '../../test/helpers/fakes/internet.ts';
import {screenshot} from '../../test/helpers/images.ts';
import {startService} from '../../test/helpers/service.ts';
import {proxyFor} from './proxy-for.ts';

/** The command where a proxy is the only way out: it alone knows where the service's name leads. */

const HOST = 'tours.example.test';
const root = await mkdtemp(join(tmpdir(), 'roteiro-proxy-'));
const service = await startService();
const {key} = await service.client();
const command = await fetchCommand(service.baseUrl, root);
const certificate = makeCertificate([HOST]);
await writeFile(join(root, 'company.pem'), certificate.cert);
/** What came to the proxy, and by whom. */
const heard: string[] = [];
const servers: Server[] = [];
const tls = await listen(createTlsServer(certificate, forward));
const proxy = await listen(openProxy());
const refusing = await listen(
	createServer((_request, response) => void response.writeHead(403).end()).on('connect', (_r, socket) =>
		socket.end('HTTP/1.1 403 Forbidden\r\n\r\n'),
	),
);
test.after.always(async () => {
	for (const server of servers) {
		server.closeAllConnections();
		server.close();
	}
	await service.stop();
	await rm(root, {recursive: true, force: true});
});

async function listen(server: Server): Promise<number> {
	servers.push(server);
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return (server.address() as AddressInfo).port;
}

/** Hands a request on to the service, whatever the name was under which it came. */
function forward(asked: IncomingMessage, response: ServerResponse): void {
	const {host: _host, ...headers} = asked.headers;
	const path = asked.url!.replace(/^http:\/\/[^/]+/, '');
	const sent = request(service.baseUrl + path, {method: asked.method, headers}, got => {
		response.writeHead(got.statusCode!, got.headers);
		got.pipe(response);
	});
	asked.pipe(sent);
}

function openProxy(): Server {
	const note = (what: string, {headers}: IncomingMessage) => {
		const by = Buffer.from((headers['proxy-authorization'] ?? '').replace('Basic ', ''), 'base64').toString();
		heard.push(`${what}${by && ` ${by}`}`);
	};
	return createServer((asked, response) => {
		note(`${asked.method} ${asked.url}`, asked);
		forward(asked, response);
	}).on('connect', (asked, socket, head) => {
		note(`CONNECT ${asked.url}`, asked);
		const through = connect(asked.url === `${HOST}:443` ? tls : 9, '127.0.0.1', () => {
			socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
			through.write(head);
			socket.pipe(through).pipe(socket);
		});
		for (const end of [through, socket]) end.on('error', () => through.destroy());
	});
}

const roteiro = (words: string[], env: Record<string, string>) =>
	runCommand(command, words, {cwd: root, env: {HOME: root, ROTEIRO_KEY: key, NODE_EXTRA_CA_CERTS: join(root, 'company.pem'), ...env}});
const trusted = {ROTEIRO_URL: `https://${HOST}`};
const addressOf = (port: number, who = '') => `http://${who}127.0.0.1:${port}`;

test.serial('a tour is published through a tunnel; names are upper or lower case, and the proxy knows who asks', async t => {
	await mkdir(join(root, 'tour'));
	await writeFile(join(root, 'tour', 'a.png'), await screenshot(640, 400).png().toBuffer());
	await writeFile(join(root, 'tour', 'tour.yaml'), 'name: Through\nkey: through\nsteps: [{image: a.png, title: One}]\n');
	const published = await roteiro(['publish', 'tour', '--json'], {...trusted, HTTPS_PROXY: addressOf(proxy)});
	t.is(published.code, 0, published.err);
	t.like(JSON.parse(published.out), {published: true, pictures: 1});
	t.true(heard.length > 0 && heard.every(line => line === `CONNECT ${HOST}:443`), heard.join());
	heard.length = 0;
	const known = await roteiro(['whoami'], {...trusted, https_proxy: addressOf(proxy, 'ana:s%C3%A9cret@')});
	t.regex(known.out, new RegExp(`at https://${HOST}`), known.err);
	t.deepEqual(heard, [`CONNECT ${HOST}:443 ana:sécret`]);
});

test.serial('without encryption it asks the proxy itself; what is fetched is there to the byte', async t => {
	heard.length = 0;
	const written = await roteiro(['extension', 'extension'], {ROTEIRO_URL: `http://${HOST}`, http_proxy: `127.0.0.1:${proxy}`});
	t.is(written.code, 0, written.err);
	t.deepEqual(heard, [`GET http://${HOST}/extension.zip`]);
	t.true((await readdir(join(root, 'extension'))).includes('manifest.json'));
	const withKey = await roteiro(['whoami'], {ROTEIRO_URL: `http://${HOST}`, http_proxy: `127.0.0.1:${proxy}`});
	t.is(withKey.code, 1);
	t.regex(withKey.err, /^http:\/\/tours\.example\.test is not encrypted.*use https:\/\/tours\.example\.test\.\n$/);
	t.is(heard.length, 1, 'no key goes there');
	await roteiro(['whoami'], {ROTEIRO_URL: `http://${HOST}`, http_proxy: `127.0.0.1:${proxy}`, ROTEIRO_PLAIN_HTTP: '1'});
	t.is(heard[1], `GET http://${HOST}/v1/me`, 'unless a network of its own is said to be one');
});

test.serial('this machine, and what NO_PROXY names, is reached directly', async t => {
	heard.length = 0;
	const all = {HTTPS_PROXY: addressOf(proxy), HTTP_PROXY: addressOf(proxy)};
	t.is((await roteiro(['whoami'], {...all, ROTEIRO_URL: service.baseUrl})).code, 0);
	const direct = await roteiro(['whoami'], {...all, ...trusted, NO_PROXY: '.example.test'});
	t.is(direct.code, 4);
	t.regex(direct.err, /^https:\/\/tours\.example\.test cannot be reached \((?:ENOTFOUND|EAI_AGAIN)\)/);
	t.deepEqual(heard, []);
});

test.serial('where it does not go on, one sentence says by which proxy, and what helps; no password is shown', async t => {
	const cases: Array<[env: Record<string, string>, code: number, said: RegExp]> = [
		[{HTTPS_PROXY: addressOf(refusing, 'ana:secret@')}, 4, /through the proxy of HTTPS_PROXY \(127\.0\.0\.1:\d+\).*HTTPS_PROXY is right/],
		[{https_proxy: addressOf(1, 'ana:secret@')}, 4, /https_proxy.*ECONNREFUSED.*https_proxy is right/],
		[{HTTPS_PROXY: 'socks5://ana:secret@127.0.0.1:1'}, 2, /^HTTPS_PROXY must be the URL of a proxy that begins with http/],
		[{HTTPS_PROXY: addressOf(proxy), NODE_EXTRA_CA_CERTS: ''}, 4, /SELF_SIGNED.*Set NODE_EXTRA_CA_CERTS/],
	];
	for (const [env, wanted, said] of cases) {
		const {code, err, out} = await roteiro(['whoami', '--json'], {...trusted, ...env});
		t.is(code, wanted, err);
		t.regex(err, said);
		t.is(err.trim().split('\n').length, 1, err);
		t.false((err + out).includes('secret'));
	}
});

test.serial('a proxy that hangs up is asked a few times, and named', async t => {
	const ways: Array<(socket: Duplex) => void> = [
		socket => socket.destroy(),
		socket => socket.end('no proxy\r\n\r\n'),
		socket => socket.end('HTTP/1.1 200 Connection established\r\n\r\n'),
	];
	await Promise.all(
		ways.map(async (hangUp, index) => {
			let asked = 0;
			const port = await listen(
				createServer().on('connect', (_request, socket) => {
					asked++;
					hangUp(socket.on('error', () => {}));
				}),
			);
			const {code, err} = await roteiro(['whoami'], {...trusted, HTTPS_PROXY: addressOf(port)});
			t.is(code, 4, `${index} ${err}`);
			t.regex(err, /through the proxy of HTTPS_PROXY \(127\.0\.0\.1:\d+\).*HTTPS_PROXY is right.*\n$/);
			t.true(asked > 1 && asked < 10, `${index} ${asked}`);
		}),
	);
});

test('NO_PROXY is read as other programs read it', t => {
	const isDirect = (no: string, url: string) =>
		proxyFor(url, {no_proxy: no, HTTPS_PROXY: 'proxy:1', http_proxy: 'http://proxy:2'}) === null;
	for (const [no, url] of [
		['*', 'https://a.test'],
		['x.test, a.test', 'https://a.test/path'],
		['x.test a.test', 'http://a.test:8080'],
		['a.test', 'https://b.a.test'],
		['.a.test', 'https://b.a.test'],
		['*.a.test', 'https://b.a.test'],
		['A.test', 'https://a.TEST'],
		['a.test:443', 'https://a.test'],
		['10.0.0.0/8', 'https://10.2.3.4'],
		['10.2.3.4', 'https://10.2.3.4:8443'],
		['fd00::/8', 'https://[fd00::1]'],
		['', 'http://localhost:3000'],
		['', 'http://127.0.0.9'],
		['', 'http://[::1]:3000'],
	] as const)
		t.true(isDirect(no, url), `${no} ${url}`);
	for (const [no, url] of [
		['', 'https://a.test'],
		['a.test:8443', 'https://a.test'],
		['a.test', 'https://ba.test'],
		['10.0.0.0/8', 'https://11.2.3.4'],
		['10.0.0.0/x', 'https://10.2.3.4'],
		[',', 'http://a.test'],
		['2.3.4', 'https://10.2.3.4'],
	] as const)
		t.false(isDirect(no, url), `${no} ${url}`);
	t.is(proxyFor('https://a.test', {HTTPS_PROXY: 'proxy:1'})?.url.href, 'http://proxy:1/');
	t.is(proxyFor('https://a.test', {HTTP_PROXY: 'http://proxy:1'}), null);
});
