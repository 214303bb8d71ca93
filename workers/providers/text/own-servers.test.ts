import {once} from 'node:events';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import test from 'ava';
import {readConfig} from '../../../shared/config/config.ts';
import {openOpenAiText} from './openai.ts';
import type {WriteRequest} from './provider.ts';

/** Reported ways in which self-hosted servers answer well: the provider accepts each one, at the first or the second request. */

const OBJECT = {title: 'Open the menu', text: 'Press the button to open the menu.', narrationScript: 'Press the button.'};
const JSON_TEXT = JSON.stringify(OBJECT);
const REQUEST: WriteRequest = {
	language: 'en',
	narrationScript: true,
	instructions: null,
	tour: {name: 'Menu', steps: [{title: null, text: null}]},
	step: {index: 0, type: 'screen', highlight: null, click: null, alt: null},
	image: null,
};

type Asked = {format: string | undefined; time: number};
type Answer = {status?: number; message?: Record<string, unknown>};
const say = (content: unknown, more: Record<string, unknown> = {}): Answer => ({message: {role: 'assistant', content, ...more}});

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
	'in another form at first': ({time}) => say(time === 1 ? 'Here you go!' : JSON_TEXT),
	'with nothing to a schema': ({format}) => say(format === 'json_schema' ? '' : JSON_TEXT),
	'with the schema itself': ({format}) => say(format === 'json_schema' ? '{"type": "object", "properties": {}}' : JSON_TEXT),
	'with a key missing at first': ({time}) => say(time === 1 ? '{"title": "Open the menu"}' : JSON_TEXT),
};

for (const [way, answer] of Object.entries(WAYS)) {
	test(`a server that answers ${way}`, async t => {
		let time = 0;
		const server = createServer(async (request, response) => {
			let body = '';
			for await (const part of request) body += part;
			const {status = 200, message} = answer({format: JSON.parse(body).response_format?.type, time: ++time});
			response.writeHead(status, {'Content-Type': 'application/json', 'Retry-After-Ms': '1'});
			response.end(
				JSON.stringify(message ? {choices: [{index: 0, message, finish_reason: 'stop'}]} : {error: 'failed to convert the schema'}),
			);
		});
		server.listen(0, '127.0.0.1');
		await once(server, 'listening');
		t.teardown(() => server.close());
		const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
		const text = openOpenAiText({...readConfig({}), openai: {apiKey: '', baseUrl}, textModel: 'any'});
		t.deepEqual(await text.write(REQUEST, new AbortController().signal), OBJECT);
	});
}
