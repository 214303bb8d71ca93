import type {CDPSession, ElementHandle, Frame, Page} from 'puppeteer-core';
import type {ElementKind} from '../../shared/contract/element.ts';
import {type Facts, frameOrigin, ownerOf, readFacts} from './page/facts.ts';
import {installInto} from './page/install.ts';
import type {Holder} from './page/tools.ts';
import {RecordingError} from './recording.ts';
import {within} from './settle.ts';

export type Box = {x: number; y: number; width: number; height: number};
export type Named = {name: string | null; kind: ElementKind; facts: Facts};

const SCRIPT_MS = 3000;
/** A page that brings out its secrets again each time they are covered is not taken a picture of. */
const COVERINGS = 8;

const KINDS: Record<string, ElementKind> = {
	button: 'button',
	link: 'link',
	textbox: 'field',
	searchbox: 'field',
	spinbutton: 'field',
	slider: 'field',
	combobox: 'select',
	listbox: 'select',
	checkbox: 'checkbox',
	radio: 'checkbox',
	switch: 'checkbox',
	tab: 'tab',
	option: 'menu',
	treeitem: 'menu',
	menuitem: 'menu',
	menuitemcheckbox: 'menu',
	menuitemradio: 'menu',
	heading: 'heading',
	image: 'icon',
	img: 'icon',
};

/** Where an element lies in the viewport of its page, CSS pixels: through all the frames around it. */
export async function boxOf(frame: Frame, {rect}: Facts): Promise<Box> {
	let {x, y, width, height} = rect;
	for (let inner = frame; ; ) {
		const outer = inner.parentFrame();
		const element = outer && (await inner.frameElement());
		if (!outer || !element) return {x, y, width, height};
		const origin = await element.evaluate(frameOrigin);
		await element.dispose();
		[x, y] = [origin.x + x * origin.scaleX, origin.y + y * origin.scaleY];
		[width, height] = [width * origin.scaleX, height * origin.scaleY];
		inner = outer;
	}
}

/** What is known of an element, by the browser's own account of it (its accessible name and role). */
export async function nameOf(handle: ElementHandle<Element>): Promise<Named> {
	const facts = await handle.evaluate(readFacts).catch(async () => {
		await installInto(handle.frame);
		return handle.evaluate(readFacts);
	});
	const owner = (await handle.evaluateHandle(ownerOf)) as ElementHandle<Element>;
	const {objectId} = owner.remoteObject();
	const {client} = owner as unknown as {client: CDPSession};
	const {nodes} = await client.send('Accessibility.getPartialAXTree', {objectId, fetchRelatives: false});
	const node = nodes.find(({ignored}) => !ignored);
	const role = String(node?.role?.value ?? '');
	const own = await owner.evaluate(readFacts);
	await owner.dispose();
	const isField = own.type !== '' && !['button', 'submit', 'reset', 'image'].includes(own.type);
	const kind = KINDS[role] ?? (isField ? 'field' : Object.keys(facts.options).length > 0 ? 'select' : 'text');
	return {
		name: String(node?.name?.value ?? '').trim() || own.words.trim() || facts.words.trim() || null,
		kind: kind === 'select' && own.type !== '' ? 'field' : kind,
		facts: {...facts, isSecret: facts.isSecret || own.isSecret, isChecked: facts.isChecked || own.isChecked},
	};
}

/** A picture of what the page shows, without what is secret. */
export async function takePicture(page: Page, patterns: string[]): Promise<Uint8Array> {
	await cover(page, patterns);
	try {
		for (let attempt = 0; attempt < COVERINGS; attempt++) {
			const png = await page.screenshot({type: 'png', captureBeyondViewport: false, optimizeForSpeed: true});
			// What the application drew anew meanwhile may be in the picture.
			if ((await cover(page, patterns)) === 0) return png;
		}
	} finally {
		await Promise.allSettled(page.frames().map(frame => within(frame.evaluate(uncover), SCRIPT_MS)));
	}
	throw new RecordingError(null, 'A password, card or code is drawn again and again, so that no picture without it can be taken.');
}

/** Covers what is secret in all frames; returns how much was not covered before. */
async function cover(page: Page, patterns: string[]): Promise<number> {
	const found = await Promise.all(page.frames().map(frame => coverFrame(frame, patterns)));
	return found.reduce((sum, count) => sum + count, 0);
}

async function coverFrame(frame: Frame, patterns: string[]): Promise<number> {
	const ask = () => within(frame.evaluate(hide, patterns), SCRIPT_MS);
	try {
		return await ask();
	} catch {
		try {
			await within(installInto(frame), SCRIPT_MS);
			return await ask();
		} catch (error) {
			if (frame.detached) return 0;
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
