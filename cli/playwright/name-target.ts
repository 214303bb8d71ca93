import type {ElementHandle, Frame} from '@playwright/test';
import {parse} from 'yaml';
import {describeTarget, type Named} from '../recorder/describe-target.ts';
import type {AnyFrame} from '../recorder/driver.ts';
import {ownerOf, readFacts} from '../recorder/page/facts.ts';
import {installInto} from '../recorder/page/install.ts';

type Element = HTMLElement | SVGElement;

const MARK = 'data-roteiro-target';
const LOOK_MS = 2000;

/** Returns the facts of an element, with role and accessible name as Playwright sees them. */
export async function nameTarget(handle: ElementHandle<Element>, frame: Frame): Promise<Named> {
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
		return firstNode(await frame.locator(`[${MARK}]`).first().ariaSnapshot({timeout: LOOK_MS}));
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
