import {arrowOf, isEdged, isGrid, outline} from '../boxed.ts';
import {type Frame, LABEL_REACH, labelsOf} from '../element.ts';
import type {Ground} from '../grounds.ts';
import {isText, type Line} from '../lines.ts';
import {type Box, contains, heightOf, union, widthOf} from '../picture.ts';
import {type AimedScene, fullness, isFaint, lineLeftOf, linesOn, type Scene} from '../screen.ts';
import {withoutIcons} from '../segment.ts';
import {areaOf, findCodes, findRings} from './other-frames.ts';
import {isFilled, isPainted} from './painted.ts';
import {middle} from './place.ts';
import {hasPair, hasSpin} from './spin.ts';

/** CSS pixels, and how many times as wide as high a field is at least, and one of a number that stands alone. */
const FIELD = {narrowest: 36, widest: 1400, least: 15, highest: 64, wide: 1.8, squat: 1.5};
/** CSS pixels: text begins no further from a field's left edge; a sign may stand before it. */
const BEGIN = 60;
/** Shares of a field's width: what begins behind `from` and is no wider is a sign, a unit or a key at its end. */
const END = {from: 0.7, wide: 0.25};
/** Shares for a unit behind a faint hint, which may be longer. */
const UNIT = {from: 0.55, wide: 0.4};
/** CSS pixels: no field of a number is wider. It has so many times as much room at one side as at the other. */
const NUMBER = {widest: 260, aside: 2};
/** Share of its height: so near to the window's edge nothing is a field. */
const EDGE = 0.08;
/** CSS pixels: a field of a number with arrows beside it is no narrower. */
const SPUN = 18;
/** CSS pixels, and share of a frame's width, by which words are off its middle at most if they are in it. */
const CENTRED = {least: 5, share: 0.1};
/** CSS pixels: a field among panels is no higher than one of a line, and rows of a list are no further apart. */
const ROW = 44;
const TOUCH = 4;
/** Font sizes from the beginning of an icon to that of the words that it leads, and their width at least. */
const LED = 2.2;
/** Font sizes that a sign before words is wide at least: what is narrower is a handle. */
const SIGN = 0.3;
/** CSS pixels: an icon at the beginning of a field is no further in. */
const LEAD = 16;
/** CSS pixels: a list to choose from is no lower. */
const LIST = 19;
/** Share of a frame's width: words that take as much have no place at either side. */
const TIGHT = 0.8;
/** Share of the window's width from which only what is framed and named is a field. */
const BAR = 0.87;
/** CSS pixels from a sign to the arrow behind it: on a button it is nearer. */
const AWAY = 8;
/** Font sizes of a digit. */
const DIGIT = {least: 0.6, most: 0.85, wide: 0.65};
/** CSS pixels and font sizes: the entries of a list begin in one line, so far above each other, and are as large. */
const ENTRY = {off: 4, apart: 48, alike: 0.2};
/** A field that nothing names is so wide, in CSS pixels, and has so much of it empty behind its text. */
const UNNAMED = {width: 110, empty: 0.3};

/** Letters above this many usual font sizes are not a field's. */
const LARGEST = 2.4;
/** Every rectangle that looks like a field: framed, and empty or with text from its beginning on. */
export function findFrames(scene: Scene): Frame[] {
	const framed = scene.grounds.list.map(ground => frameOf({...scene, aim: {click: middle(ground), box: null}}, ground));
	return [...framed.filter(frame => frame !== null), ...findCodes(scene), ...findRings(scene)];
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
	if (!spun && (width < FIELD.narrowest || width < FIELD.squat * height)) return null;
	if (fullness(scene, ground) < 0.86 || isGrid(scene, ground, true)) return null;
	const frame = lineFrameOf(scene, ground, spun);
	if (spun || width >= FIELD.wide * height) return frame;
	if (!frame || frame.only === 'like' || !isAlone(scene, ground)) return null;
	const [digit] = frame.lines;
	if (frame.only) return {...frame, only: 'number'};
	return digit && isDigit(digit, scene.em) ? frame : null;
}

