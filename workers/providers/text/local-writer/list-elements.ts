import type {ReadElement} from '../../../../shared/contract/pictures/element.ts';
import {isCell, isNoField} from './elements/painted.ts';
import {middle, placed, wordsOn} from './elements/place.ts';
import {hundredths, readAgain, readAll, sureness} from './elements/read-passes.ts';
import {areDrawings, areIcons, isLettering, isWords, rejoined, withoutSigns} from './elements/rejoin.ts';
import {isEven} from './elements/ticked.ts';
import {leftovers, trimmed} from './elements/trim.ts';
import {numbered, type Words, withShapes} from './elements/with-shapes.ts';
import type {Element} from './pixels/element.ts';
import {findElement} from './pixels/find-element.ts';
import {toLabel} from './pixels/label.ts';
import type {Line} from './pixels/lines.ts';
import {type Box, besideEachOther, heightOf, type Point, wholeScreen, widthOf} from './pixels/picture.ts';
import type {Reader, Reading} from './pixels/read-lines.ts';
import {type AimedScene, readScene, type Scene} from './pixels/screen.ts';
import {segmentAt} from './pixels/segment.ts';

/** Elements of a picture that are kept at most: a screen full of text has two hundred, and one with thousands of lines is a pattern. */
const MOST = 300;
/** Tesseract's confidence below which text is noise. */
const LEAST_CONFIDENCE = 30;
/** Letters above this many usual sizes are those of a screen with three pixels each way. */
const LARGEST = 1.25;
/** Letters, at most, that may be an icon if they are larger than usual or read with less confidence. */
const FEW = 3;
const LARGE = 0.95;
/** What squares and circles are read as, and their ratio of width to height at least. */
const CIRCLES = /^[oO0DQ°º]{1,2}$/;
const ROUND = 0.8;
const SURE = 90;
const UNSURE = 50;
const SINGLE = 75;
/** Text at the edge of the picture that is read with less confidence is cut off. */
const WHOLE = 85;
/** Letters from which a text is no noise. */
const LETTERS = 5;
/** Text that is read with less confidence is read again. */
const DOUBTFUL = 80;
/** CSS pixels: what may be a field or a button. */
const CONTROL = {least: 13, highest: 420, widest: 1100};

type Found = {element: Element; lines: Line[]};

/**
 * Every element of a screenshot in reading order: what it looks like, what it says and where it is. What has no words is called
 * by its kind in brackets, and has the words next to it as its label. Throws if the image cannot be decoded, and
 * `ProgramFailed` if tesseract is missing or takes too long.
 */
export async function listElements(image: Buffer, reader: Omit<Reader, 'timeoutMs'>): Promise<ReadElement[]> {
	const plainScene = readScene(await wholeScreen(image), LARGEST);
	const scene = {...plainScene, lines: rejoined(plainScene)};
	const segments = segmentsOf(scene);
	const found = elementsOf(scene, plainScene, segments);
	const lines = [...new Set(found.flatMap(({lines}) => lines))].slice(0, MOST);
	const readings = await readAll(scene, lines, reader);
	const doubtful = lines.filter(line => sureness(readings.get(line)) < DOUBTFUL);
	const isSure = ({lines}: Found) => !lines.some(line => doubtful.includes(line));
	const sure = new Map(found.filter(isSure).map(one => [one, understood(scene, one, readings)]));
	const lone = await readAgain(scene, doubtful, wordsOf([...sure.values()].flat()), readings, reader);
	const read = found.flatMap(one => sure.get(one) ?? understood(scene, one, readings));
	const known = wordsOf(read);
	for (const one of lone) {
		const words = one.lines.flatMap(({words}) => words);
		if (words.some(word => known.has(word))) continue;
		read.push(one);
		for (const word of words) known.add(word);
	}
	const isText = (line: Line) => isLettering(line, scene.em) && !areDrawings(line, scene.em);
	const unread = lines.filter(line => !line.words.some(word => known.has(word)) && isText(line));
	return numbered(withShapes(scene, read, unread, leftovers(scene, known)));
}

const wordsOf = (read: Words[]) => new Set(read.flatMap(({lines}) => lines.flatMap(({words}) => words)));

/** Returns the element with its words; none where they could not be read. */
function understood(scene: Scene, {element, lines: all}: Found, readings: Map<Line, Reading>): Words[] {
	const kept = all.map(line => trimmed(line, readings.get(line) ?? {words: []})).filter(one => one !== null);
	const lines = kept.map(({line}) => line);
	const tokens = kept.flatMap(({reading}) => reading.words);
	const {text, confidence} = toLabel(tokens);
	if (!isReadable(text, confidence, lines, scene.em)) return [];
	if (confidence < WHOLE && lines.some(line => isCut(scene, line))) return [];
	const box = element.box === all[0] ? lines[0]! : element.box;
	const words = wordsOn(scene, {...element, box}, kept);
	const place = placed(scene, {...element, box}, lines);
	return [{element: {text, kind: element.kind, ...place, confidence: hundredths(confidence / 100), words}, lines}];
}

