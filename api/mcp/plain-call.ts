import {SUPPORTED_PROTOCOL_VERSIONS} from '@modelcontextprotocol/sdk/types.js';
import type Koa from 'koa';
import {isPlainObject} from '../../shared/tour/document/canonical-json.ts';
import type {McpCall} from './context.ts';
import {runMethod} from './methods.ts';
import type {Message} from './read-message.ts';

/** Headers of another revision than those of 2025. */
const MODERN_HEADERS = ['mcp-method', 'mcp-name'];
const FIELDS = new Set(['jsonrpc', 'id', 'method', 'params']);
const PARAMS = new Set(['name', 'arguments']);

/**
 * Returns true for a `tools/call` of the revisions of 2025 that has nothing but a name and arguments, and is right in every way that the
 * protocol's library looks at. The library would send the same response, but makes a server, a transport, a request and a response for it, which takes as long as
 * the call.
 */
export function isPlainCall(ctx: Koa.Context, message: Message): boolean {
	const version = ctx.headers['mcp-protocol-version'];
	const accept = ctx.get('accept');
	return (
		accept.includes('application/json') &&
		accept.includes('text/event-stream') &&
		(version === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(String(version))) &&
		MODERN_HEADERS.every(name => ctx.headers[name] === undefined) &&
		(message as {jsonrpc?: unknown}).jsonrpc === '2.0' &&
		(typeof message.id === 'string' || Number.isSafeInteger(message.id)) &&
		message.method === 'tools/call' &&
		hasOnly(FIELDS, message) &&
		isPlainObject(message.params) &&
		hasOnly(PARAMS, message.params) &&
		typeof message.params.name === 'string' &&
		(message.params.arguments === undefined || isPlainObject(message.params.arguments))
	);
}

/** Sends what a plain call returns, an error of it too; throws where it is not admitted. */
export async function answerPlainCall(ctx: Koa.Context, {id}: Message, call: McpCall): Promise<void> {
	const ending = runMethod('tools/call', call).then(
		result => ({result, jsonrpc: '2.0', id}),
		({code, message, data}) => ({jsonrpc: '2.0', id, error: {code, message, data}}),
	);
	ctx.set(await call.admitted);
	ctx.set('Content-Type', 'application/json');
	ctx.body = Buffer.from(JSON.stringify(await ending));
}

function hasOnly(names: ReadonlySet<string>, value: object): boolean {
	return Object.keys(value).every(name => names.has(name));
}
