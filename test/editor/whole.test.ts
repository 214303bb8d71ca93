import {readdir} from 'node:fs/promises';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import type {Page} from 'puppeteer';
import type {PageLanguage} from '../../shared/contract/page-language.ts';
import {EXAMPLE_FOLDER} from '../helpers/example-tour.ts';
import {PERSON} from '../helpers/reports.ts';
import {chord, type Editor, listen, PATIENCE, saved, stageOf, startEditor} from './helpers.ts';

/** From the door to the first views, by somebody who has never been here: with the keyboard alone, and with a pointer. */

const PICTURES = (await readdir(EXAMPLE_FOLDER))
	.filter(name => name.endsWith('.png'))
	.sort()
	.slice(0, 6)
	.map(name => join(EXAMPLE_FOLDER, name));

let editor: Editor;
test.before(async () => {
	editor = await startEditor({SIGN_UP_PLAN: 'pro'});
});
test.after.always(() => editor?.stop());

/** How somebody gets to a control and uses it. */
type Hand = {
	press(page: Page, selector: string): Promise<void>;
	/** Puts the cursor into a field. */
	enter(page: Page, selector: string): Promise<void>;
};
const keyboard: Hand = {
	async press(page, selector) {
		await tabTo(page, selector);
		await page.keyboard.press('Enter');
	},
	enter: tabTo,
};
const pointer: Hand = {
	async press(page, selector) {
		await (await page.waitForSelector(selector, {visible: true, ...PATIENCE}))!.click();
	},
	async enter(page, selector) {
		await (await page.waitForSelector(selector, {visible: true, ...PATIENCE}))!.click();
	},
};

for (const [how, hand, language] of [
	['the keyboard alone', keyboard, 'pt-BR'],
	['a pointer', pointer, 'es'],
	['a pointer', pointer, 'en'],
] as const) {
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

async function dropPictures(page: Page, hand: Hand): Promise<void> {
	await page.waitForSelector('.first .button.primary', PATIENCE);
	const [chooser] = await Promise.all([page.waitForFileChooser(PATIENCE), hand.press(page, '.first .button.primary')]);
	await chooser.accept(PICTURES);
	await page.waitForFunction(() => location.pathname.startsWith('/tours/'), PATIENCE);
	await stageOf(page);
	await page.waitForFunction(count => document.querySelectorAll('.strip [role=option]').length === count, PATIENCE, PICTURES.length);
	await saved(page);
}

/** Each step gets a highlight and its words; the keys are those of everybody. */
async function markAndWrite(page: Page, hand: Hand): Promise<void> {
	const stage = await stageOf(page);
	await hand.enter(page, '.strip [aria-selected=true]');
	for (let step = 1; step <= PICTURES.length; step++) {
		await page.keyboard.press('h');
		await stage.waitForSelector('.frame:focus', PATIENCE);
		await chord(page, 'Shift', 'ArrowLeft');
		await page.keyboard.press('Enter');
		await stage.waitForFunction(() => document.activeElement?.matches('[data-field=title]'), PATIENCE);
		await page.keyboard.type(`Passo número ${step}`);
		await page.keyboard.press('Enter');
		await page.keyboard.type('Aqui se vê o que importa.');
		await page.keyboard.press('Escape');
		await hand.enter(page, '.strip [aria-selected=true]');
		if (step < PICTURES.length) await page.keyboard.press('ArrowDown');
	}
	await chord(page, 'Control', 's');
	await saved(page);
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

async function publish(page: Page, hand: Hand): Promise<string> {
	await chord(page, 'Control', 'Enter');
	await page.waitForSelector('.dialog .primary:not(:disabled)', PATIENCE);
	await hand.press(page, '.dialog .primary:not(:disabled)');
	const input = await page.waitForSelector('.published input', PATIENCE);
	return input!.evaluate(field => (field as HTMLInputElement).value);
}

/** Goes on from control to control until one is reached; fails where it cannot be. */
async function tabTo(page: Page, selector: string): Promise<void> {
	await page.waitForSelector(selector, PATIENCE);
	for (let key = 0; key < 150; key++) {
		if (await page.evaluate(wanted => document.activeElement?.matches(wanted) ?? false, selector)) return;
		await page.keyboard.press('Tab');
	}
	throw new Error(`No way leads to ${selector} by the Tab key.`);
}
