import {readFile} from 'node:fs/promises';
import test from 'ava';
import type {Page} from 'puppeteer';
import {shareOf} from '../helpers/extent.ts';
import {signedIn} from '../helpers/person.ts';
import {chord, drag, type Editor, PATIENCE, type Person, PICTURES, saved, stageOf, startEditor} from './helpers.ts';

/** Nothing moves under the hand: whatever is opened or pressed, the picture stays where it was. */

let editor: Editor;
let person: Person;
let id: string;
test.before(async () => {
	editor = await startEditor();
	person = await signedIn(editor.service);
	id = (await person.call('POST', '/app/v1/tours', {name: 'A tour to hold still'})).body.tour.id;
	const base64 = (await readFile(PICTURES[0]!)).toString('base64');
	for (const title of ['Wide', 'Tiny']) await person.call('POST', `/app/v1/tours/${id}/steps`, {title, image: {base64}, ...MARKS[title]});
	await person.call('POST', `/app/v1/tours/${id}/publish`);
});
test.after.always(() => editor?.stop());

/** The picture of an application of 1,440 pixels, and what is 12 pixels large in it. */
const MARKS: Record<string, object> = {
	Wide: {highlight: {x: 0.1, y: 0.1, width: 0.2, height: 0.1}, click: {x: 0.2, y: 0.15}},
	Tiny: {highlight: {x: 0.5, y: 0.4, width: 0.0083, height: 0.0133}, click: {x: 0.504, y: 0.4066}},
};

/** Controls whose purpose it is to show another step, another size or another page, or that ask for a file. */
const MOVES = '.back,.strip *,.zoom *,.bar fieldset *,.pull,[type=file],a[href],.bad,.bar .again';

/** Where the picture lies on the page, in pixels. */
const place = (page: Page) =>
	page.evaluate(() => {
		const frame = document.querySelector<HTMLIFrameElement>('.window iframe')!;
		const {left, top, width} = frame.getBoundingClientRect();
		const scale = width / frame.offsetWidth;
		const picture = frame.contentDocument!.querySelector('.pic')!.getBoundingClientRect();
		return [left + picture.left * scale, top + picture.top * scale, picture.width * scale]
			.map(value => Math.round(value * 10) / 10)
			.join(' ');
	});

const WINDOWS = [
	[1440, 900],
	[1024, 768],
	[390, 844],
] as const;
for (const [width, height] of shareOf(WINDOWS, ([width]) => (width < 720 ? 'narrow' : 'wide'))) {
	test(`the picture stays where it is at ${width} pixels, whatever is pressed`, async t => {
		t.timeout(180_000);
		const {page, context} = await editor.open(person, `/tours/${id}`, {width, height});
		const stage = await stageOf(page);
		await stage.waitForSelector('.pic img', PATIENCE);
		const before = await place(page);
		const pressed: string[] = [];
		if (width < 720) await page.click('.pull');
		// What is loaded once it is unfolded is walked as well.
		await page.evaluate(() => {
			for (const part of document.querySelectorAll<HTMLDetailsElement>('.inspector details')) part.open = true;
		});
		await page.waitForSelector('.target .chosen', PATIENCE);
		const names = await page.evaluate(moves => {
			const all = [
				...document.querySelectorAll<HTMLElement>(
					'.bar :is(button,summary), .tools :is(button,select), .inspector :is(button,summary,input)',
				),
			];
			return all
				.filter(one => !one.matches(moves) && !one.matches(':disabled') && one.checkVisibility())
				.map((one, index) => {
					one.dataset.trial = String(index);
					return one.ariaLabel || one.textContent || one.title || one.tagName;
				});
		}, MOVES);
		for (const [index, name] of names.entries()) {
			const there = await page.evaluate(trial => {
				const control = document.querySelector<HTMLElement>(`[data-trial="${trial}"]`);
				control?.click();
				return control !== null;
			}, index);
			if (!there) continue;
			pressed.push(name);
			await page.evaluate(() => new Promise(done => requestAnimationFrame(() => setTimeout(done, 150))));
			t.is(await place(page), before, `"${name}" moves the picture`);
			await page.evaluate(() => document.querySelectorAll('dialog').forEach(dialog => void dialog.close()));
			await page.evaluate(() => document.querySelectorAll<HTMLElement>(':popover-open').forEach(menu => void menu.hidePopover()));
			await page.keyboard.press('Escape');
			t.is(await place(page), before, `the picture does not come back after "${name}"`);
		}
		t.true(pressed.length >= (width < 720 ? 8 : 20), pressed.join(', '));

		await page.setOfflineMode(true);
		await chord(page, 'Control', 'd');
		await page.waitForSelector('.save.warn,.save.bad', PATIENCE);
		t.is(await place(page), before, 'what is said of saving moves the picture');
		await page.setOfflineMode(false);
		await context.close();
	});
}

