import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import test, {type ExecutionContext} from 'ava';
import {picture} from '../helpers/pictures.ts';
import {openBrowser} from '../helpers/player-site.ts';
import {type Client, request, startService, type TestService} from '../helpers/service.ts';

let service: TestService;
let ana: Client;
let html = '';
const browser = await openBrowser();
const host = createServer((asked, response) => {
	response.writeHead(asked.url === '/' ? 200 : 204, {'Content-Type': 'text/html; charset=utf-8'}).end(asked.url === '/' ? html : '');
});
await new Promise<void>(resolve => host.listen(0, resolve));
test.before(async () => {
	service = await startService();
	ana = await service.client();
});
test.after.always(async () => {
	await browser.close();
	host.close();
	await service?.stop();
});

const open = (path: string, headers = {}) => request(service.baseUrl, 'GET', path, null, {headers});

/** A published tour of a screenshot and a slide. */
async function publish(name: string, {language = 'pt'} = {}) {
	const {id} = (await ana('POST', '/v1/tours', {body: {name}})).body.tour;
	await ana('PUT', `/v1/tours/${id}/narration-settings`, {body: {language}});
	const image = {base64: (await picture({width: 1440, height: 900})).toString('base64')};
	await ana('POST', `/v1/tours/${id}/steps`, {body: {title: 'Um', text: 'Clique aqui.', alt: 'Tela', click: {x: 0.5, y: 0.4}, image}});
	await ana('POST', `/v1/tours/${id}/steps`, {body: {type: 'slide', title: 'Dois'}});
	const {publishedLink} = (await ana('POST', `/v1/tours/${id}/publish`)).body;
	return {id, link: publishedLink as {url: string; slug: string; embedCode: string; coverUrl: string}};
}

async function preview(id: string): Promise<string> {
	return (await ana('POST', `/v1/tours/${id}/publish`, {body: {dryRun: true}})).body.preview.url;
}

/** What stands where no tour is: a page in this language that is kept by nobody and found by nobody, and may stand in a frame. */
async function isNotice(t: ExecutionContext, url: string, status: number, language: string, title: string): Promise<void> {
	const {status: answered, headers, body} = await open(url, {'Accept-Language': language});
	t.is(answered, status, url);
	t.true(body.includes(`<html lang="${language}">`) && body.includes(`<h1>${title}</h1>`), body);
	t.true(body.includes('<meta name="robots" content="noindex">'));
	t.is(headers.get('cache-control'), 'no-store');
	t.is(headers.get('etag'), null);
	t.is(headers.get('x-frame-options'), null);
	t.regex(headers.get('content-security-policy')!, /^default-src 'none'; style-src 'sha256-[^;]+; frame-ancestors \* file: app:; /);
	const head = await fetch(new URL(url, service.baseUrl), {method: 'HEAD', headers: {'Accept-Language': language}});
	t.is(head.status, status);
	t.is(head.headers.get('content-length'), String(Buffer.byteLength(body)));
}

test('a link that never was is 404, in the language of the visitor', async t => {
	const path = `/p/${'0'.repeat(22)}`;
	await isNotice(t, path, 404, 'pt-BR', 'Este tour não existe');
	await isNotice(t, path, 404, 'en', 'This tour does not exist');
	await isNotice(t, path, 404, 'es', 'Este tour no existe');
	await isNotice(t, `/p/preview/${'0'.repeat(22)}`, 404, 'en', 'This tour does not exist');
	for (const odd of [`/p/${'x'.repeat(3000)}`, '/p/..%2f..%2fetc', '/p/%F0%9F%98%80', "/p/'%20OR%201=1", '/p/<script>alert(1)</script>']) {
		const {status, body} = await open(odd);
		t.is(status, 404, odd);
		t.notRegex(String(body), /<script/);
	}
});

test('a link that was taken down is 410, in the language of the tour, and the next publish brings the same one back', async t => {
	const {id, link} = await publish('Ida e volta', {language: 'es'});
	t.is((await open(link.url)).status, 200);
	await ana('DELETE', `/v1/tours/${id}/publish`);
	await isNotice(t, link.url, 410, 'es', 'Este tour ya no está publicado');
	t.regex((await open(link.url, {'Accept-Language': 'en'})).body, /lang="es"/);
	t.is((await open(`${link.url}/cover.jpg`)).status, 410);
	const again = await ana('POST', `/v1/tours/${id}/publish`);
	t.is(again.body.publishedLink.url, link.url);
	const {status, headers} = await open(link.url);
	t.is(status, 200);
	t.not(headers.get('cache-control'), 'no-store');
});

test('a preview is found by no search engine and embedded by nobody who asks first, and is 410 once it has expired', async t => {
	const {id} = await publish('Prévia');
	const url = await preview(id);
	const {status, headers, body} = await open(url);
	t.is(status, 200);
	t.is(headers.get('x-robots-tag'), 'noindex');
	t.true(body.includes('<meta name="robots" content="noindex">'));
	t.notRegex(body, /rel="canonical"|oembed|ld\+json/);
	const token = url.split('/').at(-1);
	await service.services.database.query('UPDATE publications SET expires_at = UTC_TIMESTAMP(3) - INTERVAL 1 SECOND WHERE slug = ?', [
		token,
	]);
	await isNotice(t, url, 410, 'pt-BR', 'Esta pré-visualização expirou');
});

test('every URL that the head of a page names is there', async t => {
	const {link} = await publish('Cabeça');
	const {body, headers} = await open(link.url);
	t.regex(headers.get('content-security-policy')!, /frame-ancestors \*/);
	t.is(headers.get('x-frame-options'), null);
	const named = [...body.matchAll(/<(?:link|meta)[^>]* (?:href|content)="(\/[^"]*|https?:[^"]*)"/g)].map(([, url]) =>
		url!.replaceAll('&amp;', '&'),
	);
	t.true(named.length >= 5, named.join());
	for (const url of named) t.is((await open(url)).status, 200, url);
	t.is((await open('/favicon.ico')).headers.get('content-type'), 'image/svg+xml');
	const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(body)![1]!);
	t.like(data, {'@type': 'HowTo', name: 'Cabeça', url: link.url, image: link.coverUrl, inLanguage: 'pt-BR'});
	for (const {url} of data.step) t.true(url.startsWith(`${link.url}#`) && body.includes(`id="${new URL(url).hash.slice(1)}"`), url);
});