/** True for several letters that were read as several, even with doubts about one of them; a letter or two may be an icon. */
function isReadable(text: string, confidence: number, lines: Line[], em: number): boolean {
	const letters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
	const marks = lines.flatMap(({words}) => words.flatMap(word => word.marks));
	if (letters === 0) return false;
	// Squares beside each other, as in an icon.
	if (CIRCLES.test(text) && marks.every(mark => widthOf(mark) >= ROUND * heightOf(mark))) return false;
	if (letters <= FEW) {
		const isLarge = marks.some(mark => Math.max(widthOf(mark), heightOf(mark)) > LARGE * em);
		const least = letters === 1 || (marks.length === 1 && letters === 2) ? SINGLE : UNSURE;
		if (confidence < (isLarge ? SURE : least) || (letters === 1 && isLarge)) return false;
	}
	if (confidence >= LEAST_CONFIDENCE) return true;
	return letters >= LETTERS && marks.length >= LETTERS && letters >= 0.6 * text.replace(/\s/g, '').length;
}

/** Returns true at an edge of the picture, so that a part of its letters may be missing. */
function isCut({view}: Scene, {left, top, right, bottom}: Box): boolean {
	return left <= 0 || top <= 0 || right >= view.width || bottom >= view.height;
}

/** Returns the lines of text, those that hold several things taken apart. */
function segmentsOf(scene: Scene): Line[] {
	return scene.lines.filter(isWords).flatMap(line => {
		const segments: Line[] = [];
		let {words} = line;
		while (words.length > 0) {
			const [first] = words;
			const part = segmentAt(scene, {...line, words}, {x: first!.left, y: (first!.top + first!.bottom) / 2});
			segments.push(part);
			words = words.slice(Math.max(1, part.words.length));
		}
		return segments.map(withoutSigns).filter(segment => isWords(segment) && !areIcons(segment) && !areDrawings(segment, scene.em));
	});
}

/** Finds elements by the pixels around each text, in each box and in each small square. */
function elementsOf(scene: Scene, plain: Scene, segments: Line[]): Found[] {
	const {grounds, marks, scale, view} = scene;
	const aim = (click: Point): AimedScene => ({
		...scene,
		aim: {click: {x: clamp(click.x, view.width), y: clamp(click.y, view.height)}, box: null},
	});
	const found: Found[] = [];
	for (const segment of segments) {
		const center = {x: (segment.left + segment.right) / 2, y: (segment.top + segment.bottom) / 2};
		const isOwn = (element: Element | null): element is Element =>
			element !== null &&
			element.kind !== 'field' &&
			element.kind !== 'select' &&
			element.labels[0]?.some(line => overlaps(line, segment)) === true;
		// An element without a box is as large as its words.
		const hasBox = (element: Element | null): element is Element => isOwn(element) && element.box !== element.labels[0]![0];
		const joined = findElement(aim(center));
		// A sign that was joined to a button's words hides that they are centred.
		const element = hasBox(joined) ? joined : findElement({...aim(center), lines: plain.lines});
		if (hasBox(element)) found.push({element, lines: element.labels[0]!.length > 1 ? element.labels[0]! : [segment]});
		else found.push({element: {kind: isOwn(joined) ? joined.kind : 'text', labels: [[segment]], box: segment}, lines: [segment]});
	}
	const controls = grounds.list.filter(ground => isControl(ground, scale)).map(middle);
	const squares = marks.list.filter(mark => isSquare(mark, scale)).map(middle);
	for (const point of [...controls, ...squares]) {
		const element = findElement(aim(point));
		if (!element || !['field', 'select', 'checkbox', 'button'].includes(element.kind)) continue;
		if (element.kind === 'checkbox' && !isEven(scene, element.box)) continue;
		if ((element.kind === 'field' && isNoField(scene, point)) || (element.kind === 'select' && isCell(scene, point))) continue;
		for (const lines of element.labels) if (lines.length > 0) found.push({element, lines: lines.map(line => known(segments, line))});
	}
	return found;
}

const clamp = (value: number, size: number) => Math.min(size - 1, Math.max(0, Math.floor(value)));

function isControl(box: Box, scale: number): boolean {
	const [width, height] = [widthOf(box) / scale, heightOf(box) / scale];
	return width >= CONTROL.least && width <= CONTROL.widest && height >= CONTROL.least && height <= CONTROL.highest;
}

function isSquare(box: Box, scale: number): boolean {
	const [width, height] = [widthOf(box) / scale, heightOf(box) / scale];
	// An icon is larger than the box or the circle that is ticked; a switch is wider.
	return height >= 11 && height <= 30 && (width <= 18 ? width >= 11 && width >= 0.85 * height : width >= 24 && width <= 66);
}

/** Returns the segment at the line's place, so that it is read once; the line itself if there is none. */
function known(segments: Line[], line: Line): Line {
	return (
		segments.find(one => one.left === line.left && one.top === line.top && one.right === line.right && one.bottom === line.bottom) ?? line
	);
}

function overlaps(a: Line, b: Line): boolean {
	return besideEachOther(a, b) > 0.5 && a.left < b.right && a.right > b.left;
}
