import test from 'ava';
import type {Page} from 'puppeteer';
import {signedIn} from '../helpers/person.ts';
import {type Editor, PATIENCE, stageOf, startEditor} from './helpers.ts';
import {press} from './on-page.ts';
import {readTour, tourOf} from './path-tours.ts';

/** Many tours and many steps, on a telephone: without Ctrl, Shift and the keys that move a step, and with a list that is long to scroll. */

let editor: Editor;
test.before(async () => {
	editor = await startEditor();
});
test.after.always(() => editor?.stop());

const TELEPHONE = {width: 390, height: 844, touch: true};
/** Two pages of the list. */
const MANY = 60;

test('the list of tours is where it was left, with as many tours, by Back and by the link', async t => {
	t.timeout(120_000);
	const person = await signedIn(editor.service);
	for (let index = 0; index < MANY; index++) await person.call('POST', '/app/v1/tours', {name: `Passo ${index}`});
	const {page, context} = await editor.open(person, '/', TELEPHONE);
	await press(page, '.nothing .button');
	await page.waitForFunction(count => document.querySelectorAll('.card').length === count, PATIENCE, MANY);
	const card = '.card:nth-child(53) .open';
	await page.$eval(card, link => link.scrollIntoView({block: 'center'}));
	const seen = () =>
		page.$eval(card, link => ({
			top: Math.round(link.getBoundingClientRect().top),
			held: link === document.activeElement,
			cards: document.querySelectorAll('.card').length,
		}));
	const {top} = await seen();
	for (const back of [() => page.goBack(), () => page.tap('.bar .back')]) {
		await page.tap(card);
		await page.waitForSelector('.editor', PATIENCE);
		const read = page.waitForResponse(response => response.url().includes('/app/v1/tours?'), PATIENCE);
		await back();
		await read;
		await page.waitForSelector('.grid[aria-busy=false]', PATIENCE);
		await page.waitForFunction(wanted => document.activeElement?.matches(wanted), PATIENCE, card);
		t.deepEqual(await seen(), {top, held: true, cards: MANY});
	}
	await context.close();
});

test('what has the focus lies under no bar', async t => {
	const person = await signedIn(editor.service);
	for (let index = 0; index < 12; index++) await person.call('POST', '/app/v1/tours', {name: `Passo ${index}`});
	const {page, context} = await editor.open(person, '/', {...TELEPHONE, touch: false});
	await page.focus('.narrowing select');
	for (let count = 0; count < 20; count++) {
		await page.keyboard.press('Tab');
		const covered = await page.evaluate(() => {
			const {left, right, bottom} = document.activeElement!.getBoundingClientRect();
			const there = document.elementFromPoint((left + right) / 2, bottom - 4);
			return document.activeElement!.contains(there) ? null : document.activeElement!.outerHTML.slice(0, 80);
		});
		t.is(covered, null, `${count}`);
	}
	await context.close();
});

const isMenuOpen = (page: Page) => page.evaluate(() => document.querySelector('.menu:popover-open') !== null);

test("a finger's press beside a menu closes it, on the stage too, and opens nothing", async t => {
	const person = await signedIn(editor.service);
	const id = await tourOf(person, ['Ask', 'Prices']);
	const {page, context} = await editor.open(person, '/', TELEPHONE);
	const open = async (button: string) => {
		await page.waitForSelector(button, PATIENCE);
		await page.tap(button);
		await page.waitForSelector('.menu:popover-open', PATIENCE);
	};
	// Loaded with the first focus, and a person is not as quick.
	await open('.card .over');
	await page.waitForNetworkIdle();
	await page.tap('.card .name');
	t.false(await isMenuOpen(page));
	t.is(new URL(page.url()).pathname, '/');
	await page.tap('.card .name');
	await page.waitForSelector('.editor', PATIENCE);
	await stageOf(page);
	await open('.bar .narrow');
	await page.tap('.bar .narrow');
	t.false(await isMenuOpen(page), 'by its own button');
	await open('.bar .narrow');
	await page.touchscreen.tap(100, 500);
	t.false(await isMenuOpen(page), 'by a press on the stage');
	t.true(page.url().endsWith(id));
	await context.close();
});

