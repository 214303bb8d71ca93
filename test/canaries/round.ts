import {existsSync} from 'node:fs';
import {join} from 'node:path';
import puppeteer, {type Browser} from 'puppeteer';
import {readConfig} from '../../shared/config/config.ts';
import {CHROMIUM} from '../extension/browser.ts';
import {readInPicture} from '../helpers/read-pictures.ts';
import {serveApp} from '../helpers/recorded-app.ts';
import {byExtension} from './by-extension.ts';
import {byPlaywright} from './by-playwright.ts';
import {byRecord} from './by-record.ts';
import {addUp, type CanaryResult} from './judge.ts';
import {CANARY_CASES, CANARY_PAGES, CANARY_PARTS} from './pages.ts';

/** The programs that take pictures of other people's pages. */
export type Way = 'extension' | 'record' | 'playwright';

/**
 * Records the pages that show a canary. `only`: their names; `extended`: a browser with the extension, if that is a
 * way; `folder`: for pictures.
 */
export async function canaryRound(
	way: Way,
	{folder, only, extended}: {folder: string; only?: string[]; extended?: Browser},
): Promise<CanaryResult> {
	const app = await serveApp(CANARY_PAGES);
	const isWhole = existsSync(CHROMIUM);
	const program = isWhole ? CHROMIUM : readConfig().chromium;
	const cases = CANARY_CASES.filter(({page, isApart}) => (!only || only.includes(page)) && (isWhole || !isApart));
	const kept = join(folder, way);
	try {
		if (way === 'playwright') return await byPlaywright(program, cases, app.baseUrl, kept);
		return await addUp(cases, one =>
			way === 'record' ? byRecord(program, one, app.baseUrl, kept) : byExtension(extended!, one, app.baseUrl, kept),
		);
	} finally {
		await app.stop();
	}
}

/** Returns the canary's parts that can be read if it is uncovered: a round without them proves no cover. */
export async function readUncovered(folder: string): Promise<string[]> {
	const app = await serveApp(CANARY_PAGES);
	const browser = await puppeteer.launch({executablePath: readConfig().chromium, args: ['--no-sandbox']});
	try {
		const page = await browser.newPage();
		await page.goto(`${app.baseUrl}/c-plain`);
		await page.waitForSelector('#ready');
		const file = join(folder, 'uncovered.png') as `${string}.png`;
		await page.screenshot({path: file});
		return await readInPicture(file, CANARY_PARTS);
	} finally {
		await browser.close();
		await app.stop();
	}
}
