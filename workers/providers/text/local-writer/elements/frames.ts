import {hasArrow, isEdged, isFaint, isGrid, outline} from '../boxed.ts';
import {LABEL_REACH, labelsOf} from '../element.ts';
import type {Ground} from '../grounds.ts';
import {isText, type Line, type Word} from '../lines.ts';
import {type Box, contains, heightOf, type Point, union, widthOf} from '../picture.ts';
import {type AimedScene, fullness, groundAround, groundAt, lineLeftOf, linesOn, type Scene} from '../screen.ts';
import {withoutIcons} from '../segment.ts';
import {middle} from './place.ts';
import {hasSpin} from './spin.ts';

/**
 * The frame of a field or of a list to choose from, with the lines of what is written in it. With `only` it is one if that is a number, if
 * another field looks like it, or in either case.
 */
export type Frame = {kind: 'field' | 'select'; box: Box; lines: Line[]; ground: Ground; only?: 'number' | 'like' | 'either'};

/** CSS pixels, and how many times as wide as high a field is at least. */
const FIELD = {narrowest: 36, widest: 1200, least: 15, highest: 64, wide: 1.8};
/** CSS pixels: text begins no further from a field's left edge; a sign may stand before it. */
const BEGIN = 60;
/** Shares of a field's width: what begins behind `from` and is no wider is a sign, a unit or a key at its end. */
const END = {from: 0.7, wide: 0.25};
/** Levels of 255 between a field without a frame and what is around it. */
const SHADE = {least: 9, most: 80};
/** CSS pixels: no field of a number is wider. It has so many times as much room at one side as at the other. */
const NUMBER = {widest: 260, aside: 2};
/** Share of its height: so near to the window's edge nothing is a field. */
const EDGE = 0.08;
/** CSS pixels: a field of a number with arrows beside it is no narrower. */
const SPUN = 18;
/** Levels of 255 between the channels of a colour that is no grey. */
const COLOURED = 32;
/** CSS pixels, and share of a frame's width, by which words are off its middle at most if they are in it. */
const CENTRED = {least: 5, share: 0.1};
/** CSS pixels: a field among panels is no higher than one of a line, and rows of a list are no further apart. */
const ROW = 44;
const TOUCH = 4;
/** Font sizes from the beginning of an icon to that of the words that it leads, and their width at least. */
const LED = 2.2;
/** Levels of 255 by which two fields of one screen differ at most. */
const LIKE = 4;
/** Share of the contrast that there could be. */
const PALE = 0.75;
/** CSS pixels and font sizes: the entries of a list begin in one line, so far above each other, and are as large. */
const ENTRY = {off: 4, apart: 48, alike: 0.2};
/** A field that nothing names is so wide, in CSS pixels, and has so much of it empty behind its text. */
const UNNAMED = {width: 110, empty: 0.3};

/** Letters above this many usual font sizes are not a field's. */
const LARGEST = 2.4;
/** CSS pixels: a field of several lines, and the handle in its corner. */
const AREA = {narrowest: 120, highest: 500, handle: 18, begin: 24};

/** Every rectangle that looks like a field: framed, and empty or with text from its beginning on. */
export function findFrames(scene: Scene): Frame[] {
	return scene.grounds.list
		.map(ground => frameOf({...scene, aim: {click: middle(ground), box: null}}, ground))
		.filter(frame => frame !== null);
}

