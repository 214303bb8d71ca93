import test from 'ava';
import {checkOrigin} from '../../api/mcp/endpoint.ts';
import {METHODS} from '../../api/mcp/methods.ts';
import {connectAgent, ERAS, post, toolCall} from '../helpers/mcp.ts';
import {request, startService} from '../helpers/service.ts';

/** What stands in front of the protocol, and what the protocol itself promises. */

const LIST = {jsonrpc: '2.0', id: 1, method: 'tools/list'};
/** What every message of revision 2026-07-28 carries. */
const META = {
	'io.modelcontextprotocol/protocolVersion': '2026-07-28',
	'io.modelcontextprotocol/clientInfo': {name: 'test', version: '1'},
	'io.modelcontextprotocol/clientCapabilities': {},
};

const service = await startService();
const ana = await service.client();
test.after.always(() => service.stop());

const send = (message: unknown, headers: Record<string, string> = {}, key: string | null = ana.key) =>
	post(service.baseUrl, key, message, headers);

async function appError(response: Response) {
	const {jsonrpc, id, error} = await response.json();
	return {status: response.status, jsonrpc, id, code: error.code, ok: error.data.ok, error: error.data.error};
}

test('the address is the same with a slash at its end', async t => {
	const list = await fetch(`${service.baseUrl}/mcp/`, {
		method: 'POST',
		headers: {Authorization: `Bearer ${ana.key}`, 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream'},
		body: JSON.stringify(LIST),
	});
	t.is(list.status, 200);
});

test('a compressed body is refused as such', async t => {
	const compressed = await send(LIST, {'Content-Encoding': 'gzip'});
	t.deepEqual(await appError(compressed), {
		status: 400,
		jsonrpc: '2.0',
		id: null,
		code: -32000,
		ok: false,
		error: 'unsupported_media_type',
	});
});

test('a foreign Host or Origin is 403 before anything else is looked at', async t => {
	const foreign = {status: 403, jsonrpc: '2.0', id: null, code: -32000, ok: false, error: 'foreign_origin'};
	for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1.evil.example', 'file://', `${service.baseUrl}.evil.example`]) {
		t.deepEqual(await appError(await send(LIST, {Origin: origin}, null)), foreign, origin);
	}
	for (const host of ['evil.example', 'evil.example:80', 'localhost.evil.example', '127.0.0.1.nip.example', 'x y']) {
		t.is(await statusWithHost(host), 403, host);
	}
	t.is((await send(LIST, {Origin: service.baseUrl})).status, 200);
	t.is(await statusWithHost(new URL(service.baseUrl).host), 200);
});

/** `fetch` writes its own Host. */
async function statusWithHost(host: string): Promise<number> {
	const {request} = await import('node:http');
	return new Promise((resolve, reject) => {
		const headers = {
			Host: host,
			Authorization: `Bearer ${ana.key}`,
			'Content-Type': 'application/json',
			Accept: 'application/json, text/event-stream',
		};
		const call = request(`${service.baseUrl}/mcp`, {method: 'POST', headers}, response => {
			response.resume();
			resolve(response.statusCode!);
		});
		call.on('error', reject);
		call.end(JSON.stringify(LIST));
	});
}

test('behind a public name only that name is served', async t => {
	const check = checkOrigin('https://tours.example.com');
	const from = (host: string, origin = '') => check({get: (name: string) => (name === 'host' ? host : origin)} as never);
	t.notThrows(() => from('tours.example.com'));
	t.notThrows(() => from('tours.example.com:443'));
	t.notThrows(() => from('tours.example.com', 'https://tours.example.com'));
	t.throws(() => from('localhost:8080'));
	t.throws(() => from('tours.example.com', 'http://tours.example.com'));
	t.throws(() => from('tours.example.com', 'http://localhost:3000'));
});

