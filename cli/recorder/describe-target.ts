import type {ElementKind} from '../../shared/contract/pictures/element.ts';
import type {AnyFrame} from './driver.ts';
import {type Facts, frameOrigin, viewOrigin} from './page/facts.ts';
import type {RecordedStep} from './recording.ts';

type Size = {width: number; height: number};
type Point = {x: number; y: number};
export type Box = Point & Size;
export type Place = Pick<RecordedStep, 'highlight' | 'click'>;
export type Named = {name: string | null; kind: ElementKind; facts: Facts};

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

/** Names a target and its kind. `role`, `name`: of its owner, as assistive technology has them; `own`: the page's facts on the owner. */
export function describeTarget({role, name}: {role: string; name: string}, facts: Facts, own: Facts): Named {
	const isField = own.type !== '' && !['button', 'submit', 'reset', 'image'].includes(own.type);
	const kind = KINDS[role] ?? (own.isFile ? 'button' : isField ? 'field' : Object.keys(facts.options).length > 0 ? 'select' : 'text');
	const isSeen = (kind === 'button' || kind === 'link') && isLabelled(own.words.trim(), name);
	return {
		name: (isSeen ? own.words.trim() : name.trim() || own.words.trim() || facts.words.trim()).replace(/\s*[:：]$/, '') || null,
		kind: kind === 'select' && own.type !== '' ? 'field' : kind,
		facts: {...facts, isSecret: facts.isSecret || own.isSecret, isText: own.isText, isChecked: facts.isChecked || own.isChecked},
	};
}

/** Characters of words on a button that are taken for all of them. */
const SEEN = 40;

/** True if the words that a button shows name it, other than its name says: neither a sign, the name of an icon nor a paragraph. */
function isLabelled(words: string, name: string): boolean {
	const isWord = /\p{L}{3}|[^\p{Script=Latin}\P{L}]{2}/u.test(words) && !/^[a-z\d_]+$/.test(words);
	return isWord && words.length <= SEEN && !words.includes('\n') && !plainly(name).includes(plainly(words));
}

function plainly(text: string): string {
	return text.toLowerCase().replace(/\s+/g, ' ');
}

/** Returns the box of an element in its page's picture, CSS pixels of the screen, through all the frames around it. */
export async function boxOf(frame: AnyFrame, {rect}: Facts): Promise<Box> {
	let {x, y, width, height} = rect;
	for (let inner = frame; ; ) {
		const outer = inner.parentFrame();
		const element = outer && (await inner.frameElement());
		const origin = element ? await element.evaluate(frameOrigin) : await inner.evaluate(viewOrigin, undefined);
		await element?.dispose();
		[x, y] = [origin.x + x * origin.scaleX, origin.y + y * origin.scaleY];
		[width, height] = [width * origin.scaleX, height * origin.scaleY];
		if (!outer || !element) return {x, y, width, height};
		inner = outer;
	}
}

/**
 * Returns a box in the viewport as fractions of the picture, with five digits, finer than a pixel. `offset`: the
 * click's distance from the box's corner.
 */
export function placeIn({width, height}: Size, box: Box | null, offset: Point | null): Place {
	const share = (value: number, of: number) => Math.round((value / of) * 1e5) / 1e5;
	if (!box) return {};
	const [left, top] = [Math.max(0, box.x), Math.max(0, box.y)];
	const [right, bottom] = [Math.min(width, box.x + box.width), Math.min(height, box.y + box.height)];
	if (right - left < 1 || bottom - top < 1) return {};
	const highlight = {x: share(left, width), y: share(top, height), width: share(right - left, width), height: share(bottom - top, height)};
	const point = offset && {x: box.x + offset.x, y: box.y + offset.y};
	const isInside = point && point.x >= left && point.x <= right && point.y >= top && point.y <= bottom;
	return {highlight, ...(isInside && {click: {x: share(point.x, width), y: share(point.y, height)}})};
}
