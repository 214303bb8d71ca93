import {setTimeout as sleep} from 'node:timers/promises';
import type {Page} from 'puppeteer';
import {type Random, seededRandom} from '../helpers/random.ts';
import {type Editor, PATIENCE, type Person, show} from './helpers.ts';

/** Somebody writes a tour while the network goes and comes, responses are lost and the page is killed; a model says what must be there. */

export type Weather = {edits: number; kills: number; seed: number};
type Shown = {name: string; steps: Array<{title: string; text: string}>};
type Network = 'up' | 'cut' | 'flaky';
export type Storm = {
	wanted: Shown;
	screen: Shown;
	stored: Shown;
	killed: number;
	lost: number;
	refused: number;
	calls: number;
	conflicts: number;
};

/** Lives through that weather; returns what should be there, what is shown, and what is stored. */
export async function storm(editor: Editor, person: Person, {edits, kills, seed}: Weather): Promise<Storm> {
	const random = seededRandom(seed);
	const {tour} = (await person.call('POST', '/app/v1/tours', {name: 'Storm'})).body;
	const url = `${editor.service.baseUrl}/tours/${tour.id}`;
	const {page: first, context} = await editor.open(person, `/tours/${tour.id}`);
	const weather = {network: 'up' as Network, lost: 0, refused: 0, calls: 0};
	let page = first;
	await underWeather(page, person, {random, weather});
	const model: Shown = {name: 'Storm', steps: []};
	const killAt = new Set(Array.from({length: kills}, (_, index) => Math.floor(((index + 1) * edits) / (kills + 1))));
	for (let edit = 0; edit < edits; edit++) {
		if (edit % 7 === 0) weather.network = random.pick(['up', 'up', 'cut', 'flaky', 'flaky'] as const);
		await act(page, {random, model, edit});
		if (!killAt.has(edit)) continue;
		await shows(page, model);
		await journaled(page);
		await kill(page, random);
		page = await context.newPage();
		await page.setViewport({width: 1440, height: 900});
		// A page comes only where there is a network; what it then sends may be lost again.
		weather.network = 'up';
		await underWeather(page, person, {random, weather});
		await show(page, url);
		await shows(page, model);
	}
	weather.network = 'up';
	await page.evaluate(() => dispatchEvent(new Event('online')));
	await page.waitForSelector('[data-state=saved], button.save', PATIENCE);
	const conflicts = (await page.$('button.save')) ? 1 : 0;
	const {body} = await person.call('GET', `/app/v1/tours/${tour.id}`);
	const steps = (body.tour.steps as Array<{title: string | null; text: string | null}>).map(({title, text}) => ({
		title: title ?? '',
		text: text ?? '',
	}));
	const screen = await read(page);
	await context.close();
	const {lost, refused, calls} = weather;
	return {wanted: model, screen, stored: {name: body.tour.name, steps}, killed: kills, lost, refused, calls, conflicts};
}

/** Makes the network of the page what the weather says. */
async function underWeather(
	page: Page,
	person: Person,
	{random, weather}: {random: Random; weather: {network: Network; lost: number; refused: number; calls: number}},
): Promise<void> {
	await page.setRequestInterception(true);
	page.on('request', async request => {
		if (!request.url().includes('/app/v1/')) return pass(request.continue());
		if (weather.network === 'cut') return pass(request.abort('internetdisconnected'));
		if (!request.url().endsWith('/changes')) return pass(request.continue());
		weather.calls++;
		const fate = weather.network === 'up' ? 0 : random.next();
		if (fate < 0.4) return pass(request.continue());
		if (fate < 0.75) {
			// It reaches the service, and its response nobody.
			const {pathname} = new URL(request.url());
			const key = request.headers()['idempotency-key']!;
			await person.call('POST', pathname, JSON.parse(request.postData()!), {'Idempotency-Key': key});
			weather.lost++;
			return pass(request.abort('connectionreset'));
		}
		weather.refused++;
		const status = random.pick([500, 502, 503, 429]);
		const body = JSON.stringify({ok: false, error: 'unavailable', message: 'Not now.'});
		return pass(request.respond({status, headers: status === 429 ? {'Retry-After': '1'} : {}, contentType: 'application/json', body}));
	});
}

// The page may have been killed meanwhile.
const pass = (done: Promise<unknown>) =>
	done.then(
		() => {},
		() => {},
	);

