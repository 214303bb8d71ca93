import sharp, {type OutputInfo, type Sharp} from 'sharp';
import {LIMITS} from '../../shared/contract/limits.ts';
import type {RedactionArea} from '../../shared/contract/pictures/redaction.ts';
import type {ImageFormat} from '../../shared/image-format.ts';
import {blurCells, type PixelArea, pixelsOf} from '../../shared/tour/redaction.ts';
import {decode} from './decode.ts';
import {type ImageHeader, readHeader, unreadable} from './header.ts';

/** Pixels of all frames, one frame below the other. */
type Frames = {data: Buffer; width: number; height: number; frames: number; channels: number};

/** Dark grey, whatever was there. */
const BOX = 0x1a;
/** A WebP has 16,383 pixels a side at most. */
const MAX_WEBP_SIDE = 16_383;

/**
 * Returns the image with these areas replaced in every frame, upright and without metadata: a still in its format (PNG,
 * JPEG or WebP), an animation as WebP. `format` replaces the image's own; PNG is lossless. Boxes cover the blurs that
 * they overlap. Throws `image_unreadable`. It takes up to 300 MB, so it runs in a separate process.
 */
export async function redactImage(bytes: Buffer, areas: readonly RedactionArea[], format?: ImageFormat): Promise<Buffer> {
	const header = await readHeader(bytes);
	const animated = header.frames > 1;
	const image = decode(bytes, animated ? {animated} : {autoOrient: true}).timeout({seconds: 0});
	if (header.deepProfile) image.withIccProfile('srgb', {attach: false});
	const {data, info} = await image.raw().toBuffer({resolveWithObject: true}).catch(unreadable);
	const pixels = framesOf(data, info, header);
	const found = areas.flatMap(area => pixelsOf(area, pixels) ?? []);
	for (const style of ['blur', 'box'] as const) {
		for (const area of found.filter(one => one.style === style)) paintFrames(pixels, area);
	}
	const {delay, loop} = animated ? await decode(bytes, {animated}).metadata() : {};
	return encode(pixels, format ?? header.format, {delay, loop});
}

function framesOf(data: Buffer, info: OutputInfo, {frames}: ImageHeader): Frames {
	return {data, width: info.width, height: info.height / frames, frames, channels: info.channels};
}

function paintFrames(pixels: Frames, area: PixelArea): void {
	for (let frame = 0; frame < pixels.frames; frame++) {
		const top = frame * pixels.height;
		const placed = {...area, top: top + area.top, bottom: top + area.bottom};
		if (area.style === 'box') fill(pixels, placed, boxColor(pixels.channels));
		else blur(pixels, placed);
	}
}

/** Replaces each cell by its mean colour: cells divide the area evenly, and are large enough to hide a letter. */
function blur(pixels: Frames, area: Cell): void {
	const {left, top, right, bottom} = area;
	const {columns, rows} = blurCells(area);
	const share = (from: number, to: number, index: number, count: number) => from + Math.round(((to - from) * index) / count);
	for (let row = 0; row < rows; row++) {
		for (let column = 0; column < columns; column++) {
			const cell = {
				left: share(left, right, column, columns),
				right: share(left, right, column + 1, columns),
				top: share(top, bottom, row, rows),
				bottom: share(top, bottom, row + 1, rows),
			};
			fill(pixels, cell, meanColor(pixels, cell));
		}
	}
}

type Cell = Omit<PixelArea, 'style'>;

/** Returns the mean colour, weighted by opacity, since the colour of a transparent pixel is not seen. */
function meanColor({data, width, channels}: Frames, {left, top, right, bottom}: Cell): number[] {
	const colors = isTransparent(channels) ? channels - 1 : channels;
	const sums = new Array<number>(colors).fill(0);
	let seen = 0;
	for (let y = top; y < bottom; y++) {
		for (let at = (y * width + left) * channels; at < (y * width + right) * channels; at += channels) {
			const weight = isTransparent(channels) ? data[at + colors]! : 255;
			seen += weight;
			for (let channel = 0; channel < colors; channel++) sums[channel]! += data[at + channel]! * weight;
		}
	}
	const mean = sums.map(sum => (seen > 0 ? Math.round(sum / seen) : 255));
	return isTransparent(channels) ? [...mean, 255] : mean;
}

function fill({data, width, channels}: Frames, {left, top, right, bottom}: Cell, color: number[]): void {
	const row = Buffer.alloc((right - left) * channels, Buffer.from(color));
	for (let y = top; y < bottom; y++) row.copy(data, (y * width + left) * channels);
}

function boxColor(channels: number): number[] {
	return Array.from({length: channels}, (_, channel) => (isTransparent(channels) && channel === channels - 1 ? 255 : BOX));
}

function isTransparent(channels: number): boolean {
	return channels === 2 || channels === 4;
}

/** Encodes the pixels in the first of these formats that keeps within the limit of an image. */
async function encode(pixels: Frames, format: ImageFormat, timing: {delay?: number[]; loop?: number}): Promise<Buffer> {
	const {data, width, height, frames, channels} = pixels;
	const raw = {width, height: height * frames, channels: channels as 1 | 2 | 3 | 4, ...(frames > 1 && {pageHeight: height})};
	const image = () => sharp(data, {raw, limitInputPixels: false});
	const fitsWebp = Math.max(width, height) <= MAX_WEBP_SIDE;
	const asWebp = [
		...(format === 'webp' ? [] : [() => image().webp({lossless: true, effort: frames > 1 ? 0 : 2, ...timing})]),
		...[92, 75].map(quality => () => image().webp({quality, effort: frames > 1 ? 0 : 2, ...timing})),
	];
	const asJpeg = [92, 75].map(quality => () => image().flatten({background: '#fff'}).jpeg({quality, chromaSubsampling: '4:4:4'}));
	const tries: Array<() => Sharp> = [];
	if (frames === 1 && (format === 'png' || format === 'gif')) tries.push(() => image().png({compressionLevel: 7}));
	if (format === 'jpeg') tries.push(...asJpeg);
	else tries.push(...(fitsWebp ? asWebp : []), ...(frames === 1 ? asJpeg : []));
	for (const attempt of tries) {
		const bytes = await attempt().toBuffer();
		if (bytes.length <= LIMITS.imageBytes) return bytes;
	}
	return unreadable();
}
