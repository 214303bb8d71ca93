import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {Client as ModernClient, StreamableHTTPClientTransport as ModernTransport} from '@modelcontextprotocol/client';
import {Client as LegacyClient} from '@modelcontextprotocol/sdk/client/index.js';
import {StreamableHTTPClientTransport as LegacyTransport} from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {buildApp} from '../../api/app.ts';
import type {TestService} from './service.ts';

/** The two ways in which agents speak to the service. */
export const ERAS = ['2025-11-25', '2026-07-28'] as const;
export type Era = (typeof ERAS)[number];

// biome-ignore lint/suspicious/noExplicitAny: a test says by its assertions what a response is.
type Any = any;

/** What a tool returned: the envelope or the success in its text, and its pictures; `picture` is the first. */
export type ToolReply = {
	isError: boolean;
	body: Any;
	structured: Any;
	picture: Buffer | null;
	pictures: Buffer[];
};

export type Agent = {
	client: LegacyClient;
	call(name: string, input?: Record<string, unknown>, options?: {onprogress?: (progress: Any) => void}): Promise<ToolReply>;
	close(): Promise<void>;
};

/** An agent with the official client of that revision. */
export async function connectAgent(baseUrl: string, key: string, era: Era): Promise<Agent> {
	const url = new URL('/mcp', baseUrl);
	const requestInit = {headers: {Authorization: `Bearer ${key}`}};
	const info = {name: 'test-agent', version: '1.0.0'};
	let client: Any;
	if (era === '2025-11-25') {
		client = new LegacyClient(info);
		await client.connect(new LegacyTransport(url, {requestInit}));
	} else {
		client = new ModernClient(info, {versionNegotiation: {mode: {pin: era}}});
		await client.connect(new ModernTransport(url, {requestInit}));
	}
	const call: Agent['call'] = async (name, input = {}, options = {}) => {
		const request = {name, arguments: input};
		const result = await (era === '2025-11-25' ? client.callTool(request, undefined, options) : client.callTool(request, options));
		const text = result.content.find(({type}: Any) => type === 'text').text;
		const images = result.content.filter(({type}: Any) => type === 'image');
		const pictures: Buffer[] = images.map(({data}: Any) => Buffer.from(data, 'base64'));
		return {
			isError: result.isError ?? false,
			body: JSON.parse(text),
			structured: result.structuredContent,
			picture: pictures[0] ?? null,
			pictures,
		};
	};
	return {client, call, close: () => client.close()};
}

/** Opens the service at another URL, where calls without a credential get this one: for programs that cannot bring any. */
export async function openDoor({services, config}: TestService, key: string): Promise<{url: string; close(): void}> {
	const server = createServer();
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const serve = buildApp({...services, config: {...config, baseUrl}}).callback();
	server.on('request', (request, response) => {
		request.headers.authorization ??= `Bearer ${key}`;
		serve(request, response);
	});
	return {
		url: `${baseUrl}/mcp`,
		close() {
			server.closeAllConnections();
			server.close();
		},
	};
}

/** One JSON-RPC message of the revisions of 2025, as bytes over HTTP. */
export function post(baseUrl: string, key: string | null, message: unknown, headers: Record<string, string> = {}): Promise<Response> {
	return fetch(new URL('/mcp', baseUrl), {
		method: 'POST',
		headers: {
			...(key && {Authorization: `Bearer ${key}`}),
			'Content-Type': 'application/json',
			Accept: 'application/json, text/event-stream',
			...headers,
		},
		body: typeof message === 'string' ? message : JSON.stringify(message),
	});
}

/** A `tools/call` of the revisions of 2025. */
export function toolCall(name: string, input: unknown): Record<string, unknown> {
	return {jsonrpc: '2.0', id: 1, method: 'tools/call', params: {name, arguments: input}};
}
