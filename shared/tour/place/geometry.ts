import type {Adjustment, Click, Highlight} from '../../contract/geometry.ts';

/** Size of the rectangle around a click without a highlight: fractions of the image. */
const AROUND_CLICK = {width: 0.14, height: 0.08};

/** Pixels of the image to which an empty side is widened; a smaller target is hardly seen or hit. */
const LEAST_PIXELS = 24;

type Shape = {highlight: Highlight | null; click: Click | null};
type GivenShape = {highlight?: Highlight | null; click?: Click | null};
/** Pixels of the image on which a shape lies. */
type Size = {width: number; height: number};
export type PlacedShape = Shape & {adjustments: Adjustment[]};

/**
 * Puts a given highlight and click inside the image, and the click inside the highlight. `null` removes either; removing
 * the highlight removes the click as well. Values not given stay as in `before`; every other difference is reported, also a
 * rectangle made around a lone click. `size`: if it is known, an empty side is widened to 24 pixels.
 */
export function placeShape(given: GivenShape, before: Shape, size: Size | null = null): PlacedShape {
	const adjustments: Adjustment[] = [];
	let highlight = given.highlight === undefined ? before.highlight : given.highlight;
	let click = given.click === undefined ? before.click : given.click;
	if (given.highlight) highlight = widened(clampHighlight(given.highlight, adjustments), size, adjustments);
	if (given.click) click = clampPoint('click', given.click, adjustments);
	if (given.highlight === null && !given.click) {
		if (given.click === undefined && click) adjustments.push({field: 'click', from: click, to: null, reason: NO_LONE_CLICK});
		return {highlight: null, click: null, adjustments};
	}
	if (!given.highlight && !given.click) return {highlight, click, adjustments};
	if (click && !highlight) {
		highlight = aroundClick(click);
		adjustments.push({field: 'highlight', from: null, to: highlight, reason: AROUND_REASON});
	}
	if (click && highlight) click = pullInside(click, highlight, adjustments);
	return {highlight, click, adjustments: onceEach(adjustments, given.click)};
}

/** One adjustment for each field, from what was sent to what is stored, with every reason; those of a click that was moved as a whole are one. */
function onceEach(adjustments: Adjustment[], sent: Click | null | undefined): Adjustment[] {
	const found = new Map<string, Adjustment>();
	const isMoved = adjustments.some(({field}) => field === 'click');
	for (const {field, from, to, reason} of adjustments) {
		const isPart = isMoved && field.startsWith('click.');
		const name = isPart ? 'click' : field;
		const before = found.get(name);
		const reasons = before && !before.reason.includes(reason) ? `${before.reason} ${reason}` : (before?.reason ?? reason);
		found.set(name, {field: name, from: before ? before.from : isPart ? sent : from, to, reason: reasons});
	}
	return [...found.values()].filter(({from, to}) => from !== to);
}

const NO_LONE_CLICK = 'A click lies in a highlight: it goes with it.';
const AROUND_REASON = 'The click came without a highlight: 14 % x 8 % of the image around it are one.';

function clampHighlight(given: Highlight, adjustments: Adjustment[]): Highlight {
	const corner = clampPoint('highlight', given, adjustments);
	const width = clampNumber('highlight.width', given.width, adjustments);
	const height = clampNumber('highlight.height', given.height, adjustments);
	return {
		...corner,
		width: shrink('highlight.width', corner.x, width, adjustments),
		height: shrink('highlight.height', corner.y, height, adjustments),
	};
}

function clampPoint(field: string, point: {x: number; y: number}, adjustments: Adjustment[]): {x: number; y: number} {
	return {x: clampNumber(`${field}.x`, point.x, adjustments), y: clampNumber(`${field}.y`, point.y, adjustments)};
}

function clampNumber(field: string, value: number, adjustments: Adjustment[]): number {
	const clamped = Math.min(1, Math.max(0, value));
	if (clamped !== value) adjustments.push({field, from: value, to: clamped, reason: clampReason(field, value)});
	// -0 would come back from JSON as 0 and look like a change.
	return clamped + 0;
}

function clampReason(field: string, value: number): string {
	const dimension = /[.](x|width)$/.test(field) ? 'width' : 'height';
	if (value > 1.5) return `Coordinates are fractions of the image (0..1); this looks like pixels: divide by the image's ${dimension}.`;
	return 'Coordinates are fractions of the image (0..1).';
}

function shrink(field: string, start: number, size: number, adjustments: Adjustment[]): number {
	if (start + size <= 1) return size;
	const room = fitting(start);
	adjustments.push({field, from: size, to: room, reason: 'The highlight must end inside the image.'});
	return room;
}

/** A side of less than a pixel grows to 24 around its place, within the image. */
function widened(highlight: Highlight, size: Size | null, adjustments: Adjustment[]): Highlight {
	if (!size) return highlight;
	const result = {...highlight};
	for (const [start, side] of [
		['x', 'width'],
		['y', 'height'],
	] as const) {
		if (highlight[side] * size[side] >= 1) continue;
		const wide = Math.min(1, LEAST_PIXELS / size[side]);
		const from = shifted(highlight[start] + highlight[side] / 2, wide);
		const reason = `A highlight of no ${side} is not seen: it was widened to ${LEAST_PIXELS} pixels.`;
		if (from !== highlight[start]) adjustments.push({field: `highlight.${start}`, from: highlight[start], to: from, reason});
		adjustments.push({field: `highlight.${side}`, from: highlight[side], to: wide, reason});
		Object.assign(result, {[start]: from, [side]: wide});
	}
	return result;
}

/** Returns the longest size that ends inside the image, rounded if it still fits (1 - 0.9 is 0.1, not 0.0999…98). */
function fitting(start: number): number {
	const room = 1 - start;
	const rounded = Math.round(room * 1e9) / 1e9;
	return start + rounded <= 1 ? rounded : room;
}

function aroundClick(click: Click): Highlight {
	return {
		x: shifted(click.x, AROUND_CLICK.width),
		y: shifted(click.y, AROUND_CLICK.height),
		...AROUND_CLICK,
	};
}

/** Start of a span of `size` centred on `centre`, moved inside 0..1 but never cropped. */
function shifted(centre: number, size: number): number {
	const start = Math.min(Math.max(0, centre - size / 2), fitting(size));
	return Math.round(start * 1e9) / 1e9;
}

function pullInside(click: Click, highlight: Highlight, adjustments: Adjustment[]): Click {
	const inside = {
		x: Math.min(Math.max(click.x, highlight.x), highlight.x + highlight.width),
		y: Math.min(Math.max(click.y, highlight.y), highlight.y + highlight.height),
	};
	if (inside.x === click.x && inside.y === click.y) return click;
	adjustments.push({field: 'click', from: click, to: inside, reason: 'The click must be inside the highlight.'});
	return inside;
}
