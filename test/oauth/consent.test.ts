import {once} from 'node:events';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import test from 'ava';
import type {Browser, Page} from 'puppeteer';
import {sessionCookie} from '../../api/auth/session.ts';
import {createSession} from '../../shared/store/access/sessions.ts';
import {axeViolations} from '../helpers/axe.ts';
import {launchLoopbackBrowser} from '../helpers/loopback-browser.ts';
import {REDIRECT, registerApp} from '../helpers/oauth-app.ts';
import {openPerson} from '../helpers/oauth-person.ts';
import {PASSWORD, signedIn as withPassword} from '../helpers/person.ts';
import {startService, type TestService} from '../helpers/service.ts';

/** The page on which a person lets an app in. */

let service: TestService;
let browser: Browser;
test.before(async () => {
	service = await startService({}, {workers: false});
	browser = await launchLoopbackBrowser();
});
test.after.always(async () => {
	await browser?.close();
	await service?.stop();
});

const answer = (fields: Record<string, string>, origin: string | null = service.baseUrl): RequestInit => ({
	method: 'POST',
	body: new URLSearchParams(fields),
	headers: origin ? {Origin: origin} : {},
});

test('it names the app, where it leads, who is signed in, and each permission that is asked for', async t => {
	const person = await openPerson(service);
	const app = await registerApp(service.baseUrl, {client_name: 'Pens & <b>Paper</b>'});
	const {html} = await person.askedBy(app.ask({scope: 'publish tours:read unheard-of'}).url);
	t.regex(html, /Pens &amp; &lt;b&gt;Paper&lt;\/b&gt;/);
	t.regex(html, /127\.0\.0\.1:53682/);
	t.regex(html, /Ana Teste/);
	t.deepEqual(
		[...html.matchAll(/name="scope" value="([^"]+)" checked/g)].map(match => match[1]),
		['tours:read', 'publish'],
	);
});

test('it warns of a program on this computer and of an extension, and not of a site', async t => {
	const person = await openPerson(service);
	const extension = `https://${'abcdefghijklmnop'.repeat(2)}.chromiumapp.org/roteiro`;
	const sites = ['https://agent.example/callback', 'https://chromiumapp.org/x', `${extension.replace('.org', '.org.evil.example')}`];
	const redirects = ['http://localhost/x', 'http://127.0.0.1:1/x', 'http://[::1]:1/x', extension, ...sites];
	const warned = [];
	for (const redirect_uri of redirects) {
		const app = await registerApp(service.baseUrl, {redirect_uris: [redirect_uri]});
		const {html} = await person.askedBy(app.ask({redirect_uri}).url);
		if (/class="notice bad"/.test(html)) warned.push(redirect_uri);
		t.is(/extens/.test(html), redirect_uri === extension, redirect_uri);
	}
	t.deepEqual(warned, redirects.slice(0, 4));
});

test('it says to an account without the plan what that means for the app', async t => {
	const app = await registerApp(service.baseUrl);
	const free = await (await openPerson(service, {plan: 'free'})).askedBy(app.ask().url);
	const pro = await (await openPerson(service)).askedBy(app.ask().url);
	t.regex(free.html, /\(402\)/);
	t.notRegex(pro.html, /\(402\)/);
});

test('it speaks the language of the account, or the one that is chosen', async t => {
	const person = await openPerson(service);
	const {url, html} = await person.askedBy((await registerApp(service.baseUrl)).ask().url);
	t.regex(html, /<html lang="pt-BR">.*pede acesso/s);
	for (const [language, words] of [
		['en', 'asks for access'],
		['es', 'pide acceso'],
	]) {
		t.true((await (await person.open(`${url}?language=${language}`)).text()).includes(words!));
	}
});