test('without a credential every method is 401 with a challenge that says where to sign in, and for what', async t => {
	for (const method of ['POST', 'GET', 'DELETE']) {
		const response = await fetch(`${service.baseUrl}/mcp`, {method});
		t.is(response.status, 401, method);
		const challenge = response.headers.get('www-authenticate')!;
		t.true(challenge.includes(`resource_metadata="${service.baseUrl}/.well-known/oauth-protected-resource/mcp"`));
		t.true(challenge.includes('scope="tours:read tours:write publish ai analytics:read"'));
	}
	t.is((await appError(await send(LIST, {}, 'rt_live_nonsense'))).error, 'invalid_credential');
});

test('a free account gets 402 for whatever it asks', async t => {
	const free = await service.client({plan: 'free'});
	for (const message of [LIST, {...LIST, method: 'initialize'}, toolCall('list_tours', {})]) {
		t.deepEqual(await appError(await send(message, {}, free.key)), {
			status: 402,
			jsonrpc: '2.0',
			id: null,
			code: -32000,
			ok: false,
			error: 'plan_required',
		});
	}
});

test('GET and DELETE are 405: there is no session to listen to or to end', async t => {
	for (const method of ['GET', 'DELETE', 'PUT', 'PATCH']) {
		const reply = await request(service.baseUrl, method, '/mcp', ana.key, {headers: {Accept: 'text/event-stream'}});
		t.is(reply.status, 405, method);
		t.is(reply.headers.get('allow'), 'POST');
	}
});

test('a body that is no message is refused with the code that JSON-RPC has for it', async t => {
	const cases: Array<[unknown, Record<string, string>, number, number]> = [
		['{"jsonrpc": ', {}, 400, -32700],
		['', {}, 400, -32700],
		['"text"', {}, 400, -32600],
		['null', {}, 400, -32600],
		[LIST, {'Content-Type': 'text/plain'}, 415, -32000],
		[[LIST, LIST], {}, 400, -32600],
		['[]', {}, 400, -32600],
	];
	for (const [message, headers, status, code] of cases) {
		const {status: answered, code: coded} = await appError(await send(message, headers));
		t.deepEqual([answered, coded], [status, code], JSON.stringify(message));
	}
	t.is((await send({jsonrpc: '1.0', id: 1, method: 'tools/list'})).status, 400);
	t.is((await send(LIST, {Accept: 'text/html'})).status, 406);
});

test('a client that takes JSON alone, or anything, gets JSON, whether it asks for progress or not', async t => {
	const call = {...toolCall('list_tours', {}), id: 7};
	const asking = {...call, params: {name: 'list_tours', arguments: {}, _meta: {progressToken: 1}}};
	for (const [Accept, message] of [
		['application/json', call],
		['application/json', asking],
		['*/*', call],
		['application/*', call],
	] as const) {
		const answered = await send(message, {Accept});
		t.is(answered.status, 200, Accept);
		t.regex(answered.headers.get('content-type')!, /^application\/json/, Accept);
		t.true(((await answered.json()) as {result: {structuredContent: {ok: boolean}}}).result.structuredContent.ok);
	}
	t.regex((await send(asking, {Accept: '*/*'})).headers.get('content-type')!, /^text\/event-stream/);
});

test('arguments that a client has written as a text of JSON are taken as what they say', async t => {
	const called = async (name: string, input: unknown) => {
		const answered = await send(toolCall(name, input));
		const {result} = (await answered.json()) as {
			result: {isError?: boolean; structuredContent: Record<string, unknown>; content: [{text: string}]};
		};
		return {isError: result.isError === true, body: JSON.parse(result.content[0].text)};
	};
	const steps = [{type: 'slide', title: '{"not": "taken apart"}', text: '12', altDecorative: 'true'}];
	const document = {name: '[1]', language: 'en', steps};
	for (const [index, input] of [
		{document: JSON.stringify(document), dryRun: 'true'},
		{document: {...document, steps: JSON.stringify(steps)}, dryRun: true},
		JSON.stringify({document, dryRun: true}),
	].entries()) {
		const given = typeof input === 'string' ? input.replace('{', '{"key": "written", ') : {key: 'written', ...input};
		const {isError, body} = await called('put_tour', given);
		t.false(isError, `${index}: ${JSON.stringify(body)}`);
		t.true(body.dryRun);
	}
	const {body} = await called('put_tour', {key: 'written', document: JSON.stringify(document), full: 'true'});
	t.is(body.tour.name, '[1]');
	t.is(body.tour.steps[0].title, '{"not": "taken apart"}');
	t.is(body.tour.steps[0].text, '12');
	t.true(body.tour.steps[0].altDecorative);
	const {tours} = (await called('list_tours', {limit: '1'})).body;
	t.is(tours.length, 1);
	for (const none of [null, [], '{}']) t.false((await called('list_tours', none)).isError, JSON.stringify(none));
	for (const [name, input, field] of [
		['list_tours', {limit: 'ten'}, 'limit'],
		['put_tour', {key: 'written', document: '{"name": '}, 'document'],
		['put_tour', {key: 'written', document: '['.repeat(5000)}, 'document'],
		['reorder_steps', {id: 'written', stepIds: '{"a": 1}'}, 'stepIds'],
	] as const) {
		const refused = await called(name, input);
		t.true(refused.isError);
		t.is(refused.body.errors[0].field, field);
	}
});

