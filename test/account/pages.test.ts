import test from 'ava';
import type {Browser, Page} from 'puppeteer';
import {PAGE_LANGUAGES} from '../../shared/contract/page-language.ts';
import {sha256} from '../../shared/ids.ts';
import {createLink} from '../../shared/store/access/email-links.ts';
import {pageFaults, pageOfWindow, WINDOWS} from '../helpers/axe.ts';
import {shareOf} from '../helpers/extent.ts';
import {launchLoopbackBrowser} from '../helpers/loopback-browser.ts';
import {PASSWORD, signedIn, stranger} from '../helpers/person.ts';
import {startService, type TestService} from '../helpers/service.ts';
import {signedInContext} from '../helpers/signed-in-context.ts';

/** The account's pages as people meet them: in three languages, narrow and wide, light and dark, without script. */

let service: TestService;
let browser: Browser;
let ana: Awaited<ReturnType<typeof signedIn>>;
let paths: string[];
test.before(async () => {
	service = await startService({SMTP_URL: 'smtp://127.0.0.1:1'}, {workers: false});
	browser = await launchLoopbackBrowser();
	ana = await signedIn(service, {plan: 'free'});
	const db = service.services.database.manager;
	const client = await service.client({accountId: ana.accountId});
	await client('GET', '/v1/me');
	await service.services.database.query('UPDATE accounts SET deletion_due_at = UTC_TIMESTAMP(3) + INTERVAL 9 DAY WHERE id = ?', [
		ana.accountId,
	]);
	const account = {id: ana.accountId, email: ana.email};
	const link = async (purpose: 'reset' | 'confirm') => (await createLink(db, {account, purpose})).path;
	paths = [
		'/account/sign-in',
		'/account/sign-in?done=made',
		'/account/sign-in?next=%2Foauth%2Fx',
		'/account/sign-up',
		'/account/forgotten',
		await link('reset'),
		await link('confirm'),
		'/account/new-password?token=used',
		'/account/nothing',
	];
});
test.after.always(async () => {
	await browser?.close();
	await service?.stop();
});

/** The page of an account that is being deleted. */
const OWN = ['/account/closing'];

async function open(width: number, scheme: string, signedInAs?: {token: string}): Promise<Page> {
	const context = signedInAs ? await signedInContext(browser, signedInAs) : await browser.createBrowserContext();
	return pageOfWindow(context, width, scheme);
}

for (const [from, [width, scheme]] of WINDOWS.entries()) {
	test(`the pages are accessible and fit a window of ${width} pixels, ${scheme}`, async t => {
		t.timeout(90_000);
		const outside = await open(width, scheme);
		const landing = PAGE_LANGUAGES.map(language => `/?language=${language}`);
		for (const path of shareOf([...paths, ...landing], () => 'path', {from})) {
			await outside.goto(service.baseUrl + path);
			t.deepEqual(await pageFaults(outside), [], path);
		}
		await outside.goto(`${service.baseUrl}/account/sign-up`);
		await outside.$eval('form', form => {
			form.noValidate = true;
		});
		await outside.type('#email', 'nobody');
		await Promise.all([outside.waitForNavigation(), outside.click('button')]);
		t.is(await outside.$$eval('[role=alert]', alerts => alerts.length), 3);
		t.deepEqual(await pageFaults(outside), [], 'with faults');

		const inside = await open(width, scheme, ana);
		for (const path of [...OWN, '/welcome']) {
			await inside.goto(service.baseUrl + path);
			t.deepEqual(await pageFaults(inside), [], path);
		}
		await outside.browserContext().close();
		await inside.browserContext().close();
	});
}

test('every page has a policy without script, stands in nobody’s frame, and is kept by nobody', async t => {
	for (const [person, all] of [
		[stranger(service), paths],
		[ana, OWN],
	] as const) {
		for (const path of all) {
			const {headers, body} = await person.get(path);
			const style = /<style>(.*?)<\/style>/s.exec(body)![1]!;
			const csp = headers.get('content-security-policy')!;
			t.true(
				csp.startsWith(
					`default-src 'none'; style-src 'sha256-${sha256(style).toString('base64')}'; font-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'`,
				),
			);
			t.is(csp.includes("form-action 'self'"), !path.includes('next='), path);
			t.is(headers.get('cache-control'), 'no-store, no-transform', path);
			t.is(headers.get('referrer-policy'), 'same-origin', path);
			t.notRegex(body, /<script|<link|<img|<iframe|\son\w+=|\sstyle="|src=/, path);
		}
	}
});

test('each page is written in three languages, by what is asked for or what the browser wants', async t => {
	for (const path of paths) {
		const titles = new Set<string>();
		for (const language of PAGE_LANGUAGES) {
			const {body} = await stranger(service).get(`${path}${path.includes('?') ? '&' : '?'}language=${language}`);
			t.true(body.includes(`<html lang="${language}">`), path);
			titles.add(/<h1>(.+?)<\/h1>/.exec(body)![1]!);
		}
		t.is(titles.size, 3, path);
	}
	const wanted = async (languages: string) =>
		/<html lang="([^"]+)"/.exec((await stranger(service).get('/account/sign-in', {'Accept-Language': languages})).body)![1];
	t.deepEqual(await Promise.all(['pt', 'es-MX,es;q=0.9', 'de,fr', 'de,pt-PT;q=0.8'].map(wanted)), ['pt-BR', 'es', 'en', 'pt-BR']);
});

test('what fails on our side is a page as well, and shows nothing of its cause', async t => {
	const broken = await startService({LOG_LEVEL: 'silent'}, {workers: false});
	const bo = await signedIn(broken);
	await broken.services.database.query('RENAME TABLE sessions TO elsewhere');
	const reply = await bo.get('/account/closing');
	t.is(reply.status, 500);
	t.regex(reply.body, /<h1>That did not work<\/h1>/);
	t.notRegex(reply.body, /sessions|ER_/);
	await broken.stop();
});

test('whatever people write stands in the pages as text', async t => {
	const evil = `"><script>alert(1)</script>'`;
	const reply = await stranger(service).send('/account/sign-up', {name: evil, email: evil, password: ''});
	t.false(reply.body.includes('<script'));
	const query = await stranger(service).get(`/account/sign-in?next=/${encodeURIComponent(evil)}`);
	t.false(query.body.includes('<script'));
});

test('without script somebody signs in, and comes to where they wanted', async t => {
	t.timeout(60_000);
	const bo = await signedIn(service);
	await service.services.database.query('UPDATE accounts SET confirmed_at = UTC_TIMESTAMP(3) WHERE id = ?', [bo.accountId]);
	const page = await open(390, 'light');
	await page.setJavaScriptEnabled(false);
	const submit = (button: string) => Promise.all([page.waitForNavigation(), page.click(button)]);
	await page.goto(`${service.baseUrl}/settings/keys?language=en`);
	t.is(new URL(page.url()).pathname, '/account/sign-in');
	await page.type('#email', bo.email);
	await page.type('#password', PASSWORD);
	await submit('form button');
	t.is(new URL(page.url()).pathname, '/settings/keys');
	await page.browserContext().close();
});
