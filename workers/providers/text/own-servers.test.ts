import {once} from 'node:events';
import {createServer, type Server} from 'node:http';
import {createServer as createTlsServer} from 'node:https';
import type {AddressInfo} from 'node:net';
import {inspect} from 'node:util';
import test, {type ExecutionContext} from 'ava';
import {readConfig} from '../../../shared/config/config.ts';
import {AppError, type ErrorCode} from '../../../shared/errors.ts';
import {makeCertificate} from '../../../test/helpers/fakes/internet.ts';
import {openAnthropicText} from './anthropic.ts';
import {openOpenAiText} from './openai.ts';
import type {TextProvider, WriteRequest} from './provider.ts';

/** Reported ways in which self-hosted servers answer well: the provider accepts each one, at the first or the second request. */

const OBJECT = {title: 'Open the menu', text: 'Press the button to open the menu.', narrationScript: 'Press the button.'};
const JSON_TEXT = JSON.stringify(OBJECT);
const never = new AbortController().signal;
const REQUEST: WriteRequest = {
	language: 'en',
	narrationScript: true,
	instructions: null,
	tour: {name: 'Menu', steps: [{title: null, text: null}]},
	step: {index: 0, type: 'screen', highlight: null, click: null, alt: null},
	image: null,
};

type Asked = {format: string | undefined; time: number};
type Answer = {status?: number; message?: Record<string, unknown>; body?: unknown};
const say = (content: unknown, more: Record<string, unknown> = {}): Answer => ({message: {role: 'assistant', content, ...more}});

const events = (...parts: string[]) =>
	[...parts.map(content => JSON.stringify({choices: [{delta: {content}}]})), '[DONE]']
		.map(event => `data: ${event}\r\n\r\n: ping\n`)
		.join('');

const WAYS: Record<string, (asked: Asked) => Answer> = {
	plainly: () => say(JSON_TEXT),
	'in a fence': () => say(`\`\`\`json\n${JSON_TEXT}\n\`\`\``),
	'with a key more': () => say(JSON.stringify({...OBJECT, confidence: 0.9})),
	'with words behind that hold braces': () => say(`${JSON_TEXT}\nI left {placeholders} out.`),
	'with thoughts in tags': () => say(`<think>{"title": "Menu"}</think>${JSON_TEXT}`),
	'with thoughts in other brackets': () => say(`[THINK]Perhaps {"title": "Menu"}?[/THINK]${JSON_TEXT}`),
	'with thoughts that nobody ends': () => say(`<think>Perhaps {"title": "Menu"}?\n${JSON_TEXT}`),
	'in parts': () =>
		say([
			{type: 'text', text: JSON_TEXT.slice(0, 20)},
			{type: 'text', text: JSON_TEXT.slice(20)},
		]),
	'as an object': () => say(OBJECT),
	'as a text of JSON': () => say(JSON.stringify(JSON_TEXT)),
	'inside another object': () => say(JSON.stringify({response: OBJECT})),
	'in a list': () => say(JSON.stringify([OBJECT])),
	'in its thoughts, the content empty': () => say('', {reasoning_content: JSON_TEXT}),
	'in its thoughts, the content null': () => say(null, {reasoning: JSON_TEXT}),
	'with thoughts beside it': () => say(JSON_TEXT, {reasoning_content: 'Perhaps {"title": "Menu", "text": "x", "narrationScript": "y"}?'}),
	'as the call of a tool': () => say(null, {tool_calls: [{type: 'function', function: {name: 'answer', arguments: JSON_TEXT}}]}),
	'with line breaks in its strings': () => say(JSON_TEXT.replace('Press the button to', 'Press the button\nto')),
	'with a comma at the end': () => say(JSON_TEXT.replace(/}$/, ',}')),
	'to no schema, with 400': ({format}) => (format === 'json_schema' ? {status: 400} : say(JSON_TEXT)),
	'to no schema, with 422': ({format}) => (format === 'json_schema' ? {status: 422} : say(JSON_TEXT)),
	'to no schema, with 500': ({format}) => (format === 'json_schema' ? {status: 500} : say(JSON_TEXT)),
	'to no format, with 501': ({format}) => (format ? {status: 501} : say(JSON_TEXT)),
	'in a stream that nobody asked for': () => ({body: events(...JSON_TEXT.match(/.{1,9}/g)!)}),
	'in another form at first': ({time}) => say(time === 1 ? 'Here you go!' : JSON_TEXT),
	'with nothing to a schema': ({format}) => say(format === 'json_schema' ? '' : JSON_TEXT),
	'with the schema itself': ({format}) => say(format === 'json_schema' ? '{"type": "object", "properties": {}}' : JSON_TEXT),
	'with a key missing at first': ({time}) => say(time === 1 ? '{"title": "Open the menu"}' : JSON_TEXT),
};

for (const [way, answer] of Object.entries(WAYS)) {
	test(`a server that answers ${way}`, async t => {
		const text = await opened(t, answer);
		t.deepEqual(await text.write(REQUEST, never), OBJECT);
	});
}

