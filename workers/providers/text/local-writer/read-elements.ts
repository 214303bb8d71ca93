import {availableParallelism} from 'node:os';
import type {ReadElement} from '../../../../shared/contract/element.ts';
import type {Element} from './element.ts';
import {numbered, type Unnumbered} from './elements/order.ts';
import {middle, placed, wordsOn} from './elements/place.ts';
import {withShapes} from './elements/with-shapes.ts';
import {findElement} from './find-element.ts';
import {toLabel} from './label.ts';
import {isText, type Line} from './lines.ts';
import {type Box, besideEachOther, heightOf, type Point, wholeScreen, widthOf} from './picture.ts';
import {type Reader, type Reading, readLines} from './read-lines.ts';
import {type AimedScene, readScene, type Scene} from './scene.ts';
import {segmentAt, withoutIcons} from './segment.ts';

/** Of the elements of one picture as many are kept: a screen full of text has two hundred, and what has thousands of lines is a pattern. */
const MOST = 300;
/** Tesseract's; what lies below is noise. */
const LEAST_CONFIDENCE = 30;
/** CSS pixels: what may be a field or a button. */
const CONTROL = {least: 13, highest: 420, widest: 1100};
/** Letters of the label are read at this size: less than for a single one, for there are hundreds. Pixels. */
const EM = 30;

/** Of a busy machine: a screen full of text takes a second. Less than a caller waits. */
const TIMEOUT_MS = 20_000;

type Found = {element: Element; lines: Line[]};
type Words = {element: Unnumbered; lines: Line[]};

/**
 * Every element of a screenshot in reading order: what it looks like, what it says and where it is. What has no words is called
 * by its kind in brackets, and has the words next to it as its label. Throws where the image cannot be decoded, and
 * `ProgramFailed` where tesseract is missing or takes too long.
 */
export async function readElements(image: Buffer, reader: Omit<Reader, 'timeoutMs'>): Promise<ReadElement[]> {
	const screen = await wholeScreen(image);
	const scene = readScene(screen);
	const segments = segmentsOf(scene);
	const found = elementsOf(scene, segments);
	const lines = [...new Set(found.flatMap(({lines}) => lines))].slice(0, MOST);
	const readings = await readAll(scene, lines, reader);
	const read = found.flatMap(({element, lines}): Words[] => {
		const {text, confidence} = toLabel(lines.flatMap(line => readings.get(line)?.words ?? []));
		if (!/[\p{L}\p{N}]/u.test(text) || confidence < LEAST_CONFIDENCE) return [];
		const words = wordsOn(scene, element, lines, readings);
		const label = confidence / 100;
		return [{element: {text, kind: element.kind, ...placed(scene, element, lines), confidence: round(label), words}, lines}];
	});
	return numbered(withShapes(scene, read));
}

/** What was read of each line. One that was found in several ways is read once, and all are shared out evenly to as many programs as there are cores. */
async function readAll(scene: Scene, lines: Line[], reader: Omit<Reader, 'timeoutMs'>): Promise<Map<Line, Reading>> {
	const same = [...Map.groupBy(lines, ({left, top, right, bottom}) => [left, top, right, bottom].join()).values()];
	const shares: Array<{width: number; same: Line[][]}> = Array.from({length: Math.min(2, availableParallelism(), same.length)}, () => ({
		width: 0,
		same: [],
	}));
	// The wide ones first, each to whoever has least so far.
	const wide = (line: Line) => widthOf(line) / line.em;
	for (const twins of same.sort(([a], [b]) => wide(b!) - wide(a!))) {
		const share = shares.reduce((a, b) => (b.width < a.width ? b : a));
		share.width += wide(twins[0]!);
		share.same.push(twins);
	}
	const colored = ([line]: Line[]) => ({...line!, color: scene.grounds.list[line!.ground - 1]!.color});
	const read = await Promise.all(
		shares.map(share => readLines(scene.view, share.same.map(colored), {...reader, em: EM, timeoutMs: TIMEOUT_MS})),
	);
	return new Map(
		shares.flatMap((share, part) => share.same.flatMap((twins, index) => twins.map(line => [line, read[part]![index]!] as const))),
	);
}

/** The lines of text, those that hold several things taken apart. */
function segmentsOf(scene: Scene): Line[] {
	return scene.lines.filter(isText).flatMap(line => {
		const segments: Line[] = [];
		let {words} = line;
		while (words.length > 0) {
			const [first] = words;
			const part = segmentAt(scene, {...line, words}, {x: first!.left, y: (first!.top + first!.bottom) / 2});
			segments.push(part);
			words = words.slice(Math.max(1, part.words.length));
		}
		return segments.map(withoutIcons).filter(isText);
	});
}

/** What the pixels around each text, in each box and in each small square show. */
function elementsOf(scene: Scene, segments: Line[]): Found[] {
	const {grounds, marks, scale, view} = scene;
	const aim = (click: Point): AimedScene => ({
		...scene,
		aim: {click: {x: clamp(click.x, view.width), y: clamp(click.y, view.height)}, box: null},
	});
	const found: Found[] = [];
	for (const segment of segments) {
		const center = {x: (segment.left + segment.right) / 2, y: (segment.top + segment.bottom) / 2};
		const element = findElement(aim(center));
		const own =
			element && element.kind !== 'field' && element.kind !== 'select' && element.labels[0]?.some(line => overlaps(line, segment));
		found.push({element: own ? element : {kind: 'text', labels: [[segment]], box: segment}, lines: own ? element.labels[0]! : [segment]});
	}
	const controls = grounds.list.filter(ground => isControl(ground, scale)).map(middle);
	const squares = marks.list.filter(mark => isSquare(mark, scale)).map(middle);
	for (const point of [...controls, ...squares]) {
		const element = findElement(aim(point));
		if (!element || !['field', 'select', 'checkbox', 'button'].includes(element.kind)) continue;
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

/** The same line as an object that is read once. */
function known(segments: Line[], line: Line): Line {
	return (
		segments.find(one => one.left === line.left && one.top === line.top && one.right === line.right && one.bottom === line.bottom) ?? line
	);
}

function overlaps(a: Line, b: Line): boolean {
	return besideEachOther(a, b) > 0.5 && a.left < b.right && a.right > b.left;
}

function round(value: number): number {
	return Number(value.toFixed(2));
}
