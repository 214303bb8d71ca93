import {arrowOf, isEdged, isGrid, outline} from '../pixels/boxed.ts';
import {type Frame, LABEL_REACH, labelsOf} from '../pixels/element.ts';
import type {Ground} from '../pixels/grounds.ts';
import type {Line} from '../pixels/lines.ts';
import {contains, heightOf, levelsBetween, union, widthOf} from '../pixels/picture.ts';
import {type AimedScene, FULL, fullness, groundAround, isFaint, lineAbove, lineLeftOf, linesOn, type Scene} from '../pixels/screen.ts';
import {BEGIN, CENTRED, endOfTags, hasSign, isButton, isDigit, isLeading, textsOf} from './inside.ts';
import {findCodes, isAlone, isEntry, isJoined, ROW} from './neighbours.ts';
import {areaOf, cornerOf, findRings} from './other-frames.ts';
import {hasGroundInside, isFilled, isPainted, isPale} from './painted.ts';
import {middle} from './place.ts';
import {hasPair, hasSpin} from './spin.ts';

/** Bounds of a field in CSS pixels; its least ratio of width to height, and that of a number's field (`squat`). */
const FIELD = {narrowest: 36, widest: 1400, least: 15, highest: 64, wide: 1.8, squat: 1.5};
/** The widest field of a number, in CSS pixels, and how many times more room one of its sides has than the other. */
const NUMBER = {widest: 260, aside: 2};
/** Distance from the window's edge below which nothing is a field, as a share of its own height. */
const EDGE = 0.08;
/** The narrowest field of a number with arrows beside it, in CSS pixels. */
const SPUN = 18;
/** The lowest list to choose from, in CSS pixels. */
const LIST = 19;
/** Share of a frame's width from which words leave no room at either side. */
const TIGHT = 0.8;
/** Share of the window's width from which a frame needs a name to be a field. */
const BAR = 0.87;
/** The most distance of a field from the name above it, in CSS pixels, if names have room of their own. */
const ABOVE = 26;
/** Least height (CSS pixels) and ratio of width to height of an empty, named strip that is a field and no progress bar. */
const LONG = {least: 24, wide: 3};
/** CSS pixels from the words that ask for a number to its box, and levels of 255 between the box and its surroundings. */
const ASKED = 16;
const SWATCH = 40;
/** Least width of a field without a name, in CSS pixels, and the share of it that is empty behind its text. */
const UNNAMED = {width: 110, empty: 0.3};

/** Usual font sizes above which letters are not a field's. */
const LARGEST = 2.4;
/** Finds every rectangle that looks like a field: framed, and empty or with text from its beginning on. */
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
	const begin = endOfTags(scene, ground);
	if (fullness(scene, ground) < FULL - (begin - ground.left) / widthOf(ground) || isGrid(scene, ground, true)) return null;
	const frame = lineFrameOf(scene, ground, {spun, begin});
	if (spun || width >= FIELD.wide * height) return frame;
	if (!frame || frame.only === 'like' || !isAlone(scene, ground)) return null;
	const [digit] = frame.lines;
	if (frame.lines.length === 0) return isAsked(scene, frame) ? frame : null;
	if (frame.only) return {...frame, only: 'number'};
	return digit && isDigit(digit, scene.em) ? frame : null;
}

/** Says how a ground differs from what is around it: by a line, by its shade, with others beside it, and with arrows at its side. */
type Traits = Record<'edged' | 'filled' | 'besides' | 'spun', boolean>;

