import type {ElementHandle, Frame, Locator, Page} from '@playwright/test';
import {parse} from 'yaml';
import type {Moment} from '../recorder/compose-step.ts';
import {boxOf, describeTarget, type Named, placeIn} from '../recorder/describe-target.ts';
import type {AnyFrame} from '../recorder/driver.ts';
import {focusedElement, ownerOf, readFacts, scrollFree, seenOf} from '../recorder/page/facts.ts';
import {installInto} from '../recorder/page/install.ts';
import {within} from '../recorder/settle.ts';
import {PictureRefused} from '../recorder/take-picture.ts';

export type Handle = ElementHandle<HTMLElement | SVGElement>;

/** No script of a frame may hold up a test for longer. Milliseconds. */
const LOOK_MS = 3000;

/** Scrolls an element into view, out from beneath what covers it: Playwright counts that as seen. */
export async function bringOut(target: Locator | Handle, timeout: number | undefined): Promise<void> {
	await target.scrollIntoViewIfNeeded({timeout});
	await (target as Handle).evaluate(scrollFree);
}

/** Returns what is seen of a field for files, such as its label; null if nothing is. */
export async function seenFile(field: Locator, timeout: number | undefined): Promise<Handle | null> {
	const handle = await field.elementHandle({timeout});
	return (await handle!.evaluateHandle(seenOf)).asElement() as Handle | null;
}

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

/** Returns the name of an element; empty if it has none, or is not there. */
export async function nameAt(page: Page, target: Locator | string): Promise<string> {
	const locator = typeof target === 'string' ? page.locator(target).first() : target;
	const handle = (await locator.elementHandle({timeout: LOOK_MS}).catch(() => null)) as Handle | null;
	const found = await handle?.ownerFrame().then(frame => frame && nameTarget(handle, frame));
	await handle?.dispose();
	return found?.name ?? '';
}

/** Returns place and name of the focused element, in any frame; null if nothing has the focus. */
export async function lookAtFocus(page: Page): Promise<(Moment & {handle: Handle}) | null> {
	for (const frame of page.frames()) {
		const found = await within(frame.evaluateHandle(focusedElement), LOOK_MS).catch(() => null);
		const handle = found?.asElement() as Handle | null | undefined;
		if (handle) return {...(await lookAt(handle, null)), handle};
	}
	return null;
}

/** Takes a picture of what is in the window. Playwright's own is shifted where a page is read from the right and overflows. */
export async function shoot(page: Page): Promise<Uint8Array> {
	const isShifted = await page.evaluate(overflowsLeft).catch(() => false);
	const session = isShifted
		? await page
				.context()
				.newCDPSession(page)
				.catch(() => null)
		: null;
	if (session) {
		const {data} = await session.send('Page.captureScreenshot', {format: 'png', captureBeyondViewport: false});
		await session.detach();
		return Buffer.from(data, 'base64');
	}
	return page.screenshot({type: 'png', animations: 'disabled', caret: 'hide', scale: 'device'}).catch((error: Error) => {
		// Playwright waits for all frames, hidden ones too.
		throw error.name === 'TimeoutError' ? new PictureRefused('the browser did not take one in time') : error;
	});
}

/** Runs within the page. */
function overflowsLeft(): boolean {
	const {scrollWidth, clientWidth} = document.documentElement;
	return scrollWidth > clientWidth && [document.documentElement, document.body].some(one => getComputedStyle(one).direction === 'rtl');
}

export function valueIn(handle: Handle): Promise<string> {
	return handle.evaluate(field => ('value' in field && typeof field.value === 'string' ? field.value : ''));
}

/** Numbers the elements that are used: one element keeps its number. */
export class Elements {
	#number = 0;
	#last: Handle | null = null;

	/** `isFocus`: what was clicked before may be a part of the field with the focus, or its label. */
	async numberOf(handle: Handle | null, isFocus = false): Promise<number> {
		// Handles of different documents cannot be compared: they are not the same.
		const isSame =
			handle &&
			this.#last &&
			(await handle.evaluate(isSameElement, {other: this.#last as ElementHandle<Element>, isFocus}).catch(() => false));
		await (isSame ? handle : this.#last)?.dispose().catch(() => undefined);
		if (isSame) return this.#number;
		this.#last = handle;
		return ++this.#number;
	}
}

/** Runs within the page. */
function isSameElement(one: Element, {other, isFocus}: {other: Element; isFocus: boolean}): boolean {
	return one === other || (isFocus && (one.contains(other) || (other.closest('label')?.control ?? null) === one));
}

async function sizeOf(page: Page): Promise<{width: number; height: number}> {
	return page.viewportSize() ?? page.evaluate(() => ({width: innerWidth, height: innerHeight}));
}

type Element = HTMLElement | SVGElement;

const MARK = 'data-roteiro-target';
const SNAPSHOT_MS = 2000;

/** Returns the facts of an element, with role and accessible name as Playwright sees them. */
async function nameTarget(handle: ElementHandle<Element>, frame: Frame): Promise<Named> {
	const facts = await handle.evaluate(readFacts).catch(async () => {
		await installInto(frame as unknown as AnyFrame);
		return handle.evaluate(readFacts);
	});
	const owner = (await handle.evaluateHandle(ownerOf)).asElement() as ElementHandle<Element>;
	const own = await owner.evaluate(readFacts);
	const {hasRole, label} = await owner.evaluate(readLabel);
	const seen = hasRole ? await accessible(owner) : null;
	await owner.dispose();
	return describeTarget({role: seen?.role ?? '', name: seen?.name || label}, facts, own);
}

/** Returns the element's role and name for screen readers. Only locators tell them, so the element is marked meanwhile. */
async function accessible(owner: ElementHandle<Element>): Promise<{role: string; name: string} | null> {
	const frame = await owner.ownerFrame();
	if (!frame) return null;
	await owner.evaluate((element, mark) => element.setAttribute(mark, ''), MARK);
	try {
		return firstNode(await frame.locator(`[${MARK}]`).first().ariaSnapshot({timeout: SNAPSHOT_MS}));
	} catch {
		// It lies in a closed shadow tree, or it is gone.
		return null;
	} finally {
		await owner.evaluate((element, mark) => element.removeAttribute(mark), MARK).catch(() => undefined);
	}
}

/** Returns role and name of the first node: of `- button "Send now" [disabled]: …`, button and Send now. */
function firstNode(snapshot: string): {role: string; name: string} | null {
	const nodes: unknown = parse(snapshot);
	const first: unknown = Array.isArray(nodes) ? nodes[0] : null;
	const head = typeof first === 'string' ? first : typeof first === 'object' && first !== null ? (Object.keys(first)[0] ?? '') : '';
	const [, role, name] = /^([a-z]+)(?: ("(?:[^"\\]|\\.)*"))?/.exec(head) ?? [];
	return role ? {role, name: name ? (JSON.parse(name) as string) : ''} : null;
}

/** Reads if an element has a role of its own, and a label for it. Runs within the page. */
function readLabel(element: globalThis.Element): {hasRole: boolean; label: string} {
	const ROLES = 'a[href],button,input,select,textarea,option,h1,h2,h3,h4,h5,h6,img,[role]';
	const {labels, placeholder} = element as HTMLInputElement;
	const label = [element.getAttribute('aria-label'), labels?.[0]?.innerText, placeholder, element.getAttribute('title')];
	return {hasRole: element.matches(ROLES), label: label.find(words => words?.trim()) ?? ''};
}