const SAID = 'words-of-the-server';
const fault = (code: unknown) => ({error: {message: SAID, code}});
const FAULTS: Record<string, [Answer, ErrorCode, RegExp]> = {
	'an error for success, too busy': [{body: fault(429)}, 'provider_unavailable', /busy.*\(429\)/],
	'an error for success, from behind': [{body: fault(502)}, 'provider_failed', /failed \(502\)/],
	'an error in a stream': [{body: `data: ${JSON.stringify(fault(429))}\n\n`}, 'provider_unavailable', /busy.*\(429\)/],
	'an error in the choice': [{body: {choices: [{...fault(402), message: {content: ''}}]}}, 'provider_failed', /payment/],
	'an error without a code': [{body: {error: SAID}}, 'provider_failed', /could not be read; OPENAI_BASE_URL/],
	'an end of its credit': [{status: 429, body: fault('insufficient_quota')}, 'provider_failed', /payment/],
	'a demand for payment': [{status: 402, body: fault(402)}, 'provider_failed', /payment/],
	'a filter': [{status: 400, body: fault('content_filter')}, 'provider_failed', /declined/],
	'a limit of size': [{status: 413, body: '<h1>413'}, 'provider_failed', /size \(413\)/],
	'another method': [{status: 405, body: '<h1>405'}, 'provider_failed', /OPENAI_BASE_URL/],
};

for (const [way, [answer, code, message]] of Object.entries(FAULTS)) {
	test(`a server that answers with ${way}`, async t => {
		const text = await opened(t, () => answer);
		const error = await t.throwsAsync(text.write(REQUEST, never), {instanceOf: AppError, message});
		t.is((error as AppError).code, code);
		t.false(inspect(error, {depth: 10}).includes(SAID));
	});
}

test('a server whose certificate nobody signed is named so, with what to set', async t => {
	const server = createTlsServer(makeCertificate(['localhost']));
	const text = openOpenAiText({...readConfig({}), openai: {apiKey: '', baseUrl: `https://127.0.0.1:${await listening(t, server)}/v1`}});
	await t.throwsAsync(text.write(REQUEST, never), {instanceOf: AppError, message: /certificate.*\([A-Z_]+CERT\).*NODE_EXTRA_CA_CERTS/});
});

test("an address of Azure with a version gets version and key in Azure's way", async t => {
	const server = createServer((request, response) => {
		const {url, headers} = request;
		const fits = url === '/openai/deployments/sees/chat/completions?api-version=2024-10-21' && headers['api-key'] === 'azure-key';
		response.writeHead(fits && !headers.authorization ? 200 : 401, {'Content-Type': 'application/json'});
		response.end(JSON.stringify({choices: [{message: {content: JSON_TEXT}, finish_reason: 'stop'}]}));
	});
	const url = `http://127.0.0.1:${await listening(t, server)}/openai/deployments/sees?api-version=2024-10-21`;
	const text = openOpenAiText(readConfig({OPENAI_BASE_URL: url, OPENAI_API_KEY: 'azure-key'}));
	t.deepEqual(await text.write(REQUEST, never), OBJECT);
});

test('a model of Anthropic that takes no schema is asked in words, from the second time on at once', async t => {
	const asked: boolean[] = [];
	const server = createServer(async (request, response) => {
		const hasSchema = 'output_config' in (await bodyOf(request));
		asked.push(hasSchema);
		response.writeHead(hasSchema ? 400 : 200, {'Content-Type': 'application/json'});
		response.end(JSON.stringify(hasSchema ? fault(null) : {content: [{type: 'text', text: JSON_TEXT}], stop_reason: 'end_turn'}));
	});
	const text = openAnthropicText({
		...readConfig({}),
		anthropic: {apiKey: 'key', baseUrl: `http://127.0.0.1:${await listening(t, server)}`},
	});
	for (let time = 0; time < 2; time++) t.deepEqual(await text.write(REQUEST, never), OBJECT);
	t.deepEqual(asked, [true, false, false]);
});

/** Opens the provider for a server that answers so. */
async function opened(t: ExecutionContext, answer: (asked: Asked) => Answer): Promise<TextProvider> {
	let time = 0;
	const server = createServer(async (request, response) => {
		const {response_format: format} = (await bodyOf(request)) as {response_format?: {type: string}};
		const {status = 200, message, body} = answer({format: format?.type, time: ++time});
		response.writeHead(status, {
			'Content-Type': typeof body === 'string' ? 'text/event-stream' : 'application/json',
			'Retry-After-Ms': '1',
		});
		const said = message ? {choices: [{index: 0, message, finish_reason: 'stop'}]} : {error: 'failed to convert the schema'};
		response.end(typeof body === 'string' ? body : JSON.stringify(body ?? said));
	});
	const baseUrl = `http://127.0.0.1:${await listening(t, server)}/v1`;
	return openOpenAiText({...readConfig({}), openai: {apiKey: '', baseUrl}, textModel: 'any'});
}

async function listening(t: ExecutionContext, server: Server): Promise<number> {
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	t.teardown(() => server.close());
	return (server.address() as AddressInfo).port;
}

async function bodyOf(request: AsyncIterable<Buffer>): Promise<object> {
	let body = '';
	for await (const part of request) body += part;
	return JSON.parse(body);
}
