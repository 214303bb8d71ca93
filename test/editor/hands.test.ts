import test from 'ava';
import type {Frame, Page} from 'puppeteer';
import {SHOWN_TEXTS} from '../../shared/contract/step-fields.ts';
import {signedIn} from '../helpers/person.ts';
import {choose, chord, type Editor, fieldsOf, PATIENCE, PICTURES, saved, stageOf, startEditor} from './helpers.ts';

/** What hands do in the editor beside typing: dropping, pasting, other keyboards, input methods, the wheel, a browser that translates. */

let editor: Editor;
test.before(async () => {
	editor = await startEditor();
});
test.after.always(() => editor?.stop());

const rows = (page: Page) => page.$$eval('.strip [role=option]', all => all.length);
const becomes = (page: Page, count: number) =>
	page.waitForFunction(most => document.querySelectorAll('.strip [role=option]').length === most, PATIENCE, count);

/** Fires a paste or drop with these contents at the place that is held, as the browser would; returns whether somebody took it. */
const give = (place: Page | Frame, kind: 'paste' | 'drop' | 'dragover', selector: string, contents: {text?: string; color?: string}) =>
	place.evaluate(
		async (type, wanted, {text, color}) => {
			const data = new DataTransfer();
			if (text) data.setData('text/plain', text);
			if (color) {
				const canvas = new OffscreenCanvas(640, 400);
				const context = canvas.getContext('2d')!;
				context.fillStyle = color;
				context.fillRect(0, 0, 640, 400);
				data.items.add(new File([await canvas.convertToBlob()], `${color}.png`, {type: 'image/png'}));
			}
			const init = {bubbles: true, cancelable: true, composed: true};
			const event =
				type === 'paste' ? new ClipboardEvent(type, {...init, clipboardData: data}) : new DragEvent(type, {...init, dataTransfer: data});
			return !document.querySelector(wanted)!.dispatchEvent(event);
		},
		kind,
		selector,
		contents,
	);

test.serial('a picture is taken wherever it is dropped or pasted, and words in a field stay words', async t => {
	const {page, stage, context} = await openTour();
	let count = await rows(page);
	for (const [place, selector, color] of [
		[page, '.strip', 'red'],
		[page, '.inspector', 'green'],
		[stage, 'main', 'blue'],
		[stage, '[data-field=title]', 'navy'],
	] as const) {
		t.true(await give(place, 'drop', selector, {color}), `dropped on ${selector}`);
		await becomes(page, ++count);
		t.true(await give(place, 'paste', selector, {color: `dark${color === 'navy' ? 'cyan' : color}`}), `pasted on ${selector}`);
		await becomes(page, ++count);
	}
	// The fields are those of another step once the last picture is stored.
	await page.waitForFunction(() => !document.querySelector('.strip .sending'), PATIENCE);
	await saved(page);
	await new Promise(done => setTimeout(done, 1000));
	const fields = await page.$$eval('.inspector :is(input:not([type=file],[type=checkbox],[type=radio]),textarea), .bar .title', all =>
		all.map((field, index) => {
			field.setAttribute('data-tried', String(index));
			return index;
		}),
	);
	t.true(fields.length > 3);
	for (const index of fields) t.false(await give(page, 'paste', `[data-tried="${index}"]`, {text: 'Quarter 3', color: 'gold'}));
	for (const field of SHOWN_TEXTS) t.false(await give(stage, 'paste', `[data-field=${field}]`, {text: 'Quarter 3', color: 'gold'}));
	await saved(page);
	t.is(await rows(page), count, 'no cell became a step');
	await context.close();
});

test.serial('a file that nobody takes opens nothing', async t => {
	const person = await signedIn(editor.service);
	const {page, context} = await editor.open(person, '/statistics');
	for (const kind of ['dragover', 'drop'] as const) t.true(await give(page, kind, 'main', {color: 'red'}), kind);
	await context.close();
});

test.serial('shortcuts are found by their place on keyboards of other alphabets, and by their letter on Latin ones', async t => {
	const {page, stage, context} = await openTour();
	const press = (place: Page | Frame, code: string, key: string) =>
		place.evaluate(
			init => void document.body.dispatchEvent(new KeyboardEvent('keydown', {...init, ctrlKey: true, bubbles: true, cancelable: true})),
			{code, key},
		);
	for (const place of [page, stage]) {
		for (const [d, z] of [
			['в', 'я'],
			['δ', 'ζ'],
			['ג', 'ז'],
			['ي', 'ئ'],
		] as const) {
			const count = await rows(page);
			await press(place, 'KeyD', d);
			await becomes(page, count + 1);
			await press(place, 'KeyZ', z);
			await becomes(page, count);
		}
	}
	const count = await rows(page);
	// Dvorak writes e at the place of D; AZERTY writes w at the place of Z, and z at that of W.
	await press(page, 'KeyD', 'e');
	t.is(await rows(page), count);
	await press(page, 'KeyH', 'd');
	await becomes(page, count + 1);
	await press(page, 'KeyZ', 'w');
	t.is(await rows(page), count + 1);
	await press(page, 'KeyW', 'z');
	await becomes(page, count);
	await context.close();
});

