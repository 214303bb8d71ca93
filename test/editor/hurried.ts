import {readFile} from 'node:fs/promises';
import {setTimeout as sleep} from 'node:timers/promises';
import type {Page} from 'puppeteer';
import {stranger} from '../helpers/person.ts';
import {type Random, seededRandom} from '../helpers/random.ts';
import {chord, drag, type Editor, PATIENCE, type Person, PICTURES, saved, show, stageOf} from './helpers.ts';

/** One hurried person, with pointer and keyboard in a real browser, while answers are slow or lost. */

export type Hurry = {did: string[]; wrong: string[]};
type Shown = {name: string; steps: Array<{title: string; text: string}>};
type Weather = {bad: number};

/** Does so many things to a tour of five steps; `wrong` is empty where nobody else was ever met and all three show the same. */
export async function hurried(editor: Editor, person: Person, {actions, seed}: {actions: number; seed: number}): Promise<Hurry> {
	const random = seededRandom(seed);
	const id = await newTour(person);
	const {page, heard, context} = await editor.open(person, `/tours/${id}`);
	// As if it were alone in the browser.
	await page.emulateFocusedPage(true);
	const weather: Weather = {bad: random.pick([0, 0.3])};
	const [did, wrong]: [string[], string[]] = [[], []];
	await underWeather(page, person, {random, weather});
	await page.exposeFunction('toasted', (text: string) => /window|janela|ventana/i.test(text) && wrong.push(`said: ${text}`));
	await listen(page);
	await stageOf(page);
	for (let at = 0; at < actions; at++) {
		const act = random.pick([type, type, draw, move, copy, remove, undo, undo, redo, theme, cards, reload, rest]);
		did.push(act.name);
		await act(page, {random, word: `w${seed}x${at}`});
	}
	weather.bad = 0;
	await page.evaluate(() => dispatchEvent(new Event('online')));
	await Promise.race([saved(page), page.waitForSelector('button.save', PATIENCE)]);
	if (await page.$('button.save')) wrong.push(`asked: ${await page.$eval('button.save', button => button.textContent)}`);
	// What was done last may not have begun to be sent.
	await chord(page, 'Control', 's');
	await saved(page);
	const {tour} = (await person.call('GET', `/app/v1/tours/${id}`)).body;
	const stored: Shown = {
		name: tour.name,
		steps: tour.steps.map(({title, text}: Record<string, string | null>) => ({title: title ?? '', text: text ?? ''})),
	};
	const screen = await read(page);
	if (JSON.stringify(screen) !== JSON.stringify(stored))
		wrong.push(`The screen shows ${JSON.stringify(screen)} and not ${JSON.stringify(stored)}.`);
	if (stored.steps.length > 0) wrong.push(...(await published(editor, person, id, stored)));
	wrong.push(...heard.filter(line => !/Failed to load resource|net::ERR/.test(line)));
	await context.close();
	return {did, wrong};
}

async function newTour(person: Person): Promise<string> {
	const {tour} = (await person.call('POST', '/app/v1/tours', {name: 'Hurried'})).body;
	for (const [index, picture] of [...PICTURES, null, null].entries()) {
		const image = picture && {base64: (await readFile(picture)).toString('base64')};
		await person.call('POST', `/app/v1/tours/${tour.id}/steps`, {title: `S${index}`, ...(image ? {image} : {type: 'slide'})});
	}
	return tour.id;
}

async function underWeather(page: Page, person: Person, {random, weather}: {random: Random; weather: Weather}): Promise<void> {
	await page.setRequestInterception(true);
	page.on('request', async request => {
		const pass = (done: Promise<unknown>) => done.catch(() => {});
		if (!request.url().endsWith('/changes') || random.next() >= weather.bad) return pass(request.continue());
		await sleep(random.below(1500));
		if (random.next() < 0.5) return pass(request.continue());
		// It reaches the service, and its response nobody.
		const {pathname} = new URL(request.url());
		await person.call('POST', pathname, JSON.parse(request.postData()!), {'Idempotency-Key': request.headers()['idempotency-key']!});
		return pass(request.abort('connectionreset'));
	});
}

/** Hears what the page says in its corner. */
async function listen(page: Page): Promise<void> {
	const watch = () => {
		const {toasted} = globalThis as unknown as {toasted(text: string): void};
		new MutationObserver(() => {
			for (const {textContent} of document.querySelectorAll('.toast')) toasted(textContent ?? '');
		}).observe(document, {childList: true, subtree: true});
	};
	await page.evaluateOnNewDocument(watch);
	await page.evaluate(watch);
}

type Means = {random: Random; word: string};

async function chooseRow(page: Page, random: Random): Promise<boolean> {
	return press(page, '.strip .row', random);
}

/** Clicks one of these. What is drawn again between the look and the click is looked for again. */
async function press(page: Page, selector: string, random: Random): Promise<boolean> {
	for (let attempt = 0; attempt < 10; attempt++) {
		const found = await page.$$(selector);
		if (found.length === 0) return false;
		const isPressed = await random
			.pick(found)
			.click()
			.then(
				() => true,
				() => false,
			);
		if (isPressed) return true;
		await sleep(100);
	}
	throw new Error(`${selector} cannot be clicked.`);
}