test('numbers of a step are shown to their last digit, whatever the window', async t => {
	const tour = (await person.call('POST', '/app/v1/tours', {name: 'Numbers'})).body.tour.id as string;
	const base64 = (await readFile(PICTURES[0]!)).toString('base64');
	const highlight = {x: 0.3403, y: 0.2508, width: 0.2209, height: 0.1036};
	await person.call('POST', `/app/v1/tours/${tour}/steps`, {title: 'Numbers', image: {base64}, highlight, click: {x: 0.4507, y: 0.3026}});
	const {page, context} = await editor.open(person, `/tours/${tour}`);
	for (const [width, height] of WINDOWS) {
		await page.setViewport({width, height});
		if (width < 720) await page.click('.pull');
		await page.waitForSelector('.four input', {visible: true, ...PATIENCE});
		const inputs = await page.$$eval('.inspector .number input', fields =>
			fields.map(field => ({value: (field as HTMLInputElement).value, cut: field.scrollWidth - field.clientWidth})),
		);
		t.true(
			inputs.some(({value}) => value === '34.03'),
			`${width}`,
		);
		t.deepEqual(
			inputs.filter(({cut}) => cut > 0),
			[],
			`${width}`,
		);
	}
	await context.close();
});

test('a choice shows the longest of its words to the end, in each language and window', async t => {
	for (const language of ['pt-BR', 'es', 'en']) {
		const somebody = await signedIn(editor.service);
		await somebody.call('PATCH', '/app/v1/account', {language});
		const tour = (await somebody.call('POST', '/app/v1/tours', {name: 'Choices'})).body.tour.id as string;
		const base64 = (await readFile(PICTURES[0]!)).toString('base64');
		const highlight = {x: 0.34, y: 0.25, width: 0.2, height: 0.1};
		await somebody.call('POST', `/app/v1/tours/${tour}/steps`, {title: 'Choices', image: {base64}, highlight});
		const {page, context} = await editor.open(somebody, `/tours/${tour}`);
		for (const [width, height] of WINDOWS) {
			await page.setViewport({width, height});
			if (width < 720) await page.click('.pull');
			await page.waitForSelector('.inspector .pair select', {visible: true, ...PATIENCE});
			const choices = await page.$$eval('.inspector .pair select', selects =>
				selects.map(select => {
					const {width: has} = select.getBoundingClientRect();
					select.style.width = 'max-content';
					const {width: needs} = select.getBoundingClientRect();
					select.style.width = '';
					return {words: select.textContent, cut: Math.ceil(needs - has)};
				}),
			);
			t.true(choices.length >= 3, `${width}`);
			t.deepEqual(
				choices.filter(({cut}) => cut > 0),
				[],
				`${language} ${width}`,
			);
		}
		await context.close();
	}
});

