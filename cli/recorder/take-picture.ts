import type {AnyFrame, AnyPage} from './driver.ts';
import {installInto} from './page/install.ts';
import type {Holder} from './page/tools.ts';
import {RecordingError} from './recording.ts';
import {within} from './settle.ts';

const SCRIPT_MS = 3000;
/** A page that brings out its secrets again each time they are covered is not taken a picture of. */
const COVERINGS = 8;

/** A picture of what the page shows, without what is secret. `shoot` takes one of the page as it is. */
export async function takePicture(page: AnyPage, patterns: string[], shoot: () => Promise<Uint8Array>): Promise<Uint8Array> {
	await cover(page, patterns);
	try {
		for (let attempt = 0; attempt < COVERINGS; attempt++) {
			const png = await shoot();
			// What the application drew anew meanwhile may be in the picture.
			if ((await cover(page, patterns)) === 0) return png;
		}
	} finally {
		await Promise.allSettled(page.frames().map(frame => within(frame.evaluate(uncover, undefined), SCRIPT_MS)));
	}
	throw new RecordingError(null, 'A password, card or code is drawn again and again, so that no picture without it can be taken.');
}

/** Covers what is secret in all frames; returns how much was not covered before. */
async function cover(page: AnyPage, patterns: string[]): Promise<number> {
	const found = await Promise.all(page.frames().map(frame => coverFrame(page, frame, patterns)));
	return found.reduce((sum, count) => sum + count, 0);
}

async function coverFrame(page: AnyPage, frame: AnyFrame, patterns: string[]): Promise<number> {
	const ask = () => within(frame.evaluate(hide, patterns), SCRIPT_MS);
	try {
		return await ask();
	} catch {
		try {
			await within(installInto(frame), SCRIPT_MS);
			return await ask();
		} catch (error) {
			// It was taken away meanwhile.
			if (!page.frames().includes(frame)) return 0;
			const element = await frame.frameElement();
			if (!element) throw error;
			// A frame that cannot be looked into is not shown.
			return element.evaluate(hideFrame);
		}
	}
}

function hide(patterns: string[]): number {
	return (globalThis as Holder)[Symbol.for('roteiro')]!.hide(patterns);
}

function hideFrame(element: Element): number {
	const {style} = element as HTMLElement;
	if (style.visibility === 'hidden') return 0;
	style.setProperty('visibility', 'hidden', 'important');
	return 1;
}

function uncover(): void {
	(globalThis as Holder)[Symbol.for('roteiro')]?.show();
}