test('a batch runs none of its messages', async t => {
	const stranger = await service.client();
	await send([toolCall('create_tour', {name: 'A'}), toolCall('create_tour', {name: 'B'})], {}, stranger.key);
	t.deepEqual((await stranger('GET', '/v1/tours')).body.tours, []);
});

test('a body is at most 1 MB, or 22 MB where the tool takes an image', async t => {
	const sized = (name: string, bytes: number) => JSON.stringify(toolCall(name, {name: 'x'.repeat(bytes)}));
	t.deepEqual((await appError(await send(sized('create_tour', 1024 * 1024)))).error, 'body_too_large');
	t.is((await send(sized('create_tour', 1024 * 1024))).status, 413);
	t.is((await send(sized('add_step', 22 * 1024 * 1024), {}, null)).status, 413);
	t.is((await send(sized('upload_media', 2 * 1024 * 1024))).status, 413, 'Only the image itself may be so large.');
	const base64 = Buffer.alloc(2 * 1024 * 1024, 'no image').toString('base64');
	const large = await (await send(toolCall('upload_media', {base64, name: 5}))).json();
	t.true(large.result.isError);
	t.deepEqual(
		JSON.parse(large.result.content[0].text).errors.map(({field}: {field: string}) => field),
		['name'],
	);
	const unlike = await (await send(toolCall('upload_media', {base64}))).json();
	t.is(JSON.parse(unlike.result.content[0].text).error, 'image_type');
});

test('hostile arguments are refused before the protocol begins', async t => {
	const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
	const lists = `{"id":${'['.repeat(20_000)}1${']'.repeat(20_000)}}`;
	const calls = ['create_tour', 'upload_media', 'add_step', 'publish'].flatMap(name => [deep, lists].map(input => [name, input]));
	const cases = [
		...calls.map(([name, input]) => `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":${input}}}`),
		'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"create_tour","arguments":{"name":"A","__proto__":{"b":1}}}}',
	];
	for (const message of cases) {
		const response = await send(message);
		t.is(response.status, 400);
		t.is((await response.json()).error.data.error, 'invalid_request');
	}
	for (const params of [undefined, null, [], {name: 7}, {name: 'create_tour', arguments: 'name'}, {name: 'create_tour', arguments: [1]}]) {
		const {error} = await (await send({jsonrpc: '2.0', id: 1, method: 'tools/call', params})).json();
		t.true([-32602, -32603, -32600].includes(error.code), JSON.stringify([params, error]));
	}
});

test('a notification runs nothing', async t => {
	const stranger = await service.client();
	const response = await send(
		{jsonrpc: '2.0', method: 'tools/call', params: {name: 'create_tour', arguments: {name: 'A'}}},
		{},
		stranger.key,
	);
	t.is(response.status, 202);
	t.deepEqual((await stranger('GET', '/v1/tours')).body.tours, []);
});

test('an unknown method and an unknown revision are distinguished from an error', async t => {
	const {error} = await (await send({jsonrpc: '2.0', id: 1, method: 'tools/nonsense'})).json();
	t.is(error.code, -32601);
	const meta = {...META, 'io.modelcontextprotocol/protocolVersion': '2031-01-01'};
	const headers = {'MCP-Protocol-Version': '2031-01-01', 'Mcp-Method': 'tools/list'};
	const response = await send({...LIST, params: {_meta: meta}}, headers);
	t.is(response.status, 400);
	t.deepEqual((await response.json()).error.data.supported, ['2026-07-28']);
});