/** Says how a ground differs from what is around it: by a line, by its shade, with others beside it, and with arrows at its side. */
type Traits = Record<'edged' | 'filled' | 'besides' | 'spun', boolean>;

/** Returns the frame of a field of one line; `spun` says that it has arrows beside it. */
function lineFrameOf(scene: AimedScene, ground: Ground, spun: boolean): Frame | null {
	const {scale} = scene;
	const [width, height] = [widthOf(ground) / scale, heightOf(ground) / scale];
	const traits = {edged: isEdged(scene, ground), filled: isFilled(scene, ground), besides: isGrid(scene, ground), spun};
	const {edged, filled, besides} = traits;
	const inner = linesOn(scene, ground).filter(line => contains(ground, middle(line)));
	const texts = textsOf(scene, ground, inner, edged);
	const arrow = arrowOf(scene, ground, inner);
	const frame: Frame = {kind: arrow ? 'select' : 'field', box: outline(scene, ground), lines: texts, ground};
	const isNamed = () => labelsOf(scene, frame.box).length > 0;
	// What is nearly as wide as the window is mostly a bar.
	if (widthOf(ground) > BAR * scene.view.width && !(edged && isNamed())) return null;
	if (texts.length === 0) return wordless(scene, {...frame, lines: inner}, traits);
	if (isButton(scene, ground, inner, texts)) return null;
	const text = union(texts);
	if (heightOf(text) > 0.8 * heightOf(ground) || texts.some(line => line.em > LARGEST * scene.em)) return null;
	const [before, after] = [text.left - ground.left, ground.right - text.right];
	const named = isNamed();
	if (edged && !besides && texts.length === 1 && hasPair(scene, ground)) return {...frame, kind: 'select'};
	const short = shortOf(scene, frame, traits);
	// In a button the words and the arrow are in the middle together, in a list the arrow is at the end.
	const isList = arrow && before - (ground.right - arrow.right) > CENTRED.least * scale && (edged || (filled && named));
	if (isList && height >= LIST && before <= BEGIN * scale && !besides && !isPainted(ground, texts)) return frame;
	const faint = texts.every(line => isFaint(line, ground));
	const isLed = faint && texts.length === 1 && isLeading(scene, ground, inner, text);
	if (before > BEGIN * scale || (after < before * 1.3 && !isLed)) return short;
	if (besides && !(faint && edged && height <= ROW && isAlone(scene, ground))) return short;
	const roomy = width >= UNNAMED.width && after >= UNNAMED.empty * widthOf(ground);
	if (edged) {
		const isPlain = height <= ROW || (texts.length === 1 && inner.length === 1 && inner[0] === texts[0]);
		const isField = (named && !isPainted(ground, texts)) || (roomy && (faint || arrow || isPlain)) || (isLed && width >= UNNAMED.width);
		return isField ? frame : short;
	}
	const titled = texts.length === 2 && isFaint(texts.toSorted((a, b) => a.top - b.top)[0]!, ground);
	const isField = roomy && (faint || (filled && (named || titled || arrow) && !isEntry(scene, ground, texts[0]!)));
	return isField ? frame : short;
}

/** Returns what is written in a field, without the sign, unit or key at its end. */
function textsOf({scale}: Scene, ground: Ground, inner: Line[], edged: boolean): Line[] {
	const written = inner.map(withoutIcons).filter(line => isText(line) && widthOf(line) > 6 * scale);
	const end = edged && written.some(line => line.left - ground.left <= BEGIN * scale && isFaint(line, ground)) ? UNIT : END;
	const isEnd = (line: Line) => line.left > ground.left + end.from * widthOf(ground) && widthOf(line) < end.wide * widthOf(ground);
	return written.some(line => !isEnd(line)) ? written.filter(line => !isEnd(line)) : written;
}