/** Waits until all that was done stands in the browser's journal: what is written to it is written in turn. */
async function journaled(page: Page): Promise<void> {
	await page.evaluate(async () => {
		const done = <T>(request: IDBRequest<T>) =>
			new Promise<T>((resolve, reject) => {
				request.onsuccess = () => resolve(request.result);
				request.onerror = () => reject(request.error);
			});
		for (let turn = 0; turn < 3; turn++) {
			const database = await done(indexedDB.open('roteiro'));
			await done(database.transaction('journals', 'readwrite').objectStore('journals').count());
			database.close();
			await new Promise(resolve => setTimeout(resolve, 10));
		}
	});
}

async function kill(page: Page, random: Random): Promise<void> {
	if (random.next() < 0.5) {
		const session = await page.createCDPSession();
		session.send('Page.crash').catch(() => {});
		await sleep(50);
	}
	await page.close().catch(() => {});
}

/** One edit, in the page and in the model. */
async function act(page: Page, {random, model, edit}: {random: Random; model: Shown; edit: number}): Promise<void> {
	const {steps} = model;
	const kind =
		steps.length < 3
			? 'add'
			: random.pick(['title', 'title', 'title', 'text', 'text', 'name', 'add', 'move', 'delete', 'copy', 'undone'] as const);
	const at = random.below(Math.max(1, steps.length));
	const unique = `${kind} ${edit}`;
	if (kind === 'name') {
		await write(page, '.bar .title', unique);
		model.name = unique;
		return;
	}
	if (steps.length > 0) await page.evaluate(index => document.querySelectorAll<HTMLElement>('.strip .row')[index]!.click(), at);
	await settle(page);
	if (kind === 'title' || kind === 'text') {
		await write(page, `.inspector .textfield ${kind === 'title' ? 'input' : 'textarea'}`, unique);
		steps[at]![kind] = unique;
		return;
	}
	if (kind === 'add' || kind === 'copy') {
		await key(page, kind === 'add' ? {key: 'n'} : {key: 'd', ctrlKey: true});
		await write(page, '.inspector .textfield input', unique);
		const place = steps.length === 0 ? 0 : at + 1;
		steps.splice(place, 0, {title: unique, text: kind === 'copy' ? steps[at]!.text : ''});
	}
	if (kind === 'delete') {
		await key(page, {key: 'Delete'});
		steps.splice(at, 1);
	}
	if (kind === 'move') {
		const by = random.pick([-1, 1] as const);
		await key(page, {key: by === 1 ? 'ArrowDown' : 'ArrowUp', altKey: true});
		if (steps[at + by]) steps.splice(at + by, 0, ...steps.splice(at, 1));
	}
	if (kind === 'undone') {
		await key(page, {key: 'Delete'});
		await key(page, {key: 'z', ctrlKey: true});
	}
}

async function write(page: Page, field: string, value: string): Promise<void> {
	await page.evaluate(
		(selector, words) => {
			const input = document.querySelector<HTMLInputElement>(selector)!;
			input.value = words;
			input.dispatchEvent(new InputEvent('input', {bubbles: true}));
		},
		field,
		value,
	);
	await settle(page);
}

async function key(page: Page, how: KeyboardEventInit): Promise<void> {
	await page.evaluate(init => document.body.dispatchEvent(new KeyboardEvent('keydown', {...init, bubbles: true, cancelable: true})), how);
	await settle(page);
}

/** Until what was done is drawn. */
async function settle(page: Page): Promise<void> {
	await page.evaluate(() => new Promise(resolve => setTimeout(() => requestAnimationFrame(() => setTimeout(resolve)))));
}

/** What is on the screen. */
function read(page: Page): Promise<Shown> {
	return page.evaluate(async () => {
		const rows = [...document.querySelectorAll<HTMLElement>('.strip .row')];
		const steps: Array<{title: string; text: string}> = [];
		for (const row of rows) {
			row.click();
			await new Promise(resolve => setTimeout(() => requestAnimationFrame(() => setTimeout(resolve))));
			const value = (selector: string) => document.querySelector<HTMLInputElement>(`.inspector .textfield ${selector}`)!.value;
			steps.push({title: value('input'), text: value('textarea')});
		}
		return {name: document.querySelector<HTMLInputElement>('.bar .title')!.value, steps};
	});
}

/** Waits until the reopened page shows all that was done in the one before. */
async function shows(page: Page, {name, steps}: Shown): Promise<void> {
	await page
		.waitForFunction(
			(wanted: string) => {
				const labels = [...document.querySelectorAll('.strip .row .label')].map(label => label.textContent);
				return JSON.stringify([document.querySelector<HTMLInputElement>('.bar .title')?.value, ...labels]) === wanted;
			},
			{timeout: 20_000},
			JSON.stringify([name, ...steps.map(({title}) => title)]),
		)
		.catch(async error => {
			throw new Error(`The page shows ${JSON.stringify(await read(page))} and not ${JSON.stringify({name, steps})}.`, {cause: error});
		});
}