test('headers that say something else than the message are refused before the tool runs', async t => {
	const stranger = await service.client();
	const message = {...toolCall('create_tour', {name: 'A'})};
	const params = {...(message.params as object), _meta: META};
	const headers = {'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/call', 'Mcp-Name': 'list_tours'};
	const response = await send({...message, params}, headers, stranger.key);
	t.is(response.status, 400);
	t.deepEqual((await stranger('GET', '/v1/tours')).body.tours, []);
});

test('60 calls a minute: the next one is 429 with Retry-After, and each message is a call', async t => {
	const limited = await startService({CALLS_PER_MINUTE: '3'}, {workers: false});
	const eve = await limited.client();
	const ask = (message: unknown, key = eve.key, headers: Record<string, string> = {}) => post(limited.baseUrl, key, message, headers);
	for (let i = 0; i < 3; i++) {
		const response = await ask(toolCall('list_tours', {}));
		t.is(response.status, 200);
		t.is(response.headers.get('ratelimit-policy'), '"calls";q=3;w=60');
		t.regex(response.headers.get('ratelimit')!, new RegExp(`^"calls";r=${2 - i};t=\\d+$`));
	}
	const legacy = [...Object.keys(METHODS), 'initialize', 'ping', 'logging/setLevel', 'completion/complete', 'no/such/method'];
	const modern = [...Object.keys(METHODS), 'server/discover', 'subscriptions/listen', 'no/such/method'];
	for (const [methods, headers] of [
		[legacy, {}],
		[modern, {'MCP-Protocol-Version': '2026-07-28'}],
	] as Array<[string[], Record<string, string>]>) {
		for (const method of methods) {
			const response = await ask({jsonrpc: '2.0', id: 1, method}, eve.key, {...headers, 'Mcp-Method': method});
			t.true(Number(response.headers.get('retry-after')) > 0, method);
			t.deepEqual(await appError(response), {status: 429, jsonrpc: '2.0', id: 1, code: -32000, ok: false, error: 'rate_limited'}, method);
		}
	}
	t.is((await ask({jsonrpc: '2.0', method: 'notifications/initialized'})).status, 429, 'a notification as well');
	// One whose handshake and lists come first has no call left for a tool.
	const rui = await limited.client();
	for (const message of [LIST, {jsonrpc: '2.0', method: 'notifications/initialized'}, {jsonrpc: '2.0', id: 1, method: 'prompts/list'}]) {
		t.true((await ask(message, rui.key)).ok);
	}
	t.is((await ask(toolCall('list_tours', {}), rui.key)).status, 429);
	// The same minute as on /v1.
	t.is((await eve('GET', '/v1/tours')).status, 429);
	await limited.stop();
});

