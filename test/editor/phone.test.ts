import {readFile} from 'node:fs/promises';
import test from 'ava';
import type {Page} from 'puppeteer';
import {signedIn} from '../helpers/person.ts';
import {type Editor, PATIENCE, PICTURES, stageOf, startEditor} from './helpers.ts';

/** The editor of a tour on a telephone: what is to be touched lies in the window, under nothing. */

let editor: Editor;
test.before(async () => {
	editor = await startEditor();
});
test.after.always(() => editor?.stop());

/** A step with a picture, in the language with the longest words. */
async function open(): Promise<{page: Page; close: () => Promise<void>}> {
	const person = await signedIn(editor.service);
	await person.call('PATCH', '/app/v1/account', {language: 'pt-BR'});
	const {id} = (await person.call('POST', '/app/v1/tours', {name: 'On a telephone'})).body.tour;
	const base64 = (await readFile(PICTURES[0]!)).toString('base64');
	await person.call('POST', `/app/v1/tours/${id}/steps`, {title: 'One', image: {base64}});
	const {page, context} = await editor.open(person, `/tours/${id}`, {width: 390, height: 700});
	await stageOf(page);
	return {page, close: () => context.close()};
}

test('the tools of areas to redact lie in the window, each after the other, and the picture keeps its place', async t => {
	const {page, close} = await open();
	const picture = () => page.$eval('.window', element => element.getBoundingClientRect().top);
	await page.focus('.strip [aria-selected=true]');
	const tops = new Set<number>();
	for (let count = 1; count <= 3; count++) {
		await page.keyboard.press('r');
		await page.waitForFunction(wanted => document.querySelectorAll('.redact li').length === wanted, PATIENCE, count);
		tops.add(await picture());
		const cut = await page.$$eval('.redact :is(select, button)', controls =>
			controls.flatMap(control => {
				control.scrollIntoView({inline: 'nearest'});
				const {left, right, top, bottom} = control.getBoundingClientRect();
				const on = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
				return left >= 0 && right <= innerWidth && on && control.contains(on) ? [] : [control.outerHTML.slice(0, 90)];
			}),
		);
		t.deepEqual(cut, [], `${count}`);
		const unscrolled = await page.$eval('.redact ol', list => list.scrollWidth - list.clientWidth);
		if (count <= 2) t.true(unscrolled <= 0, `${count} areas need no scrolling`);
	}
	t.is(tops.size, 1, 'the picture does not move');
	await close();
});

test('what is said lies on no field of the step, however long it is', async t => {
	const {page, close} = await open();
	await page.click('.pull');
	const field = await page.waitForSelector('.inspector textarea:not([disabled])', PATIENCE);
	await field!.evaluate(textarea => textarea.scrollIntoView({block: 'start'}));
	// A file that is no picture is said with its name, which is long here.
	const input = (await page.$('.strip input[type=file]')) as import('puppeteer').ElementHandle<HTMLInputElement>;
	await input.evaluate(element => {
		const files = new DataTransfer();
		for (let count = 0; count < 9; count++) files.items.add(new File(['no picture'], `${'A name that is long '.repeat(5)}${count}.png`));
		element.files = files.files;
		element.dispatchEvent(new Event('change', {bubbles: true}));
	});
	await page.waitForFunction(() => (document.querySelector('.toast')?.textContent.length ?? 0) > 600, PATIENCE);
	const [above, below] = await page.evaluate(() => [
		document.querySelector('.toasts')!.getBoundingClientRect().bottom,
		document.querySelector('.inspector')!.getBoundingClientRect().top,
	]);
	t.true(above! <= below! + 1, `${above} is above ${below}`);
	await close();
});

test('a step is moved by presses alone', async t => {
	const {page, close} = await open();
	const labels = () => page.$$eval('.strip .row .label', rows => rows.map(row => row.textContent));
	await page.focus('.strip [aria-selected=true]');
	await page.keyboard.press('n');
	await page.waitForFunction(() => document.querySelectorAll('.strip .row').length === 2, PATIENCE);
	const [first, second] = await labels();
	await page.click('.pull');
	for (const [label, order] of [
		['Antes', [second, first]],
		['Depois', [first, second]],
	] as const) {
		const button = await page.waitForSelector(`.inspector ::-p-text(${label})`, PATIENCE);
		await button!.evaluate(element => element.scrollIntoView({block: 'center'}));
		await button!.click();
		await page.waitForFunction(
			wanted => [...document.querySelectorAll('.strip .row .label')].map(row => row.textContent).join() === wanted,
			PATIENCE,
			order.join(),
		);
		t.deepEqual(await labels(), [...order]);
	}
	await close();
});