test('a person who is not signed in does so first, and comes back', async t => {
	const person = await openPerson(service);
	const {url} = await person.askedBy((await registerApp(service.baseUrl)).ask().url);
	const response = await person.open(url, answer({decision: 'somebody-else'}));
	t.is(response.status, 303);
	const {pathname, searchParams} = new URL(response.headers.get('location')!, url);
	t.is(pathname, '/account/sign-in');
	t.is(searchParams.get('next'), new URL(url).pathname);
	t.is((await person.open(url)).status, 303);
	const allowed = await person.open(url, answer({decision: 'allow', scope: 'tours:read', account: person.accountId}));
	t.regex(allowed.headers.get('location')!, /sign-in/, 'the form of somebody who has left lets nobody in');
});

test('cancelling is reported to the app', async t => {
	const person = await openPerson(service);
	const back = await person.consent((await registerApp(service.baseUrl)).ask().url, {decision: 'deny'});
	t.is(back.origin + back.pathname, REDIRECT);
	t.is(back.searchParams.get('error'), 'access_denied');
	t.is(back.searchParams.get('state'), 'state of a test');
	t.is(back.searchParams.get('code'), null);
});

test('a page of somebody else cannot answer it', async t => {
	const person = await openPerson(service);
	const {url} = await person.askedBy((await registerApp(service.baseUrl)).ask().url);
	const fields = {decision: 'allow', scope: 'tours:read', account: person.accountId};
	for (const origin of ['https://evil.example', 'null', null]) t.is((await person.open(url, answer(fields, origin))).status, 403);
	const site = {...answer(fields), headers: {Origin: service.baseUrl, 'Sec-Fetch-Site': 'cross-site'}};
	t.is((await person.open(url, site)).status, 403);
	t.is((await person.open(url, answer(fields))).status, 303);
});

test('only the browser that was sent there can answer it', async t => {
	const [ana, bo] = [await openPerson(service), await openPerson(service)];
	const app = await registerApp(service.baseUrl);
	const {url} = await ana.askedBy(app.ask().url);
	const fields = {decision: 'allow', scope: 'tours:read', account: bo.accountId};
	for (const response of [await bo.open(url), await bo.open(url, answer(fields))]) {
		t.is(response.status, 400);
		t.regex(await response.text(), /has expired/);
	}
	// A request of one's own does not open that of another.
	const own = await bo.askedBy(app.ask().url);
	t.not(own.url, url);
	t.is((await bo.open(url, answer(fields))).status, 400);
});

test('it is asked again where nothing is ticked, or somebody else is signed in by now', async t => {
	const person = await openPerson(service);
	const {url} = await person.askedBy((await registerApp(service.baseUrl)).ask({scope: 'tours:read'}).url);
	const {accountId: account} = person;
	const answers: Array<Record<string, string>> = [
		{decision: 'allow', account},
		// What was not asked for cannot be had by ticking it.
		{decision: 'allow', account, scope: 'publish'},
		{decision: 'allow', account: 'acc_of_somebody_else', scope: 'tours:read'},
	];
	for (const fields of answers) {
		const response = await person.open(url, answer(fields));
		t.is(response.status, 400);
		t.regex(await response.text(), /name="decision" value="allow"/);
	}
});

test('it is asked each time, whatever was answered before', async t => {
	const person = await openPerson(service);
	const app = await registerApp(service.baseUrl);
	await person.consent(app.ask().url);
	const {html} = await person.askedBy(app.ask().url);
	t.regex(html, /name="decision" value="allow"/);
	const silent = await person.open(app.ask({prompt: 'none'}).url);
	t.is(new URL(silent.headers.get('location')!).searchParams.get('error'), 'consent_required');
});

test('an answered question cannot be answered again', async t => {
	const person = await openPerson(service);
	const {url} = await person.askedBy((await registerApp(service.baseUrl)).ask().url);
	const fields = {decision: 'allow', scope: 'tours:read', account: person.accountId};
	const first = await person.open(url, answer(fields));
	t.is(first.status, 303);
	await person.open(first.headers.get('location')!);
	t.is((await person.open(url, answer(fields))).status, 400);
});

