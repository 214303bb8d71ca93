import {readFile} from 'node:fs/promises';
import test from 'ava';
import type {ElementHandle, Page} from 'puppeteer';
import {signedIn} from '../helpers/person.ts';
import {type Editor, PATIENCE, PICTURES, stageOf, startEditor} from './helpers.ts';
import {press} from './on-page.ts';

/** The editor on a telephone: what is to be pressed is high enough for a finger and lies in the window, under nothing; no sentence asks for a mouse or a key. */

let editor: Editor;
test.before(async () => {
	editor = await startEditor();
});
test.after.always(() => editor?.stop());

const TELEPHONE = {width: 390, height: 844, touch: true};
/** CSS pixels. */
const FINGER = 40;

/** Makes a tour of somebody who reads the editor in this language; with a step that has a picture, or without steps. */
async function tourOf(language: string, isPictured: boolean) {
	const person = await signedIn(editor.service);
	await person.call('PATCH', '/app/v1/account', {language});
	const {id} = (await person.call('POST', '/app/v1/tours', {name: 'On a telephone', language})).body.tour;
	const base64 = (await readFile(PICTURES[0]!)).toString('base64');
	if (isPictured) await person.call('POST', `/app/v1/tours/${id}/steps`, {title: 'One', image: {base64}});
	return {person, id};
}

/** Returns the controls that are lower than a finger needs. A link in a sentence may be: it has the height of its line. */
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

/** Returns the lines of the page that speak of dropping files or of keys: a telephone has neither. */
const byMouse = (page: Page) =>
	page.evaluate(() => document.body.innerText.split('\n').filter(line => /\b(?:drop|solte|suelta|ctrl|esc|enter|intro)\b/i.test(line)));

