import {execFileSync} from 'node:child_process';
import type {LookupAddress} from 'node:dns';
import {once} from 'node:events';
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import type {RequestListener} from 'node:http';
import {createServer, type Server} from 'node:https';
import net, {type AddressInfo, type LookupFunction} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import tls from 'node:tls';
import {brotliCompressSync, deflateSync, gzipSync} from 'node:zlib';
import test, {type ExecutionContext} from 'ava';
import {LIMITS} from '../contract/limits.ts';
import {AppError} from '../errors.ts';
import {type Connect, fetchPublicImage, type Resolver} from './public-request.ts';

const PUBLIC = '93.184.215.14';
const PUBLIC_6 = '2606:2800:21f:cb07:6820:80da:af6b:8b2c';
const identity = makeCertificate('images.test', 'other.test', PUBLIC);
const untrusted = makeCertificate('images.test');

const resolver: Resolver = async hostname => {
	if (hostname.endsWith('internal.test')) return [{address: '10.0.0.7', family: 4}];
	if (hostname === 'nowhere.test') throw Object.assign(new Error('ENOTFOUND'), {code: 'ENOTFOUND'});
	return [{address: PUBLIC, family: 4}];
};

test('the bytes behind a public https URL are fetched, under its own name and as they are', async t => {
	const seen: string[] = [];
	const server = await serve(t, (request, response) => {
		seen.push(`${request.headers.host} ${request.url} ${request.headers['accept-encoding']}`);
		seen.push(String((request.socket as tls.TLSSocket & {servername: string}).servername));
		response.end('picture');
	});
	const bytes = await fetchPublicImage('https://images.test/a%20b.png?x=1#top', {resolver, connect: server.connect});
	t.is(bytes.toString(), 'picture');
	t.deepEqual(seen, ['images.test /a%20b.png?x=1 identity', 'images.test']);
	t.deepEqual(server.dialled, [`images.test ${PUBLIC}`]);
});

test('port 443 may be said, and a public literal may be the host', async t => {
	const server = await serve(t, (_, response) => response.end('x'));
	await fetchPublicImage('https://images.test:443/', {resolver, connect: server.connect});
	await fetchPublicImage(`https://${PUBLIC}/`, {resolver: noResolver(t), connect: server.connect});
	t.is(server.dialled.length, 2);
});

const REFUSED_URLS = [
	'',
	'images.test/a.png',
	'//images.test/a.png',
	'http://images.test/',
	'ftp://images.test/',
	'file:///etc/passwd',
	'data:image/png;base64,AAAA',
	'https://images.test:8443/',
	'https://images.test:80/',
	'https://user@images.test/',
	'https://:secret@images.test/',
	'https://127.0.0.1/',
	'https://127.1/',
	'https://2130706433/',
	'https://0x7f000001/',
	'https://0177.0.0.1/',
	'https://0/',
	'https://10.0.0.1/',
	'https://169.254.169.254/latest/meta-data/',
	'https://[::1]/',
	'https://[::]/',
	'https://[::127.0.0.1]/',
	'https://[::ffff:10.0.0.1]/',
	'https://[fe80::1]/',
	'https://[fe80::1%25eth0]/',
	'https://[fd00::1]/',
	'https://[64:ff9b::a00:1]/',
	'https://①②⑦.⓪.⓪.①/',
	'https://internal.test/',
	'https://internal.test./',
	'https://nowhere.test/',
];

for (const url of REFUSED_URLS) {
	test(`nothing is dialled for "${url}"`, async t => {
		const connect: Connect = () => {
			throw new Error(t.fail(`dialled ${url}`) as never);
		};
		await unreachable(t, fetchPublicImage(url, {resolver, connect}));
	});
}

test('a host is refused where one of its IPs is not public', async t => {
	const server = await serve(t, (_, response) => response.end('x'));
	const mixed: Resolver = async () => [
		{address: PUBLIC, family: 4},
		{address: '::1', family: 6},
	];
	await unreachable(t, fetchPublicImage('https://images.test/', {resolver: mixed, connect: server.connect}));
	await unreachable(t, fetchPublicImage('https://images.test/', {resolver: async () => [], connect: server.connect}));
	t.deepEqual(server.dialled, []);
});

test('a host is resolved once, and the connection is given the IPs that were checked', async t => {
	const server = await serve(t, (_, response) => response.end('x'));
	let asked = 0;
	const rebinding: Resolver = async () => {
		asked += 1;
		if (asked > 1) return [{address: '127.0.0.1', family: 4}];
		return [
			{address: PUBLIC_6, family: 6},
			{address: PUBLIC, family: 4},
		];
	};
	await fetchPublicImage('https://images.test/', {resolver: rebinding, connect: server.connect});
	t.is(asked, 1);
	t.deepEqual(server.dialled, [`images.test ${PUBLIC_6},${PUBLIC}`]);
	await unreachable(t, fetchPublicImage('https://images.test/', {resolver: rebinding, connect: server.connect}));
	t.is(server.dialled.length, 1);
});

