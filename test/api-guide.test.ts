import {readFileSync} from 'node:fs';
import test from 'ava';
import {withErrorTable} from '../docs/error-table.ts';
import {blocksOf, runInShell} from './helpers/recipes.ts';
import {startService} from './helpers/service.ts';

/** Runs the calls of docs/api.md, word for word. */

const GUIDE = 'docs/api.md';
const blocks = blocksOf(GUIDE);
const [setup, short] = blocks.get('A tour in one call')! as [string, string];
const [walk] = blocks.get('A tour step by step')! as [string];
const [words] = blocks.get('Words and voices')! as [string];
const [statistics] = blocks.get('Statistics')! as [string];
const pictures = [...walk.matchAll(/^step (\S+\.png)/gm)].map(([, file]) => file!);
const example = JSON.parse(readFileSync('docs/examples/first-flow/tour.json', 'utf8')) as {
	steps: Array<{file?: string; highlight?: object; click?: object}>;
};

const service = await startService({}, {also: ['audio']});
test.after.always(() => service.stop());

const run = (script: string, key: string) => runInShell(script, {env: {BASE: service.baseUrl, KEY: key}});

test('the calls for words and voices, after the walk, write the text of a step from its screenshot and speak it', async t => {
	const {key} = await service.client();
	const {stdout, stderr} = await run(`${setup}${walk}${words}${statistics}`, key);
	t.is(stderr, '');
	const [title, audio, views] = stdout.trim().split('\n').slice(-3);
	t.regex(title!, /Deploy/, 'The fourth step clicks the button Deploy.');
	t.is((await fetch(audio!)).headers.get('content-type'), 'audio/mpeg');
	t.is(views, '0');
});

test('the walk ends with the URL of a page that has all its steps and pictures', async t => {
	const {key} = await service.client();
	const {stdout, stderr} = await run(`${setup}${walk}`, key);
	t.is(stderr, '');
	const url = stdout.trim().split('\n').at(-1)!;
	t.true(url.startsWith(`${service.baseUrl}/p/`));

	const page = await (await fetch(url)).text();
	const titles = [...walk.matchAll(/"title": "(.*?)"/g)].map(([, title]) => title!);
	t.is(pictures.length, 6);
	t.is(titles.length, pictures.length + 1, 'six steps and the closing card');
	for (const title of titles) t.true(page.includes(title), title);

	const images = new Set(page.match(/\/media\/[0-9a-f]{32}\.webp/g));
	t.true(images.size >= pictures.length);
	const cover = /property="og:image" content="([^"]+)"/.exec(page)![1]!;
	for (const file of [...images, cover]) {
		const response = await fetch(new URL(file, url));
		t.is(response.status, 200, file);
		t.true((await response.arrayBuffer()).byteLength > 0);
	}
});

test('the one call places its step by words, shows it on a phone, and ends with the URL of a page', async t => {
	const client = await service.client();
	const {stdout, stderr} = await run(`${setup}${short}`, client.key);
	t.is(stderr, '');
	const [picture, url] = stdout.trim().split('\n').slice(-2) as [string, string];
	t.is((await fetch(picture)).headers.get('content-type'), 'image/jpeg');
	t.true((await (await fetch(url)).text()).includes('From the browser to the server'));
	const {highlight} = (await client('GET', '/v1/documents/short-flow')).body.document.steps[1];
	const {click} = example.steps.find(({file}) => file === '08-deploy.png') as {click: {x: number; y: number}};
	t.true(highlight.x < click.x && click.x < highlight.x + highlight.width, JSON.stringify(highlight));
	t.true(highlight.y < click.y && click.y < highlight.y + highlight.height);
});

test('the walk highlights and clicks where the example does', t => {
	const given = [...walk.matchAll(/^step (\S+) .*?"highlight": (\{.*?\}), "click": (\{.*?\})/gms)];
	t.deepEqual(
		given.map(([, file]) => file!),
		pictures,
	);
	for (const [, file, highlight, click] of given) {
		const step = example.steps.find(candidate => candidate.file === file)!;
		t.deepEqual({highlight: JSON.parse(highlight!), click: JSON.parse(click!)}, {highlight: step.highlight, click: step.click}, file);
	}
});

test('the table of errors is the one that npm run openapi writes', t => {
	const text = readFileSync(GUIDE, 'utf8');
	t.is(withErrorTable(text), text);
});

test('paging, repetition, versions and async answers are as the page says', async t => {
	const client = await service.client();
	const key = {headers: {'Idempotency-Key': 'a-key-of-the-guide'}, body: {name: 'Paged'}};
	const first = await client('POST', '/v1/tours', key);
	const again = await client('POST', '/v1/tours', key);
	t.is(again.headers.get('idempotent-replayed'), 'true');
	t.is(again.body.tour.id, first.body.tour.id);
	t.is((await client('POST', '/v1/tours', {...key, body: {name: 'Other'}})).body.error, 'idempotency_key_reused');
	t.regex(first.headers.get('etag')!, /^"v\d+"$/);
	t.regex(first.headers.get('ratelimit')!, /^"calls";r=\d+;t=\d+$/);

	const tour = `/v1/tours/${first.body.tour.id}`;
	const stale = await client('PATCH', tour, {headers: {'If-Match': '"v99"'}, body: {name: 'Late'}});
	t.like(stale, {status: 412});
	t.is(stale.body.error, 'version_mismatch');

	await client('POST', '/v1/tours', {body: {name: 'Second'}});
	const page = (await client('GET', '/v1/tours?limit=1')).body;
	const next = (await client('GET', `/v1/tours?limit=1&cursor=${page.nextCursor}`)).body;
	t.is(next.nextCursor, null);
	t.not(page.tours[0].id, next.tours[0].id);

	await client('POST', `${tour}/steps`, {body: {type: 'slide', title: 'One'}});
	const accepted = await client('POST', `${tour}/publish`, {headers: {Prefer: 'respond-async'}, body: {}});
	t.is(accepted.status, 202);
	t.is(accepted.headers.get('location'), `/v1/jobs/${accepted.body.job.id}`);
});