test('on a telephone what can be pressed is as high as a finger needs', async t => {
	t.timeout(120_000);
	const {person, id} = await tourOf('en', true);
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

/** Returns the words that stand on two lines. */
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
		const {person, id} = await tourOf(language, false);
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

/** Opens a step with a picture, in the language with the longest words; in a low window unless told. */
async function open(width = 390, height = 700): Promise<{page: Page; close: () => Promise<void>}> {
	const {person, id} = await tourOf('pt-BR', true);
	const {page, context} = await editor.open(person, `/tours/${id}`, {width, height});
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

/** Has the editor refuse files that are no pictures, with their names, which are long. */
async function sayMuch(page: Page): Promise<void> {
	const input = (await page.$('.strip input[type=file]')) as ElementHandle<HTMLInputElement>;
	await input.evaluate(element => {
		const files = new DataTransfer();
		for (let count = 0; count < 9; count++) files.items.add(new File(['no picture'], `${'A name that is long '.repeat(5)}${count}.png`));
		element.files = files.files;
		element.dispatchEvent(new Event('change', {bubbles: true}));
	});
	await page.waitForFunction(() => (document.querySelector('.toast')?.textContent.length ?? 0) > 600, PATIENCE);
}

test('what is said lies on no field of the step, however long it is', async t => {
	const {page, close} = await open();
	await page.click('.pull');
	const field = await page.waitForSelector('.inspector textarea:not([disabled])', PATIENCE);
	await field!.evaluate(textarea => textarea.scrollIntoView({block: 'start'}));
	await sayMuch(page);
	const [above, below] = await page.evaluate(() => [
		document.querySelector('.toasts')!.getBoundingClientRect().bottom,
		document.querySelector('.inspector')!.getBoundingClientRect().top,
	]);
	t.true(above! <= below! + 1, `${above} is above ${below}`);
	await close();
});

test('in wider windows, too, what is said lies beside the strip and the fields', async t => {
	for (const width of [720, 1024, 1440]) {
		const {page, close} = await open(width, 768);
		await sayMuch(page);
		const [strip, left, right, fields] = await page.evaluate(() => {
			const box = (selector: string) => document.querySelector(selector)!.getBoundingClientRect();
			return [box('.strip').right, box('.toast').left, box('.toast').right, box('.inspector').left];
		});
		t.true(strip! < left! && right! < fields!, `${width}: ${[strip, left, right, fields]}`);
		await close();
	}
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

/** The service does not respond in some states; in others it responds with this status. */
const TROUBLES = {offline: null, failed: 503, signedOut: 401, gone: 404, elsewhere: 404};

/** Has the service answer as wanted; `with('')` lets it answer itself. */
async function answering(page: Page): Promise<(state: keyof typeof TROUBLES | '') => void> {
	let now: keyof typeof TROUBLES | '' = '';
	await page.setRequestInterception(true);
	page.on('request', request => {
		if (now === '' || !request.url().includes('/app/v1/tours/')) return void request.continue();
		const status = TROUBLES[now];
		if (status === null) return void request.abort('internetdisconnected');
		const body = JSON.stringify({ok: false, error: 'unavailable', message: now === 'gone' ? 'In the bin: restore it.' : 'Not now.'});
		void request.respond({status, contentType: 'application/json', headers: {'Retry-After': '29'}, body});
	});
	return state => {
		now = state;
	};
}

/** Returns what of the line about saving is cut, or leaves the bar, while it says this. */
async function cutInBar(page: Page, state: string): Promise<string[]> {
	const found = await page.waitForFunction(
		wanted => {
			const line = document.querySelector<HTMLElement>(`.bar .save[data-state=${wanted}]`);
			if (!line) return null;
			const [bar, box] = [line.closest('.bar')!, line].map(one => one.getBoundingClientRect()) as [DOMRect, DOMRect];
			const parts = [...line.querySelectorAll('*')].filter(part => {
				const {left, right, top, bottom} = part.getBoundingClientRect();
				return part.checkVisibility() && (left < box.left - 1 || right > box.right + 1 || top < bar.top || bottom > bar.bottom + 1);
			});
			return [...(line.scrollWidth > line.clientWidth + 1 ? [line] : []), ...parts].map(({outerHTML}) => outerHTML.slice(0, 90));
		},
		PATIENCE,
		state,
	);
	return (await found.jsonValue()) as string[];
}

for (const language of ['en', 'pt-BR', 'es'])
	test(`whatever is wrong with saving is said in full, beside a long name and in narrow windows: ${language}`, async t => {
		t.timeout(120_000);
		const {person, id} = await tourOf(language, false);
		await person.call('PATCH', `/app/v1/tours/${id}`, {name: 'A name that takes all of the room that a bar can give it'});
		await person.call('POST', `/app/v1/tours/${id}/steps`, {type: 'slide', title: 'One'});
		for (const state of Object.keys(TROUBLES) as Array<keyof typeof TROUBLES>) {
			const {page, context} = await editor.open(person, `/tours/${id}`, {width: 1024, height: 768});
			const answer = await answering(page);
			t.deepEqual(await cutInBar(page, 'saved'), []);
			answer(state);
			await page.type('.inspector .sections input', 'x');
			for (const width of [1024, 390]) {
				await page.setViewport({width, height: 768});
				t.deepEqual(await cutInBar(page, state), [], `${state}, ${width}`);
			}
			await context.close();
		}
	});

test('undo is pressed again and again in one place, which never becomes redo', async t => {
	const {person, id} = await tourOf('en', true);
	const {page, context} = await editor.open(person, `/tours/${id}`, TELEPHONE);
	await stageOf(page);
	for (let count = 1; count <= 2; count++) {
		await page.focus('.strip [aria-selected=true]');
		await page.keyboard.press('n');
		await page.waitForFunction(wanted => document.querySelectorAll('.strip [role=option]').length === wanted, PATIENCE, 1 + count);
	}
	const undo = (await (await page.waitForSelector('.bar span.group .icon', PATIENCE))!.boundingBox())!;
	for (const left of [2, 1, 1]) {
		await page.touchscreen.tap(undo.x + undo.width / 2, undo.y + undo.height / 2);
		await page.waitForFunction(wanted => document.querySelectorAll('.strip [role=option]').length === wanted, PATIENCE, left);
	}
	t.is((await page.$$('.bar span.group .icon[aria-disabled=false]')).length, 1, 'all is undone, and nothing was done again');
	await context.close();
});

test('a long name is shown whole where it is written, and stays one line', async t => {
	const {person, id} = await tourOf('en', false);
	const name = 'How to write the first invoice of a month for a customer abroad '.repeat(3).trim();
	await person.call('PATCH', `/app/v1/tours/${id}`, {name});
	for (const width of [1440, 1024, 390]) {
		const {page, context} = await editor.open(person, `/tours/${id}`, {width, height: 844});
		const field = (await page.waitForSelector('.bar .title', PATIENCE))!;
		await field.click();
		const [cut, right] = await field.evaluate(area => [
			Math.max(area.scrollHeight - area.clientHeight, area.scrollWidth - area.clientWidth),
			area.getBoundingClientRect().right,
		]);
		t.true(cut! <= 0 && right! <= width, `${width}: ${cut}, ${right}`);
		t.is(await page.evaluate(() => document.elementFromPoint(120, 60)?.className), 'title', `${width}: nothing lies on it`);
		await page.keyboard.press('Enter');
		t.is(await page.$eval('.bar h1', shown => shown.textContent), name);
		t.is(await page.$('.title:focus'), null);
		await context.close();
	}
});

test('what is unwise about a form lies on no field that is in use', async t => {
	const {person, id} = await tourOf('en', true);
	const {page, context} = await editor.open(person, `/tours/${id}/cards`, {width: 390, height: 844});
	await press(page, '.lookfields .check input');
	await page.waitForSelector('.warnings p', PATIENCE);
	const fields = await page.$$('.lookfields :is(input, textarea, select, summary)');
	t.true(fields.length > 8);
	for (const field of fields) {
		if (!(await field.isVisible())) continue;
		await page.focus('.back');
		await page.keyboard.press('Tab');
		await field.focus();
		const covered = await field.evaluate(one => {
			const [warning, own] = [document.querySelector('.warnings')!, one].map(part => part.getBoundingClientRect()) as [DOMRect, DOMRect];
			return warning.top < own.bottom && own.top < warning.bottom ? one.outerHTML : '';
		});
		t.is(covered, '');
	}
	await context.close();
});
