import type {Pixels} from '../image/decode.ts';

/** A picture as encoders take it, in planes. `yuv420p`: BT.709, colours at half the size; `gbrp`: green, blue and red. */
export type Surface = {format: PixelFormat; width: number; height: number; bytes: Buffer; planes: Plane[]};
export type PixelFormat = 'yuv420p' | 'gbrp';
/** `step`: pixels of the picture that one of the plane stands for, across and down. */
export type Plane = {data: Buffer; width: number; height: number; step: 1 | 2};
/** Pixels of the picture, even numbers. */
export type Region = {x: number; y: number; width: number; height: number};

export function newSurface(format: PixelFormat, width: number, height: number): Surface {
	if (width % 2 || height % 2) throw new Error(`A film has an even number of pixels each way, not ${width} x ${height}.`);
	const steps = format === 'gbrp' ? ([1, 1, 1] as const) : ([1, 2, 2] as const);
	const sizes = steps.map(step => (width / step) * (height / step));
	const bytes = Buffer.allocUnsafe(sizes.reduce((sum, size) => sum + size, 0));
	let at = 0;
	const planes = steps.map((step, index): Plane => {
		const data = bytes.subarray(at, at + sizes[index]!);
		at += sizes[index]!;
		return {data, width: width / step, height: height / step, step};
	});
	return {format, width, height, bytes, planes};
}

/** Converts the picture to planes. Transparent pixels count as black. */
export function surfaceOf(pixels: Pixels, format: PixelFormat): Surface {
	const surface = newSurface(format, pixels.width, pixels.height);
	writeRegion(surface, pixels, {x: 0, y: 0, width: pixels.width, height: pixels.height});
	return surface;
}

/** Puts pixels of the region's size there. */
export function writeRegion(surface: Surface, pixels: Pixels, region: Region): void {
	if (surface.format === 'gbrp') writeColors(surface, pixels, region);
	else writeYuv(surface, pixels, region);
}

function writeColors({planes, width}: Surface, {data, channels}: Pixels, region: Region): void {
	const [green, blue, red] = planes as [Plane, Plane, Plane];
	let from = 0;
	for (let y = region.y; y < region.y + region.height; y++) {
		for (let at = y * width + region.x, end = at + region.width; at < end; at++, from += channels) {
			red.data[at] = data[from]!;
			green.data[at] = data[from + 1]!;
			blue.data[at] = data[from + 2]!;
		}
	}
}

/** BT.709 from 16 to 235 (colours to 240), in 65536ths: the luma of red, green and blue, then both colours. */
const Y = [11966, 40254, 4064] as const;
const U = [-6596, -22189, 28785] as const;
const V = [28785, -26145, -2640] as const;
const HALF = 32768;
const BLACK = (16 << 16) + HALF;
/** The grey of both colours, as the sum over four pixels. */
const GREY = 4 * ((128 << 16) + HALF);

function writeYuv({planes, width}: Surface, {data, channels, width: across}: Pixels, region: Region): void {
	const [{data: luma}, {data: blue, width: half}, {data: red}] = planes as [Plane, Plane, Plane];
	const row = across * channels;
	const writeLuma = (at: number, from: number) => {
		luma[at] = (Y[0] * data[from]! + Y[1] * data[from + 1]! + Y[2] * data[from + 2]! + BLACK) >> 16;
	};
	for (let y = 0; y < region.height; y += 2) {
		let at = (region.y + y) * width + region.x;
		let color = ((region.y + y) >> 1) * half + (region.x >> 1);
		let from = y * row;
		for (const end = at + region.width; at < end; at += 2, color++, from += 2 * channels) {
			const right = from + channels;
			const below = from + row;
			const corner = below + channels;
			writeLuma(at, from);
			writeLuma(at + 1, right);
			writeLuma(at + width, below);
			writeLuma(at + width + 1, corner);
			const r = data[from]! + data[right]! + data[below]! + data[corner]!;
			const g = data[from + 1]! + data[right + 1]! + data[below + 1]! + data[corner + 1]!;
			const b = data[from + 2]! + data[right + 2]! + data[below + 2]! + data[corner + 2]!;
			blue[color] = (U[0] * r + U[1] * g + U[2] * b + GREY) >> 18;
			red[color] = (V[0] * r + V[1] * g + V[2] * b + GREY) >> 18;
		}
	}
}

/** Puts a region of another surface of the same kind there again. */
export function copyRegion(to: Surface, from: Surface, region: Region): void {
	for (const [index, plane] of to.planes.entries()) {
		const {data, width, step} = plane;
		const [x, across] = [region.x / step, region.width / step];
		for (let y = region.y / step; y < (region.y + region.height) / step; y++) {
			from.planes[index]!.data.copy(data, y * width + x, y * width + x, y * width + x + across);
		}
	}
}

/** Mixes two pictures: `share` 0 is the first one, 1 the second. */
export function mixSurfaces(to: Surface, one: Surface, other: Surface, share: number): void {
	const weight = Math.round(share * 256);
	const [a, b, out] = [one.bytes, other.bytes, to.bytes];
	for (let at = 0; at < out.length; at++) {
		const from = a[at]!;
		out[at] = from + (((b[at]! - from) * weight) >> 8);
	}
}

/** A whole, even region inside the surface around what may lie anywhere. */
export function regionAround(
	{left, top, width, height}: {left: number; top: number; width: number; height: number},
	within: {width: number; height: number},
): Region {
	const low = (value: number, most: number) => Math.max(0, Math.min(Math.floor(value / 2) * 2, most));
	const high = (value: number, most: number) => Math.max(0, Math.min(Math.ceil(value / 2) * 2, most));
	const [x, y] = [low(left, within.width), low(top, within.height)];
	return {x, y, width: high(left + width, within.width) - x, height: high(top + height, within.height) - y};
}

/** The smallest even region in which both differ, all of it where there is nothing to compare with; null if they do not. */
export function changedRegion(one: Surface | null, other: Surface): Region | null {
	const {width, height} = other;
	if (!one) return {x: 0, y: 0, width, height};
	let [left, top, right, bottom] = [width, height, 0, 0];
	for (const [index, {data, width: across, height: down, step}] of other.planes.entries()) {
		const before = one.planes[index]!.data;
		for (let y = 0; y < down; y++) {
			const row = y * across;
			if (before.compare(data, row, row + across, row, row + across) === 0) continue;
			let first = 0;
			while (before[row + first] === data[row + first]) first++;
			let last = across - 1;
			while (before[row + last] === data[row + last]) last--;
			[left, right] = [Math.min(left, first * step), Math.max(right, (last + 1) * step)];
			[top, bottom] = [Math.min(top, y * step), Math.max(bottom, (y + 1) * step)];
		}
	}
	return right === 0 ? null : regionAround({left, top, width: right - left, height: bottom - top}, other);
}

export function unionOf(one: Region | null, other: Region | null): Region | null {
	if (!one || !other) return one ?? other;
	const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)];
	const width = Math.max(one.x + one.width, other.x + other.width) - x;
	return {x, y, width, height: Math.max(one.y + one.height, other.y + other.height) - y};
}
