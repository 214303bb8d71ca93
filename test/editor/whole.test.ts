import test, {type ExecutionContext} from 'ava';
import type {Page} from 'puppeteer';
import type {PageLanguage} from '../../shared/contract/page-language.ts';
import {shareOf} from '../helpers/extent.ts';
import {PERSON} from '../helpers/reports.ts';
import {dropPictures, type Hand, keyboard, markAndWrite, PICTURES, pointer, publish, tabTo} from './first-tour.ts';
import {type Editor, listen, PATIENCE, saved, stageOf, startEditor} from './helpers.ts';

/** From the door to the first views, by somebody who has never been here: with the keyboard alone, and with a pointer. */

let editor: Editor;
test.before(async () => {
	editor = await startEditor({REGISTRATION: 'pro'});
});
test.after.always(() => editor?.stop());

const WALKS = [
	['the keyboard alone', keyboard, 'pt-BR'],
	['a pointer', pointer, 'es'],
	['a pointer', pointer, 'en'],
] as const;
for (const [how, hand, language] of shareOf(WALKS, ([how]) => how)) {
	test.serial(`from the door to the first views by ${how}: ${language}`, t => walk(t, hand, language));
}

async function walk(t: ExecutionContext, hand: Hand, language: PageLanguage): Promise<void> {
	const start = performance.now();
	const context = await editor.browser.createBrowserContext();
	const page = await context.newPage();
	const heard: string[] = [];
	listen(page, heard);
	await page.setViewport({width: 1440, height: 900});
	await page.goto(`${editor.service.baseUrl}/?language=${language}`, {waitUntil: 'networkidle2', ...PATIENCE});
	await hand.press(page, 'a.call');
	await signUp(page, hand, language);
	await dropPictures(page, hand);
	t.is(await page.$eval('html', root => root.lang), language);
	await markAndWrite(page, hand);
	await chooseTheme(page, hand);
	const link = await publish(page, hand);

	const visitor = await context.newPage();
	listen(visitor, heard);
	// A browser without a window says so, and is counted as a program.
	await visitor.setUserAgent({userAgent: PERSON});
	await visitor.goto(link, {waitUntil: 'networkidle2', ...PATIENCE});
	t.is(await visitor.$$eval('section.step', steps => steps.length), PICTURES.length);
	t.is(await visitor.$eval('html', root => root.lang), language, 'the page speaks the language of its author');
	for (let step = 1; step < PICTURES.length; step++) await visitor.keyboard.press('ArrowRight');
	await visitor.close();

	const id = new URL(page.url()).pathname.split('/')[2]!;
	await page.goto(`${editor.service.baseUrl}/tours/${id}/statistics`, {waitUntil: 'networkidle2', ...PATIENCE});
	// Until the first view is counted there are no totals.
	const views = () => page.evaluate(() => document.querySelector('.total strong')?.textContent ?? null);
	for (let look = 0; (await views()) !== '1' && look < 60; look++) {
		await new Promise(done => setTimeout(done, 500));
		await page.reload({waitUntil: 'networkidle2', ...PATIENCE});
	}
	t.is(await views(), '1');
	t.deepEqual(heard, []);
	t.log(`${((performance.now() - start) / 1000).toFixed(1)} s of machine time`);
	await context.close();
}

async function signUp(page: Page, hand: Hand, language: PageLanguage): Promise<void> {
	await page.waitForSelector('input[name=password]', PATIENCE);
	for (const [field, value] of [
		['name', 'Ana Lima'],
		['email', `ana-${language.toLowerCase()}@first.example`],
		['password', 'quatro palavras em fila'],
	]) {
		await hand.enter(page, `input[name=${field}]`);
		await page.keyboard.type(value!);
	}
	await page.keyboard.press('Enter');
}

async function chooseTheme(page: Page, hand: Hand): Promise<void> {
	await hand.press(page, '.bar .wide[aria-haspopup=menu]');
	await page.waitForSelector('[role=menu]:popover-open [role=menuitem]:focus', PATIENCE);
	await page.keyboard.press('Enter');
	await page.waitForSelector('.presets', PATIENCE);
	if (hand === keyboard) {
		await tabTo(page, 'input[name=preset]:checked');
		await page.keyboard.press('ArrowRight');
	} else {
		await page.click('input[value=violet] + .swatch');
	}
	await page.waitForSelector('.bar [data-state]:not([data-state=saved])', PATIENCE).catch(() => {});
	await saved(page);
	await hand.press(page, '.back');
	await page.waitForSelector('.strip', PATIENCE);
	await stageOf(page);
}
