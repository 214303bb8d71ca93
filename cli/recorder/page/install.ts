import type {AnyFrame} from '../driver.ts';
import {installCovers, installHiding} from './covers.ts';
import {installFrames, installQuiet, installSecrets, installTrees} from './tools.ts';

/** The tools of a page, in the order in which they build on each other. */
export const PARTS = [installTrees, installSecrets, installFrames, installQuiet, installCovers, installHiding];

/** Brings the tools into every document that the page opens from now on. */
export async function installTools(page: {evaluateOnNewDocument(part: () => void): Promise<unknown>}): Promise<void> {
	for (const part of PARTS) await page.evaluateOnNewDocument(part);
}

/** Brings them into the document that a frame shows already. */
export async function installInto(frame: AnyFrame): Promise<void> {
	for (const part of PARTS) await frame.evaluate(part, undefined);
}
