import type {Frame, Page} from 'puppeteer-core';
import {installCovers, installHiding} from './covers.ts';
import {installQuiet, installSecrets, installTrees} from './tools.ts';

const PARTS = [installTrees, installSecrets, installQuiet, installCovers, installHiding];

/** Brings the tools into every document that the page opens from now on. */
export async function installTools(page: Page): Promise<void> {
	for (const part of PARTS) await page.evaluateOnNewDocument(part);
}

/** Brings them into the document that a frame shows already. */
export async function installInto(frame: Frame): Promise<void> {
	for (const part of PARTS) await frame.evaluate(part);
}
