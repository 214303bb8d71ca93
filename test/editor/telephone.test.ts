import {readFile} from 'node:fs/promises';
import test from 'ava';
import type {Page} from 'puppeteer';
import {signedIn} from '../helpers/person.ts';
import {type Editor, PATIENCE, PICTURES, startEditor} from './helpers.ts';
import {press} from './on-page.ts';

/** The editor in the hand: nothing to press is lower than a finger needs, and nothing asks for what a telephone has not. */

let editor: Editor;
test.before(async () => {
	editor = await startEditor();
});
test.after.always(() => editor?.stop());

const TELEPHONE = {width: 390, height: 844, touch: true};
/** CSS pixels. */
const FINGER = 40;

/** What is lower than a finger needs, but a link in a sentence, which has the height of its line. */
const low = (page: Page) =>
	page.evaluate(least => {
		const controls = document.querySelectorAll<HTMLElement>('button, a[href], summary, label.check');
		return [...controls].flatMap(control => {
			const {width, height} = control.getBoundingClientRect();
			// Half a pixel is rounding.
			if (!control.checkVisibility() || width < 8 || height > least - 0.5 || control.closest('p')) return [];
			return [`${control.outerHTML.slice(0, 80)}: ${height}`];
		});
	}, FINGER);

/** What is read of dropping files and of keys, which a telephone has not. */
const byMouse = (page: Page) =>
	page.evaluate(() => document.body.innerText.split('\n').filter(line => /\b(?:drop|solte|suelta|ctrl|esc|enter|intro)\b/i.test(line)));

test('on a telephone what can be pressed is as high as a finger needs', async t => {
	t.timeout(120_000);
	const person = await signedIn(editor.service);
	const {id} = (await person.call('POST', '/app/v1/tours', {name: 'In the hand'})).body.tour;
	const base64 = (await readFile(PICTURES[0]!)).toString('base64');
	await person.call('POST', `/app/v1/tours/${id}/steps`, {image: {base64}});
	for (const path of ['/', '/bin', '/statistics', '/leads', '/settings', ...['', '/theme', '/cards'].map(part => `/tours/${id}${part}`)]) {
		const {page, context} = await editor.open(person, path, TELEPHONE);
		t.deepEqual(await low(page), [], path);
		await context.close();
	}
	const {page} = await editor.open(person, `/tours/${id}`, TELEPHONE);
	await press(page, '.bar .primary');
	await page.waitForSelector('.publish .places button', PATIENCE);
	await page.waitForSelector('.publish .weight a', PATIENCE);
	t.deepEqual(await low(page), [], 'what is to be looked at before it is published');
});

/** Words that stand on two lines. */
const broken = (page: Page, selector: string) =>
	page.$$eval(selector, cells =>
		cells.flatMap(cell => {
			const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
			const found: string[] = [];
			while (texts.nextNode()) {
				const node = texts.currentNode as Text;
				for (const {0: word, index} of node.data.matchAll(/[\p{L}\p{N}]+/gu)) {
					const range = document.createRange();
					range.setStart(node, index);
					range.setEnd(node, index + word.length);
					if (new Set([...range.getClientRects()].map(({top}) => Math.round(top))).size > 1) found.push(word);
				}
			}
			return found;
		}),
	);

for (const language of ['en', 'pt-BR', 'es'])
	test(`a telephone is not asked for a mouse or a key, and breaks no word: ${language}`, async t => {
		t.timeout(120_000);
		const person = await signedIn(editor.service);
		await person.call('PATCH', '/app/v1/account', {language});
		const {id} = (await person.call('POST', '/app/v1/tours', {name: 'In the hand', language})).body.tour;
		for (const path of ['/', `/tours/${id}`]) {
			const {page, context} = await editor.open(person, path, TELEPHONE);
			t.is(await page.$eval('html', ({lang}) => lang), language);
			t.deepEqual(await byMouse(page), [], path);
			await context.close();
		}
		for (const title of ['Open the calendar', 'Find the customer'])
			await person.call('POST', `/app/v1/tours/${id}/steps`, {type: 'slide', title});
		const {page} = await editor.open(person, `/tours/${id}`, TELEPHONE);
		await page.keyboard.press('f');
		await page.waitForSelector('.flow .handle', PATIENCE);
		await page.tap('.flow .handle');
		await page.waitForSelector('.flow-room.linking', PATIENCE);
		t.deepEqual(await byMouse(page), [], 'while a link is made');
		await page.tap('.flow-foot .button:last-child');
		await page.waitForSelector('.flow-room:not(.linking)', PATIENCE);
		await page.tap('.flow .views button:nth-of-type(2)');
		await page.waitForSelector('.flow-list td', PATIENCE);
		t.deepEqual(await broken(page, '.flow-list :is(th, td)'), []);
	});
