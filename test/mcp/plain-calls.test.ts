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

/** A `_meta` is enough for the library to be asked. */
const byLibrary = (message: Record<string, unknown>) => ({...message, params: {...(message.params as object), _meta: {}}});

async function seen(message: unknown, key = ana.key) {
	const response = await post(service.baseUrl, key, message);
	const headers = Object.fromEntries(response.headers);
	for (const name of ['date', 'x-request-id', 'content-length', 'ratelimit', 'server-timing']) delete headers[name];
	return {status: response.status, headers, body: await response.json()};
}

test('a plain call gets the status, the headers and the message that the library sends', async t => {
	const {tour} = (await ana('POST', '/v1/tours', {body: {name: 'Plain'}})).body;
	await ana('POST', `/v1/tours/${tour.id}/steps`, {body: {type: 'slide', title: 'One step'}});
	const reader = await service.client({scopes: ['tours:read']});
	const reading = TOOLS.filter(({hints}) => hints.readOnly).map(({name}) => toolCall(name, {id: tour.id}));
	t.true(reading.length > 5);
	const calls: Array<[message: Record<string, unknown>, key?: string]> = [
		...reading.map((message): [Record<string, unknown>] => [message]),
		[toolCall('set_theme', {id: tour.id, theme: {accent: 'no colour'}})],
		[toolCall('get_tour', {id: 'tour_nobody'})],
		[toolCall('no_such_tool', {})],
		[{...toolCall('list_tours', {}), id: 'a text'}],
		[{...toolCall('list_tours', {}), params: {name: 'list_tours'}}],
		[toolCall('set_theme', {id: tour.id}), reader.key],
		[toolCall('list_tours', {}), 'rt_live_nonsense'],
	];
	for (const [message, key] of calls) {
		const [plain, library] = [await seen(message, key), await seen(byLibrary(message), key)];
		// What is drawn tells its own time.
		t.deepEqual({...plain, body: undrawn(plain.body)}, {...library, body: undrawn(library.body)}, JSON.stringify(message));
	}
});

test('whatever is not plain is left to the library', t => {
	const message = toolCall('list_tours', {});
	const both = {accept: 'application/json, text/event-stream'};
	const isPlain = (changed: object, headers: Record<string, string> = both) =>
		isPlainCall({headers, get: (name: string) => headers[name] ?? ''} as unknown as Koa.Context, {...message, ...changed});
	t.true(isPlain({}));
	t.true(isPlain({id: 'a'}, {...both, 'mcp-protocol-version': '2025-06-18'}));
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
		{...both, 'mcp-protocol-version': '2026-07-28'},
		{...both, 'mcp-protocol-version': '1999-01-01'},
		{...both, 'mcp-method': 'tools/call'},
		{...both, 'mcp-name': 'list_tours'},
	];
	for (const headers of otherHeaders) t.false(isPlain({}, headers), JSON.stringify(headers));
});

function undrawn(body: unknown): unknown {
	return JSON.parse(JSON.stringify(body, (name, value) => (name === 'data' && typeof value === 'string' ? value.length > 0 : value)));
}
