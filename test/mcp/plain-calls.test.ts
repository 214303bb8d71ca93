import test from 'ava';
import type Koa from 'koa';
import {isPlainCall} from '../../api/mcp/plain-call.ts';
import {TOOLS} from '../../api/mcp/tools/index.ts';
import {post, toolCall} from '../helpers/mcp.ts';
import {startService} from '../helpers/service.ts';

/** Plain calls are answered without the protocol's library: these compare both ways. */

const service = await startService();
const ana = await service.client();
test.after.always(() => service.stop());

type Message = Record<string, unknown> & {params?: {name?: unknown; _meta?: object}};
type Headers = Record<string, string>;
/** A message of either revision: as it is sent, and its headers. */
type Revision = (message: Message) => {message: Message; headers: Headers};

const META = {
	'io.modelcontextprotocol/protocolVersion': '2026-07-28',
	'io.modelcontextprotocol/clientInfo': {name: 'test', version: '1', title: 'Test'},
	'io.modelcontextprotocol/clientCapabilities': {elicitation: {}, experimental: {}, extensions: {}, roots: {}, sampling: {}},
};
const legacy: Revision = message => ({message, headers: {}});
const modern: Revision = message => ({
	message: {...message, params: {...message.params, _meta: META}},
	headers: {'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': String(message.params?.name)},
});

/** A word more in `_meta` is enough for the library to be asked. */
const byLibrary = (message: Message) => ({
	...message,
	params: {...message.params, _meta: {...message.params?._meta, 'example.org/more': 1}},
});

async function seen(message: Message, headers: Headers, key = ana.key) {
	const response = await post(service.baseUrl, key, message, headers);
	const received = Object.fromEntries(response.headers);
	for (const name of ['date', 'x-request-id', 'content-length', 'ratelimit', 'server-timing']) delete received[name];
	return {status: response.status, headers: received, body: await response.json()};
}

test('a plain call gets the status, the headers and the message that the library sends', async t => {
	const {tour} = (await ana('POST', '/v1/tours', {body: {name: 'Plain'}})).body;
	await ana('POST', `/v1/tours/${tour.id}/steps`, {body: {type: 'slide', title: 'One step'}});
	const reader = await service.client({scopes: ['tours:read']});
	const reading = TOOLS.filter(({hints}) => hints.readOnly).map(({name}) => toolCall(name, {id: tour.id}));
	t.true(reading.length > 5);
	const calls: Array<[message: Message, key?: string]> = [
		...reading.map((message): [Message] => [message]),
		[toolCall('set_theme', {id: tour.id, theme: {accent: 'no colour'}})],
		[toolCall('get_tour', {id: 'tour_nobody'})],
		[toolCall('no_such_tool', {})],
		[{...toolCall('list_tours', {}), id: 'a text'}],
		[{...toolCall('list_tours', {}), params: {name: 'list_tours'}}],
		[toolCall('set_theme', {id: tour.id}), reader.key],
		[toolCall('list_tours', {}), 'rt_live_nonsense'],
	];
	for (const revision of [legacy, modern]) {
		for (const [plain, key] of calls) {
			const {message, headers} = revision(plain);
			t.true(isPlainCall(contextOf({...BOTH, ...headers}), message), JSON.stringify(message));
			const [ours, library] = [await seen(message, headers, key), await seen(byLibrary(message), headers, key)];
			// What is drawn tells its own time.
			t.deepEqual({...ours, body: undrawn(ours.body)}, {...library, body: undrawn(library.body)}, JSON.stringify(message));
		}
	}
});

const BOTH = {accept: 'application/json, text/event-stream'};

function contextOf(headers: Headers): Koa.Context {
	return {headers, get: (name: string) => headers[name] ?? ''} as unknown as Koa.Context;
}

test('whatever is not plain is left to the library', t => {
	const message = toolCall('list_tours', {});
	const isPlain = (changed: object, headers: Headers = BOTH) => isPlainCall(contextOf(headers), {...message, ...changed});
	t.true(isPlain({}));
	t.true(isPlain({id: 'a'}, {...BOTH, 'mcp-protocol-version': '2025-06-18'}));
	for (const changed of [
		{jsonrpc: '1.0'},
		{id: undefined},
		{id: null},
		{id: 1.5},
		{method: 'tools/list'},
		{more: 1},
		{params: undefined},
		{params: []},
		{params: {name: 5}},
		{params: {name: 'list_tours', arguments: []}},
		{params: {name: 'list_tours', arguments: null}},
		{params: {name: 'list_tours', _meta: {progressToken: 1}}},
		{params: {name: 'list_tours', task: {}}},
	])
		t.false(isPlain(changed), JSON.stringify(changed));
	const otherHeaders: Array<Record<string, string>> = [
		{},
		{accept: 'application/json'},
		{accept: 'text/event-stream'},
		{...BOTH, 'mcp-protocol-version': '2026-07-28'},
		{...BOTH, 'mcp-protocol-version': '1999-01-01'},
		{...BOTH, 'mcp-method': 'tools/call'},
		{...BOTH, 'mcp-name': 'list_tours'},
	];
	for (const headers of otherHeaders) t.false(isPlain({}, headers), JSON.stringify(headers));
});

test('a call of the later revision that is not plain is left to the library', t => {
	const {message, headers} = modern(toolCall('list_tours', {}));
	const right: Headers = {...BOTH, ...headers};
	const {'mcp-method': _method, ...without} = right;
	const withMeta = (changed: object) => ({...message, params: {...message.params, _meta: {...META, ...changed}}});
	const clientInfo = 'io.modelcontextprotocol/clientInfo';
	const capabilities = 'io.modelcontextprotocol/clientCapabilities';
	const odd: Array<[changed: object, headers?: Headers]> = [
		[message, without],
		[message, {...right, 'mcp-method': 'tools/list'}],
		[message, {...right, 'mcp-name': 'get_tour'}],
		[message, {...right, 'mcp-protocol-version': '2025-11-25'}],
		[toolCall('list_tours', {})],
		[withMeta({'io.modelcontextprotocol/protocolVersion': '2025-11-25'})],
		[withMeta({progressToken: 1})],
		[withMeta({[clientInfo]: {name: 'test'}})],
		[withMeta({[clientInfo]: {name: 'test', version: 1}})],
		[withMeta({[clientInfo]: {name: 'test', version: '1', icons: []}})],
		[withMeta({[clientInfo]: 'test'})],
		[withMeta({[capabilities]: undefined})],
		[withMeta({[capabilities]: {roots: {listChanged: true}}})],
		[withMeta({[capabilities]: {roots: []}})],
		[withMeta({[capabilities]: {tasks: {}}})],
	];
	t.true(isPlainCall(contextOf(right), message));
	for (const [changed, sent = right] of odd) t.false(isPlainCall(contextOf(sent), changed), JSON.stringify([changed, sent]));
	const sentinel = '=?base64?bGlzdF90b3Vycw==?=';
	t.false(isPlainCall(contextOf({...right, 'mcp-name': sentinel}), {...message, params: {...message.params, name: sentinel}}));
});

function undrawn(body: unknown): unknown {
	return JSON.parse(JSON.stringify(body, (name, value) => (name === 'data' && typeof value === 'string' ? value.length > 0 : value)));
}
