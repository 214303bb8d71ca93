import type {ReadElement} from '../../../../../shared/contract/pictures/element.ts';
import type {Line} from '../lines.ts';
import {type Box, besideEachOther, contains, heightOf, widthOf} from '../picture.ts';
import type {Scene} from '../screen.ts';
import {findFrames} from './frames.ts';
import {isIn, once, type Unnumbered} from './order.ts';
import {middle, placedAt, placedShape} from './place.ts';
import {findShapes} from './shapes.ts';

/** Words and shapes that are kept at most: a screen full of text has two hundred, and one with thousands is a pattern. */
const MOST = {words: 300, shapes: 200};
/** CSS pixels: how far the words that name a shape may be from it. */
const NEAR = {beside: 60, over: 24};

/** CSS pixels: the handle in the corner of a field of several lines. */
const HANDLE = 18;

/** A number, and its unit. */
const NUMBER = /^[-+−]?[\d.,]+ ?(%|°|[a-z]{1,3})?$/i;

type Words = {element: Unnumbered; lines: Line[]};

/**
 * Returns the elements read, with frames of fields in place of their texts, and with shapes that have no words. `unread` are texts that
 * cannot be read.
 */
export function withShapes(scene: Scene, read: Words[], unread: Line[]): Unnumbered[] {
	const elements = once(read.map(({element}) => element)).slice(0, MOST.words);
	const shapes: Unnumbered[] = [];
	const boxes = read.map(({element, lines}) => ({element, lines, box: boxOf(scene, element.highlight)}));
	const fields = boxes.flatMap(({element: {kind}, box}) => (kind === 'field' || kind === 'select' ? [{kind, box}] : []));
	const label = (box: Box) => labelOf(scene, box, elements);
	for (const {kind, box, lines, onlyNumber} of findFrames(scene)) {
		if (fields.some(field => overlap(field.box, box) > 0.5)) continue;
		const place = placedAt(scene, box, middle(box));
		const inside = elements.filter(({click, highlight}) => isIn(place.highlight, click) && highlight.height < 2 * place.highlight.height);
		if (onlyNumber && !inside.some(({text}) => NUMBER.test(text))) continue;
		fields.push({kind, box});
		if (lines.length > 1) shapes.push(shape(kind, place, label(box)));
		else if (inside.length > 0) for (const element of inside) Object.assign(element, {kind, highlight: place.highlight});
		else shapes.push(shape(kind, place, label(box)));
	}
	const taken = [...read.flatMap(({lines}) => lines), ...unread].flatMap(({words}) => words);
	const ticked = boxes.filter(({element}) => element.kind === 'checkbox').map(({box}) => box);
	const ends = fields.map(({kind, box}) => endOf(box, kind === 'select' ? heightOf(box) : HANDLE * scene.scale));
	const {icons, images} = findShapes(scene, taken);
	for (const box of icons) {
		if (ticked.some(other => contains(other, middle(box))) || ends.some(end => contains(end, middle(box)))) continue;
		if (fields.some(field => overlap(field.box, box) > 0.5)) continue;
		shapes.push(shape('icon', placedShape(scene, box), label(box)));
	}
	for (const box of images) shapes.push(shape('image', placedAt(scene, box, middle(box)), label(box)));
	return [...elements, ...shapes.slice(0, MOST.shapes)];
}

/** The corner of a field where the arrow of a list is, or the handle that makes it larger. */
function endOf({right, bottom}: Box, side: number): Box {
	return {left: right - side, top: bottom - side, right, bottom};
}

type Place = Pick<ReadElement, 'highlight' | 'click'>;

/** Confidence in the kind of a shape. */
const SURE = 0.5;

function shape(kind: 'icon' | 'image' | 'field' | 'select', place: Place, label: string | undefined): Unnumbered {
	return {text: `[${kind === 'select' ? 'field' : kind}]`, kind, ...place, ...(label && {label}), confidence: SURE, words: []};
}

function boxOf({view}: Scene, {x, y, width, height}: ReadElement['highlight']): Box {
	return {left: x * view.width, top: y * view.height, right: (x + width) * view.width, bottom: (y + height) * view.height};
}

function overlap(a: Box, b: Box): number {
	const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
	const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
	if (width <= 0 || height <= 0) return 0;
	return (width * height) / (widthOf(a) * heightOf(a) + widthOf(b) * heightOf(b) - width * height);
}

/** The words nearest to a shape: those beside it, to the right first, else those above or below. */
function labelOf(scene: Scene, box: Box, elements: Unnumbered[]): string | undefined {
	const {scale} = scene;
	const near = elements.flatMap(element => {
		const other = boxOf(scene, element.highlight);
		const beside = Math.max(other.left - box.right, box.left - other.right, 0);
		const over = Math.max(other.top - box.bottom, box.top - other.bottom, 0);
		if (besideEachOther(other, box) > 0.4 && beside <= NEAR.beside * scale)
			return [{text: element.text, away: beside * (other.left >= box.left ? 1 : 1.5)}];
		const isOver = other.left < box.right && other.right > box.left && over <= NEAR.over * scale;
		return isOver ? [{text: element.text, away: over + 8 * scale}] : [];
	});
	return near.sort((a, b) => a.away - b.away)[0]?.text;
}
