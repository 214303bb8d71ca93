import {mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {ElementHandle, Page} from 'puppeteer';
import {sha256} from '../../../shared/ids.ts';
import {saved} from '../../editor/helpers.ts';
import {signedIn} from '../../helpers/person.ts';
import {sized} from '../figures.ts';
import type {Figure} from './interactions.ts';
import {heardSince, memoryOf, type OpenBench, openEditor, screenshot4k} from './open.ts';

const DROPPED = sized(40, 4);
const STEPS = sized(60, 6);
const PATIENCE = {timeout: 400_000};

/** 40 screenshots of 3840 x 2160 at once, then 60 of them in a strip that is scrolled through. */
export async function dropMany({browser, service}: OpenBench): Promise<Figure[]> {
	const folder = await mkdtemp(join(tmpdir(), 'roteiro-4k-'));
	const person = await signedIn(service);
	const files: string[] = [];
	for (let index = 0; index < STEPS; index++) {
		const file = join(folder, `${String(index + 1).padStart(2, '0')}.png`);
		await writeFile(file, await screenshot4k(index));
		files.push(file);
	}
	const {page, context, session} = await openEditor(browser, service, person, '/');
	const input = (await page.waitForSelector('.first input[type=file]', PATIENCE)) as ElementHandle<HTMLInputElement>;
	await heardSince(page);
	let peak = 0;
	const watch = setInterval(async () => {
		peak = Math.max(
			peak,
			await memoryOf(page, session).then(
				({renderer}) => renderer,
				() => 0,
			),
		);
	}, 500);
	await input.uploadFile(...files.slice(0, DROPPED));
	await page.waitForFunction(count => document.querySelectorAll('.strip [role=option]').length === count, PATIENCE, DROPPED);
	await saved(page);
	clearInterval(watch);
	const {longTasks} = await heardSince(page);
	// New ones go behind the chosen one.
	await page.click('.strip .row:last-child');
	const rest = (await page.waitForSelector('.strip input[type=file], .add input[type=file]', PATIENCE)) as ElementHandle<HTMLInputElement>;
	await rest.uploadFile(...files.slice(DROPPED));
	await page.waitForFunction(count => document.querySelectorAll('.strip [role=option]').length === count, PATIENCE, STEPS);
	await saved(page);
	const inOrder = await inTheirPlaces(person, new URL(page.url()).pathname.split('/')[2]!, files);

	await page.reload({waitUntil: 'networkidle0', ...PATIENCE});
	await page.waitForSelector('.strip [role=option]', PATIENCE);
	await scrollThrough(page);
	const {renderer, heap} = await memoryOf(page, session);
	await context.close();
	await rm(folder, {recursive: true, force: true});
	return [
		{what: `${DROPPED} screenshots of 4K at once: longest task`, value: Math.max(0, ...longTasks), most: 100, unit: 'ms'},
		{what: `${DROPPED} screenshots of 4K at once: renderer, private`, value: peak, most: 500, unit: 'MB'},
		{what: `of ${STEPS} pictures, those out of the order dropped`, value: STEPS - inOrder, most: 0, unit: ''},
		{what: `${STEPS} steps of 4K, strip scrolled through: renderer, private`, value: renderer, most: 250, unit: 'MB'},
		{what: `${STEPS} steps of 4K: heap`, value: heap, most: 30, unit: 'MB'},
	];
}

/** How many steps show the picture that was dropped in their place: an image's id is the sha256 of its bytes. */
async function inTheirPlaces(person: Awaited<ReturnType<typeof signedIn>>, id: string, files: string[]): Promise<number> {
	const {steps} = (await person.call('GET', `/app/v1/tours/${id}`)).body.tour as {steps: Array<{image: {mediaId: string} | null}>};
	const wanted = await Promise.all(files.map(async file => sha256(await readFile(file)).toString('hex')));
	return wanted.filter((mediaId, index) => steps[index]?.image?.mediaId === mediaId).length;
}

async function scrollThrough(page: Page): Promise<void> {
	const rows = await page.$$('.strip [role=option]');
	for (const row of rows) {
		await row.evaluate(element => element.scrollIntoView({block: 'center'}));
		await new Promise(resolve => setTimeout(resolve, 100));
	}
	await page.waitForNetworkIdle();
}
