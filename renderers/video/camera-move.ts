import type {Box} from '../step-picture/measure.ts';
import type {Plane, Surface} from './surface.ts';

/** The picture seen through its frame, and how far away its camera stands. Pixels of the film. */
export type CameraMove = {
	frame: Box;
	/** Round corners of the frame. */
	radius: number;
	/** Where the picture lies when the camera starts, and when it stands. */
	from: Box;
	to: Box;
	/** Without words: as near as it comes, and from so far away that all of the picture is seen; there it lies at `whole`. */
	near: Surface;
	far: Surface;
	whole: Box;
	/** The page's own colour, one value a plane. */
	ground: number[];
	words: Words | null;
};
/** The words where they stand at the end; their opacity (0..255) a plane; the way that they come, pixels. */
export type Words = {surface: Surface; opacity: Buffer[]; box: Box; from: {x: number; y: number}};

/** Draws the moment at which so much (0..1) of the way is behind the camera. */
export function drawMove(out: Surface, move: CameraMove, share: number): void {
	const part = mixed(move.from, move.to, share);
	for (const [index, plane] of out.planes.entries()) {
		move.near.planes[index]!.data.copy(plane.data);
		if (share >= 1) continue;
		drawPicture(plane, index, move, part);
	}
	if (move.words) for (const [index, plane] of out.planes.entries()) drawWords(plane, index, move.words, share);
}

function mixed(from: Box, to: Box, share: number): Box {
	const between = (side: keyof Box) => from[side] + (to[side] - from[side]) * share;
	return {left: between('left'), top: between('top'), width: between('width'), height: between('height')};
}

/**
 * For each pixel of a line where it comes from: left of it in the source, and the share (0..256) of the one to the right; -1 for none. `end`: whether
 * that is so near the end of the frame that a corner may be cut off there.
 */
type Source = {at: Int32Array; share: Int32Array; end: Uint8Array};

/** What is seen from near is taken from there, and the rest from far away. */
function drawPicture({data, width, height, step}: Plane, index: number, move: CameraMove, part: Box): void {
	const {frame, whole, to, radius} = move;
	const [x1, x2] = [Math.ceil(frame.left / step), Math.min(Math.floor((frame.left + frame.width) / step), width)];
	const [y1, y2] = [Math.ceil(frame.top / step), Math.min(Math.floor((frame.top + frame.height) / step), height)];
	const across = (of: Box, within: Box) =>
		sourceOf(x1, x2, step, [part.left, part.width], [of.left, of.width], [within.left, within.width], width, radius);
	const down = (of: Box, within: Box) =>
		sourceOf(y1, y2, step, [part.top, part.height], [of.top, of.height], [within.top, within.height], height, radius);
	const near = {data: move.near.planes[index]!.data, x: across(to, frame), y: down(to, frame)};
	const far = {data: move.far.planes[index]!.data, x: across(whole, frame), y: down(whole, frame)};
	const ground = move.ground[index]!;
	for (let y = y1; y < y2; y++) {
		const corner = Math.min(y - y1, y2 - 1 - y) < radius / step;
		for (let x = x1; x < x2; x++) {
			if (corner && inCorner(x, y, x1, y1, x2, y2, radius / step)) continue;
			const isSeen = near.y.at[y - y1]! >= 0 && near.x.at[x - x1]! >= 0;
			const from = isSeen && !(near.y.end[y - y1] && near.x.end[x - x1]) ? near : far;
			const [column, row] = [from.x.at[x - x1]!, from.y.at[y - y1]!];
			data[y * width + x] =
				column < 0 || row < 0 ? ground : sample(from.data, row * width + column, width, from.x.share[x - x1]!, from.y.share[y - y1]!);
		}
	}
}

function inCorner(x: number, y: number, x1: number, y1: number, x2: number, y2: number, radius: number): boolean {
	const right = Math.max(x1 + radius - x - 0.5, x + 0.5 - x2 + radius, 0);
	const below = Math.max(y1 + radius - y - 0.5, y + 0.5 - y2 + radius, 0);
	return right * right + below * below > radius * radius;
}

function sample(data: Buffer, at: number, width: number, right: number, below: number): number {
	const above = data[at]! * (256 - right) + data[at + 1]! * right;
	const under = data[at + width]! * (256 - right) + data[at + width + 1]! * right;
	return (above * (256 - below) + under * below + HALF) >> 16;
}

const HALF = 32768;

type Span = [start: number, length: number];

/** Of the picture at `part`, drawn from where it lies at `of`, as far as it is seen `within`. `most`: length of a source line. */
function sourceOf(from: number, to: number, step: number, part: Span, of: Span, within: Span, most: number, radius: number): Source {
	const at = new Int32Array(Math.max(to - from, 0));
	const share = new Int32Array(at.length);
	const end = new Uint8Array(at.length);
	const [first, last] = [within[0] / step, (within[0] + within[1]) / step];
	for (let index = 0; index < at.length; index++) {
		const place = ((from + index + 0.5) * step - part[0]) / part[1];
		const source = (of[0] + place * of[1]) / step;
		if (place < 0 || place > 1 || source < first || source > last) {
			at[index] = -1;
			continue;
		}
		// Between the middles of two pixels, none of them outside of what is seen.
		const middle = Math.max(Math.ceil(first), Math.min(source - 0.5, Math.floor(last) - 1, most - 2));
		at[index] = Math.min(Math.floor(middle), most - 2);
		share[index] = Math.round((middle - at[index]!) * 256);
		end[index] = Math.min(source - first, last - source) < radius / step + 1 ? 1 : 0;
	}
	return {at, share, end};
}

function drawWords({data, width, height, step}: Plane, index: number, {surface, opacity, box, from}: Words, share: number): void {
	const source = surface.planes[index]!.data;
	const cover = opacity[index]!;
	const [right, below] = [Math.round((from.x * (1 - share)) / step), Math.round((from.y * (1 - share)) / step)];
	const [x1, y1] = [Math.max(0, Math.floor(box.left / step)), Math.max(0, Math.floor(box.top / step))];
	const [x2, y2] = [Math.min(width, Math.ceil((box.left + box.width) / step)), Math.min(height, Math.ceil((box.top + box.height) / step))];
	for (let y = y1; y < y2; y++) {
		if (y + below < 0 || y + below >= height) continue;
		for (let x = x1; x < x2; x++) {
			const weight = cover[y * width + x]!;
			if (weight === 0 || x + right < 0 || x + right >= width) continue;
			const at = (y + below) * width + x + right;
			data[at] = (data[at]! * (255 - weight) + source[y * width + x]! * weight + 127) / 255;
		}
	}
}
