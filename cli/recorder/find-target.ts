import {setTimeout as pause} from 'node:timers/promises';
import {type Selector, selectorToPElementSelector} from '@puppeteer/replay';
import type {ElementHandle, Frame} from 'puppeteer-core';

export type Found = {handle: ElementHandle<Element>; selector: Selector};

const LOOK_MS = 30;

/** Waits for the first of the selectors that has something to be seen. Returns null where none has, in time. */
export async function findTarget(frame: () => Promise<Frame>, selectors: readonly Selector[], timeoutMs: number): Promise<Found | null> {
	const end = Date.now() + timeoutMs;
	do {
		for (const selector of selectors) {
			const handle = await look(await frame(), selector);
			if (handle) return {handle, selector};
		}
		await pause(LOOK_MS);
	} while (Date.now() < end);
	return null;
}

/** What a selector finds first, where that can be seen. */
async function look(frame: Frame, selector: Selector): Promise<ElementHandle<Element> | null> {
	try {
		const handle = await frame.$(selectorToPElementSelector(selector));
		if (!handle) return null;
		const isSeen = await handle.evaluate(element => {
			const {width, height} = element.getBoundingClientRect();
			return width > 0 && height > 0 && element.checkVisibility({visibilityProperty: true});
		});
		if (isSeen) return handle as ElementHandle<Element>;
		await handle.dispose();
		return null;
	} catch {
		// The document is being replaced, or the selector is none that the browser knows: the next one, or the next time.
		return null;
	}
}

/** The selectors as a person reads them. */
export function describe(selectors: readonly Selector[]): string {
	const shown = selectors.slice(0, 3).map(selector => [selector].flat().join(' >> '));
	return shown.join(' or ') + (selectors.length > shown.length ? ` (and ${selectors.length - shown.length} more)` : '');
}
