import {readFile} from 'node:fs/promises';
import test from 'ava';
import type {Frame, Page} from 'puppeteer';
import {SHOWN_TEXTS} from '../../shared/contract/step-fields.ts';
import {signedIn} from '../helpers/person.ts';
import {type Editor, PATIENCE, PICTURES, saved, stageOf, startEditor} from './helpers.ts';

/** What is seen on the stage while a pointer draws on it. */

let editor: Editor;
test.before(async () => {
	editor = await startEditor();
});
test.after.always(() => editor?.stop());

test.serial('a first highlight is seen while it is drawn', async t => {
	const {page, stage, context} = await openStep(null);
	const at = await placesOn(page, stage);
	await page.mouse.move(...at(0.2, 0.2));
	await page.mouse.down();
	await page.mouse.move(...at(0.5, 0.4), {steps: 5});
	await stage.waitForSelector('.ring.first', PATIENCE);
	const drawn = await edgesOf(stage, '.ring');
	await page.mouse.up();
	await stage.waitForSelector('.frame', PATIENCE);
	t.is(await stage.$('.ring.first'), null);
	t.deepEqual(await edgesOf(stage, '.ring'), drawn, 'what comes of it is where it was drawn');
	await saved(page);
	await context.close();
});

for (const look of [{}, {width: 390, height: 844, touch: true}])
	for (const [marked, highlight] of [
		['has', {x: 0.3, y: 0.4, width: 0.15, height: 0.1}],
		['lacks', null],
	] as const)
		test.serial(
			`words are written where they stand, on a step that ${marked} a highlight, ${look.touch ? 'by touch' : 'by mouse'}`,
			async t => {
				const {page, stage, context} = await openStep(highlight, {look});
				for (const field of SHOWN_TEXTS) {
					const [left, top, right, bottom] = (await edgesOf(stage, `[data-field=${field}]`)) as [number, number, number, number];
					const {x, y, scale} = await outsideOf(page);
					const at = [x + ((left + right) / 2) * scale, y + ((top + bottom) / 2) * scale] as const;
					await (look.touch ? page.touchscreen.tap(...at) : page.mouse.click(...at));
					await twoFrames(stage);
					t.is(await stage.evaluate(() => (document.activeElement as HTMLElement).dataset.field), field);
				}
				await context.close();
			},
		);

test.serial('the balloon goes with a highlight that is moved, and stays where it was when that is let go', async t => {
	const {page, stage, context} = await openStep({x: 0.3, y: 0.4, width: 0.15, height: 0.1});
	// To each corner, a little over the edge, and back to the middle.
	for (const [x, y] of [
		[0.01, 0.01],
		[1.2, 0.05],
		[0.95, 1.3],
		[-0.2, 0.9],
		[0.5, 0.5],
	] as const) {
		const at = await placesOn(page, stage);
		const before = await edgesOf(stage, '.balloon');
		await page.mouse.move(...(await middleOf(page, stage)));
		await page.mouse.down();
		await page.mouse.move(...at(x, y), {steps: 8});
		await twoFrames(stage);
		const [ring, balloon] = [await edgesOf(stage, '.ring'), await edgesOf(stage, '.balloon')];
		t.notDeepEqual(balloon, before, 'it went along');
		await page.mouse.up();
		await twoFrames(stage);
		t.deepEqual(await edgesOf(stage, '.ring'), ring);
		t.deepEqual(await edgesOf(stage, '.balloon'), balloon, `let go at ${x} ${y}`);
		t.notRegex(
			await stage.$eval('.frame', frame => getComputedStyle(frame).boxShadow),
			/inset/,
			'nothing is drawn over what is highlighted',
		);
	}
	await saved(page);
	await context.close();
});

test.serial('keys that are faster than what they do is drawn: the highlight is held, and nothing takes the focus from it', async t => {
	const {page, stage, context} = await openStep(null, {count: 2});
	await page.focus('.strip [aria-selected=true]');
	await page.evaluate(() => {
		for (const key of ['ArrowDown', 'h'])
			document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}));
	});
	await stage.waitForSelector('.frame:focus', PATIENCE);
	await saved(page);
	t.true(await page.evaluate(() => document.activeElement?.localName === 'iframe'));
	t.truthy(await stage.$('.frame:focus'));
	await context.close();
});

test.serial('a letter in the field beside the stage is on it soon, and not lost where another step is chosen at that moment', async t => {
	const {page, stage, context, person, id} = await openStep(null, {count: 2});
	const shows = (text: string) =>
		stage.waitForFunction(words => document.querySelector('[data-field=text]')?.textContent === words, PATIENCE, text);
	await page.focus('.sections textarea');
	await page.keyboard.type(' Then let it go.');
	await shows('Drag it. Then let it go.');
	await page.evaluate(() => {
		const field = document.querySelector<HTMLTextAreaElement>('.sections textarea')!;
		field.value = 'Hold it.';
		field.dispatchEvent(new InputEvent('input', {bubbles: true}));
		document.querySelectorAll<HTMLElement>('.strip [role=option]')[1]!.click();
	});
	await shows('Drag it.');
	await page.click('.strip [role=option]');
	await shows('Hold it.');
	await saved(page);
	const {steps} = (await person.call('GET', `/app/v1/tours/${id}`)).body.tour;
	t.deepEqual(
		steps.map(({text}: {text: string}) => text),
		['Hold it.', 'Drag it.'],
	);
	await context.close();
});

