import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import test, {type ExecutionContext} from 'ava';
import type {Browser, BrowserContext} from 'puppeteer';
import {buildApp} from '../api/app.ts';
import {LANDING_TOURS, landingName} from '../api/landing/landing.ts';
import {PAGE_LANGUAGES} from '../shared/contract/page-language.ts';
import {words} from '../shared/locales/en/editor/settings.ts';
import {createLink} from '../shared/store/access/email-links.ts';
import {publishForm} from './helpers/lead.ts';
import {launchLoopbackBrowser} from './helpers/loopback-browser.ts';
import {type SignedIn, signedIn} from './helpers/person.ts';
import {picture} from './helpers/pictures.ts';
import {type Client, startService, type TestService} from './helpers/service.ts';
import {signedInContext} from './helpers/signed-in-context.ts';

/**
 * Opens every page of the service in Chromium: no page asks another host, and the console has no error. The pages are
 * the GET routes of the application, so that no new page is left out.
 */

let service: TestService;
let browser: Browser;
let ana: SignedIn;
let paths: string[];
test.before(async () => {
	service = await startService({SMTP_URL: 'smtp://127.0.0.1:1'});
	browser = await launchLoopbackBrowser();
	ana = await signedIn(service);
	const client = await service.client({accountId: ana.accountId});
	const live = await tourOf(client, 'Live');
	const down = await tourOf(client, 'Down');
	await client('DELETE', `/v1/tours/${down.id}/publish`);
	const preview = (await client('POST', `/v1/tours/${live.id}/publish`, {body: {dryRun: true}})).body.preview.url as string;
	const form = await publishForm(client);
	const account = {id: ana.accountId, email: ana.email};
	const link = async (purpose: 'reset' | 'confirm') => (await createLink(service.services.database.manager, {account, purpose})).path;
	/** Values for the parameters of routes. */
	const places: Record<string, string[]> = {
		'/tours/:id': [live.id],
		'/settings/:section': Object.keys(words.sections),
		'/door/:tour': LANDING_TOURS.flatMap(tour => PAGE_LANGUAGES.map(language => landingName(language, tour))),
		'/p/preview/:token': [new URL(preview).pathname.split('/').at(-1)!],
		'/p/:slug': [live.slug, down.slug, form.slug, 'nobodyknowsthislink000'],
	};
	const routes = buildApp(service.services)
		.middleware.flatMap(middleware => (middleware as {router?: {stack: Route[]}}).router?.stack ?? [])
		.filter(({path, methods}) => methods.includes('GET') && typeof path === 'string' && !/^\/(?:app\/)?v1\//.test(path));
	const found = routes.flatMap(({path}) => {
		const place = Object.keys(places).find(known => path === known || path.startsWith(`${known}/`));
		if (!place) return [path.replaceAll(/:\w+/g, 'x').replace(/\/[{*].*$/, '/x')];
		return places[place]!.map(value => place.replace(/:\w+/, value) + path.slice(place.length).replaceAll(/:\w+/g, 'x'));
	});
	paths = [...new Set([...found, await link('reset'), await link('confirm'), '/account/sign-in?done=made', '/nothing/here'])];
});
test.after.always(async () => {
	await browser?.close();
	await service?.stop();
});

type Route = {path: string; methods: string[]};

async function tourOf(client: Client, name: string): Promise<{id: string; slug: string}> {
	const {id} = (await client('POST', '/v1/tours', {body: {name}})).body.tour;
	const image = {base64: (await picture({width: 1440, height: 900})).toString('base64')};
	const step = {title: name, alt: 'Tela', highlight: {x: 0.4, y: 0.3, width: 0.2, height: 0.1}, image};
	await client('POST', `/v1/tours/${id}/steps`, {body: step});
	return {id, slug: (await client('POST', `/v1/tours/${id}/publish`)).body.publishedLink.slug};
}

/** Opens those of the paths that are pages for people, and returns them. */
async function openAll(t: ExecutionContext, context: BrowserContext, cookie: string): Promise<string[]> {
	const opened: string[] = [];
	for (const path of paths) {
		// These pages do not depend on the signed-in person.
		if (cookie && /^\/(?:docs|door|p)\b/.test(path)) continue;
		const reply = await fetch(service.baseUrl + path, {redirect: 'manual', headers: {Accept: 'text/html', Cookie: cookie}});
		await reply.body?.cancel();
		if (!reply.headers.get('content-type')?.startsWith('text/html')) continue;
		if (reply.status >= 300 && reply.status < 400) continue;
		await open(t, context, path);
		opened.push(path);
	}
	return opened;
}

/** `also`: another origin of the service. */
async function open(
	t: ExecutionContext,
	context: BrowserContext,
	path: string,
	{password, also}: {password?: string; also?: string} = {},
): Promise<void> {
	const page = await context.newPage();
	if (password) await page.authenticate({username: 'operator', password});
	const url = new URL(path, service.baseUrl).href;
	const heard: string[] = [];
	page.on('console', message => {
		const {url: place} = message.location();
		// A page for a missing page has the status 404.
		if (place === url && message.text().startsWith('Failed to load resource')) return;
		if (['error', 'warn'].includes(message.type())) heard.push(`${message.text()} ${place}`);
	});
	page.on('pageerror', error => heard.push(String(error)));
	page.on('request', request => {
		const {protocol, origin} = new URL(request.url());
		if (protocol.startsWith('http') && ![new URL(url).origin, also].includes(origin)) heard.push(`asked ${request.url()}`);
	});
	await page.goto(url, {timeout: 60_000});
	// The limit is two because the editor keeps a stream of events open.
	await page.waitForNetworkIdle({idleTime: 200, concurrency: 2, timeout: 60_000});
	t.deepEqual(heard, [], path);
	await page.close();
}

test.serial('to those who are not signed in', async t => {
	t.timeout(300_000);
	const context = await browser.createBrowserContext();
	const opened = await openAll(t, context, '');
	for (const path of ['/', '/docs', '/account/sign-in', '/account/sign-up', '/account/forgotten']) t.true(opened.includes(path), path);
	t.true(opened.filter(path => path.startsWith('/p/')).length > 4);
	await context.close();
});

test.serial('to the owner of an account', async t => {
	t.timeout(300_000);
	const context = await signedInContext(browser, ana);
	const opened = await openAll(t, context, `roteiro_session=${ana.token}`);
	for (const path of ['/', '/welcome', '/leads', '/settings/data', '/statistics', '/bin']) t.true(opened.includes(path), path);
	t.true(opened.some(path => path.endsWith('/theme')));
	await context.close();
});

test.serial('to the operator, at the address that the start prints, and at localhost', async t => {
	const context = await browser.createBrowserContext();
	for (const path of ['/ops/queues', '/ops/queues/', '/ops/queues/queue/render'])
		for (const host of ['127.0.0.1', 'localhost'])
			await open(t, context, service.baseUrl.replace('127.0.0.1', host) + path, {password: service.config.operatorPassword});
	const page = await context.newPage();
	await page.authenticate({username: 'operator', password: service.config.operatorPassword});
	await page.goto(`${service.baseUrl}/ops/queues`, {waitUntil: 'networkidle2'});
	t.is(await page.title(), 'Roteiro queues');
	t.is(await page.$eval('link[rel=icon]', link => new URL((link as HTMLLinkElement).href).pathname), '/favicon.ico');
	t.truthy(await page.$('img[src="/favicon.ico"]'), 'our logo');
	t.regex(await page.$eval('body', body => body.innerText), /animations[\s\S]*background/);
	await context.close();
});

test.serial('to readers of another site that shows a tour', async t => {
	const slug = paths.find(path => /^\/p\/\w{22}$/.test(path))!;
	const url = service.baseUrl + slug;
	const host = createServer((_, response) => {
		response.writeHead(200, {'Content-Type': 'text/html'});
		response.end(
			`<link rel="icon" href="data:,"><script src="${service.baseUrl}/embed.js"></script><a href="${url}">Tour</a><iframe src="${url}"></iframe>`,
		);
	});
	await new Promise<void>(resolve => host.listen(0, '127.0.0.1', resolve));
	const context = await browser.createBrowserContext();
	const own = `http://127.0.0.1:${(host.address() as AddressInfo).port}/`;
	await open(t, context, own, {also: new URL(service.baseUrl).origin});
	await context.close();
	host.close();
});
