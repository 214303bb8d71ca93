import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {brotliCompressSync} from 'node:zlib';

export type StaticFile = {type: string; body: Buffer | string; headers?: Record<string, string>};
export type StaticSite = {url: string; close(): Promise<void>};

/** The files of all pages that are compared, by path, from one server on the loopback; texts go out in Brotli, as browsers ask for it. */
export async function serveFiles(files: Map<string, StaticFile>): Promise<StaticSite> {
	const ready = new Map([...files].map(([path, file]) => [path, packed(file)]));
	const server = createServer((request, response) => {
		const file = ready.get(request.url!);
		// A page that reports what is looked at gets a response, as from the service.
		if (!file) response.writeHead(request.method === 'POST' ? 204 : 404).end();
		else response.writeHead(200, file.headers).end(file.bytes);
	});
	server.keepAliveTimeout = 120_000;
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		close: () => new Promise(resolve => server.close(() => resolve()).closeAllConnections()),
	};
}

function packed({type, body, headers}: StaticFile): {headers: Record<string, string | number>; bytes: Buffer} {
	const isText = /^text\/|javascript|json/.test(type);
	const bytes = isText ? brotliCompressSync(body) : Buffer.from(body);
	const encoding = isText ? {'Content-Encoding': 'br'} : undefined;
	return {headers: {...headers, 'Content-Type': type, 'Content-Length': bytes.length, ...encoding}, bytes};
}