test('numbers are written and read as the language has them; arrows step, and what is no number says what would be', async t => {
	for (const [language, shown, typed, wrong] of [
		['pt-BR', '34,03', '12,5', 'Um número de 0 a 100, como 12,5'],
		['es', '34,03', '12.5', 'Un número de 0 a 100, como 12,5'],
		['en', '34.03', '12,5', 'A number from 0 to 100, such as 12.5'],
	] as const) {
		const somebody = await signedIn(editor.service);
		await somebody.call('PATCH', '/app/v1/account', {language});
		const tour = (await somebody.call('POST', '/app/v1/tours', {name: 'Numbers'})).body.tour.id as string;
		const base64 = (await readFile(PICTURES[0]!)).toString('base64');
		const highlight = {x: 0.3403, y: 0.25, width: 0.2, height: 0.1};
		await somebody.call('POST', `/app/v1/tours/${tour}/steps`, {title: 'Numbers', image: {base64}, highlight, click: {x: 0.4403, y: 0.3}});
		const {page, context} = await editor.open(somebody, `/tours/${tour}`);
		const field = await page.waitForSelector('.four input', PATIENCE);
		const stored = async () => {
			await chord(page, 'Control', 's');
			await saved(page);
			const {
				highlight: {x},
				click,
			} = (await somebody.call('GET', `/app/v1/tours/${tour}`)).body.tour.steps[0];
			return [x, click.x];
		};
		const says = () => field!.evaluate(input => [(input as HTMLInputElement).value, (input as HTMLInputElement).validationMessage]);
		t.deepEqual(await says(), [shown, '']);
		const write = async (text: string) => {
			await field!.click({count: 3});
			await page.keyboard.type(text);
		};
		await write(typed);
		t.deepEqual(await stored(), [0.125, 0.225], 'the click goes along, as where the highlight is dragged');
		await page.keyboard.press('ArrowUp');
		t.deepEqual(await stored(), [0.126, 0.226]);
		for (const text of ['abc', '101', '-1']) {
			await write(text);
			t.deepEqual(await says(), [text, wrong], language);
		}
		await context.close();
	}
});

test('a highlight of 12 pixels is pulled at its corner, moved by its middle and by arrows; its click stays in it', async t => {
	t.timeout(120_000);
	const tour = (await person.call('POST', '/app/v1/tours', {name: 'Tiny'})).body.tour.id as string;
	const base64 = (await readFile(PICTURES[0]!)).toString('base64');
	await person.call('POST', `/app/v1/tours/${tour}/steps`, {title: 'Tiny', image: {base64}, ...MARKS.Tiny});
	const {page, context} = await editor.open(person, `/tours/${tour}`);
	const stage = await stageOf(page);
	await stage.waitForSelector('.tiny .frame', PATIENCE);
	const now = async () => (await person.call('GET', `/app/v1/tours/${tour}`)).body.tour.steps[0];
	const stored = async () => {
		await page.waitForSelector('[data-state=unsaved],[data-state=saving]', PATIENCE);
		await saved(page);
		return now();
	};
	const {highlight: first} = await now();
	const middle: [number, number] = [first.x + first.width / 2, first.y + first.height / 2];
	await drag(page, middle, [middle[0] + 0.1, middle[1] + 0.1]);
	const moved = (await stored()).highlight;
	t.deepEqual([moved.width, moved.height], [first.width, first.height], 'moved, not resized');
	t.true(Math.abs(moved.x - first.x - 0.1) < 0.005, `${first.x} -> ${moved.x}`);
	await page.keyboard.press('ArrowRight');
	t.is((await stored()).highlight.x, Math.round((moved.x + 0.001) * 10_000) / 10_000);
	// The corner's handle lies outside, and over the dot of the click.
	const corner = await stage.$eval('[data-grip=se]', grip => {
		const [box, picture] = [grip.getBoundingClientRect(), document.querySelector('.pic')!.getBoundingClientRect()];
		return [(box.x + box.width / 2 - picture.x) / picture.width, (box.y + box.height / 2 - picture.y) / picture.height] as [number, number];
	});
	await drag(page, corner, [corner[0] + 0.1, corner[1] + 0.1]);
	const {highlight, click} = await stored();
	t.true(Math.abs(highlight.width - first.width - 0.1) < 0.005, `${first.width} -> ${highlight.width}`);
	t.true(click.x > highlight.x && click.x < highlight.x + highlight.width);
	await context.close();
});

