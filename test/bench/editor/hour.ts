import type {KeyInput, Page} from 'puppeteer';
import {chord, saved, stageOf} from '../../editor/helpers.ts';
import {signedIn} from '../../helpers/person.ts';
import {sized} from '../figures.ts';
import {type Figure, pointsOf} from './interactions.ts';
import {type OpenBench, openEditor, smallTour} from './open.ts';

const [EDITS, DRAGS] = sized([600, 100], [20, 5]) as [number, number];
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
/** Milliseconds in which the page hears of a key or a pointer and acts. */
const HEARD_MS = 15;

type Left = {limit: number; remaining: number};

/** An hour's work of one author, by keys and a pointer, each change saved by itself, with the limits that a service has by default. */
export async function authorsHour({browser, service}: OpenBench): Promise<Figure[]> {
	const person = await signedIn(service);
	const id = await smallTour(service, person);
	const limits = async () => (await person.call('GET', '/app/v1/account/usage')).body.limits as Record<'sessionChanges' | 'changes', Left>;
	const before = await limits();
	const {page, context} = await openEditor(browser, service, person, `/tours/${id}`);
	const refused: number[] = [];
	page.on('response', response => response.status() >= 400 && refused.push(response.status()));
	const stage = await stageOf(page);
	await stage.focus('[data-field=text]');
	for (let edit = 0; edit < EDITS; edit++) {
		await page.keyboard.press(LETTERS[edit % LETTERS.length] as KeyInput);
		await store(page);
	}
	for (let drag = 0; drag < DRAGS; drag++) {
		const {x, y} = await pointsOf(page, stage);
		const by = drag % 2 ? -14 : 14;
		await page.mouse.move(x, y);
		await page.mouse.down();
		await page.mouse.move(x + by, y + by, {steps: 4});
		await page.mouse.up();
		await store(page);
	}
	const after = await limits();
	await context.close();
	const took = (name: keyof typeof before) => before[name].remaining - after[name].remaining;
	const done = EDITS + DRAGS;
	return [
		{what: `${EDITS} edits and ${DRAGS} drags in an hour: answers that refuse`, value: refused.length, most: 0, unit: ''},
		{what: `of ${done} changes, those that were not stored by themselves`, value: done - took('sessionChanges'), most: 0, unit: ''},
		{what: "of the agents' own limit, taken", value: took('changes'), most: 0, unit: ''},
	];
}

async function store(page: Page): Promise<void> {
	await page.waitForSelector('[data-state=unsaved]', {timeout: 10_000});
	await chord(page, 'Control', 's');
	await saved(page);
	await new Promise(resolve => setTimeout(resolve, HEARD_MS));
}
