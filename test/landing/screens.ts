import type {Browser, Frame, Page} from 'puppeteer';
import type {PageLanguage} from '../../shared/contract/page-language.ts';
import type {ReportEvent} from '../../shared/contract/visitors/report.ts';
import {daysAgo, visited} from '../editor/furnish.ts';
import {PATIENCE, saved, stageOf} from '../editor/helpers.ts';
import {signedIn} from '../helpers/person.ts';
import type {TestService} from '../helpers/service.ts';
import {signedInContext} from '../helpers/signed-in-context.ts';
import {type Words, wordsOf} from './words.ts';

/** One screen of the editor and what a visitor is shown on it; `highlight` in shares of the picture. */
export type Screen = {
	key: keyof Words['steps'];
	png: Buffer;
	highlight: {x: number; y: number; width: number; height: number};
};
type Box = {x: number; y: number; width: number; height: number};

const WINDOW = {width: 1440, height: 900};
/** Pixels around what is marked. */
const MARGIN = 6;

/** Photographs what somebody does who makes a tour for the first time, in their language. */
export async function takeScreens(browser: Browser, service: TestService, language: PageLanguage): Promise<Screen[]> {
	const person = await signedIn(service);
	await person.call('PATCH', '/app/v1/account', {language, name: 'Ana Lima'});
	const context = await signedInContext(browser, person);
	await service.services.database.query('UPDATE accounts SET email = ? WHERE id = ?', [
		`ana.lima@${language.toLowerCase()}.example`,
		person.accountId,
	]);
	const page = await context.newPage();
	await page.setViewport(WINDOW);
	await page.goto(`${service.baseUrl}/`, {waitUntil: 'networkidle0'});
	const taken: Screen[] = [];
	const take = async (key: Screen['key'], box: Box) => {
		await page.evaluate(() => document.fonts.ready);
		// The service that is photographed has a port of the moment.
		await page.$$eval('.copyline input', inputs => {
			for (const input of inputs) input.value = input.value.replace(/^https?:\/\/[^/]*/, 'https://tours.example.com');
		});
		taken.push({key, png: Buffer.from(await page.screenshot()), highlight: shares(box)});
	};

	await take('drop', await boxOf(page, '.first .zone'));
	await page.click('.first .others button');
	await page.waitForFunction(() => location.pathname.startsWith('/tours/'), PATIENCE);
	const stage = await stageOf(page);
	await page.click('.strip [role=option]:nth-of-type(3)');
	await stage.waitForSelector('.frame', PATIENCE);
	await settled(page);
	await take('mark', await boxInStage(page, stage, '.frame'));
	await take('write', await boxInStage(page, stage, '.balloon'));
	await page.click('.bar .primary');
	await page.waitForSelector('dialog[open] .actions .primary:not([disabled])', PATIENCE);
	await settled(page);
	await take('publish', await boxOf(page, 'dialog[open] .actions .primary'));

	const id = new URL(page.url()).pathname.split('/')[2]!;
	await page.goto(`${service.baseUrl}/tours/${id}/theme`);
	await page.waitForSelector('.presets', PATIENCE);
	await settled(page);
	await take('theme', await boxOf(page, '.presets'));
	await person.call('POST', `/app/v1/tours/${id}/publish`);
	await seen(service, id, (await person.call('GET', `/app/v1/tours/${id}`)).body.tour.steps);
	await page.goto(`${service.baseUrl}/tours/${id}/statistics`);
	await page.waitForSelector('.funnel tbody tr', PATIENCE);
	await page.waitForNetworkIdle();
	await take('numbers', await boxOf(page, '.chart'));
	await context.close();
	const order = Object.keys(wordsOf(language).steps);
	return taken.toSorted((one, other) => order.indexOf(one.key) - order.indexOf(other.key));
}

/** Visits of thirty days, of which some go to the end. */
async function seen(service: TestService, tourId: string, steps: Array<{id: string}>): Promise<void> {
	for (let ago = 0; ago < 30; ago++) {
		for (let visit = 0; visit < 4 + ((ago * 7) % 5); visit++) {
			const events: ReportEvent[] = steps.slice(0, 1 + ((visit + ago) % steps.length)).map(({id}) => ({type: 'step', step: id}));
			await visited(service, tourId, daysAgo(ago), events.length === steps.length ? [...events, {type: 'complete'}] : events);
		}
	}
}

/** What moves has come to rest, and what was typed is stored. */
async function settled(page: Page): Promise<void> {
	await saved(page);
	await new Promise(resolve => setTimeout(resolve, 1000));
}

function boxOf(page: Page, selector: string): Promise<Box> {
	return page.$eval(selector, element => {
		const {x, y, width, height} = element.getBoundingClientRect();
		return {x, y, width, height};
	});
}

/** The stage is drawn smaller than it is. */
async function boxInStage(page: Page, stage: Frame, selector: string): Promise<Box> {
	const inside = await stage.$eval(selector, element => {
		const {x, y, width, height} = element.getBoundingClientRect();
		return {x, y, width, height};
	});
	const {left, top, scale} = await page.$eval('.window iframe', frame => {
		const {x, y, width} = frame.getBoundingClientRect();
		return {left: x, top: y, scale: width / (frame as HTMLElement).offsetWidth};
	});
	return {x: left + inside.x * scale, y: top + inside.y * scale, width: inside.width * scale, height: inside.height * scale};
}

function shares({x, y, width, height}: Box) {
	return {
		x: (x - MARGIN) / WINDOW.width,
		y: (y - MARGIN) / WINDOW.height,
		width: (width + 2 * MARGIN) / WINDOW.width,
		height: (height + 2 * MARGIN) / WINDOW.height,
	};
}