for (const era of ERAS) {
	test(`revision ${era}: instructions, prompts, resources and their templates`, async t => {
		const eve = await service.client();
		const agent = await connectAgent(service.baseUrl, eve.key, era);
		const {client} = agent;
		t.regex(client.getInstructions()!, /ask before you publish/);
		t.is(client.getServerVersion()!.name, 'roteiro');

		const {prompts} = await client.listPrompts();
		t.deepEqual(
			prompts.map(({name}) => name),
			['create-tour-from-screenshots', 'polish-tour-copy', 'translate-tour-narration'],
		);
		for (const prompt of prompts) {
			const given = Object.fromEntries(prompt.arguments!.map(({name}) => [name, `<${name}>`]));
			const {messages} = await client.getPrompt({name: prompt.name, arguments: given});
			const {text} = messages[0]!.content as {text: string};
			for (const value of Object.values(given)) t.true(text.includes(value), `${prompt.name} ${value}`);
			t.regex(text, /ask me before you publish/);
			await t.throwsAsync(client.getPrompt({name: prompt.name, arguments: {}}), {message: /Missing/});
		}
		await t.throwsAsync(client.getPrompt({name: 'nonsense'}), {message: /no prompt/});

		t.deepEqual((await client.listResources()).resources, []);
		for (let i = 0; i < 55; i++) await eve('POST', '/v1/tours', {body: {name: `Tour ${i}`}});
		const first = await client.listResources();
		// A client of this revision follows the cursor by itself, or leaves it to us.
		const second = first.nextCursor ? await client.listResources({cursor: first.nextCursor}) : {resources: []};
		const uris = [...first.resources, ...second.resources].map(({uri}) => uri);
		t.is(new Set(uris).size, 55);
		const {contents} = await client.readResource({uri: uris[0]!});
		t.is(JSON.parse((contents[0] as {text: string}).text).name, 'Tour 54');
		const {resourceTemplates} = await client.listResourceTemplates();
		t.deepEqual(
			resourceTemplates.map(({uriTemplate}) => uriTemplate),
			['tour://{id}', 'tour://{id}/steps/{stepId}/image'],
		);
		await agent.close();
	});

	test(`revision ${era}: a resource of another account, an unknown and a malformed one are all not there`, async t => {
		const {tour} = (await ana('POST', '/v1/tours', {body: {name: 'Private'}})).body;
		const eve = await service.client();
		const agent = await connectAgent(service.baseUrl, eve.key, era);
		const messages = [];
		for (const uri of [`tour://${tour.id}`, 'tour://tour_nonsense', 'tour://', 'file:///etc/passwd', `tour://${tour.id}/steps/x/image`]) {
			const error = await t.throwsAsync(agent.client.readResource({uri}), undefined, uri);
			messages.push(error!.message.replace(/^MCP error -32602: /, ''));
		}
		t.is(new Set(messages).size, 1, messages.join('\n'));
		await agent.close();
	});
}

test('a credential that may not read tours sees an empty list of resources, and a challenge where it reads one', async t => {
	const writer = await service.client({scopes: ['tours:write']});
	const list = await send({jsonrpc: '2.0', id: 1, method: 'resources/list'}, {}, writer.key);
	t.deepEqual((await list.json()).result.resources, []);
	const read = await send({jsonrpc: '2.0', id: 1, method: 'resources/read', params: {uri: 'tour://x'}}, {}, writer.key);
	t.is(read.status, 403);
	t.regex(read.headers.get('www-authenticate')!, /insufficient_scope.*tours:read/);
});

test('parameters of a wrong form are named as such, whatever the method', async t => {
	const wrong: Array<[method: string, params: unknown, field: string]> = [
		['initialize', undefined, 'protocolVersion'],
		['tools/call', undefined, 'name'],
		['tools/call', {name: 5}, 'name'],
		['tools/call', {name: 'list_tours', arguments: 'all of them'}, 'arguments'],
		['resources/read', {uri: 7}, 'uri'],
		['resources/read', {}, 'uri'],
		['prompts/get', {name: 'polish-tour-copy', arguments: 'y'}, 'arguments'],
		...Object.keys(METHODS).flatMap(name => (name.endsWith('/list') ? [[name, {cursor: 5}, 'cursor'] as [string, unknown, string]] : [])),
	];
	t.deepEqual([...new Set(wrong.map(([method]) => method))].toSorted(), ['initialize', ...Object.keys(METHODS)].toSorted());
	for (const [method, params, field] of wrong) {
		const name = (params as {name?: unknown; uri?: unknown} | undefined)?.name ?? '';
		for (const modern of method === 'initialize' ? [false] : [false, true]) {
			const headers = {'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': method, 'Mcp-Name': String(name)};
			const sent = modern ? {...(params as object), _meta: META} : params;
			const response = await send({jsonrpc: '2.0', id: 1, method, params: sent}, modern ? headers : {});
			const {error, id} = await response.json();
			const where = `${method} ${JSON.stringify(params)} ${modern}`;
			t.is(response.status, 200, where);
			t.is(id, 1, where);
			t.is(error.code, -32602, where);
			t.true(
				error.data.errors.some((fault: {field: string}) => fault.field === field),
				where,
			);
		}
	}
});