test('wherever a tiny highlight lies, each handle is in the picture and can be held, and its middle moves it', async t => {
	t.timeout(120_000);
	const tour = (await person.call('POST', '/app/v1/tours', {name: 'Edges'})).body.tour.id as string;
	let image: object = {base64: (await readFile(PICTURES[0]!)).toString('base64')};
	const [width, height] = [0.01, 0.015];
	const places = [0, 0.5, 1].flatMap(down => [0, 0.5, 1].map(across => ({x: across * (1 - width), y: down * (1 - height), width, height})));
	for (const [index, highlight] of places.entries()) {
		const {step} = (await person.call('POST', `/app/v1/tours/${tour}/steps`, {title: `Edge ${index}`, image, highlight})).body;
		image = {mediaId: step.image.mediaId};
	}
	const {page, context} = await editor.open(person, `/tours/${tour}`);
	for (const [index, {x, y}] of places.entries()) {
		await page.click(`.strip [role=option]:nth-child(${index + 1})`);
		const stage = await stageOf(page);
		await stage.waitForFunction(
			title => document.querySelector('[data-field=title]')?.textContent === title && document.querySelector('.tiny .frame'),
			PATIENCE,
			`Edge ${index}`,
		);
		const held = await stage.$$eval('.pic > .grip', grips =>
			grips.flatMap(grip => {
				const {x, y, width, height} = grip.getBoundingClientRect();
				const picture = document.querySelector('.pic')!.getBoundingClientRect();
				const [across, down] = [x + width / 2, y + height / 2];
				if (width * height === 0) return [];
				const isInside = across > picture.left && across < picture.right && down > picture.top && down < picture.bottom;
				return [isInside && document.elementFromPoint(across, down) === grip];
			}),
		);
		t.deepEqual(held, [true, true, true, true], `at ${x}, ${y}`);
		const [across, down] = [x + width / 2, y + height / 2];
		const inward = (at: number) => (at > 0.5 ? -0.1 : 0.1);
		await drag(page, [across, down], [across + inward(across), down + inward(down)]);
		await page.waitForSelector('[data-state=unsaved],[data-state=saving]', PATIENCE);
		await saved(page);
		const {highlight} = (await person.call('GET', `/app/v1/tours/${tour}`)).body.tour.steps[index];
		t.deepEqual([highlight.width, highlight.height], [width, height], `moved, not resized, at ${x}, ${y}`);
		t.true(Math.abs(highlight.x - x - inward(across)) < 0.005);
	}
	await context.close();
});

test('what is typed after drawing is the title; undo before a letter was typed takes the highlight back', async t => {
	t.timeout(120_000);
	const tour = (await person.call('POST', '/app/v1/tours', {name: 'Drawn'})).body.tour.id as string;
	const base64 = (await readFile(PICTURES[0]!)).toString('base64');
	await person.call('POST', `/app/v1/tours/${tour}/steps`, {image: {base64}});
	const {page, context} = await editor.open(person, `/tours/${tour}`);
	const stage = await stageOf(page);
	await stage.waitForSelector('.pic img', PATIENCE);
	await drag(page, [0.2, 0.2], [0.4, 0.3]);
	await stage.waitForSelector('.frame', PATIENCE);
	await chord(page, 'Control', 'z');
	await stage.waitForFunction(() => !document.querySelector('.frame'), PATIENCE);
	// At the edge, from beside the picture.
	await drag(page, [-0.01, 0.2], [0.4, 0.3]);
	// Also where somebody presses Enter first, as one does to write.
	await page.keyboard.press('Enter');
	await page.keyboard.type('New names are not shortcuts');
	await page.waitForSelector('[data-state=saved]', PATIENCE);
	const {steps} = (await person.call('GET', `/app/v1/tours/${tour}`)).body.tour;
	t.deepEqual(
		steps.map(({title}: {title: string}) => title),
		['New names are not shortcuts'],
	);
	t.like(steps[0].highlight, {x: 0});
	await context.close();
});