function frameOf(scene: AimedScene, ground: Ground): Frame | null {
	const {scale, view} = scene;
	const [width, height] = [widthOf(ground) / scale, heightOf(ground) / scale];
	if (height > FIELD.highest) return areaOf(scene, ground);
	if (width < SPUN || width > FIELD.widest || height < FIELD.least) return null;
	// A bar along the window's edge shows how things are.
	const edge = Math.max(scale, EDGE * heightOf(ground));
	const [right, bottom] = [view.width - edge, view.height - edge];
	if (ground.left <= edge || ground.top <= edge || ground.right >= right || ground.bottom >= bottom) return null;
	const spun = width <= NUMBER.widest && hasSpin(scene, ground);
	if (!spun && (width < FIELD.narrowest || width < FIELD.wide * height)) return null;
	if (fullness(scene, ground) < 0.86 || isGrid(scene, ground, true)) return null;
	const [edged, filled] = [isEdged(scene, ground), isFilled(scene, ground)];
	const inner = linesOn(scene, ground).filter(line => contains(ground, middle(line)));
	const isEnd = (line: Line) => line.left > ground.left + END.from * widthOf(ground) && widthOf(line) < END.wide * widthOf(ground);
	const written = inner.map(withoutIcons).filter(line => isText(line) && widthOf(line) > 6 * scale);
	const texts = written.some(line => !isEnd(line)) ? written.filter(line => !isEnd(line)) : written;
	const arrow = hasArrow(scene, ground, inner);
	const box = outline(scene, ground);
	const kind = arrow ? 'select' : 'field';
	const besides = isGrid(scene, ground);
	if (texts.length === 0) return wordless(scene, {kind, box, lines: inner, ground}, {edged, filled, besides, spun});
	if (isButton(scene, ground, inner, texts)) return null;
	const text = union(texts);
	if (heightOf(text) > 0.8 * heightOf(ground) || texts.some(line => line.em > LARGEST * scene.em)) return null;
	const [before, after] = [text.left - ground.left, ground.right - text.right];
	const named = labelsOf(scene, box).length > 0;
	// Buttons have their words in the middle, and numbers of pages have, too.
	const isBehind = before > NUMBER.aside * after;
	const isShort = texts.length === 1 && width <= NUMBER.widest && (edged || filled);
	const isCentred = Math.abs(before - after) <= Math.max(CENTRED.least * scale, CENTRED.share * widthOf(ground));
	// Of parts beside each other those of a ruler begin with their number.
	const isLed = isBehind || (!besides && (after > NUMBER.aside * before || lineLeftOf(scene, box, LABEL_REACH.left * scale) !== null));
	const frame: Frame = {kind, box, lines: texts, ground};
	const isSpin = isShort && isCentred && (spun || (edged && !besides && isAlone(scene, ground)));
	const isLike = !isCentred && !besides && (edged || filled);
	const only = isShort && isLed ? 'either' : isLike ? 'like' : 'number';
	const short: Frame | null = (isShort && isLed) || isLike || isSpin ? {...frame, only} : null;
	const faint = texts.every(line => isFaint(line, ground));
	if (before > BEGIN * scale || after < before * 1.3 || (besides && !(faint && edged && height <= ROW && isAlone(scene, ground))))
		return short;
	const roomy = width >= UNNAMED.width && after >= UNNAMED.empty * widthOf(ground);
	if (edged) {
		const isField = (named && !isPainted(ground, texts)) || (roomy && (faint || arrow || height <= 44));
		return isField ? frame : short;
	}
	const titled = texts.length === 2 && isFaint(texts.toSorted((a, b) => a.top - b.top)[0]!, ground);
	const isField = roomy && (faint || (filled && (named || titled || arrow) && !isEntry(scene, ground, texts[0]!)));
	return isField ? frame : short;
}

/** Returns the frame of a field that is empty or has a single digit in its middle; `frame` has what is drawn in it. */
function wordless(
	scene: Scene,
	frame: Frame,
	{edged, filled, besides, spun}: Record<'edged' | 'filled' | 'besides' | 'spun', boolean>,
): Frame | null {
	const {ground, lines} = frame;
	const width = widthOf(ground);
	const inMiddle = lines.some(line => middle(line).x > ground.left + 0.25 * width && middle(line).x < ground.right - 0.25 * width);
	const isShort = width <= NUMBER.widest * scene.scale;
	const isSpin = spun ? edged || filled : edged && !besides && isAlone(scene, ground);
	if (inMiddle && lines.length === 1 && isShort && isSpin) return spun ? frame : {...frame, only: 'number'};
	if (inMiddle || besides) return null;
	if (edged) return {...frame, lines: []};
	return filled ? {...frame, lines: [], only: 'like'} : null;
}

/** Returns true for an icon and words that are together in the middle. */
function isButton({scale}: Scene, {left, right}: Ground, inner: Line[], texts: Line[]): boolean {
	const [text, all] = [union(texts), union(inner)];
	const isLed =
		texts.length === 1 &&
		widthOf(text) >= LED * texts[0]!.em &&
		text.left - all.left > CENTRED.least * scale &&
		text.left - all.left <= LED * texts[0]!.em;
	return isLed && Math.abs(all.left - left - (right - text.right)) <= CENTRED.least * scale;
}

