import {readFile} from 'node:fs/promises';
import {pathToFileURL} from 'node:url';
import type {Browser, Frame, Page} from 'puppeteer';
import {axeViolations} from '../../helpers/axe.ts';
import type {Lms} from '../../helpers/lms.ts';
import {openTour} from '../../helpers/player-site.ts';
import {readZip} from '../../helpers/zip.ts';

/** What a browser and a learning management system make of an export; returned is what is wrong. */

/** Opens the file from the disk without a network and walks through it by keyboard. */
export async function checkPage(browser: Browser, path: string, steps: number): Promise<string[]> {
	const page = await browser.newPage();
	const faults: string[] = [];
	const file = pathToFileURL(path).href;
	page.on('request', request => {
		const url = request.url();
		if (!url.startsWith('data:') && url.split('#')[0] !== file) faults.push(`asks for ${url}`);
	});
	page.on('console', message => ['error', 'warn'].includes(message.type()) && faults.push(message.text()));
	page.on('pageerror', error => faults.push(String(error)));
	page.on('dialog', dialog => {
		faults.push(`a dialog: ${dialog.message()}`);
		void dialog.dismiss();
	});
	await page.setOfflineMode(true);
	await page.setBypassCSP(true);
	await page.setViewport({width: 1280, height: 800});
	await page.emulateMediaFeatures([{name: 'prefers-reduced-motion', value: 'reduce'}]);
	await openTour(page, file);
	faults.push(...(await walk(page, steps)));
	await page.close();
	return faults;
}

async function walk(page: Page, steps: number): Promise<string[]> {
	const faults: string[] = [];
	for (let step = 1; step <= steps; step++) {
		const shown = await page.$eval('.step.on', ({id}) => id);
		if (shown !== `s${step}`) faults.push(`${shown} is shown and not s${step}`);
		faults.push(...(await axeViolations(page)).map(fault => `s${step}: ${fault}`));
		const broken = await page.$$eval('.step.on img', all => all.filter(({complete, naturalWidth}) => complete && !naturalWidth).length);
		if (broken > 0) faults.push(`s${step}: a picture that is not seen`);
		await page.keyboard.press('ArrowRight');
	}
	return faults;
}

/** Takes the course to its last step, in two visits. */
export async function checkCourse(browser: Browser, lms: Lms, path: string, steps: number): Promise<string[]> {
	lms.teach(await readZip(await readFile(path)));
	const faults: string[] = [];
	const visit = async (look: (course: Frame) => Promise<void>) => {
		const page = await browser.newPage();
		page.on('pageerror', error => faults.push(String(error)));
		page.on('requestfailed', request => faults.push(`${request.url()} failed`));
		await page.goto(lms.url, {waitUntil: 'networkidle0'});
		await look(page.frames().find(frame => frame.url().includes('/course/'))!);
		await page.$eval('iframe', frame => frame.remove());
		await page.close();
	};
	const press = (course: Frame) =>
		course.evaluate(() => void dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight', cancelable: true})));
	const shown = (course: Frame) => course.$eval('.step.on', ({id}) => id);
	const first = Math.min(2, steps);
	await visit(async course => {
		for (let step = 1; step < first; step++) await press(course);
	});
	if (steps > 2 && lms.committed().core.lesson_status !== 'incomplete') faults.push('not suspended');
	await visit(async course => {
		const at = await shown(course);
		if (steps > 2 && at !== `s${first}`) faults.push(`taken up at ${at}`);
		for (let step = 1; step <= steps; step++) await press(course);
	});
	if (lms.committed().core.lesson_status !== 'completed') faults.push(`${lms.committed().core.lesson_status} after the last step`);
	await visit(async () => {});
	if (lms.committed().core.lesson_status !== 'completed') faults.push('not completed any more when it is opened again');
	return faults;
}
