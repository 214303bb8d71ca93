import {SUPPORTED_PROTOCOL_VERSIONS} from '@modelcontextprotocol/sdk/types.js';
import type Koa from 'koa';
import {isPlainObject} from '../../shared/tour/document/canonical-json.ts';
import {isModern, type McpCall, MODERN_REVISION, type Params} from './context.ts';
import {runMethod, SERVER_INFO} from './methods.ts';
import type {Message} from './read-message.ts';
import {keptFields} from './tools/call-tool.ts';

const FIELDS = new Set(['jsonrpc', 'id', 'method', 'params']);
const PARAMS = new Set(['name', 'arguments', '_meta']);
const PROTOCOL = 'io.modelcontextprotocol';
const META = {version: `${PROTOCOL}/protocolVersion`, client: `${PROTOCOL}/clientInfo`, capabilities: `${PROTOCOL}/clientCapabilities`};
const META_FIELDS = new Set(Object.values(META));
const CLIENT_FIELDS = new Set(['name', 'version', 'title']);
/** A name that its header holds as it is. */
const NAME = /^\w+$/;
/** Capabilities that a client may declare without a word more. */
const CAPABILITIES = new Set(['elicitation', 'experimental', 'extensions', 'roots', 'sampling']);
/** Fields that every result of that revision has. */
const MODERN_RESULT = {resultType: 'complete', _meta: {[`${PROTOCOL}/serverInfo`]: SERVER_INFO}};

/**
 * Returns true for a `tools/call` that has nothing but a name, arguments and what its revision wants of every message, and is right in every way that the
 * protocol's library looks at. The library would send the same response, but makes a server, a transport, a request and a response for it, which takes as long as
 * the call.
 */
export function isPlainCall(ctx: Koa.Context, message: Message): boolean {
	const accept = ctx.get('accept');
	return (
		accept.includes('application/json') &&
		accept.includes('text/event-stream') &&
		(message as {jsonrpc?: unknown}).jsonrpc === '2.0' &&
		(typeof message.id === 'string' || Number.isSafeInteger(message.id)) &&
		message.method === 'tools/call' &&
		hasOnly(FIELDS, message) &&
		isPlainObject(message.params) &&
		hasOnly(PARAMS, message.params) &&
		typeof message.params.name === 'string' &&
		(message.params.arguments === undefined || isPlainObject(message.params.arguments)) &&
		(isModern(ctx) ? isRightlyModern(ctx, message.params) : isRightlyLegacy(ctx, message.params))
	);
}

function isRightlyLegacy({headers}: Koa.Context, params: Params): boolean {
	const version = headers['mcp-protocol-version'];
	return (
		(version === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(String(version))) &&
		headers['mcp-method'] === undefined &&
		headers['mcp-name'] === undefined &&
		params._meta === undefined
	);
}

function isRightlyModern({headers}: Koa.Context, {name, _meta: meta}: Params): boolean {
	if (headers['mcp-method'] !== 'tools/call' || headers['mcp-name'] !== name || !NAME.test(name as string)) return false;
	if (!isPlainObject(meta)) return false;
	const {[META.version]: version, [META.client]: client, [META.capabilities]: capabilities} = meta;
	return (
		hasOnly(META_FIELDS, meta) &&
		version === MODERN_REVISION &&
		isPlainObject(client) &&
		hasOnly(CLIENT_FIELDS, client) &&
		Object.values(client).every(value => typeof value === 'string') &&
		'name' in client &&
		'version' in client &&
		isPlainObject(capabilities) &&
		hasOnly(CAPABILITIES, capabilities) &&
		Object.values(capabilities).every(value => isPlainObject(value) && Object.keys(value).length === 0)
	);
}

/** Sends what a plain call returns, an error of it too; throws where it is not admitted. */
export async function answerPlainCall(ctx: Koa.Context, {id}: Message, call: McpCall): Promise<void> {
	const more = isModern(ctx) ? MODERN_RESULT : {};
	const ending = runMethod('tools/call', call).then(
		result => messageOf(id, result, more),
		({code, message, data}) => Buffer.from(JSON.stringify({jsonrpc: '2.0', id, error: {code, message, data}})),
	);
	ctx.set(await call.admitted);
	ctx.set('Content-Type', 'application/json');
	ctx.body = await ending;
}

/** Returns the message of a result and of what more its revision wants in it. */
function messageOf(id: unknown, result: object, more: object): Buffer {
	const fields = keptFields(result);
	if (!fields) return Buffer.from(JSON.stringify({result: {...result, ...more}, jsonrpc: '2.0', id}));
	const others = Object.entries(more).map(([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`);
	return Buffer.concat([
		Buffer.from('{"result":{'),
		fields,
		Buffer.from(`${others.join('')}},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`),
	]);
}

function hasOnly(names: ReadonlySet<string>, value: object): boolean {
	return Object.keys(value).every(name => names.has(name));
}