test('drawing a step again leaves the cursor in its place', async t => {
	t.timeout(120_000);
	const tour = (await person.call('POST', '/app/v1/tours', {name: 'Drawn again'})).body.tour.id as string;
	const base64 = (await readFile(PICTURES[0]!)).toString('base64');
	const {step} = (await person.call('POST', `/app/v1/tours/${tour}/steps`, {image: {base64}, ...MARKS.Wide})).body;
	const {page, context} = await editor.open(person, `/tours/${tour}`);
	const stage = await stageOf(page);
	for (const [field, words, found] of [
		['title', 'Helo', 'Hello'],
		['text', 'One\nto', 'One\ntwo'],
	] as const) {
		await stage.waitForSelector('.frame', PATIENCE);
		await stage.focus(`[data-field=${field}]`);
		await page.keyboard.type(words);
		await page.keyboard.press('ArrowLeft');
		await saved(page);
		await person.call('PATCH', `/app/v1/tours/${tour}/steps/${step.id}`, {highlight: null});
		await stage.waitForFunction(() => !document.querySelector('.frame'), PATIENCE);
		await page.keyboard.type(found.at(-2)!);
		await saved(page);
		t.is((await person.call('GET', `/app/v1/tours/${tour}`)).body.tour.steps[0][field], found);
		await person.call('PATCH', `/app/v1/tours/${tour}/steps/${step.id}`, MARKS.Wide);
	}
	await context.close();
});

test('in narrow windows of longer languages no hint of a bar is cut, its name can be written, and Paths can be closed', async t => {
	t.timeout(120_000);
	for (const [language, width, height] of [
		['es', 1024, 768],
		['pt-BR', 390, 844],
	] as const) {
		const somebody = await signedIn(editor.service);
		await somebody.call('PATCH', '/app/v1/account', {language});
		const tour = (await somebody.call('POST', '/app/v1/tours', {name: 'A name of some length'})).body.tour.id as string;
		const base64 = (await readFile(PICTURES[0]!)).toString('base64');
		for (const title of ['One', 'Two']) await somebody.call('POST', `/app/v1/tours/${tour}/steps`, {title, image: {base64}});
		const {page, context} = await editor.open(somebody, `/tours/${tour}`, {width, height});
		await stageOf(page);
		const cut = await page.$eval('.tools .hint', hint => [hint.scrollWidth - hint.clientWidth, hint.scrollHeight - hint.clientHeight]);
		t.deepEqual(cut, [0, 0], language);
		await page.click('.bar .title');
		t.true(await page.$eval('.bar .title', input => input.clientWidth >= input.scrollWidth), `${language}: the whole name`);
		await page.keyboard.press('Escape');
		await page.click('.strip [role=option]:nth-child(2)');
		await page.keyboard.press('f');
		const close = await page.waitForSelector('.flow .bar > .icon', {visible: true, ...PATIENCE});
		t.true(await close!.evaluate(button => button.getBoundingClientRect().right <= innerWidth), `${language}: in the window`);
		const shown = await page.waitForFunction(() => {
			const step = document.querySelector('.flow .node.current:focus')?.getBoundingClientRect();
			return step && [step.left >= 0, step.right <= innerWidth];
		}, PATIENCE);
		t.deepEqual(await shown.jsonValue(), [true, true], `${language}: the whole step`);
		await context.close();
	}
});
