import type {ElementHandle, Frame} from 'puppeteer-core';
import type {Watched} from './open-browser.ts';
import {focusedElement} from './page/facts.ts';
import {settle, within} from './settle.ts';

/** The page and frame of an action. */
export type Place = {watched: Watched; frame: Frame};

/** No script of a frame may hold up the recording for longer. */
const LOOK_MS = 3000;

/** Returns the focused element, in any frame; null if nothing has the focus. */
export async function focusIn({watched}: Place): Promise<{handle: ElementHandle<Element>; frame: Frame; offset: null} | null> {
	await settle(watched);
	for (const frame of watched.page.frames()) {
		const handle = await within(frame.evaluateHandle(focusedElement), LOOK_MS).catch(() => null);
		const element = handle?.asElement() as ElementHandle<Element> | null | undefined;
		if (element) return {handle: element, frame, offset: null};
	}
	return null;
}

/** Returns the indexes that lead to a frame from its page, one for each level. */
export function pathTo(frame: Frame): number[] {
	const parent = frame.parentFrame();
	return parent ? [...pathTo(parent), parent.childFrames().indexOf(frame)] : [];
}

/** A URL without what may be secret in it. */
export function pathOf(url: string): string {
	if (!URL.canParse(url)) return 'the page';
	const {origin, pathname, protocol} = new URL(url);
	return origin === 'null' ? `${protocol}…` : origin + pathname;
}
