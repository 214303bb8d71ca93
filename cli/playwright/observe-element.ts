import type {ElementHandle, Page} from '@playwright/test';
import type {Moment} from '../recorder/compose-step.ts';
import {boxOf, placeIn} from '../recorder/describe-target.ts';
import type {AnyFrame} from '../recorder/driver.ts';
import {focusedElement} from '../recorder/page/facts.ts';
import {within} from '../recorder/settle.ts';
import {nameTarget} from './name-target.ts';

export type Handle = ElementHandle<HTMLElement | SVGElement>;

/** No script of a frame may hold up a test for longer. Milliseconds. */
const LOOK_MS = 3000;

/** Returns an element's place and name. `point`: of a click, CSS pixels from its corner. */
export async function lookAt(handle: Handle, point: {x: number; y: number} | null): Promise<Moment> {
	const frame = await handle.ownerFrame();
	if (!frame) throw new Error('The element is gone.');
	const named = await nameTarget(handle, frame);
	const box = await boxOf(frame as unknown as AnyFrame, named.facts);
	const drawn = named.facts.rect.width > 0 ? box.width / named.facts.rect.width : 1;
	const place = placeIn(await sizeOf(frame.page()), box, point && {x: point.x * drawn, y: point.y * drawn});
	return {named, place};
}

/** Returns place and name of the focused element, in any frame; null if nothing has the focus. */
export async function lookAtFocus(page: Page): Promise<Moment | null> {
	for (const frame of page.frames()) {
		const found = await within(frame.evaluateHandle(focusedElement), LOOK_MS).catch(() => null);
		const handle = found?.asElement() as Handle | null | undefined;
		if (handle) return lookAt(handle, null);
	}
	return null;
}

export function valueIn(handle: Handle): Promise<string> {
	return handle.evaluate(field => ('value' in field && typeof field.value === 'string' ? field.value : ''));
}

/** Numbers the elements that are used: one element keeps its number. */
export class Elements {
	#number = 0;
	#last: Handle | null = null;

	async numberOf(handle: Handle | null): Promise<number> {
		// Handles of different documents cannot be compared: they are not the same.
		const isSame = handle && this.#last && (await handle.evaluate((one, other) => one === other, this.#last).catch(() => false));
		await (isSame ? handle : this.#last)?.dispose().catch(() => undefined);
		if (isSame) return this.#number;
		this.#last = handle;
		return ++this.#number;
	}
}

async function sizeOf(page: Page): Promise<{width: number; height: number}> {
	return page.viewportSize() ?? page.evaluate(() => ({width: innerWidth, height: innerHeight}));
}
