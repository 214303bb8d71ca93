import sharp from 'sharp';
import type {Box, Field, Truth, Written} from './truth.ts';

/** Of 255: colours that are nearer to each other are one to the eye. */
const FAINTEST = 12;
/** CSS pixels: so far an icon may reach out of its box. */
const AROUND = 6;

type Picture = {data: Uint8Array; width: number; height: number; dpr: number};

/**
 * Returns the truth as far as a picture tells it: those icons and texts of which something is to be seen, for some keep an empty icon as a place, or write in white on
 * white, and those fields of which three sides are. Of the other fields the words are texts.
 */
export async function seen(png: Uint8Array, truth: Truth, dpr: number): Promise<Truth> {
	const {data, info} = await sharp(png).removeAlpha().raw().toBuffer({resolveWithObject: true});
	const picture = {data, width: info.width, height: info.height, dpr};
	/** How far the colours of some points, in CSS pixels, are apart: 0..255. */
	const contrast = (points: {x: number; y: number}[]): number => {
		const pixels = points
			.map(({x, y}) => [Math.floor(x * dpr), Math.floor(y * dpr)] as const)
			.filter(([x, y]) => x >= 0 && y >= 0 && x < info.width && y < info.height)
			.map(([x, y]) => data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3));
		return Math.max(
			0,
			...[0, 1, 2].map(one => Math.max(...pixels.map(pixel => pixel[one]!)) - Math.min(...pixels.map(pixel => pixel[one]!))),
		);
	};
	const icons = truth.icons
		.filter(([box]) => contrast(pointsIn(box!, 1 / dpr)) > FAINTEST)
		.map(boxes => [...boxes, ...drawnIn(picture, boxes[0]!)]);
	const isFramed = ({boxes}: Field) =>
		boxes.some(
			box => sidesOf(box).filter(points => points.filter(across => contrast(across) > FAINTEST).length > points.length / 2).length >= 3,
		);
	const [fields, open] = [truth.fields.filter(isFramed), truth.fields.filter(field => !isFramed(field))];
	const words = open.map(({boxes, words}) => ({text: words, box: boxes[0]!})).filter(({text}) => /[\p{L}\p{N}]/u.test(text));
	const isLegible = ({box}: Written) => contrast(pointsIn(box, 1)) > FAINTEST;
	const faint = truth.texts.filter(text => !isLegible(text));
	return {...truth, icons, fields, texts: [...truth.texts.filter(isLegible), ...words], values: [...truth.values, ...faint]};
}

/** Returns the box of what is drawn at an icon's place, in CSS pixels: letters of icon fonts reach out of theirs, others are small in it. Nothing where it goes on all around. */
function drawnIn({data, width, height, dpr}: Picture, box: Box): Box[] {
	const [left, top] = [Math.max(0, Math.floor((box.x - AROUND) * dpr)), Math.max(0, Math.floor((box.y - AROUND) * dpr))];
	const right = Math.min(width, Math.ceil((box.x + box.width + AROUND) * dpr));
	const bottom = Math.min(height, Math.ceil((box.y + box.height + AROUND) * dpr));
	const color = (x: number, y: number) => data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3);
	const ground = color(left, top);
	const isInk = (x: number, y: number) => color(x, y).some((value, channel) => Math.abs(value - ground[channel]!) > 3 * FAINTEST);
	const isIn = (x: number, y: number) =>
		x >= box.x * dpr && x < (box.x + box.width) * dpr && y >= box.y * dpr && y < (box.y + box.height) * dpr;
	const seen = new Set<number>();
	const stack: [number, number][] = [];
	for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) if (isIn(x, y) && isInk(x, y)) stack.push([x, y]);
	let [x0, y0, x1, y1] = [width, height, 0, 0];
	for (let next = stack.pop(); next; next = stack.pop()) {
		const [x, y] = next;
		if (x < left || x >= right || y < top || y >= bottom || seen.has(y * width + x) || !isInk(x, y)) continue;
		seen.add(y * width + x);
		[x0, y0, x1, y1] = [Math.min(x0, x), Math.min(y0, y), Math.max(x1, x + 1), Math.max(y1, y + 1)];
		stack.push([x - 1, y], [x + 1, y], [x, y - 1], [x, y + 1]);
	}
	const goesOn = x0 <= left || y0 <= top || x1 >= right || y1 >= bottom;
	return seen.size === 0 || goesOn ? [] : [{x: x0 / dpr, y: y0 / dpr, width: (x1 - x0) / dpr, height: (y1 - y0) / dpr}];
}

function pointsIn({x, y, width, height}: Box, step: number): {x: number; y: number}[] {
	const along = (from: number, size: number) => Array.from({length: Math.floor(size / step)}, (_, index) => from + index * step);
	return along(y, height).flatMap(down => along(x, width).map(right => ({x: right, y: down})));
}

/** Of each side of a box nine places, and at each the points on a short way across it. */
function sidesOf({x, y, width, height}: Box): {x: number; y: number}[][][] {
	const places = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];
	const across = [-3, -2, -1, 0, 1, 2];
	const upright = (at: number) => places.map(share => across.map(away => ({x: at + away, y: y + height * share})));
	const level = (at: number) => places.map(share => across.map(away => ({x: x + width * share, y: at + away})));
	return [upright(x), upright(x + width), level(y), level(y + height)];
}
