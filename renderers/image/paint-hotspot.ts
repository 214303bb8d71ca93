import {type Drawing, hotspotParts, type Line, type Pointer} from '../hotspot/drawing.ts';
import {POINTER} from '../hotspot/hotspot.ts';
import type {Pixels} from './decode.ts';

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
	for (const row of between(top - reach, top + height + reach, pixels.height)) {
		// Rows far from the corners touch the line at its two ends only.
		const ends = Math.min(row - top, top + height - row) > inside ? [left, left + width] : null;
		const columns = ends
			? ends.flatMap(end => between(end - reach, end + reach, pixels.width))
			: between(left - reach, left + width + reach, pixels.width);
		for (const column of columns) {
			const far = Math.abs(distance(column + 0.5 - x, row + 0.5 - y, width / 2, height / 2, round));
			const cover = Math.min(Math.max(breadth / 2 - far + 0.5, 0), 1);
			if (cover > 0) blend(pixels, column, row, rgb, cover * opacity);
		}
	}
}

/** Returns the distance from the edge of a rounded rectangle around the origin; less than 0 inside. */
function distance(x: number, y: number, halfWidth: number, halfHeight: number, round: number): number {
	const [right, below] = [Math.abs(x) - halfWidth + round, Math.abs(y) - halfHeight + round];
	return Math.min(Math.max(right, below), 0) + Math.hypot(Math.max(right, 0), Math.max(below, 0)) - round;
}

function paintPointer(pixels: Pixels, {left, top, scale, opacity}: Pointer): void {
	const corners = POINTER.corners.map(([x, y]) => [left + x * scale, top + y * scale] as const);
	const side = POINTER.square * scale;
	for (const row of between(top - 1, top + side + 1, pixels.height)) {
		for (const column of between(left - 1, left + side + 1, pixels.width)) {
			const far = fromEdges(column + 0.5, row + 0.5, corners);
			const [inside, edge] = [0.5 - far, scale / 2 + 0.5 - Math.abs(far)].map(share => Math.min(Math.max(share, 0), 1));
			if (inside! > 0) blend(pixels, column, row, [255, 255, 255], inside! * opacity);
			if (edge! > 0) blend(pixels, column, row, [0, 0, 0], edge! * opacity);
		}
	}
}

/** Distance from the edges of a polygon; less than 0 inside. */
function fromEdges(x: number, y: number, corners: ReadonlyArray<readonly [number, number]>): number {
	let [nearest, inside] = [Number.POSITIVE_INFINITY, false];
	for (const [index, [x1, y1]] of corners.entries()) {
		const [x2, y2] = corners.at(index - 1)!;
		const along = ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / ((x2 - x1) ** 2 + (y2 - y1) ** 2);
		const share = Math.min(Math.max(along, 0), 1);
		nearest = Math.min(nearest, Math.hypot(x - x1 - share * (x2 - x1), y - y1 - share * (y2 - y1)));
		if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) inside = !inside;
	}
	return inside ? -nearest : nearest;
}

/** The whole pixels of a span that lie in the picture. */
function between(from: number, to: number, length: number): number[] {
	const start = Math.max(Math.floor(from), 0);
	return Array.from({length: Math.max(Math.min(Math.ceil(to), length) - start, 0)}, (_, index) => start + index);
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