/** Returns the frame of what is a field if it holds a number, or if another one looks like it. */
function shortOf(scene: AimedScene, frame: Frame, {edged, filled, besides, spun}: Traits): Frame | null {
	const {scale} = scene;
	const {ground, box, lines} = frame;
	const text = union(lines);
	const [before, after] = [text.left - ground.left, ground.right - text.right];
	const width = widthOf(ground);
	// Buttons have their words in the middle, and numbers of pages have, too.
	const isBehind = before > NUMBER.aside * after;
	const isShort = lines.length === 1 && width <= NUMBER.widest * scale && (edged || filled);
	const isCentred = Math.abs(before - after) <= Math.max(CENTRED.least * scale, CENTRED.share * width);
	// Of parts beside each other those of a ruler begin with their number.
	const isLed = isBehind || (!besides && (after > NUMBER.aside * before || lineLeftOf(scene, box, LABEL_REACH.left * scale) !== null));
	const isSpin = isShort && isCentred && (spun || (edged && !besides && isAlone(scene, ground)));
	const isTight = lines.length === 1 && widthOf(text) >= TIGHT * width;
	const isLike = (!isCentred || isTight) && !besides && (edged || filled);
	const only = isShort && isLed ? 'either' : isLike ? 'like' : 'number';
	return (isShort && isLed) || isLike || isSpin ? {...frame, only} : null;
}

/** Returns the frame of a field that is empty or has a single digit in its middle; `frame` has what is drawn in it. */
function wordless(scene: AimedScene, frame: Frame, {edged, filled, besides, spun}: Traits): Frame | null {
	const {ground, lines} = frame;
	const width = widthOf(ground);
	const inMiddle = lines.some(line => middle(line).x > ground.left + 0.25 * width && middle(line).x < ground.right - 0.25 * width);
	const isShort = width <= NUMBER.widest * scene.scale;
	const isSpin = spun ? edged || filled : edged && !besides && isAlone(scene, ground);
	if (inMiddle && lines.length === 1 && isShort && isSpin) {
		return spun || isDigit(lines[0]!, scene.em) ? frame : {...frame, only: 'number'};
	}
	if (edged && !besides && hasSign(scene, frame)) return {...frame, lines: []};
	if (inMiddle || besides) return null;
	if (edged) return {...frame, lines: []};
	return filled ? {...frame, lines: [], only: 'like'} : null;
}

/** Returns true for a list with a sign in it, such as > or =, well away from the arrow at the end. */
function hasSign(scene: AimedScene, {ground, lines}: Frame): boolean {
	const arrow = arrowOf(scene, ground, lines);
	const marks = lines.flatMap(({words}) => words.flatMap(word => word.marks)).filter(mark => mark !== arrow);
	return arrow !== undefined && marks.length > 0 && marks.length <= 2 && arrow.left - union(marks).right >= AWAY * scene.scale;
}

/** Returns true for one mark as high and as narrow as a digit, which alone is hardly read. */
function isDigit({words}: Line, em: number): boolean {
	const marks = words.flatMap(word => word.marks);
	const [mark] = marks;
	return (
		marks.length === 1 && heightOf(mark!) >= DIGIT.least * em && heightOf(mark!) <= DIGIT.most * em && widthOf(mark!) <= DIGIT.wide * em
	);
}

/** Returns true for an icon and words that are together in the middle. */
function isButton({scale}: Scene, {left, right}: Ground, inner: Line[], texts: Line[]): boolean {
	const [text, all] = [union(texts), union(inner)];
	const isLed =
		texts.length === 1 &&
		inner.some(line => line.words.some(word => word.right <= text.left && widthOf(word) >= SIGN * texts[0]!.em)) &&
		widthOf(text) >= LED * texts[0]!.em &&
		text.left - all.left > CENTRED.least * scale &&
		text.left - all.left <= LED * texts[0]!.em;
	return isLed && Math.abs(all.left - left - (right - text.right)) <= CENTRED.least * scale;
}

/** Returns true for an icon at the very beginning, and words behind it that are not in the middle with it. */
function isLeading({scale}: Scene, {left, right}: Ground, inner: Line[], text: Box): boolean {
	const all = union(inner);
	const begin = all.left - left;
	return text.left - all.left > CENTRED.least * scale && begin <= LEAD * scale && right - text.right > begin * 1.3 + CENTRED.least * scale;
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