/** Returns the frame of a field of one line; `spun` says that it has arrows beside it, `begin` where the tags in it end. */
function lineFrameOf(scene: AimedScene, ground: Ground, {spun, begin}: {spun: boolean; begin: number}): Frame | null {
	const {scale} = scene;
	const [width, height] = [widthOf(ground) / scale, heightOf(ground) / scale];
	const traits = {edged: isEdged(scene, ground), filled: isFilled(scene, ground), besides: isGrid(scene, ground), spun};
	const {edged, filled, besides} = traits;
	const corner = cornerOf(ground, scale);
	const isHandle = (line: Line) => height >= ROW && contains(corner, middle(line));
	const inner = linesOn(scene, ground).filter(line => contains(ground, middle(line)) && !isHandle(line));
	const texts = textsOf(scene, ground, inner, edged);
	const arrow = arrowOf(scene, ground, inner);
	const frame: Frame = {kind: arrow ? 'select' : 'field', box: outline(scene, ground), lines: texts, ground, begin};
	const isNamed = () => labelsOf(scene, frame.box).length > 0;
	const isUnder = () => isNamed() || lineAbove(scene, frame.box, ABOVE * scale) !== null;
	// What is nearly as wide as the window is mostly a bar.
	if (widthOf(ground) > BAR * scene.view.width && !((edged || filled) && isNamed())) return null;
	if (texts.length === 0) return wordless(scene, {...frame, lines: inner}, {...traits, named: isUnder()});
	if (isPainted(ground, texts)) return null;
	if (isButton(scene, ground, inner, texts)) return null;
	const text = union(texts);
	if (heightOf(text) > 0.8 * heightOf(ground) || texts.some(line => line.em > LARGEST * scene.em)) return null;
	const [before, after] = [text.left - begin, ground.right - text.right];
	const named = isNamed();
	if (edged && !besides && texts.length === 1 && hasPair(scene, ground)) return {...frame, kind: 'select'};
	const short = shortOf(scene, frame, traits);
	// In a button the words and the arrow are in the middle together, in a list the arrow is at the end.
	const isList = arrow && before - (ground.right - arrow.right) > CENTRED.least * scale && (edged || (filled && named));
	if (isList && height >= LIST && before <= BEGIN * scale && !besides) return frame;
	const faint = texts.every(line => isFaint(line, ground));
	const isLed = faint && texts.length === 1 && isLeading(scene, ground, inner, text);
	if (before > BEGIN * scale || (after < before * 1.3 && !isLed)) return short;
	const roomy = width >= UNNAMED.width && after >= UNNAMED.empty * (ground.right - begin);
	const isHint = faint && isPale(ground, texts);
	const isPart = (edged && faint && isAlone(scene, ground)) || (roomy && (edged || (isHint && filled)) && isJoined(scene, ground, isHint));
	if (besides && !(isPart && height <= ROW)) return short;
	if (edged) {
		const isPlain = height <= ROW || (texts.length === 1 && inner.length === 1 && inner[0] === texts[0]);
		const isField = named || (roomy && (faint || arrow || isPlain)) || (isLed && width >= UNNAMED.width);
		return isField ? frame : short;
	}
	const titled = texts.length === 2 && isFaint(texts.toSorted((a, b) => a.top - b.top)[0]!, ground);
	const shaded = isUnder() && width >= UNNAMED.width && isFilled(scene, ground, true);
	const isValue = shaded || (filled && (named || titled || arrow));
	const isField = faint ? roomy || shaded : roomy && isValue && !isEntry(scene, ground, texts[0]!);
	return isField ? frame : short;
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
function wordless(scene: AimedScene, frame: Frame, {edged, filled, besides, spun, named}: Traits & {named: boolean}): Frame | null {
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
	const isLong = heightOf(ground) >= LONG.least * scene.scale && width >= LONG.wide * heightOf(ground);
	if (named && isLong && !hasGroundInside(scene, ground) && (filled || isFilled(scene, ground, true))) return {...frame, lines: []};
	return filled ? {...frame, lines: [], only: 'like'} : null;
}

/** Returns true for a short box right behind the words that ask for a number, and no patch that shows a colour. */
function isAsked(scene: AimedScene, {box, ground}: Frame): boolean {
	const around = groundAround(scene, box);
	const away = around ? levelsBetween(around.color, ground.color) : 255;
	return away <= SWATCH && lineLeftOf(scene, box, ASKED * scene.scale) !== null;
}