test.serial('Enter and Escape of an input method stay in the field', async t => {
	const {page, stage, context} = await openTour();
	const held = (place: Page | Frame, selector: string) =>
		place.evaluate(wanted => {
			const field = document.querySelector<HTMLElement>(wanted)!;
			field.focus();
			for (const key of ['Enter', 'Escape'])
				for (const how of [{isComposing: true}, {keyCode: 229}])
					field.dispatchEvent(new KeyboardEvent('keydown', {key, ...how, bubbles: true, cancelable: true}));
			return document.activeElement === field;
		}, selector);
	t.true(await held(page, '.bar .title'));
	t.true(await held(stage, '[data-field=title]'));
	t.true(await held(stage, '[data-field=text]'));
	await context.close();
});

test.serial('each letter that is typed stays in its field, also once something was undone', async t => {
	const {page, context} = await openTour();
	const fields = '.inspector .textfield :is(input, textarea)';
	const drawn = () => page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
	for (const index of (await page.$$(fields)).keys()) {
		for (const word of ['first', 'second']) {
			const field = (await page.$$(fields))[index]!;
			if (!(await field.isVisible())) continue;
			await field.focus();
			for (let typed = 1; typed <= word.length; typed++) {
				await page.keyboard.type(word[typed - 1]!);
				await drawn();
				t.is(await field.evaluate(({value}) => value), word.slice(0, typed), `field ${index}`);
			}
			await page.focus('.strip .row');
			await chord(page, 'Control', 'z');
			await page.waitForFunction(one => one.value === '', PATIENCE, field);
		}
	}
	await context.close();
});

test.serial('a step is dragged to another place of the strip', async t => {
	const {page, context} = await openTour();
	await page.focus('.strip .row');
	await page.keyboard.press('n');
	await becomes(page, 2);
	await page.hover('.strip');
	await page.waitForSelector('.strip .row[draggable=true]', PATIENCE);
	const [first, last] = await page.$$('.strip .row');
	const {x, y, height} = (await last!.boundingBox())!;
	await first!.hover();
	await page.mouse.down();
	await page.mouse.move(x + 20, y + height * 0.9, {steps: 8});
	await page.waitForSelector('.row.edge-bottom', PATIENCE);
	await page.mouse.up();
	await page.waitForFunction(() => document.querySelector('.strip .row:last-of-type img'), PATIENCE);
	t.is(await rows(page), 2);
	await context.close();
});

test.serial('the wheel changes no number', async t => {
	const {page, stage, context} = await openTour();
	await page.$eval('.strip .row', row => (row as HTMLElement).focus());
	await page.keyboard.press('h');
	await stage.waitForSelector('.frame', PATIENCE);
	await page.waitForFunction(() => document.querySelectorAll('.inspector .number input').length >= 4, PATIENCE);
	const numbers = await page.$$('.inspector .number input');
	t.true(numbers.length >= 4);
	for (const number of numbers) {
		if (!(await number.isVisible())) continue;
		await number.click();
		const before = await number.evaluate(({value}) => value);
		await page.mouse.wheel({deltaY: 120});
		await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
		t.is(await number.evaluate(({value}) => value), before);
	}
	await context.close();
});

test.serial('translated by the browser, the editor says what is true', async t => {
	const {page, context} = await openTour();
	await page.evaluate(() => {
		const exchange = (text: Text) => {
			if (!text.data.trim() || text.parentElement?.closest('font,script,style')) return;
			const font = document.createElement('font');
			font.textContent = `¡${text.data}!`;
			text.replaceWith(font);
		};
		const all = (root: Node) => {
			const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
			const texts: Text[] = [];
			while (walker.nextNode()) texts.push(walker.currentNode as Text);
			texts.forEach(exchange);
		};
		all(document.body);
		new MutationObserver(records => {
			for (const {addedNodes} of records) for (const node of addedNodes) node.nodeType === 3 ? exchange(node as Text) : all(node);
		}).observe(document.body, {childList: true, subtree: true});
	});
	const says = (selector: string, words: string) =>
		page.waitForFunction((wanted, text) => document.querySelector(wanted)?.textContent.trim() === `¡${text}!`, PATIENCE, selector, words);
	await says('.save [role=status]', 'Saved');
	await page.setOfflineMode(true);
	await page.focus('.inspector .sections input');
	await page.keyboard.type('Renamed');
	await page.waitForSelector('[data-state=offline]', PATIENCE);
	await says('.save [role=status]', 'Kept on this device, not sent');
	await page.setOfflineMode(false);
	await saved(page);
	await says('.save [role=status]', 'Saved');
	t.regex(await page.$eval('.strip', strip => strip.textContent), /Renamed/);
	await context.close();
});

async function openTour() {
	const person = await signedIn(editor.service);
	const opened = await editor.open(person, '/');
	await choose(opened.page, PICTURES.slice(0, 1));
	const stage = await stageOf(opened.page);
	await fieldsOf(opened.page, '');
	await saved(opened.page);
	return {...opened, stage};
}