test('search engines learn what is not for them', async t => {
	const {status, headers, body} = await open('/robots.txt');
	t.is(status, 200);
	t.is(headers.get('content-type'), 'text/plain; charset=utf-8');
	t.is(headers.get('cache-control'), 'public, max-age=86400');
	t.is(headers.get('x-content-type-options'), 'nosniff');
	const rules = body.trim().split('\n');
	t.is(rules[0], 'User-agent: *');
	for (const rule of ['Allow: /p/', 'Allow: /account/sign-up', 'Disallow: /p/preview/', 'Disallow: /v1/', 'Disallow: /app/'])
		t.true(rules.includes(rule), rule);
	t.notRegex(body, /sitemap/i, 'Links are known to whom they were given.');
});

test.serial('in the frame of another page, however small, a link that is gone says so in full', async t => {
	html = `<!DOCTYPE html><iframe src="${service.baseUrl}/p/${'0'.repeat(22)}" width="320" height="200"></iframe>`;
	const page = await browser.newPage();
	for (const language of ['pt-BR', 'en', 'es']) {
		await page.setExtraHTTPHeaders({'Accept-Language': language});
		await page.goto(`http://localhost:${(host.address() as AddressInfo).port}/`, {waitUntil: 'networkidle0'});
		const frame = page.frames()[1]!;
		t.regex(await frame.$eval('h1', title => title.textContent), /tour/i);
		t.true(await frame.evaluate(() => document.documentElement.scrollHeight <= innerHeight), language);
	}
	await page.close();
});

test.serial('the embed code takes the room that it will need before the tour has come, and plays in a column of 320 pixels', async t => {
	const {link} = await publish('Coluna');
	const page = await browser.newPage();
	const complaints: string[] = [];
	page.on('console', message => ['error', 'warn'].includes(message.type()) && complaints.push(message.text()));
	await page.setViewport({width: 1280, height: 900});
	for (const [column, height] of [
		[320, 420],
		[800, 500],
		[1240, 775],
	] as const) {
		html = `<!DOCTYPE html><title>Host</title><div style="width:${column}px">${link.embedCode}</div>`;
		await page.goto(`http://localhost:${(host.address() as AddressInfo).port}/`, {waitUntil: 'domcontentloaded'});
		const box = () => page.$eval('iframe', element => [element.clientWidth, element.clientHeight]);
		t.deepEqual(await box(), [column, height]);
		await page.waitForNetworkIdle();
		t.deepEqual(await box(), [column, height]);
	}
	await page.setViewport({width: 340, height: 700});
	html = `<!DOCTYPE html><title>Host</title><style>body{margin:10px}</style>${link.embedCode}`;
	await page.goto(`http://localhost:${(host.address() as AddressInfo).port}/`, {waitUntil: 'networkidle0'});
	const frame = page.frames()[1]!;
	const [picture, words, next] = await frame.evaluate(() =>
		['.on img', '.on h2', '.on [rel=next]'].map(selector => {
			const {top, bottom, left, right} = document.querySelector(selector)!.getBoundingClientRect();
			return {top, bottom, inside: left >= -1 && right <= innerWidth + 1 && top >= 0 && bottom <= innerHeight};
		}),
	);
	t.true(words!.inside && next!.inside);
	t.true(words!.top >= Math.min(picture!.bottom, 250), 'The words do not cover the picture.');
	await frame.click('.on [rel=next]');
	await frame.waitForSelector('#s2.on');
	// As blogs treat whom they do not know: without an origin.
	html = html.replace('<iframe', '<iframe sandbox="allow-scripts"');
	await page.goto(`http://localhost:${(host.address() as AddressInfo).port}/`, {waitUntil: 'networkidle0'});
	await page.frames()[1]!.click('.on [rel=next]');
	await page.frames()[1]!.waitForSelector('#s2.on');
	t.deepEqual(complaints, []);
	await page.close();
});