async function type(page: Page, {random, word}: Means): Promise<void> {
	if (!(await chooseRow(page, random))) return;
	await page.waitForSelector('.inspector .textfield input', PATIENCE);
	await press(page, `.inspector .section:first-child .textfield ${random.pick(['input', 'textarea'])}`, random);
	await page.keyboard.type(` ${word}`);
	await page.focus('.row.shown').catch(() => {});
}

async function draw(page: Page, {random}: Means): Promise<void> {
	if (!(await chooseRow(page, random))) return;
	await sleep(150);
	// Slides have no picture to draw on.
	if (!(await page.$('.stage [aria-pressed]'))) return;
	await page.focus('.row.shown').catch(() => {});
	await page.keyboard.press('h');
	await page.keyboard.press('Escape');
	await page.focus('.row.shown').catch(() => {});
	const [x, y] = [random.next() * 0.8, random.next() * 0.8];
	await drag(page, [x, y], [x + 0.15, y + 0.1]).catch(() => {});
	await page.focus('.row.shown').catch(() => {});
}

async function keys(page: Page, ...pressed: Parameters<typeof chord> extends [Page, ...infer Keys] ? Keys : never): Promise<void> {
	await page.focus('.row.shown').catch(() => {});
	await chord(page, ...pressed);
}

async function move(page: Page, {random}: Means): Promise<void> {
	if (await chooseRow(page, random)) await keys(page, 'Alt', random.pick(['ArrowUp', 'ArrowDown'] as const));
}

async function copy(page: Page, {random}: Means): Promise<void> {
	if (await chooseRow(page, random)) await keys(page, 'Control', 'd');
}

async function remove(page: Page, {random}: Means): Promise<void> {
	if (await chooseRow(page, random)) await keys(page, 'Delete');
}

async function undo(page: Page, {random}: Means): Promise<void> {
	for (let left = random.pick([1, 4, 30]); left > 0; left--) {
		await keys(page, 'Control', 'z');
		await sleep(20);
	}
}

async function redo(page: Page, {random}: Means): Promise<void> {
	for (let left = random.pick([1, 4, 30]); left > 0; left--) {
		await keys(page, 'Control', 'Shift', 'z');
		await sleep(20);
	}
}

async function theme(page: Page, {random}: Means): Promise<void> {
	await elsewhere(page, 'Theme', '.lookscreen .presets');
	await page.click(`input[value=${random.pick(['green', 'dark', 'violet'])}] + .swatch`);
	if (random.next() < 0.3) await chord(page, 'Control', 'z');
	await home(page);
}

async function cards(page: Page, {word}: Means): Promise<void> {
	await elsewhere(page, 'Form and closing card', '.lookscreen .fields');
	await page.waitForSelector('.lookscreen .fields .textfield input', PATIENCE);
	await page.focus('.lookscreen .fields .textfield input');
	await page.keyboard.type(word);
	await home(page);
}

async function elsewhere(page: Page, words: string, selector: string): Promise<void> {
	await (await page.waitForSelector('button[aria-label=Appearance]', PATIENCE))!.click();
	await (await page.waitForSelector(`::-p-xpath(//button[normalize-space()="${words}"])`, PATIENCE))!.click();
	await page.waitForSelector(selector, PATIENCE);
}

async function home(page: Page): Promise<void> {
	await page.click('.back');
	await page.waitForSelector('.strip', PATIENCE);
}

async function reload(page: Page, {random}: Means): Promise<void> {
	if (random.next() < 0.5) await show(page, page.url());
}

async function rest(_page: Page, {random}: Means): Promise<void> {
	await sleep(random.pick([300, 1500, 4000]));
}

/** What is on the screen, step by step. */
async function read(page: Page): Promise<Shown> {
	return page.evaluate(async () => {
		const value = (selector: string) => document.querySelector<HTMLInputElement>(selector)?.value ?? '';
		const steps: Shown['steps'] = [];
		for (const row of document.querySelectorAll<HTMLElement>('.strip .row')) {
			row.click();
			await new Promise(resolve => setTimeout(resolve, 120));
			steps.push({title: value('.inspector .textfield input'), text: value('.inspector .textfield textarea')});
		}
		return {name: value('.bar .title'), steps};
	});
}

async function published({service}: Editor, person: Person, id: string, {steps}: Shown): Promise<string[]> {
	const {body} = await person.call('POST', `/app/v1/tours/${id}/publish`, {});
	if (!body.publishedLink) return [`It is not published: ${JSON.stringify(body)}`];
	const page = (await stranger(service).get(new URL(body.publishedLink.url).pathname)).body as string;
	let from = 0;
	return steps.flatMap(({title}) => {
		const at = title ? page.indexOf(title, from) : from;
		if (at === -1) return [`The public page has no "${title}" where it belongs.`];
		from = at;
		return [];
	});
}
