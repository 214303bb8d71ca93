import {setTimeout as pause} from 'node:timers/promises';
import {type Selector, selectorToPElementSelector} from '@puppeteer/replay';
import type {ElementHandle, Frame} from 'puppeteer-core';

export type Found = {handle: ElementHandle<Element>; selector: Selector};

const LOOK_MS = 30;

/** Waits for the first of the selectors that has something to be seen. Returns null if none has, in time. */
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

/** Points at what is around an element that is invisible, as a person does to make it appear. False if there is nothing. */
export async function pointAround(frame: Frame, selectors: readonly Selector[]): Promise<boolean> {
	for (const selector of selectors) {
		const hidden = await frame.$(selectorToPElementSelector(selector)).catch(() => null);
		const around = await hidden?.evaluateHandle(element => {
			let above = element.parentElement;
			while (above && !(above.checkVisibility({visibilityProperty: true}) && above.getBoundingClientRect().height > 0))
				above = above.parentElement;
			return above;
		});
		const handle = around?.asElement() as ElementHandle<Element> | null | undefined;
		if (!handle) continue;
		await handle.hover().catch(() => undefined);
		return true;
	}
	return false;
}

/** Returns the first match of a selector if it is visible, else null. */
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

/** Returns the selectors as a person reads them. */
export function describe(selectors: readonly Selector[]): string {
	const shown = selectors.slice(0, 3).map(selector => [selector].flat().join(' >> '));
	return shown.join(' or ') + (selectors.length > shown.length ? ` (and ${selectors.length - shown.length} more)` : '');
}
