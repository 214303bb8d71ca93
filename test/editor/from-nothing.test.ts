import {mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {mkdir} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {basename, join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import type {Browser, Page} from 'puppeteer';
import sharp from 'sharp';
import {PAGE_LANGUAGES, type PageLanguage} from '../../shared/contract/page-language.ts';
import {accountMessages} from '../../shared/locales/index.ts';
import {readExample} from '../helpers/example-tour.ts';
import {launchLoopbackBrowser} from '../helpers/loopback-browser.ts';
import {end, npmStart, type Started} from '../helpers/npm-start.ts';
import {PICTURES, pointer, publish} from './first-tour.ts';
import {chord, drag, listen, PATIENCE, saved, show, stageOf} from './helpers.ts';

/**
 * Follows the printed link from `npm start` in an empty folder to a public page.
 * `FIRST_TOUR_PICTURES=docs/images/first-tour npm run test:ava -- test/editor/from-nothing.test.ts` also writes the
 * pictures of docs/first-tour.md, in three languages.
 */
const {FIRST_TOUR_PICTURES: pictures} = process.env;
const LANGUAGES: readonly PageLanguage[] = pictures ? PAGE_LANGUAGES : ['en'];
const PASSWORD = 'quatro palavras em fila';
/**
 * Seconds from the service's start to the public page, without installation. An idle machine needs a minute, but other
 * tests run beside this one.
 */
const LIMIT_S = 180;
/** Time after which transitions have ended and pictures are decoded. */
const SETTLED_MS = 1200;

const folder = mkdtempSync(join(tmpdir(), 'from-nothing-'));
const running: Started[] = [];
let browser: Browser;
test.before(async () => {
	browser = await launchLoopbackBrowser();
});
test.after.always(async () => {
	await browser?.close();
	for (const {child} of running) await end(child, 'SIGKILL');
	rmSync(folder, {recursive: true, force: true, maxRetries: 5, retryDelay: 200});
});

for (const language of LANGUAGES) {
	test.serial(`the printed link, six screenshots, highlights, words, publish, the public page: ${language}`, async t => {
		t.timeout(300_000);
		const dataDir = join(folder, language);
		const start = performance.now();
		const service = await begin(dataDir);
		const link = service.place('Editor')!;
		t.truthy(link, service.lines.join('\n'));
		const {page, heard} = await openPage(language);

		// Requests for the link change nothing, however often.
		for (const method of ['GET', 'HEAD', 'GET']) t.is((await fetch(link, {method})).status, 200, method);
		await page.goto(link, PATIENCE);
		await page.waitForFunction(() => location.pathname === '/' && document.querySelector('.card:not(.skeleton)'), PATIENCE);
		t.is(await page.$eval('html', root => root.lang), language);
		const names = await page.$$eval('.card .name', found => found.map(({textContent}) => textContent));
		t.deepEqual(names, [(await readExample()).name]);
		await take(page, language, 'open');

		await dropFiles(page, PICTURES);
		await drawAndWrite(page, language);
		await take(page, language, 'edit');
		const url = await publish(page, pointer);
		await take(page, language, 'publish');
		const html = await (await fetch(url)).text();
		for (const title of TITLES[language]) t.true(html.includes(title), title);
		const seconds = (performance.now() - start) / 1000;
		t.log(`${seconds.toFixed(1)} s, of which the service took ${service.lines.find(line => line.startsWith('Roteiro is up'))}`);
		t.true(seconds < LIMIT_S, `${seconds} s`);
		t.deepEqual(heard, []);

		await theLinkIsUsedUp(t, page, {link, language});
		await aPasswordIsChosen(t, page, {service, language});
		t.is(await end(service.child, 'SIGTERM'), 0);
		t.is(
			service.reported().replaceAll(/^Stopping …\n|^Not on this machine: a font [\s\S]*?fonts-[\w -]+\n\n/gm, ''),
			'',
			'nothing to worry about was said',
		);
		const again = await begin(dataDir);
		t.is(again.place('Editor'), null, 'with a password chosen none is printed');
		await end(again.child, 'SIGTERM');
		const token = new URL(link).searchParams.get('token')!;
		for (const file of filesUnder(dataDir)) t.false(readFileSync(file).includes(token), `the secret stands in ${file}`);
		t.true(readdirSync(join(dataDir, 'logs')).includes('api.log'));
		await page.close();
	});
}

async function begin(dataDir: string): Promise<Started> {
	const service = await npmStart({DATA_DIR: dataDir});
	running.push(service);
	return service;
}

async function openPage(language: PageLanguage): Promise<{page: Page; heard: string[]}> {
	const page = await (await browser.createBrowserContext()).newPage();
	const heard: string[] = [];
	listen(page, heard);
	await page.setViewport({width: 1440, height: 900});
	await page.emulateMediaFeatures([{name: 'prefers-color-scheme', value: 'light'}]);
	await page.setExtraHTTPHeaders({'Accept-Language': language});
	return {page, heard};
}

/** Drops files on the page as a file manager does, and waits until each one is a stored step. */
async function dropFiles(page: Page, files: string[]): Promise<void> {
	const session = await page.createCDPSession();
	const data = {items: [], files, dragOperationsMask: 1};
	for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
		await session.send('Input.dispatchDragEvent', {type, x: 700, y: 450, data});
	}
	await page.waitForFunction(() => location.pathname.startsWith('/tours/'), PATIENCE);
	await stageOf(page);
	await page.waitForFunction(count => document.querySelectorAll('.strip [role=option]').length === count, PATIENCE, files.length);
	await saved(page);
}

const TITLES: Record<PageLanguage, string[]> = {
	en: ['Take an inject node', 'Add a debug node', 'Wire the two together', 'Open the inject node', 'Choose what to send', 'Pick a string'],
	'pt-BR': ['Pegue um nó inject', 'Adicione um nó debug', 'Ligue os dois', 'Abra o nó inject', 'Escolha o que enviar', 'Escolha um texto'],
	es: ['Toma un nodo inject', 'Añade un nodo debug', 'Conecta los dos', 'Abre el nodo inject', 'Elige qué enviar', 'Elige un texto'],
};

/** Draws the example's highlight on each step with the pointer, and types a title into the balloon. */
async function drawAndWrite(page: Page, language: PageLanguage): Promise<void> {
	const stage = await stageOf(page);
	const {steps} = await readExample();
	for (const [index, title] of TITLES[language].entries()) {
		const step = index + 1;
		const {x, y, width, height} = steps.find(({file}) => file && PICTURES[index]!.endsWith(file))!.highlight!;
		await page.click(`.strip [role=option]:nth-child(${step})`);
		await page.waitForSelector(`.strip [role=option]:nth-child(${step})[aria-selected=true]`, PATIENCE);
		await stage.waitForFunction(() => !document.querySelector('.frame'), PATIENCE);
		await drag(page, [x, y], [x + width, y + height]);
		await stage.waitForSelector('.frame', PATIENCE);
		await stage.waitForFunction(() => document.activeElement?.matches('[data-field=title]'), PATIENCE);
		await page.keyboard.type(title);
		await page.keyboard.press('Escape');
	}
	await chord(page, 'Control', 's');
	await saved(page);
}

async function theLinkIsUsedUp(t: ExecutionContext, page: Page, {link, language}: {link: string; language: PageLanguage}): Promise<void> {
	const answer = await page.goto(link, PATIENCE);
	t.is(answer!.status(), 410);
	const {signInLink, signIn} = accountMessages(language);
	t.is(await page.$eval('h1', head => head.textContent), signInLink.goneTitle);
	t.regex(await page.$eval('code', code => code.textContent ?? ''), /^npm run --silent operator -- account reset-link$/);
	const way = await page.$eval('.ways a', ({textContent, href}: HTMLAnchorElement) => ({textContent, path: new URL(href).pathname}));
	t.deepEqual(way, {textContent: signIn.title, path: '/account/sign-in'});
}

async function aPasswordIsChosen(
	t: ExecutionContext,
	page: Page,
	{service, language}: {service: Started; language: PageLanguage},
): Promise<void> {
	await show(page, service.baseUrl);
	await Promise.all([page.waitForNavigation(PATIENCE), page.click('main a[href="/account/first-password"]')]);
	t.is(await page.$eval('input[name=email]', input => (input as HTMLInputElement).value), '', 'nobody’s address is proposed');
	await page.type('input[name=name]', 'Ana Lima');
	await page.type('input[name=email]', 'ana@example.com');
	await page.type('input[name=password]', PASSWORD);
	await Promise.all([page.waitForNavigation(PATIENCE), page.keyboard.press('Enter')]);
	await page.waitForSelector('.card:not(.skeleton)', PATIENCE);
	t.is(new URL(page.url()).pathname, '/');
	t.is(await page.$('a[href="/account/first-password"]'), null);
	const {account} = await page.evaluate(async () => (await fetch('/app/v1/account')).json());
	const asked = {name: 'Ana Lima', email: 'ana@example.com', language, plan: 'pro', administrator: true, hasPassword: true};
	t.like(account, asked);
}

function filesUnder(dataDir: string): string[] {
	return readdirSync(dataDir, {recursive: true, withFileTypes: true})
		.filter(entry => entry.isFile())
		.map(entry => join(entry.parentPath, entry.name))
		.filter(file => basename(file) !== 'ibtmp1');
}

async function take(page: Page, language: PageLanguage, name: string): Promise<void> {
	if (!pictures) return;
	await new Promise(done => setTimeout(done, SETTLED_MS));
	const to = join(pictures, language.toLowerCase());
	await mkdir(to, {recursive: true});
	await sharp(await page.screenshot())
		.webp({quality: 82, effort: 6})
		.toFile(join(to, `${name}-1440-light.webp`));
}
