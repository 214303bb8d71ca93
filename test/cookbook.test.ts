import {copyFile, mkdir, mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import test from 'ava';
import {build} from 'esbuild';
import sharp from 'sharp';
import {readConfig} from '../shared/config/config.ts';
import {publishForm, sendLead} from './helpers/lead.ts';
import {launchLoopbackBrowser} from './helpers/loopback-browser.ts';
import {PASSWORD, signedIn} from './helpers/person.ts';
import {blocksOf, runInShell} from './helpers/recipes.ts';
import {startService} from './helpers/service.ts';

/** Runs the recipes of docs/cookbook.md, word for word and in the page's order: each one uses the results of those before it. */

const GUIDE = 'docs/cookbook.md';
const EXAMPLES = 'docs/examples/first-flow';
const recipes = blocksOf(GUIDE);
const beginning = recipes.get('Cookbook')![0]!;

const service = await startService({}, {also: ['export']});
const owner = await signedIn(service);
const client = await service.client({accountId: owner.accountId});
const other = await service.client();
const folder = await mkdtemp(join(tmpdir(), 'roteiro-cookbook-'));
await mkdir(join(folder, 'checkout'));
for (const file of ['03-wire-nodes.png', '08-deploy.png']) await copyFile(join(EXAMPLES, file), join(folder, 'checkout', file));

test.after.always(async () => {
	await service.stop();
	await rm(folder, {recursive: true, force: true});
});

const done = new Set<string>();

async function cook(recipe: string, {only, env = {}}: {only?: number; env?: Record<string, string>} = {}): Promise<string> {
	done.add(recipe);
	const blocks = recipes.get(recipe)!;
	return run((only === undefined ? blocks : [blocks[only]!]).join(''), env);
}

async function run(script: string, env: Record<string, string> = {}): Promise<string> {
	const {stdout} = await runInShell(`${beginning}${script}`, {
		cwd: folder,
		env: {ROTEIRO_URL: service.baseUrl, ROTEIRO_KEY: client.key, npm_config_cache: join(folder, '.npm'), ...env},
	});
	return stdout.trim();
}

const read = async (key: string) => (await client('GET', `/v1/documents/${key}`)).body;

test.serial('Check a tour in CI: before the merge nothing is made, after it the tour is public', async t => {
	await run('roteiro init checkout');
	const [before, after] = recipes.get('Check a tour in CI')!;
	t.truthy(before && after);
	await cook('Check a tour in CI', {only: 0});
	t.is((await client('GET', '/v1/documents/checkout')).status, 404);
	const said = await cook('Check a tour in CI', {only: 1});
	const {tour} = await read('checkout');
	t.true(said.includes(tour.publishedLink.url), said);
	t.is((await fetch(tour.publishedLink.url)).status, 200);

	await t.throwsAsync(run("mkdir -p broken; echo 'steps: 1' > broken/tour.yaml; roteiro check broken"), {message: /tour\.yaml:1/});
});

test.serial('Translate a tour: another tour in the other language, with the same pictures', async t => {
	const [recipe] = recipes.get('Translate a tour')!;
	const faulty: Array<[script: string, message: RegExp]> = [
		[recipe!.replace('title: Deploy$', 'title: Deploy the flow$'), /tour\.yaml has no title: Deploy the flow/],
		[recipe!.replace(/^replace 'title: Deploy.*\n/m, ''), /Not translated yet:\n\d+:.*title: Deploy/],
		[recipe!.replace("'^language: .*'", "'^no-language: .*'"), /tour\.yaml has no \^no-language/],
	];
	for (const [script, message] of faulty) {
		t.not(script, recipe);
		await t.throwsAsync(run(script), {message});
		t.is((await client('GET', '/v1/documents/checkout-es')).status, 404, 'nothing is published');
		await rm(join(folder, 'checkout-es'), {recursive: true});
	}
	await cook('Translate a tour');
	const [english, spanish] = [await read('checkout'), await read('checkout-es')];
	t.is(spanish.document.language, 'es');
	t.is(spanish.document.steps[1].title, 'Implementa el flujo');
	t.is(english.document.steps[1].title, 'Deploy');
	t.not(spanish.tour.publishedLink.url, english.tour.publishedLink.url);
	t.is(spanish.document.steps[1].image.mediaId, english.document.steps[1].image.mediaId);
});

test.serial('Replace screenshots: what looks the same stays, what does not is exchanged, under the same link', async t => {
	const before = await read('checkout');
	await mkdir(join(folder, 'new-screenshots'));
	const cursor = await sharp({create: {width: 2, height: 20, channels: 3, background: 'black'}})
		.png()
		.toBuffer();
	const blinked = sharp(await readFile(join(EXAMPLES, '03-wire-nodes.png'))).composite([{input: cursor, left: 400, top: 600}]);
	await writeFile(join(folder, 'new-screenshots', '03-wire-nodes.png'), await blinked.png().toBuffer());
	await copyFile(join(EXAMPLES, '09-inject.png'), join(folder, 'new-screenshots', '08-deploy.png'));
	await cook('Replace screenshots');
	const after = await read('checkout');
	t.is(after.document.steps[0].image.mediaId, before.document.steps[0].image.mediaId);
	t.not(after.document.steps[1].image.mediaId, before.document.steps[1].image.mediaId);
	t.is(after.tour.publishedLink.url, before.tour.publishedLink.url);
});

test.serial('Embed: the code for WordPress and the element for Docusaurus show the tour on a page of another origin', async t => {
	const code = await cook('Embed in WordPress, Notion, Docusaurus');
	const [jsx] = blocksOf(GUIDE, 'jsx').get('Embed in WordPress, Notion, Docusaurus')!;
	const {tour} = await read('checkout');
	const pages = [code, await pageOf(jsx!.replace('https://tours.example.org/p/SLUG', tour.publishedLink.url))];
	const host = createServer((request, response) => {
		response.setHeader('Content-Type', 'text/html; charset=utf-8');
		response.end(`<!DOCTYPE html><title>Blog</title>${pages[Number(request.url!.slice(1))] ?? ''}`);
	});
	await new Promise<void>(resolve => host.listen(0, '127.0.0.1', resolve));
	const browser = await launchLoopbackBrowser();
	try {
		for (const index of pages.keys()) {
			const page = await browser.newPage();
			await page.goto(`http://localhost:${(host.address() as AddressInfo).port}/${index}`);
			const frame = await (await page.waitForSelector('iframe'))!.contentFrame();
			await frame.waitForFunction(title => document.body?.innerText.includes(title), {timeout: 30_000}, 'Wire nodes');
			t.pass();
		}
	} finally {
		await browser.close();
		host.close();
	}
});

test.serial('A tour for each release: the copy keeps its link and its words while the tour goes on', async t => {
	const url = await cook('A tour for each release');
	const {tour} = await read('checkout');
	t.not(url, tour.publishedLink.url);
	await client('PATCH', `/v1/tours/${tour.id}/steps/${tour.steps[0].id}`, {body: {title: 'Changed in 2.5'}});
	await client('POST', `/v1/tours/${tour.id}/publish`, {body: {}});
	const page = await (await fetch(url)).text();
	t.true(page.includes('Checkout 2.4') && page.includes('Wire nodes') && !page.includes('Changed in 2.5'));
});

test.serial('A video for a post: a square film with the words of the tour', async t => {
	await cook('A video for a post');
	const {stdout} = await runInShell(
		`"$FFPROBE" -v error -select_streams v -show_entries stream=width,height,codec_name -of csv=p=0 checkout.mp4`,
		{
			cwd: folder,
			env: {FFPROBE: readConfig().ffprobe},
		},
	);
	t.is(stdout.trim(), 'h264,1080,1080');
});

test.serial('Leads into a CRM: each lead once and oldest first, also after the CRM was away', async t => {
	const form = await publishForm(client);
	for (const name of ['First', 'Second']) t.is((await sendLead(form, {name, email: `${name}@crm.example`, consent: 'yes'})).status, 200);
	const taken: Array<Record<string, string>> = [];
	let away = true;
	const crm = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', chunk => chunks.push(chunk));
		request.on('end', () => {
			if (!away) taken.push(JSON.parse(Buffer.concat(chunks).toString()));
			response.writeHead(away ? 503 : 204).end();
		});
	});
	await new Promise<void>(resolve => crm.listen(0, '127.0.0.1', resolve));
	const env = {
		ROTEIRO_EMAIL: owner.email,
		ROTEIRO_PASSWORD: PASSWORD,
		CRM_URL: `http://127.0.0.1:${(crm.address() as AddressInfo).port}/leads`,
	};
	try {
		await writeFile(join(folder, 'leads-to-crm.mjs'), blocksOf(GUIDE, 'js').get('Leads into a CRM')![0]!);
		await t.throwsAsync(cook('Leads into a CRM', {env}), {message: /refused a lead: 503/});
		away = false;
		t.is(await cook('Leads into a CRM', {env}), '2 leads sent');
		t.is(await cook('Leads into a CRM', {env}), '0 leads sent');
		t.deepEqual(
			taken.map(({name}) => name),
			['First', 'Second'],
		);
		t.true(taken[0]!.consent!.length > 20);
		await t.throwsAsync(cook('Leads into a CRM', {env: {...env, ROTEIRO_PASSWORD: 'four other words here'}}), {
			message: /Sign-in was refused/,
		});
	} finally {
		crm.close();
	}
});

test.serial('Move a tour to another service: the same tour in another account', async t => {
	await cook('Move a tour to another service', {env: {OTHER_URL: service.baseUrl, OTHER_KEY: other.key}});
	const moved = (await other('GET', '/v1/documents/checkout')).body;
	const {document} = await read('checkout');
	t.deepEqual(
		moved.document.steps.map(({title}: {title: string}) => title),
		document.steps.map(({title}: {title: string}) => title),
	);
	const original = async (client: typeof other, {mediaId}: {mediaId: string}) =>
		(await client('GET', `/v1/media/${mediaId}/original`)).body;
	t.is(await original(other, moved.document.steps[0].image), await original(client, document.steps[0].image), 'the same picture');
});

test.serial('each recipe of the page was run', async t => {
	const headings = [...(await readFile(GUIDE, 'utf8')).matchAll(/^## (.+)$/gm)].map(([, title]) => title!);
	t.is(headings.length, 8);
	t.deepEqual([...done].toSorted(), headings.toSorted());
});

/** Returns a page whose React renders the element, as a page of Docusaurus does. */
async function pageOf(jsx: string): Promise<string> {
	const contents = `import {createElement} from 'react';
		import {createRoot} from 'react-dom/client';
		createRoot(document.getElementById('root')).render(${jsx.trim()});`;
	const {outputFiles} = await build({
		stdin: {contents, loader: 'jsx', resolveDir: '.'},
		jsxFactory: 'createElement',
		bundle: true,
		write: false,
		define: {'process.env.NODE_ENV': '"production"'},
	});
	return `<div id="root"></div><script>${outputFiles[0]!.text.replaceAll('</script', '<\\/script')}</script>`;
}
