import type {Adjustment, Click, Highlight} from '../contract/geometry.ts';

/** Size of the rectangle that is made around a click without a highlight: fractions of the image (specification, step rule 2). */
const AROUND_CLICK = {width: 0.14, height: 0.08};

type Shape = {highlight: Highlight | null; click: Click | null};
export type PlacedShape = Shape & {adjustments: Adjustment[]};

/**
 * Puts a given highlight and click inside the image and the click inside the highlight.
 * What is not given stays as it was in `before`; every change of a given or kept value is reported (the rectangle made around a lone click is not a change).
 */
export function placeShape(given: {highlight?: Highlight; click?: Click}, before: Shape): PlacedShape {
	const adjustments: Adjustment[] = [];
	let highlight = given.highlight ? clampHighlight(given.highlight, adjustments) : before.highlight;
	let click = given.click ? clampPoint('click', given.click, adjustments) : before.click;
	if (!given.highlight && !given.click) return {highlight, click, adjustments};
	if (click && !highlight) highlight = aroundClick(click);
	if (click && highlight) click = pullInside(click, highlight, adjustments);
	return {highlight, click, adjustments};
}

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

/** The longest size that ends inside the image, free of floating-point dust (1 - 0.9 is 0.1 and not 0.0999…98) where that still fits. */
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
