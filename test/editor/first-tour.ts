import {readdir} from 'node:fs/promises';
import {join} from 'node:path';
import type {Page} from 'puppeteer';
import {EXAMPLE_FOLDER} from '../helpers/example-tour.ts';
import {chord, PATIENCE, saved, stageOf, writeBalloon} from './helpers.ts';

/** Makes a first tour from six screenshots, with the keyboard alone or with a pointer. */

export const PICTURES = (await readdir(EXAMPLE_FOLDER))
	.filter(name => name.endsWith('.png'))
	.sort()
	.slice(0, 6)
	.map(name => join(EXAMPLE_FOLDER, name));

/** A way to reach and use controls. */
export type Hand = {
	press(page: Page, selector: string): Promise<void>;
	/** Puts the cursor into a field. */
	enter(page: Page, selector: string): Promise<void>;
};
export const keyboard: Hand = {
	async press(page, selector) {
		await tabTo(page, selector);
		await page.keyboard.press('Enter');
	},
	enter: tabTo,
};
export const pointer: Hand = {
	async press(page, selector) {
		await (await page.waitForSelector(selector, {visible: true, ...PATIENCE}))!.click();
	},
	async enter(page, selector) {
		await (await page.waitForSelector(selector, {visible: true, ...PATIENCE}))!.click();
	},
};

/** Chooses the pictures, in an empty editor or in a list of tours, and waits until each is a step. */
export async function dropPictures(page: Page, hand: Hand): Promise<void> {
	await page.waitForSelector('.first .button.primary', PATIENCE);
	const [chooser] = await Promise.all([page.waitForFileChooser(PATIENCE), hand.press(page, '.first .button.primary')]);
	await chooser.accept(PICTURES);
	await page.waitForFunction(() => location.pathname.startsWith('/tours/'), PATIENCE);
	await stageOf(page);
	await page.waitForFunction(count => document.querySelectorAll('.strip [role=option]').length === count, PATIENCE, PICTURES.length);
	await saved(page);
}

/** Gives each step a highlight and its words. Both ways use the same keys here. */
export async function markAndWrite(page: Page, hand: Hand): Promise<void> {
	const stage = await stageOf(page);
	await hand.enter(page, '.strip [aria-selected=true]');
	for (let step = 1; step <= PICTURES.length; step++) {
		await page.keyboard.press('h');
		await stage.waitForSelector('.frame:focus', PATIENCE);
		await chord(page, 'Shift', 'ArrowLeft');
		await writeBalloon(page, stage, `Passo número ${step}`, 'Aqui se vê o que importa.');
		await page.keyboard.press('Escape');
		await hand.enter(page, '.strip [aria-selected=true]');
		if (step < PICTURES.length) await page.keyboard.press('ArrowDown');
	}
	await chord(page, 'Control', 's');
	await saved(page);
}

/** Publishes the tour and returns its public URL. */
export async function publish(page: Page, hand: Hand): Promise<string> {
	await chord(page, 'Control', 'Enter');
	await page.waitForSelector('.dialog .primary:not(:disabled)', PATIENCE);
	await hand.press(page, '.dialog .primary:not(:disabled)');
	const input = await page.waitForSelector('.published input', PATIENCE);
	return input!.evaluate(field => (field as HTMLInputElement).value);
}

/** Presses Tab until the control has the focus; throws if it never has. */
export async function tabTo(page: Page, selector: string): Promise<void> {
	await page.waitForSelector(selector, PATIENCE);
	for (let key = 0; key < 150; key++) {
		if (await page.evaluate(wanted => document.activeElement?.matches(wanted) ?? false, selector)) return;
		await page.keyboard.press('Tab');
	}
	throw new Error(`No way leads to ${selector} by the Tab key.`);
}