test('three redirects are followed, each resolved again, and a fourth is not', async t => {
	const server = await serve(t, (request, response) => {
		const left = Number(request.url!.slice(1));
		if (left === 0) return response.end('arrived');
		const statuses = [301, 302, 303, 307, 308];
		return response.writeHead(statuses[left % 5]!, {location: left === 1 ? 'https://other.test/0' : `/${left - 1}`}).end('on');
	});
	const asked: string[] = [];
	const counting: Resolver = hostname => {
		asked.push(hostname);
		return resolver(hostname);
	};
	t.is((await fetchPublicImage('https://images.test/3', {resolver: counting, connect: server.connect})).toString(), 'arrived');
	t.deepEqual(asked, ['images.test', 'images.test', 'images.test', 'other.test']);
	await unreachable(t, fetchPublicImage('https://images.test/4', {resolver, connect: server.connect}));
});

for (const location of [
	'http://images.test/',
	'https://images.test:8080/',
	'https://a:b@images.test/',
	'https://127.0.0.1/',
	'https://[::ffff:7f00:1]/',
	'https://internal.test/',
	'javascript:alert(1)',
]) {
	test(`a redirect to ${location} is not followed`, async t => {
		const server = await serve(t, (_, response) => response.writeHead(302, {location}).end());
		await unreachable(t, fetchPublicImage('https://images.test/', {resolver, connect: server.connect}));
		t.is(server.dialled.length, 1);
	});
}

for (const how of ['with a length', 'in chunks', 'gzip', 'deflate', 'br'] as const) {
	test(`15,728,640 bytes are taken and one more is not: ${how}`, async t => {
		const server = await serve(t, (request, response) => {
			const body = Buffer.alloc(LIMITS.imageBytes + Number(request.url!.slice(1)));
			if (how === 'with a length') return response.writeHead(200, {'content-length': body.length}).end(body);
			if (how === 'in chunks') response.write(body.subarray(0, 1_000_000));
			if (how === 'in chunks') return response.end(body.subarray(1_000_000));
			const compress = {gzip: gzipSync, deflate: deflateSync, br: (bytes: Buffer) => brotliCompressSync(bytes, {params: {1: 1}})};
			return response.writeHead(200, {'content-encoding': how}).end(compress[how](body));
		});
		const bytes = await fetchPublicImage('https://images.test/0', {resolver, connect: server.connect});
		t.is(bytes.length, 15_728_640);
		const error = await t.throwsAsync(fetchPublicImage('https://images.test/1', {resolver, connect: server.connect}), {
			instanceOf: AppError,
		});
		t.is((error as AppError).code, 'image_too_large');
	});
}

const BAD_ANSWERS: Record<string, RequestListener> = {
	'is missing': (_, response) => response.writeHead(404).end('no'),
	fails: (_, response) => response.writeHead(500).end(),
	'asks for a password': (_, response) => response.writeHead(401, {'www-authenticate': 'Basic'}).end(),
	'has no content': (_, response) => response.writeHead(204).end(),
	'is partial': (_, response) => response.writeHead(206).end('x'),
	'redirects nowhere': (_, response) => response.writeHead(302).end(),
	'is encoded in an unknown way': (_, response) => response.writeHead(200, {'content-encoding': 'zip'}).end('x'),
	'is encoded twice': (_, response) => response.writeHead(200, {'content-encoding': 'gzip, gzip'}).end(gzipSync(gzipSync('x'))),
	'is not the encoding that it says': (_, response) => response.writeHead(200, {'content-encoding': 'gzip'}).end('not gzip'),
	'is cut off': (_, response) => {
		response.writeHead(200, {'content-length': 100});
		response.write('half', () => response.destroy());
	},
	'is cut off and encoded': (_, response) => {
		response.writeHead(200, {'content-encoding': 'gzip'});
		response.write(gzipSync(Buffer.alloc(100)).subarray(0, 15), () => response.destroy());
	},
	'is not HTTP': (_, response) => {
		response.socket!.end('220 smtp ready\r\n');
	},
	'has endless headers': (_, response) => response.writeHead(200, {'x-long': 'x'.repeat(100_000)}).end(),
};

for (const [what, listener] of Object.entries(BAD_ANSWERS)) {
	test(`an answer that ${what} is unreachable, like any other`, async t => {
		const server = await serve(t, listener);
		await unreachable(t, fetchPublicImage('https://images.test/', {resolver, connect: server.connect}));
		t.is(server.dialled.length, 1);
	});
}

