import {execFileSync} from 'node:child_process';
import test from 'ava';
import {sha256} from '../../shared/ids.ts';
import {compileSchema} from '../../shared/schema/schema.ts';
import {PUBLIC_OPERATIONS} from '../operations/index.ts';
import {HEADLINE_FONT} from '../pages/page.ts';
import {methodAndPath} from '../pipeline/operation.ts';
import {openapiDocument} from './openapi.ts';
import {referencePage} from './reference.ts';
import {fieldList, typeOf} from './reference-fields.ts';

const BASE = 'https://tours.example.org';
const document = openapiDocument(PUBLIC_OPERATIONS, BASE);
const page = referencePage(document);
const sections = new Map([...page.html.matchAll(/<section id="(\w+)".*?<\/section>/gs)].map(([whole, name]) => [name!, whole]));

for (const operation of PUBLIC_OPERATIONS) {
	test(`${operation.name} stands in the navigation and has a section with its route, scopes, fields and statuses`, t => {
		const {method, path} = methodAndPath(operation);
		const section = sections.get(operation.name)!;
		t.true(page.html.includes(`<a href="#${operation.name}"`));
		t.true(section.replaceAll('<wbr>', '').includes(`${method}</b><code>/v1${path}</code>`));
		for (const scope of operation.scopes) t.true(section.includes(`<code>${scope}</code>`), scope);
		const named = operation.file ? [operation.file.type] : Object.keys(operation.input.properties);
		for (const name of named) t.true(section.includes(`<code>${name}</code>`), name);
		const {responses} = document.paths[`/v1${path}`]![method.toLowerCase()] as {responses: object};
		for (const status of Object.keys(responses)) t.true(section.includes(`>${status}</b>`), status);
	});

	test(`the example of ${operation.name} is a call that a shell can make and the operation takes`, t => {
		const {method, path, parameters} = methodAndPath(operation);
		const example = /<pre tabindex="0"><code>(.*?)<\/code>/s.exec(sections.get(operation.name)!)![1]!;
		const sent = readCall(plainText(example));
		t.is(sent.method, method);
		t.is(sent.url.replaceAll(/\/id-[A-Z]+/g, '/*'), `${BASE}/v1${path.replaceAll(/\{\w+\}/g, '*')}`);
		t.true(sent.headers.includes('Authorization: Bearer key'));
		if (operation.file) {
			t.is(sent.file, '@tour.zip');
			t.true(sent.headers.includes(`Content-Type: ${operation.file.type}`));
			return;
		}
		const input = {...Object.fromEntries(parameters.map(name => [name, name === 'number' ? 1 : 'id'])), ...sent.body};
		t.deepEqual(compileSchema(operation.input)(input), []);
		t.deepEqual(operation.check?.(input) ?? [], []);
	});
}

test('every section is reached from the navigation', t => {
	t.deepEqual([...sections.keys()].sort(), ['conventions', ...PUBLIC_OPERATIONS.map(({name}) => name)].sort());
	for (const name of sections.keys()) t.true(page.html.includes(`<li><a href="#${name}"`), name);
});

test('fields say their type, their limits and whether they are required, down to the innermost', t => {
	t.is(typeOf({anyOf: [{type: 'integer'}, {type: 'null'}]}), 'integer or null');
	t.is(typeOf({type: 'array', items: {type: 'object', properties: {}}}), 'object[]');
	t.is(typeOf({patternProperties: {'^.*$': {type: 'string'}}}), 'map of string');
	const list = fieldList(
		{required: ['box'], properties: {box: {type: 'object', properties: {side: {type: 'string', maxLength: 9, description: 'a < b'}}}}},
		{asked: true},
	);
	t.true(list.includes('<code>box</code> <span>object</span><strong>required</strong>'));
	t.true(list.includes('<code>side</code> <span>string, at most 9 characters</span></p><p>a &lt; b</p>'));
});

test('the page needs no more than its policy allows: one style, no script, one font loaded', t => {
	const {html, csp} = page;
	const style = /<style>(.*?)<\/style>/s.exec(html)![1]!;
	t.true(csp.startsWith("default-src 'none'; "));
	t.true(csp.includes(`style-src 'sha256-${sha256(style).toString('base64')}'`));
	t.notRegex(html, /<script|<link|<img|<iframe|\sstyle=|\ssrc=|\son\w+=|@import/);
	t.deepEqual(html.match(/url\([^)]*\)/g), [`url("${HEADLINE_FONT.path}")`]);
});

test('absolute links of the page begin with the base URL', t => {
	const links = [...page.html.matchAll(/href="([^"#][^"]*)"/g)].map(([, href]) => href!);
	t.true(links.length > 0);
	for (const href of links) t.true(href.startsWith(`${BASE}/`), href);
});

/** What a shell makes of a call, with `curl` replaced by something that prints its arguments. */
function readCall(command: string) {
	const script = `curl() { printf '%s\\0' "$@"; }; KEY=key TOUR=id-TOUR STEP=id-STEP JOB=id-JOB VERSION=id-VERSION MEDIA=id-MEDIA EXPORT=id-EXPORT VOICE=id-VOICE FILE=tour.zip; ${command}`;
	const words = execFileSync('bash', ['--norc', '-euc', script], {encoding: 'utf8'}).split('\0').slice(0, -1);
	const after = (flag: string) => words.flatMap((word, index) => (word === flag ? [words[index + 1]!] : []));
	const [data] = after('-d');
	const [file] = after('--data-binary');
	return {
		method: after('-X')[0] ?? (data || file ? 'POST' : 'GET'),
		url: words.find(word => word.startsWith('https:'))!,
		headers: after('-H'),
		file,
		body: data ? (JSON.parse(data) as Record<string, unknown>) : {},
	};
}

function plainText(text: string): string {
	return text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