test('among many steps one is sent to its place, and a range is chosen by two presses', async t => {
	t.timeout(120_000);
	const person = await signedIn(editor.service);
	const titles = Array.from({length: 30}, (_, index) => `Step ${index + 1}`);
	const id = await tourOf(person, titles);
	const {page, context} = await editor.open(person, `/tours/${id}`, TELEPHONE);
	const row = (place: number) => `.strip .row:nth-of-type(${place})`;
	const shownAt = () =>
		page.$eval('.strip .row.shown', shown => {
			const {left, right} = shown.getBoundingClientRect();
			return {place: shown.querySelector('.number')!.textContent, isSeen: left >= 0 && right <= innerWidth};
		});
	await press(page, row(29));
	await page.tap('.pull');
	const place = await page.waitForSelector('.inspector .number [inputmode=numeric]', PATIENCE);
	await place!.evaluate(input => input.scrollIntoView({block: 'center'}));
	for (const [typed, at] of [
		['3', 3],
		['400', 30],
		['0', 30],
		['2', 2],
	] as const) {
		await place!.evaluate(input => (input as HTMLInputElement).select());
		await place!.type(typed);
		await page.keyboard.press('Enter');
		await page.waitForFunction(wanted => document.querySelector('.row.shown .number')!.textContent === wanted, PATIENCE, `${at}`);
		t.deepEqual(await shownAt(), {place: `${at}`, isSeen: true}, typed);
		t.is(await place!.evaluate(input => (input as HTMLInputElement).value), `${at}`, typed);
	}
	const chosen = () => page.$$eval('.row[aria-selected=true] .number', numbers => numbers.map(({textContent}) => textContent));
	await press(page, '.inspector .button', 'Select up to');
	await page.waitForSelector('.picks button', PATIENCE);
	await page.tap('.picks button');
	await page.waitForSelector('.strip:not(.picking)', PATIENCE);
	t.deepEqual(await chosen(), ['2']);
	await press(page, '.inspector .button', 'Select up to');
	await page.waitForSelector('.strip.picking', PATIENCE);
	await page.$eval(row(4), step => step.scrollIntoView({inline: 'center'}));
	await page.tap(row(4));
	await page.waitForSelector('.inspector .several .bad', PATIENCE);
	t.deepEqual(await chosen(), ['2', '3', '4']);
	await press(page, '.inspector .several .bad');
	await page.waitForFunction(() => document.querySelectorAll('.row').length === 27, PATIENCE);
	await page.waitForNetworkIdle();
	const left = (await readTour(person, id)).steps.map(({title}: {title: string}) => title);
	t.deepEqual(
		left,
		titles.filter(title => !['Step 29', 'Step 2', 'Step 3'].includes(title)),
	);
	await context.close();
});

test('while a step is to be chosen, the first one can be pressed in windows of every width', async t => {
	const person = await signedIn(editor.service);
	const id = await tourOf(person, ['Ask', 'Prices']);
	for (const width of [390, 820, 1440]) {
		const {page, context} = await editor.open(person, `/tours/${id}`, {...TELEPHONE, width});
		await press(page, '.inspector .button', 'Select up to');
		await page.waitForSelector('.picks button', PATIENCE);
		const covered = await page.evaluate(() =>
			['.strip .row', '.picks button'].filter(selector => {
				const one = document.querySelector(selector)!;
				const {left, right, top, bottom} = one.getBoundingClientRect();
				return [top + 4, bottom - 4].some(y => !one.contains(document.elementFromPoint((left + right) / 2, y)));
			}),
		);
		t.deepEqual(covered, [], `${width}`);
		await context.close();
	}
});

test.serial('a dragged step shows where it would go, however the device was turned', async t => {
	const person = await signedIn(editor.service);
	const id = await tourOf(person, ['Ask', 'Prices', 'Staff']);
	const {page, context} = await editor.open(person, `/tours/${id}`);
	await page.hover('.strip .row');
	await page.waitForSelector('.row[draggable=true]', PATIENCE);
	await page.setViewport({width: TELEPHONE.width, height: TELEPHONE.height});
	await page.waitForFunction(() => document.querySelector('.strip .list')!.clientHeight < 100, PATIENCE);
	const {x, y, width} = (await (await page.$('.strip .row:last-of-type'))!.boundingBox())!;
	await page.hover('.strip .row');
	await page.mouse.down();
	await page.mouse.move(x + width * 0.8, y + 20, {steps: 8});
	// A hand that rests on a row is heard again and again.
	await page.mouse.move(x + width * 0.9, y + 30, {steps: 4});
	await page.waitForSelector('.row.edge-right', PATIENCE);
	await page.mouse.up();
	await page.waitForFunction(() => document.querySelector('.strip .row:last-of-type .label')?.textContent === 'Ask', PATIENCE);
	t.pass();
	await context.close();
});

test("the page keeps its height under a telephone's keyboard: the step that is written in stays as large as it is", async t => {
	const person = await signedIn(editor.service);
	const {page, context} = await editor.open(person, '/', TELEPHONE);
	t.false((await page.$eval('meta[name=viewport]', meta => meta.getAttribute('content')!)).includes('resizes-content'));
	await context.close();
});
