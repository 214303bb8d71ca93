import type {Click, Highlight} from '../../shared/contract/geometry.ts';
import {isLarge, type RingColors} from '../hotspot/hotspot.ts';
import {decode, fromPixels, type Pixels} from './decode.ts';
import {type ImageHeader, readHeader, unreadable} from './header.ts';
import {paintHotspot} from './paint-hotspot.ts';
import type {Size} from './sizes.ts';

/** Fractions of the image. */
export type Marks = {highlight: Highlight | null; click: Click | null};

/** How a picture is cut, in pixels and bytes. */
type Look = {
	/** Pixels of the picture's long side. */
	maxSide: number;
	/** How much of a larger screenshot is shown around the highlight in each direction. */
	context: number;
	maxBytes: number;
};

/**
 * Models that look at pictures shrink what is larger than 1,568, and small words with it. At least 1,024 points of a screen at
 * twice the pixels around the highlight, shrunk by a quarter, so that its words can still be read.
 */
const CLOSE: Look = {maxSide: 1568, context: 2048, maxBytes: 1_000_000};
/** The whole screenshot, small enough to travel in a response: to see where the marks came to lie. */
export const WHOLE: Look = {maxSide: 1024, context: Number.POSITIVE_INFINITY, maxBytes: 195_000};
/** Least size of the shown part, as a multiple of the highlight. */
const CONTEXT_OF_HIGHLIGHT = 2;
/** Qualities to try; only noise needs the lower ones. */
const QUALITIES = [85, 60, 35, 15];
const NOISE_QUALITY = 15;

/** Magenta: hardly any interface has it. */
const COLORS: RingColors = {accent: '#ff00c8', accentRing: '#ffffff', hotspot: '#ff00c8', hotspotRing: '#ffffff'};

/**
 * Draws a step for a model: an upright JPEG of its first frame, at most 1,568 pixels a side and 1 MB.
 * Marks the highlight with rings and the click with a pointer. Shows the part around the highlight if the
 * screenshot is large, or all of it, smaller (`WHOLE`). Throws as `readHeader` does.
 */
export async function stepPicture(image: Buffer, marks: Marks, look: Look = CLOSE): Promise<Buffer> {
	const header = await readHeader(image);
	const part = partToShow(header, marks, look);
	const pixels = await readPart(image, header, part, look);
	const {highlight, click} = marks;
	paintHotspot(pixels, {
		highlight: highlight && placed(highlight, header, part, pixels),
		click: click && placed({...click, width: 0, height: 0}, header, part, pixels),
		colors: COLORS,
		large: highlight !== null && isLarge(highlight, header),
	});
	return encode(pixels, look);
}

type Part = {left: number; top: number; width: number; height: number};

/** Whole pixels of the image. */
function partToShow(image: Size, {highlight, click}: Marks, {context}: Look): Part {
	const focus = highlight ?? (click && {...click, width: 0, height: 0});
	if (!focus) return {left: 0, top: 0, width: image.width, height: image.height};
	const [left, width] = stretch(image.width, focus.x, focus.width, context);
	const [top, height] = stretch(image.height, focus.y, focus.height, context);
	return {left, top, width, height};
}

function stretch(full: number, start: number, length: number, context: number): [start: number, length: number] {
	const seen = Math.min(full, Math.max(context, Math.ceil(full * length * CONTEXT_OF_HIGHLIGHT)));
	const centred = Math.round(full * (start + length / 2) - seen / 2);
	return [Math.min(Math.max(centred, 0), full - seen), seen];
}

async function readPart(image: Buffer, {frames, deepProfile}: ImageHeader, part: Part, {maxSide}: Look): Promise<Pixels> {
	const source = decode(image, frames > 1 ? {} : {autoOrient: true});
	if (deepProfile) source.withIccProfile('srgb', {attach: false});
	const shown = source
		.extract(part)
		.resize({...fitted(part, maxSide), fit: 'fill'})
		.flatten({background: '#ffffff'})
		.toColourspace('srgb')
		.raw();
	const {data, info} = await shown.toBuffer({resolveWithObject: true}).catch(unreadable);
	return {data, width: info.width, height: info.height, channels: info.channels as Pixels['channels']};
}

function fitted({width, height}: Size, maxSide: number): Size {
	const scale = Math.min(1, maxSide / Math.max(width, height));
	return {width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale))};
}

/** From fractions of the image to pixels of the picture. */
function placed({x, y, width, height}: Highlight, image: Size, part: Part, picture: Size): Part {
	const scale = {x: picture.width / part.width, y: picture.height / part.height};
	return {
		left: Math.round((x * image.width - part.left) * scale.x),
		top: Math.round((y * image.height - part.top) * scale.y),
		width: Math.round(width * image.width * scale.x),
		height: Math.round(height * image.height * scale.y),
	};
}

async function encode(pixels: Pixels, {maxBytes}: Look): Promise<Buffer> {
	let bytes = Buffer.alloc(0);
	for (const quality of QUALITIES) {
		bytes = await fromPixels(pixels)
			.jpeg({quality, chromaSubsampling: quality > NOISE_QUALITY ? '4:4:4' : '4:2:0'})
			.toBuffer();
		if (bytes.length <= maxBytes) break;
	}
	return bytes;
}
