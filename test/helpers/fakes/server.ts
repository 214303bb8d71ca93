import {once} from 'node:events';
import {createServer, type IncomingHttpHeaders, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';

export type FakeCall = {
	method: string;
	url: string;
	headers: IncomingHttpHeaders;
	/** The body as JSON; an empty object where there is none. */
	body: Record<string, unknown>;
	response: ServerResponse;
	/** Returns with the length; text and bytes as they are, everything else as JSON. */
	send(status: number, value: object | Buffer | string, headers?: Record<string, string>): void;
};

export type FakeServer = {
	port: number;
	/** Calls whose client went away before the response. */
	readonly left: number;
	close(): Promise<void>;
};

/** Starts a server on 127.0.0.1 that stands for a service of the outside web. */
export async function startFakeServer(respond: (call: FakeCall) => unknown): Promise<FakeServer> {
	let left = 0;
	const server = createServer(async (request, response) => {
		response.once('close', () => {
			if (!response.writableFinished) left += 1;
		});
		const text = (await Array.fromAsync(request as AsyncIterable<Buffer>)).map(String).join('');
		respond({
			method: request.method!,
			url: request.url!,
			headers: request.headers,
			body: JSON.parse(text || '{}'),
			response,
			send(status, value, headers = {}) {
				const bytes = Buffer.isBuffer(value) ? value : Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
				response.writeHead(status, {'content-type': 'application/json', 'content-length': bytes.length, ...headers}).end(bytes);
			},
		});
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		port: (server.address() as AddressInfo).port,
		get left() {
			return left;
		},
		async close() {
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		},
	};
}
