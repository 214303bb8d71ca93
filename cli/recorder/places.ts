import type {ElementHandle, Frame} from 'puppeteer-core';
import type {Watched} from './open-browser.ts';
import {focusedElement} from './page/facts.ts';
import {settle, within} from './settle.ts';

/** Where something is done. */
export type Place = {watched: Watched; frame: Frame};

/** No script of a frame may hold up the recording for longer. */
const LOOK_MS = 3000;

/** What has the focus, in whichever frame. */
export async function focusIn({watched}: Place): Promise<{handle: ElementHandle<Element>; frame: Frame; offset: null} | null> {
	await settle(watched);
	for (const frame of watched.page.frames()) {
		const handle = await within(frame.evaluateHandle(focusedElement), LOOK_MS).catch(() => null);
		const element = handle?.asElement() as ElementHandle<Element> | null | undefined;
		if (element) return {handle: element, frame, offset: null};
	}
	return null;
}

/** Where a frame stands among the frames of its page. */
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