test.serial('bold words and keys are written with their marks, and stay so in what is stored', async t => {
	const text = 'Press **Save** or <kbd>F2</kbd>';
	const {page, stage, context, person, id} = await openStep(null, {text});
	t.is(await stage.$eval('[data-field=text]', element => element.textContent), text);
	await stage.$eval('[data-field=text]', element => {
		(element as HTMLElement).focus();
		element.ownerDocument.getSelection()!.collapse(element, element.childNodes.length);
	});
	await page.keyboard.type('.');
	await saved(page);
	t.is((await person.call('GET', `/app/v1/tours/${id}`)).body.tour.steps[0].text, `${text}.`);
	await context.close();
});

test.serial('a tour that is read from right to left is so on the stage and on its cards, as its page is', async t => {
	const person = await signedIn(editor.service);
	const {id} = (await person.call('POST', '/app/v1/tours', {name: 'סיור'})).body.tour;
	await person.call('POST', `/app/v1/tours/${id}/steps`, {type: 'slide', title: 'מה תרצו לראות?'});
	await person.call('PUT', `/app/v1/tours/${id}/narration-settings`, {language: 'he'});
	const {page, context} = await editor.open(person, `/tours/${id}`);
	const laidOut = (frame: Frame) => frame.$eval('html', ({lang, dir}) => [lang, dir]);
	const stage = await stageOf(page);
	t.deepEqual(await laidOut(stage), ['he', 'rtl']);
	t.is(await stage.$eval('.go', own => own.getAttribute('lang')), 'en', 'the words of the player are in another language');
	await page.goto(`${page.url()}/cards`);
	await page.waitForFunction(() => document.querySelector('iframe')?.contentDocument?.querySelector('.card'), PATIENCE);
	t.deepEqual(await laidOut((await (await page.$('iframe'))!.contentFrame())!), ['he', 'rtl']);
	await context.close();
});

test.serial('a balloon that grows and shrinks while somebody writes is where a page that shows these words puts it', async t => {
	const {page, stage, context} = await openStep({x: 0.3, y: 0.78, width: 0.15, height: 0.1});
	const first = await edgesOf(stage, '.balloon');
	const compare = async (when: string) => {
		await twoFrames(stage);
		const written = await edgesOf(stage, '.balloon');
		// All of the stage is placed again.
		await stage.evaluate(() => document.fonts.dispatchEvent(new Event('loadingdone')));
		t.deepEqual(await edgesOf(stage, '.balloon'), written, when);
		return written;
	};
	await stage.focus('[data-field=text]');
	await page.keyboard.type('One more line of words for those who like to read. '.repeat(3));
	t.notDeepEqual(await compare('a few lines'), first, 'it has grown');
	await page.keyboard.type('And so on until there is no more room. '.repeat(22));
	await compare('longer than the stage');
	await page.keyboard.type('Still more.');
	await compare('what is typed below the edge');
	await stage.evaluate(() => document.getSelection()!.selectAllChildren(document.querySelector('[data-field=text]')!));
	await page.keyboard.press('Backspace');
	await compare('emptied');
	await saved(page);
	await context.close();
});

type Opened = {count?: number; text?: string; look?: {width?: number; height?: number; touch?: boolean}};

async function openStep(highlight: object | null, {count = 1, text = 'Drag it.', look = {}}: Opened = {}) {
	const person = await signedIn(editor.service);
	const {id} = (await person.call('POST', '/app/v1/tours', {name: 'Drawn'})).body.tour;
	const base64 = (await readFile(PICTURES[0]!)).toString('base64');
	for (let step = 0; step < count; step++)
		await person.call('POST', `/app/v1/tours/${id}/steps`, {title: 'Place the node', text, image: {base64}, highlight});
	const {page, context} = await editor.open(person, `/tours/${id}`, look);
	return {page, context, person, id, stage: await stageOf(page)};
}

/** Where a share of the picture is on the page. */
async function placesOn(page: Page, stage: Frame) {
	const [left, top, right, bottom] = (await edgesOf(stage, '.pic')) as [number, number, number, number];
	const outside = await outsideOf(page);
	return (x: number, y: number): [number, number] => [
		outside.x + (left + x * (right - left)) * outside.scale,
		outside.y + (top + y * (bottom - top)) * outside.scale,
	];
}

async function middleOf(page: Page, stage: Frame): Promise<[number, number]> {
	const [left, top, right, bottom] = (await edgesOf(stage, '.frame')) as [number, number, number, number];
	const {x, y, scale} = await outsideOf(page);
	return [x + ((left + right) / 2) * scale, y + ((top + bottom) / 2) * scale];
}

function outsideOf(page: Page) {
	return page.$eval('.window iframe', frame => {
		const {x, y, width} = frame.getBoundingClientRect();
		return {x, y, scale: width / (frame as HTMLElement).offsetWidth};
	});
}

/** Whole pixels of the stage. */
function edgesOf(stage: Frame, selector: string): Promise<number[]> {
	return stage.$eval(selector, element => {
		const {left, top, right, bottom} = element.getBoundingClientRect();
		return [left, top, right, bottom].map(Math.round);
	});
}

function twoFrames(stage: Frame): Promise<unknown> {
	return stage.waitForFunction(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true)))), PATIENCE);
}
