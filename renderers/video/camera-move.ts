import type {Box} from '../step-picture/measure.ts';
import type {Plane, Surface} from './surface.ts';

/** A camera's move over the picture, seen through its frame. Pixels of the film. */
export type CameraMove = {
	frame: Box;
	/** Round corners of the frame. */
	radius: number;
	/** The picture's box when the camera starts, and when it stands still. */
	from: Box;
	to: Box;
	/** Pictures without words: as near as the camera comes, and from so far that all is seen, then at `whole`. */
	near: Surface;
	far: Surface;
	whole: Box;
	/** The page's own colour, one value a plane. */
	ground: number[];
	words: Words | null;
};
/** The words in their place; their opacity (0..255) by plane. */
export type Words = {surface: Surface; opacity: Buffer[]; box: Box};

/** Draws the moment at which so much (0..1) of the way is behind the camera. */
export function drawMove(out: Surface, move: CameraMove, share: number): void {
	const part = mixed(move.from, move.to, share);
	for (const [index, plane] of out.planes.entries()) {
		move.near.planes[index]!.data.copy(plane.data);
		if (share >= 1) continue;
		drawPicture(plane, index, move, part);
	}
	// Words that slid could not be read: they stand still, and appear at the end of the way.
	const seen = Math.round(256 * Math.max(0, (share - APPEAR) / (1 - APPEAR)));
	if (move.words && seen > 0) for (const [index, plane] of out.planes.entries()) drawWords(plane, index, move.words, seen);
}

/** The share of the way after which words appear. */
const APPEAR = 0.85;

function mixed(from: Box, to: Box, share: number): Box {
	const between = (side: keyof Box) => from[side] + (to[side] - from[side]) * share;
	return {left: between('left'), top: between('top'), width: between('width'), height: between('height')};
}

/**
 * The source of each pixel of a line: its left neighbour in the source, and the share (0..256) of the right one;
 * -1 for none. `end`: pixels at both ends that may lie in a rounded corner. All sources are from `first` to `last`.
 */
type Source = {at: Int32Array; share: Int32Array; first: number; last: number; end: number};
type Line = {start: number; length: number};

/** Draws the middle of the picture from the near surface, and the rest from the far one. */
function drawPicture(plane: Plane, index: number, move: CameraMove, part: Box): void {
	const {frame, whole, to} = move;
	const {step, width} = plane;
	const radius = move.radius / step;
	const rows = lineOf(frame.top, frame.height, step, plane.height);
	const columns = lineOf(frame.left, frame.width, step, width);
	const across = (of: Box) =>
		sourceOf(columns, plane.width, radius, [part.left, part.width], [of.left, of.width], [frame.left, frame.width], step);
	const down = (of: Box) =>
		sourceOf(rows, plane.height, radius, [part.top, part.height], [of.top, of.height], [frame.top, frame.height], step);
	const near = {data: move.near.planes[index]!.data, x: across(to), y: down(to)};
	const far = {data: move.far.planes[index]!.data, x: across(whole), y: down(whole)};
	for (let y = 0; y < rows.length; y++) {
		const indent = cutOff(Math.min(y, rows.length - 1 - y), radius);
		const out = (rows.start + y) * width + columns.start;
		const draw = ({data, x, y: lines}: typeof near, from: number, to: number) => {
			if (to > from) drawRow(plane.data, out, data, lines.at[y]! * width, lines.share[y]!, x, from, to, width);
		};
		const [from, to] = [indent, columns.length - indent];
		if (y < far.y.first || y >= far.y.last) {
			plane.data.fill(move.ground[index]!, out + from, out + to);
			continue;
		}
		const isNear = y >= near.y.first && y < near.y.last;
		// At the ends of what is seen from near, its corners are cut off.
		const round = isNear && Math.min(y - near.y.first, near.y.last - 1 - y) < near.y.end ? near.x.end : 0;
		const [one, other] = isNear ? [near.x.first + round, near.x.last - round] : [to, to];
		const [first, last] = [Math.max(from, far.x.first), Math.min(to, far.x.last)];
		plane.data.fill(move.ground[index]!, out + from, out + Math.max(from, first));
		plane.data.fill(move.ground[index]!, out + Math.max(from, last), out + to);
		const [middle, end] = [Math.min(Math.max(one, first), last), Math.min(Math.max(other, first), last)];
		draw(far, first, middle);
		draw(near, middle, end);
		draw(far, Math.max(end, middle), last);
	}
}

/** Returns the whole pixels of a plane in a stretch of the film. */
function lineOf(start: number, length: number, step: number, most: number): Line {
	const from = Math.max(Math.ceil(start / step), 0);
	return {start: from, length: Math.max(Math.min(Math.floor((start + length) / step), most) - from, 0)};
}

/** How far a round corner reaches into a line so many lines from the edge. */
function cutOff(line: number, radius: number): number {
	if (line >= radius) return 0;
	return Math.max(0, Math.ceil(radius - 0.5 - Math.sqrt(Math.max(radius ** 2 - (radius - line - 0.5) ** 2, 0))));
}

function drawRow(
	out: Buffer,
	to: number,
	data: Buffer,
	row: number,
	below: number,
	{at, share}: Source,
	from: number,
	end: number,
	width: number,
): void {
	const above = 256 - below;
	for (let x = from; x < end; x++) {
		const place = row + at[x]!;
		const right = share[x]!;
		const left = 256 - right;
		const high = data[place]! * left + data[place + 1]! * right;
		const low = data[place + width]! * left + data[place + width + 1]! * right;
		out[to + x] = (high * above + low * below + HALF) >> 16;
	}
}

const HALF = 32768;

type Span = [start: number, length: number];

/** Maps a line of the picture at `part` to source pixels at `of`, limited to those seen `within`. `most`: length of a source line. */
function sourceOf({start, length}: Line, most: number, radius: number, part: Span, of: Span, within: Span, step: number): Source {
	const at = new Int32Array(length);
	const share = new Int32Array(length);
	const [low, high] = [within[0] / step, (within[0] + within[1]) / step];
	let [first, last] = [length, 0];
	for (let index = 0; index < length; index++) {
		const place = ((start + index + 0.5) * step - part[0]) / part[1];
		const source = (of[0] + place * of[1]) / step;
		if (place < 0 || place > 1 || source < low || source > high) continue;
		first = Math.min(first, index);
		last = index + 1;
		// Between the middles of two pixels, none of them outside of what is seen.
		const middle = Math.max(Math.ceil(low), Math.min(source - 0.5, Math.floor(high) - 1, most - 1.001));
		at[index] = Math.floor(middle);
		share[index] = Math.round((middle - at[index]!) * 256);
	}
	// A picture that is drawn smaller has smaller corners.
	return {at, share, first, last, end: Math.ceil((radius * part[1]) / of[1]) + 1};
}

/** `seen`: of 256. */
function drawWords({data, width, height, step}: Plane, index: number, {surface, opacity, box}: Words, seen: number): void {
	const source = surface.planes[index]!.data;
	const cover = opacity[index]!;
	const [x1, y1] = [Math.max(0, Math.floor(box.left / step)), Math.max(0, Math.floor(box.top / step))];
	const [x2, y2] = [Math.min(width, Math.ceil((box.left + box.width) / step)), Math.min(height, Math.ceil((box.top + box.height) / step))];
	for (let y = y1; y < y2; y++) {
		for (let x = x1; x < x2; x++) {
			const at = y * width + x;
			const weight = (cover[at]! * seen) >> 8;
			if (weight > 0) data[at] = (data[at]! * (255 - weight) + source[at]! * weight + 127) / 255;
		}
	}
}