test('a certificate that is not trusted or of another name is unreachable', async t => {
	const stranger = await serve(t, (_, response) => response.end('x'), untrusted);
	await unreachable(t, fetchPublicImage('https://images.test/', {resolver, connect: stranger.connect}));
	const server = await serve(t, (_, response) => response.end('x'));
	await unreachable(t, fetchPublicImage('https://third.test/', {resolver, connect: server.connect}));
});

test('a server that does not answer the connection is given up, as is one that answers drop by drop', async t => {
	const silent = net.createServer(() => {});
	silent.listen(0, '127.0.0.1');
	await once(silent, 'listening');
	t.teardown(() => silent.close());
	const {port} = silent.address() as AddressInfo;
	const sockets: tls.TLSSocket[] = [];
	const connect: Connect = () => {
		sockets.push(tls.connect({host: '127.0.0.1', port}));
		return sockets[0]!;
	};
	await unreachable(t, fetchPublicImage('https://images.test/', {resolver, connect, times: {connect: 150, total: 60_000}}));
	t.true(sockets[0]!.destroyed);

	const {promise: closed, resolve: close} = Promise.withResolvers<void>();
	const dripping = await serve(t, (_, response) => {
		response.writeHead(200);
		const drip = setInterval(() => response.write('.'), 20);
		response.once('close', () => {
			clearInterval(drip);
			close();
		});
	});
	const times = {connect: 5_000, total: 2_000};
	await unreachable(t, fetchPublicImage('https://images.test/', {resolver, connect: dripping.connect, times}));
	await unreachable(
		t,
		fetchPublicImage('https://images.test/', {resolver: () => new Promise(() => {}), connect, times: {connect: 100, total: 100}}),
	);
	// Never, if the dripping response were still listened to: the test would run into its time limit.
	await closed;
});

test("a caller who aborts gets the signal's own reason", async t => {
	const reason = new Error('lease lost');
	const abort = new AbortController();
	const server = await serve(t, () => abort.abort(reason));
	const error = await t.throwsAsync(fetchPublicImage('https://images.test/', {resolver, connect: server.connect, signal: abort.signal}));
	t.is(error, reason);
	t.is(await t.throwsAsync(fetchPublicImage('https://images.test/', {resolver, connect: server.connect, signal: abort.signal})), reason);
	t.is(server.dialled.length, 1);
});

/** One and the same response, whatever the reason was. */
async function unreachable(t: ExecutionContext, fetching: Promise<Buffer>): Promise<void> {
	const error = await t.throwsAsync(fetching, {instanceOf: AppError});
	t.deepEqual((error as AppError).toJSON(), new AppError('image_unreachable').toJSON());
}

/** A TLS server that stands for the whole Internet: whatever IP was pinned, the connection ends here. */
async function serve(t: ExecutionContext, listener: RequestListener, certificate = identity) {
	const server: Server = createServer(certificate, listener);
	server.on('clientError', (_, socket) => socket.destroy());
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	t.teardown(() => {
		server.closeAllConnections();
		server.close();
	});
	const {port} = server.address() as AddressInfo;
	const dialled: string[] = [];
	const connect: Connect = options => {
		t.is(options.port, 443);
		const host = options.host!;
		const loopback: LookupFunction = (hostname, how, callback) =>
			options.lookup!(hostname, {...how, all: true}, (_, pinned) => {
				dialled.push(`${hostname} ${(pinned as LookupAddress[]).map(({address}) => address)}`);
				callback(null, [{address: '127.0.0.1', family: 4}]);
			});
		if (net.isIP(host)) dialled.push(host);
		const checkServerIdentity = (_: string, peer: tls.PeerCertificate) => tls.checkServerIdentity(options.servername ?? host, peer);
		return tls.connect({
			...options,
			host: net.isIP(host) ? '127.0.0.1' : host,
			port,
			lookup: loopback,
			ca: identity.cert,
			checkServerIdentity,
		});
	};
	return {dialled, connect};
}

function makeCertificate(...names: string[]) {
	const folder = mkdtempSync(join(tmpdir(), 'roteiro-tls-'));
	const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
	const alternatives = names.map(name => `${net.isIP(name) ? 'IP' : 'DNS'}:${name}`).join();
	const command = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=test -addext'.split(' ');
	execFileSync('openssl', [...command, `subjectAltName=${alternatives}`, '-keyout', key, '-out', cert], {stdio: 'ignore'});
	const made = {key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8')};
	rmSync(folder, {recursive: true});
	return made;
}

function noResolver(t: ExecutionContext): Resolver {
	return async hostname => {
		t.fail(`resolved ${hostname}`);
		return [];
	};
}
