import type {ReadElement} from '../../../shared/contract/pictures/element.ts';
import {plain, similarity} from '../../../shared/tour/place/controls.ts';
import {matchElements} from '../../../shared/tour/place/target.ts';
import type {Box, Truth} from './truth.ts';

/** So alike must words be, 0..1, and so much must two boxes share of what they cover together. */
const ALIKE = 0.8;
const SHARED = 0.5;
/** CSS pixels that a click may lie outside of its words. */
const SLACK = 2;

export type Tally = {found: number; of: number};
export type Judged = {texts: Tally; icons: Tally; fields: Tally; right: Tally; misses: string[]};

type Placed = {element: ReadElement; box: Box; click: {x: number; y: number}};

/** What of the truth was found, and what of the found is true. See README.md for the rule. */
export function judge(truth: Truth, elements: ReadElement[], window: {width: number; height: number}): Judged {
	const misses: string[] = [];
	const placed = elements.map((element): Placed => {
		const {x, y, width, height} = element.highlight;
		const box = {x: x * window.width, y: y * window.height, width: width * window.width, height: height * window.height};
		return {element, box, click: {x: element.click.x * window.width, y: element.click.y * window.height}};
	});
	const tally = <T>(list: T[], holds: (one: T) => boolean, say: (one: T) => string): Tally => {
		const missed = list.filter(one => !holds(one));
		misses.push(...missed.map(say));
		return {found: list.length - missed.length, of: list.length};
	};
	const at = ({x, y, width, height}: Box) => `${Math.round(x)},${Math.round(y)} ${Math.round(width)}x${Math.round(height)}`;
	const ofKind = (...kinds: string[]) => placed.filter(({element}) => kinds.includes(element.kind));
	const texts = tally(
		truth.texts,
		({text, box}) =>
			matchElements(elements, text).some(
				({element}) =>
					similarity(plain(element.text), plain(text)) >= ALIKE &&
					holds(box, {x: element.click.x * window.width, y: element.click.y * window.height}),
			),
		({text, box}) => `text missed: "${text}" at ${at(box)}`,
	);
	const isOne = (found: Placed[]) => (boxes: Box[]) => found.some(({box}) => boxes.some(one => shared(one, box) >= SHARED));
	const icons = tally(truth.icons, isOne(ofKind('icon', 'image', 'button')), boxes => `icon missed: ${boxes.map(at).join(' | ')}`);
	const fields = tally(
		truth.fields,
		// Both ends of a range are found with the frame around them.
		({boxes}) => isOne(ofKind('field', 'select'))([...boxes, ...truth.likes.filter(box => within(box, boxes[0]!))]),
		({boxes}) => `field missed: ${boxes.map(at).join(' | ')}`,
	);
	const pictures = truth.others.filter(({width, height}) => Math.min(width, height) > 64);
	const known = placed.filter(({element, click}) => isShape(element) || !pictures.some(box => holds(box, click)));
	const right = tally(
		known,
		one => isRight(truth, one),
		({element, box}) => `wrong: ${element.kind} "${element.text}" at ${at(box)}`,
	);
	return {texts, icons, fields, right, misses};
}

const isShape = ({kind}: ReadElement) => ['icon', 'image', 'field', 'select', 'checkbox'].includes(kind as string);

function isRight({texts, icons, fields, likes, values, others}: Truth, {element, box, click}: Placed): boolean {
	const kind = element.kind as string;
	const isAmong = (boxes: Box[]) => boxes.some(one => shared(one, box) >= SHARED);
	if (kind === 'field' || kind === 'select') return isAmong([...fields.flatMap(({boxes}) => boxes), ...likes]);
	if (kind === 'icon' || kind === 'image') return isAmong([...icons.flat(), ...others]) || others.some(one => within(one, box));
	if (kind === 'checkbox' && others.some(one => holds(one, click) || shared(one, box) > 0)) return true;
	const words = plain(element.text);
	return [...texts, ...values].some(({text, box: where}) => {
		const truly = plain(text);
		if (shared(where, box) <= 0 || words === '' || truly === '') return false;
		return (
			similarity(words, truly) >= ALIKE ||
			similarity(words, truly.slice(0, words.length)) >= ALIKE ||
			` ${truly} `.includes(` ${words} `) ||
			` ${words} `.includes(` ${truly} `)
		);
	});
}

function holds({x, y, width, height}: Box, point: {x: number; y: number}): boolean {
	return point.x >= x - SLACK && point.x <= x + width + SLACK && point.y >= y - SLACK && point.y <= y + height + SLACK;
}

/** A part of a picture, or of a control with an icon in it, of which nobody knows more. */
const within = (outer: Box, box: Box) =>
	Math.max(outer.width, outer.height) > 24 &&
	holds(outer, {x: box.x, y: box.y}) &&
	holds(outer, {x: box.x + box.width, y: box.y + box.height});

/** What two boxes share, of what they cover together. */
function shared(a: Box, b: Box): number {
	const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
	const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
	if (width <= 0 || height <= 0) return 0;
	return (width * height) / (a.width * a.height + b.width * b.height - width * height);
}