/** Returns true for what has no other of its size beside, over or under it, as the numbers of pages and the rows of a list have. */
function isAlone({grounds, scale}: Scene, ground: Ground): boolean {
	const isAs = (a: number, b: number) => Math.abs(a - b) <= 2 * scale;
	return !grounds.list.some(
		other =>
			other !== ground &&
			isAs(heightOf(other), heightOf(ground)) &&
			isAs(widthOf(other), widthOf(ground)) &&
			((isAs(other.top, ground.top) && Math.max(other.left - ground.right, ground.left - other.right) <= BEGIN * scale) ||
				(isAs(other.left, ground.left) && Math.max(other.top - ground.bottom, ground.top - other.bottom) <= TOUCH * scale)),
	);
}

/** Returns true for two frames of one height and colour, as the fields of one screen are. */
export function areLike(a: Ground, b: Ground, scale: number): boolean {
	return Math.abs(heightOf(a) - heightOf(b)) <= scale && a.color.every((value, channel) => Math.abs(value - b.color[channel]!) <= LIKE);
}

/** Returns true for words on a colour, unless they are paler than they could be: a button, or a part of a drawing. */
function isPainted({color}: Ground, texts: Line[]): boolean {
	const most = Math.max(...color.map(value => Math.max(value, 255 - value)));
	const away = ({ink}: Word) => Math.max(...ink.map((value, index) => Math.abs(value - color[index]!)));
	const isPale = texts.every(({words}) => words.every(word => away(word) < PALE * most));
	return Math.max(...color) - Math.min(...color) > COLOURED && !isPale;
}

/** Returns true for what has a slightly other shade than all around it. */
function isFilled(scene: AimedScene, ground: Ground): boolean {
	const outside = groundAround(scene, outline(scene, ground));
	if (!outside || outside === ground) return false;
	const away = Math.max(...outside.color.map((value, index) => Math.abs(value - ground.color[index]!)));
	return away >= SHADE.least && away <= SHADE.most;
}

/** Returns true for the chosen one of several entries, which begin in one line above and below it. */
function isEntry(scene: Scene, ground: Ground, text: Line): boolean {
	return scene.lines.some(
		other =>
			other.ground !== ground.id &&
			isText(other) &&
			Math.abs(other.left - text.left) <= ENTRY.off * scene.scale &&
			Math.max(other.top - text.bottom, text.top - other.bottom) <= ENTRY.apart * scene.scale &&
			Math.abs(other.em - text.em) <= ENTRY.alike * text.em &&
			widthOf(scene.grounds.list[other.ground - 1]!) > widthOf(ground),
	);
}

/** A field of several lines: framed, with nothing in it but a faint line at its top, or with the handle that makes it larger. */
function areaOf(scene: AimedScene, ground: Ground): Frame | null {
	const {marks, scale, view} = scene;
	if (widthOf(ground) < AREA.narrowest * scale || heightOf(ground) > AREA.highest * scale) return null;
	if (ground.left <= 0 || ground.top <= 0 || ground.right >= view.width || ground.bottom >= view.height) return null;
	const corner = {
		left: ground.right - AREA.handle * scale,
		top: ground.bottom - AREA.handle * scale,
		right: ground.right,
		bottom: ground.bottom,
	};
	const texts = linesOn(scene, ground)
		.filter(line => contains(ground, middle(line)) && !contains(corner, middle(line)))
		.filter(line => isText(line) && widthOf(line) > 6 * scale)
		.sort((a, b) => a.top - b.top);
	const [first] = texts;
	const handle = marks.list.some(
		mark => contains(corner, middle(mark)) && widthOf(mark) > 3 * scale && widthOf(mark) < AREA.handle * scale,
	);
	const begins = first && first.left - ground.left < AREA.begin * scale && first.top - ground.top < AREA.begin * scale;
	const hints = texts.length === 1 && begins && isFaint(first, ground);
	if (!hints && !(handle && (texts.length === 0 || begins))) return null;
	if (fullness(scene, ground) < 0.86 || !(isEdged(scene, ground) || (handle && isFilled(scene, ground)))) return null;
	return {kind: 'field', box: outline(scene, ground), lines: texts, ground};
}

/**
 * An empty strip without a frame shows how far something is, and is no field; nor is a cell of a sheet, with others beside it and above or
 * below it, or what has words on a colour.
 */
export function isNoField(scene: Scene, at: Point): boolean {
	const ground = groundAt(scene, at);
	if (!ground) return false;
	const texts = scene.lines.filter(line => line.ground === ground.id);
	const isBar = texts.length === 0 && !isEdged({...scene, aim: {click: at, box: null}}, ground);
	return isBar || isGrid(scene, ground, true) || isPainted(ground, texts);
}
