import {type Drawing, hotspotParts, type Line, type Pointer} from '../hotspot/drawing.ts';
import {POINTER} from '../hotspot/hotspot.ts';
import type {Pixels} from './decode.ts';

const WHITE = [255, 255, 255];
const BLACK = [0, 0, 0];

/** Paints the hot spot into the pixels, at their size. They have three channels or four. */
export function paintHotspot(pixels: Pixels, drawing: Omit<Drawing, 'width' | 'height'>): void {
	const {lines, pointer} = hotspotParts({...drawing, width: pixels.width, height: pixels.height});
	paintParts(pixels, lines, pointer);
}

/** Paints parts of it whose places are counted from the corner of these pixels. */
export function paintParts(pixels: Pixels, lines: Line[], pointer: Pointer | null): void {
	for (const line of lines) paintLine(pixels, line);
	if (pointer) paintPointer(pixels, pointer);
}

function paintLine(pixels: Pixels, {box, radius, breadth, color, opacity}: Line): void {
	const rgb = channelsOf(color);
	const {left, top, width, height} = box;
	const round = Math.min(radius, width / 2, height / 2);
	const [x, y] = [left + width / 2, top + height / 2];
	const reach = breadth / 2 + 1;
	const inside = round + reach;
	const paint = (row: number, {start, end}: Span) => {
		for (let column = start; column < end; column++) {
			const far = Math.abs(distance(column + 0.5 - x, row + 0.5 - y, width / 2, height / 2, round));
			const cover = Math.min(Math.max(breadth / 2 - far + 0.5, 0), 1);
			if (cover > 0) blend(pixels, column, row, rgb, cover * opacity);
		}
	};
	const whole = between(left - reach, left + width + reach, pixels.width);
	const ends = [
		between(left - reach, left + inside, pixels.width),
		between(left + width - inside, left + width + reach, pixels.width),
	] as const;
	const isNarrow = ends[0].end > ends[1].start;
	const rows = between(top - reach, top + height + reach, pixels.height);
	for (let row = rows.start; row < rows.end; row++) {
		// Rows away from the upper and the lower edge touch the line near its two ends only.
		if (isNarrow || Math.min(row - top, top + height - row - 1) < reach) paint(row, whole);
		else for (const end of ends) paint(row, end);
	}
}

/** Returns the distance from the edge of a rounded rectangle around the origin; less than 0 inside. */
function distance(x: number, y: number, halfWidth: number, halfHeight: number, round: number): number {
	const right = Math.abs(x) - halfWidth + round;
	const below = Math.abs(y) - halfHeight + round;
	return Math.min(Math.max(right, below), 0) + hypot(Math.max(right, 0), Math.max(below, 0)) - round;
}

/** Returns the length of a vector, several times as quickly as `Math.hypot`, which is made for numbers near the limits. */
function hypot(x: number, y: number): number {
	return Math.sqrt(x * x + y * y);
}

function paintPointer(pixels: Pixels, {left, top, scale, opacity}: Pointer): void {
	const corners = POINTER.corners.map(([x, y]) => [left + x * scale, top + y * scale] as const);
	const side = POINTER.square * scale;
	const rows = between(top - 1, top + side + 1, pixels.height);
	const columns = between(left - 1, left + side + 1, pixels.width);
	for (let row = rows.start; row < rows.end; row++) {
		for (let column = columns.start; column < columns.end; column++) {
			const far = fromEdges(column + 0.5, row + 0.5, corners);
			const inside = Math.min(0.5 - far, 1);
			const edge = Math.min(scale / 2 + 0.5 - Math.abs(far), 1);
			if (inside > 0) blend(pixels, column, row, WHITE, inside * opacity);
			if (edge > 0) blend(pixels, column, row, BLACK, edge * opacity);
		}
	}
}

/** Distance from the edges of a polygon; less than 0 inside. */
function fromEdges(x: number, y: number, corners: ReadonlyArray<readonly [number, number]>): number {
	let nearest = Number.POSITIVE_INFINITY;
	let isInside = false;
	let last = corners.at(-1)!;
	for (const corner of corners) {
		const [x1, y1] = corner;
		const [x2, y2] = last;
		const along = ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / ((x2 - x1) ** 2 + (y2 - y1) ** 2);
		const share = Math.min(Math.max(along, 0), 1);
		nearest = Math.min(nearest, hypot(x - x1 - share * (x2 - x1), y - y1 - share * (y2 - y1)));
		if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) isInside = !isInside;
		last = corner;
	}
	return isInside ? -nearest : nearest;
}

/** Whole pixels, the last one excluded. */
type Span = {start: number; end: number};

/** Returns the whole pixels of a span that lie in the picture. */
function between(from: number, to: number, length: number): Span {
	return {start: Math.max(Math.floor(from), 0), end: Math.min(Math.ceil(to), length)};
}

function blend({data, width, channels}: Pixels, x: number, y: number, color: readonly number[], opacity: number): void {
	const at = (y * width + x) * channels;
	for (let channel = 0; channel < channels; channel++) {
		data[at + channel] = Math.round(data[at + channel]! * (1 - opacity) + (color[channel] ?? 255) * opacity);
	}
}

function channelsOf(color: string): number[] {
	return [1, 3, 5].map(at => Number.parseInt(color.slice(at, at + 2), 16));
}
