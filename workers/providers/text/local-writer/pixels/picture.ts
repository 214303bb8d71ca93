import {decode} from '../../../../../renderers/image/decode.ts';
import type {Click, Highlight} from '../../../../../shared/contract/geometry.ts';

/** Edges in pixels of the view; right and bottom lie just outside. */
export type Box = {left: number; top: number; right: number; bottom: number};
export type Point = {x: number; y: number};
export type Color = readonly [number, number, number];

/** Returns by how many of 255 levels two colours differ, in the channel in which they differ most. */
export function levelsBetween(a: ArrayLike<number>, b: ArrayLike<number>): number {
	return Math.max(Math.abs(a[0]! - b[0]!), Math.abs(a[1]! - b[1]!), Math.abs(a[2]! - b[2]!));
}

/** Three bytes a pixel. */
type Pixels = {data: Uint8Array; width: number; height: number};

/** A part of a screenshot, brought down to about one pixel per CSS pixel. In `full` it has `density` times as many each way. */
export type View = Pixels & {full: Pixels; density: number};

/** The aim in a view, in its pixels. `box` is null if no person drew it: the service's own around a lone click says nothing. */
export type Aim = {click: Point; box: Box | null};

/** How far around the point the view reaches, CSS pixels. */
const REACH = {x: 1000, y: 190};
/** Width from which a screenshot counts as one of two pixels per CSS pixel. */
const DOUBLE_WIDTH = 2000;
/** Size of the highlight that the service draws around a lone click. */
const LONE = {width: 0.14, height: 0.08};
/** The sides of a whole screenshot are brought down to this many pixels at most. */
const WHOLE = 1800;

export const widthOf = (box: Box) => box.right - box.left;
export const heightOf = (box: Box) => box.bottom - box.top;

export function contains(box: Box, {x, y}: Point, margin = 0): boolean {
	return x >= box.left - margin && x < box.right + margin && y >= box.top - margin && y < box.bottom + margin;
}

export function union(boxes: Box[]): Box {
	return {
		left: Math.min(...boxes.map(box => box.left)),
		top: Math.min(...boxes.map(box => box.top)),
		right: Math.max(...boxes.map(box => box.right)),
		bottom: Math.max(...boxes.map(box => box.bottom)),
	};
}

/** Returns the vertical overlap of two boxes, as a share of the lower one's height. */
export function besideEachOther(a: Box, b: Box): number {
	return (Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)) / Math.min(heightOf(a), heightOf(b));
}

/** Cuts out what lies around the highlight or the click. Throws if the image cannot be decoded. */
export async function viewAround(image: Buffer, highlight: Highlight | null, click: Click | null): Promise<{view: View; aim: Aim}> {
	const {width, height} = await uprightSize(image);
	const at = click ?? {x: highlight!.x + highlight!.width / 2, y: highlight!.y + highlight!.height / 2};
	const point = {x: at.x * width, y: at.y * height};
	const drawn = highlight && !isLone(highlight, click) ? highlight : null;
	const box = drawn && {
		left: drawn.x * width,
		top: drawn.y * height,
		right: (drawn.x + drawn.width) * width,
		bottom: (drawn.y + drawn.height) * height,
	};
	const density = width > DOUBLE_WIDTH ? 2 : 1;
	const span = (from: number, to: number, reach: number, size: number) => {
		const start = Math.max(0, Math.min(size - 1, Math.floor(from - reach * density)));
		return {from: start, size: Math.max(1, Math.min(size, Math.ceil(to + reach * density)) - start)};
	};
	// A highlight as large as a panel is not looked at as a whole.
	const seen = box && box.bottom - box.top < 2 * REACH.y * density ? box : null;
	const x = span(point.x, point.x, REACH.x, width);
	const y = span(
		Math.min(point.y, (seen?.top ?? point.y) + 100 * density),
		Math.max(point.y, (seen?.bottom ?? point.y) - 100 * density),
		REACH.y,
		height,
	);
	const full = await pixels(upright(image).extract({left: x.from, top: y.from, width: x.size, height: y.size}));
	const view = density === 1 ? {...full, full, density} : halved(full);
	const inside = (value: number, size: number) => Math.min(size - 1, Math.max(0, Math.floor(value)));
	const [left, top] = [x.from, y.from];
	return {
		view,
		aim: {
			click: {x: inside((point.x - left) / density, view.width), y: inside((point.y - top) / density, view.height)},
			box: box && {
				left: (box.left - left) / density,
				top: (box.top - top) / density,
				right: (box.right - left) / density,
				bottom: (box.bottom - top) / density,
			},
		},
	};
}

export function scaled({click, box}: Aim, by: number): Aim {
	return {
		click: {x: Math.floor(click.x * by), y: Math.floor(click.y * by)},
		box: box && {left: box.left * by, top: box.top * by, right: box.right * by, bottom: box.bottom * by},
	};
}

/** Each pixel the mean of four: sharper than any filter that looks further. */
function halved(full: Pixels): View {
	const [width, height] = [Math.max(1, full.width >> 1), Math.max(1, full.height >> 1)];
	const data = new Uint8Array(width * height * 3);
	const from = full.data;
	const row = full.width * 3;
	for (let y = 0, to = 0; y < height; y++) {
		for (let x = 0; x < width; x++) {
			for (let channel = 0, at = 2 * y * row + 6 * x; channel < 3; channel++, at++, to++)
				data[to] = (from[at]! + from[at + 3]! + from[at + row]! + from[at + row + 3]!) >> 2;
		}
	}
	return {data, width, height, full, density: 2};
}

/** Decodes the whole screenshot, a large one smaller. Throws if the image cannot be decoded. */
export async function wholeView(image: Buffer): Promise<View> {
	const full = await pixels(upright(image).resize({width: WHOLE, height: WHOLE, fit: 'inside', withoutEnlargement: true}));
	return {...full, full, density: 1};
}

/** Decodes the whole at about a pixel per CSS pixel, with its own pixels behind that if they help. Throws if it cannot be decoded. */
export async function wholeScreen(image: Buffer): Promise<View> {
	const most = 2 * WHOLE;
	const full = await pixels(upright(image).resize({width: most, height: most, fit: 'inside', withoutEnlargement: true}));
	return full.width > DOUBLE_WIDTH ? halved(full) : {...full, full, density: 1};
}

const upright = (image: Buffer) => decode(image, {pages: 1}).autoOrient();

async function uprightSize(image: Buffer): Promise<{width: number; height: number}> {
	const {autoOrient} = await decode(image, {pages: 1}).metadata();
	return autoOrient;
}

async function pixels(image: ReturnType<typeof decode>): Promise<Pixels> {
	const {data, info} = await image
		.flatten({background: '#fff'})
		.toColourspace('srgb')
		.removeAlpha()
		.raw({depth: 'uchar'})
		.toBuffer({resolveWithObject: true});
	if (info.channels === 3) return {data, width: info.width, height: info.height};
	const rgb = new Uint8Array(info.width * info.height * 3);
	for (let at = 0; at < rgb.length; at++) rgb[at] = data[Math.floor(at / 3) * info.channels]!;
	return {data: rgb, width: info.width, height: info.height};
}

function isLone({x, y, width, height}: Highlight, click: Click | null): boolean {
	const near = (a: number, b: number) => Math.abs(a - b) < 0.001;
	if (!click || !near(width, LONE.width) || !near(height, LONE.height)) return false;
	const centred = (from: number, size: number, at: number) => near(from + size / 2, at) || near(from, 0) || near(from + size, 1);
	return centred(x, width, click.x) && centred(y, height, click.y);
}