for (const [width, scheme, language] of [
	[390, 'dark', 'pt-BR'],
	[1440, 'light', 'en'],
] as const) {
	test(`in a browser of ${width} pixels it is accessible, fits, and leads back to the app`, async t => {
		const arrived: URL[] = [];
		const program = createServer((request, response) => {
			arrived.push(new URL(request.url!, 'http://127.0.0.1'));
			response.end('You can close this window.');
		});
		program.listen(0, '127.0.0.1');
		await once(program, 'listening');
		t.teardown(() => program.close());
		const redirect_uri = `http://127.0.0.1:${(program.address() as AddressInfo).port}/callback`;
		const app = await registerApp(service.baseUrl, {client_name: width === 390 ? 'W'.repeat(100) : 'Desk Agent'});
		const person = await openPerson(service, {plan: width === 390 ? 'free' : 'pro'});
		const page = await signedIn(person.accountId, width, scheme);
		await page.goto(app.ask({redirect_uri: REDIRECT.replace('53682', new URL(redirect_uri).port)}).url);
		if (language !== 'pt-BR') await page.goto(`${page.url()}?language=${language}`);
		t.is(await page.evaluate(() => document.documentElement.scrollWidth), width);
		t.deepEqual(await axeViolations(page), []);
		await page.click('input[value="publish"]');
		await Promise.all([page.waitForNavigation(), page.click('button[value="allow"]')]);
		t.is(page.url().split('?')[0], redirect_uri);
		t.truthy(arrived[0]!.searchParams.get('code'));
		await page.close();
	});
}

test('in a browser it leads back to an app by a scheme of its own, and no policy of ours holds that up', async t => {
	const redirect_uri = 'cursor://anysphere.cursor-mcp/oauth/callback';
	const app = await registerApp(service.baseUrl, {client_name: 'Cursor', redirect_uris: [redirect_uri]});
	const page = await signedIn((await openPerson(service)).accountId, 1440, 'light');
	const said: string[] = [];
	page.on('console', message => said.push(message.text()));
	await page.goto(app.ask({redirect_uri}).url);
	t.regex(await page.evaluate(() => document.body.innerText), /Cursor asks for access|Cursor pede acesso/);
	t.regex(await page.evaluate(() => document.querySelector('dl')!.innerText), /cursor:\/\//);
	const led = page.waitForResponse(response => (response.headers().location ?? '').startsWith(redirect_uri));
	await page.click('button[value="allow"]');
	t.truthy(new URL((await led).headers().location!).searchParams.get('code'));
	await new Promise(resolve => setTimeout(resolve, 300));
	t.deepEqual(
		said.filter(text => /policy|form-action|refused/i.test(text)),
		[],
	);
	await page.close();
});

test('in a browser somebody who is not signed in does so on the way', async t => {
	const {email} = await withPassword(service);
	const app = await registerApp(service.baseUrl, {redirect_uris: ['http://127.0.0.1/nobody-listens']});
	const page = await (await browser.createBrowserContext()).newPage();
	await page.goto(app.ask({redirect_uri: 'http://127.0.0.1/nobody-listens'}).url);
	t.is(new URL(page.url()).pathname, '/account/sign-in');
	await page.type('input[name="email"]', email);
	await page.type('input[name="password"]', PASSWORD);
	await Promise.all([page.waitForNavigation(), page.click('main button')]);
	t.regex(page.url(), /\/oauth\/consent\//);
	t.regex(await page.evaluate(() => document.body.innerText), /asks for access/);
	// The first thing that a form does on Enter is what it asks for.
	const led = page.waitForRequest(request => request.url().startsWith('http://127.0.0.1/nobody-listens'));
	await page.focus('input[name="scope"]');
	await page.keyboard.press('Enter');
	t.truthy(new URL((await led).url()).searchParams.get('code'));
	await page.close();
});

async function signedIn(accountId: string, width: number, scheme: string): Promise<Page> {
	const page = await (await browser.createBrowserContext()).newPage();
	await page.setViewport({width, height: 900});
	await page.emulateMediaFeatures([{name: 'prefers-color-scheme', value: scheme}]);
	const session = sessionCookie(await createSession(service.services.database.manager, accountId), service.baseUrl);
	const [name, value] = session.split(';')[0]!.split('=');
	await page.setCookie({name: name!, value: value!, url: service.baseUrl, httpOnly: true});
	return page;
}
