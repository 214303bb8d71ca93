import type {Sharp, WebpOptions} from 'sharp';
import type {ImageFormat} from '../../shared/image-format.ts';
import {DETAIL_MAP} from '../../shared/tour/place/detail-map.ts';
import {thumbnailSize} from '../../shared/tour/urls.ts';
import {decode, dropOpaqueAlpha, fromPixels, type Pixels} from './decode.ts';
import {isFrameless} from './frameless.ts';
import {groundColor} from './ground-color.ts';
import {type ImageHeader, readHeader, unreadable} from './header.ts';
import {animationSizes, MAX_PIXELS_TRANSPARENT, type Size, STILL_WIDTH, scaled, variantSizes} from './sizes.ts';

export type EncodedVariant = Size & {bytes: Buffer; format: 'webp'};

export type IngestedImage = Size & {
	format: ImageFormat;
	animated: boolean;
	/** `#rrggbb` of what is behind it. */
	color: string;
	/** Map of how much is drawn where in it (in its first frame), a `DETAIL_MAP`. */
	detail: string;
	/** True if it looks like a page without the window that it was in. */
	frameless: boolean;
	/** Smallest first, none larger than the image; each animated where the image is. */
	variants: EncodedVariant[];
	/** First frame of an animated image. */
	still: EncodedVariant | null;
	/** Small, of its first frame: for lists. */
	thumbnail: EncodedVariant;
};

/*
 * Measured on UI screenshots (tables, forms, dashboards, code, a landing page). Left out, because an upload is waited for:
 * - smartSubsample keeps the colour of small text (0.2 to 1.3 dB) at 2.4 times the encoder's time; at twice the pixels that
 *   a window shows, which is what screenshots are mostly taken at, nobody sees the difference.
 * - Lossless halves flat UI that is kept at its own size, and is 2 to 15 times larger after any resizing: to know, both must
 *   be made.
 * - nearLossless, preset text and effort 6: +7 % bytes, or -3 % at 1.8 times the time.
 */
const STILL: WebpOptions = {quality: 80};
/** Noise and photographs as PNG, for which the encoder's search finds nothing: no larger, in 0.37 of the time. */
const DENSE: WebpOptions = {quality: 80, effort: 0};
/** Bytes a pixel from which a picture is dense: screenshots have a tenth to a half of one. */
const DENSE_BYTES = 2;
/**
 * Effort 0 takes 0.75 to 0.9 of the time of effort 2: recordings of screens stay as small and good (40.8 and
 * 41.7 dB), a flat drawing becomes 30 % larger.
 */
const ANIMATION: WebpOptions = {quality: 80, effort: 0};

/** Two neighbours are drawn, not shaded, where one channel of them differs by more than this, of 255. */
const EDGE = 20;
/** Pixels that are looked at in each row, so that a screenshot and the same one in half of its size have much the same map. */
const SAMPLES = 640;
/** Paragraphs of text have an edge at every fourth of these pixels: that, and more, is the highest level. */
const FULL = 0.25;

/** Reads the header of an image that may be ingested, without decoding. Throws `image_too_large`, `image_type` or `image_unreadable`. */
export async function acceptImage(bytes: Buffer): Promise<ImageHeader> {
	const header = await readHeader(bytes);
	if (!isComplete(bytes, header.format)) throw unreadable();
	return header;
}

/**
 * The WebP variants of a PNG, JPEG, WebP or GIF: upright, in sRGB, without its metadata and whatever followed its end.
 * `header`: where the image was accepted before. Throws as `acceptImage` does, and `image_unreadable` where decoding fails.
 * An animation takes seconds.
 */
export async function ingestImage(bytes: Buffer, header?: ImageHeader): Promise<IngestedImage> {
	const accepted = header ?? (await acceptImage(bytes));
	return accepted.frames > 1 ? ingestAnimation(bytes, accepted) : ingestStill(bytes, accepted);
}

/**
 * Decodes once, at the largest size, in 40 MB at most; smaller sizes are made from that (45 dB or more from what the
 * source itself would give).
 */
async function ingestStill(bytes: Buffer, header: ImageHeader): Promise<IngestedImage> {
	const largest = await pixels(decode(bytes, {autoOrient: true}), variantSizes(header).at(-1)!, header);
	const sizes = variantSizes(header, largest.channels === 4 ? {maxPixels: MAX_PIXELS_TRANSPARENT} : {});
	const options = bytes.length >= DENSE_BYTES * header.width * header.height ? DENSE : STILL;
	const variants = await Promise.all(sizes.map(size => encode(largest, size, options)));
	const thumbnail = await encode(largest, thumbnailSize(largest));
	return described(header, {...factsOf(largest, header), variants, still: null, thumbnail});
}

/** Decodes the frames again for each size: decoding is a third of the work, and all frames at once would be 200 MB. */
async function ingestAnimation(bytes: Buffer, header: ImageHeader): Promise<IngestedImage> {
	const variants: EncodedVariant[] = [];
	for (const size of animationSizes(header)) {
		// The process has a bound of its own, and a priority at which it may wait longer than it works.
		const frames = decode(bytes, {animated: true})
			.timeout({seconds: 0})
			.resize({...size, fit: 'fill'})
			.webp(ANIMATION);
		variants.push({...size, bytes: await frames.toBuffer().catch(unreadable), format: 'webp'});
	}
	const size = scaled(header, Math.min(header.width, STILL_WIDTH));
	const first = await pixels(decode(bytes), size, header);
	const [still, thumbnail] = await Promise.all([encode(first, size), encode(first, thumbnailSize(first))]);
	return described(header, {...factsOf(first, header), variants, still, thumbnail});
}

function factsOf(pixels: Pixels, {width}: ImageHeader): Pick<IngestedImage, 'color' | 'detail' | 'frameless'> {
	return {color: groundColor(pixels), detail: detailMap(pixels), frameless: isFrameless(pixels, width)};
}

/** Returns the thumbnail of an image that was ingested before: `bytes` are those of its largest variant. */
export async function thumbnailOf(bytes: Buffer): Promise<Buffer> {
	const {width, height} = await readHeader(bytes);
	return decode(bytes)
		.resize({...thumbnailSize({width, height}), fit: 'fill'})
		.webp(STILL)
		.toBuffer();
}

/** Returns the pixels of a decoded image at this size, in sRGB. Throws `image_unreadable`. */
export async function pixels(image: Sharp, size: Size, {deepProfile}: ImageHeader): Promise<Pixels> {
	if (deepProfile) image.withIccProfile('srgb', {attach: false});
	const resized = image.resize({...size, fit: 'fill'}).raw();
	const {data, info} = await resized.toBuffer({resolveWithObject: true}).catch(unreadable);
	return dropOpaqueAlpha({data, ...size, channels: info.channels as Pixels['channels']});
}

async function encode(from: Pixels, size: Size, options = STILL): Promise<EncodedVariant> {
	const image = fromPixels(from).resize({...size, fit: 'fill'});
	return {...size, bytes: await image.webp(options).toBuffer(), format: 'webp'};
}

function described(
	{format, width, height, frames}: ImageHeader,
	made: Pick<IngestedImage, 'color' | 'detail' | 'frameless' | 'variants' | 'still' | 'thumbnail'>,
): IngestedImage {
	return {width, height, format, animated: frames > 1, ...made};
}

/** How much is drawn where in the image: a `DETAIL_MAP`. Some 2 ms of a core. */
export function detailMap({data, width, height, channels}: Pixels): string {
	const {columns, rows, levels} = DETAIL_MAP;
	const edges = new Float64Array(columns * rows);
	const seen = new Float64Array(columns * rows);
	const step = Math.max(1, Math.round(width / SAMPLES));
	// The green channel of colour pictures: edges that show only in the others are rare.
	const channel = channels < 3 ? 0 : 1;
	for (let y = 0; y + step < height; y += step) {
		const row = Math.floor((y * rows) / height) * columns;
		for (let x = 0; x + step < width; x += step) {
			const at = (y * width + x) * channels + channel;
			const cell = row + Math.floor((x * columns) / width);
			const [value, right, below] = [data[at]!, data[at + step * channels]!, data[at + step * width * channels]!];
			if (Math.abs(value - right) > EDGE || Math.abs(value - below) > EDGE) edges[cell]! += 1;
			seen[cell]! += 1;
		}
	}
	const level = (cell: number) => Math.min(levels - 1, Math.ceil((edges[cell]! / Math.max(1, seen[cell]!) / FULL) * (levels - 1)));
	return Array.from(edges, (_, cell) => level(cell).toString(levels)).join('');
}

/**
 * True if the bytes reach the end that the format itself marks. Decoders do not tell: an animated GIF that
 * was cut off decodes as a shorter one, a JPEG without its last bytes as one with a grey edge.
 * Bytes after the end are ignored.
 */
export function isComplete(bytes: Buffer, format: ImageFormat): boolean {
	const end = {png: pngEnd, jpeg: jpegEnd, webp: webpEnd, gif: gifEnd}[format](bytes);
	return end <= bytes.length;
}

// Each returns the offset behind the last byte, or Infinity where the marks lead out of the bytes.

const IEND = 0x49454e44;

function pngEnd(bytes: Buffer): number {
	let at = 8;
	while (at + 12 <= bytes.length) {
		const next = at + 12 + bytes.readUInt32BE(at);
		if (bytes.readUInt32BE(at + 4) === IEND) return next;
		at = next;
	}
	return Infinity;
}

function jpegEnd(bytes: Buffer): number {
	let at = 2;
	while (at >= 0 && at + 1 < bytes.length) {
		if (bytes[at] !== 0xff) {
			// Pixels, or stray bytes between two segments: on to the next marker.
			at = bytes.indexOf(0xff, at);
			continue;
		}
		const marker = bytes[at + 1]!;
		if (marker === 0xd9) return at + 2;
		if (marker === 0xff) at += 1;
		// A stuffed FF, a restart marker and TEM stand alone; every other marker is followed by its length.
		else if (marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
		else if (at + 3 < bytes.length) at += 2 + bytes.readUInt16BE(at + 2);
		else return Infinity;
	}
	return Infinity;
}

function webpEnd(bytes: Buffer): number {
	return bytes.length < 12 ? Infinity : 8 + bytes.readUInt32LE(4);
}

function gifEnd(bytes: Buffer): number {
	if (bytes.length < 14) return Infinity;
	let at = 13 + colourTable(bytes[10]!);
	while (at < bytes.length) {
		const block = bytes[at];
		if (block === 0x3b) return at + 1;
		if (block === 0x2c && at + 10 < bytes.length) at = afterSubBlocks(bytes, at + 11 + colourTable(bytes[at + 9]!));
		else if (block === 0x21) at = afterSubBlocks(bytes, at + 2);
		else return Infinity;
	}
	return Infinity;
}

function colourTable(flags: number): number {
	return flags & 0x80 ? 3 << ((flags & 7) + 1) : 0;
}

function afterSubBlocks(bytes: Buffer, start: number): number {
	let at = start;
	while (at < bytes.length) {
		const length = bytes[at]!;
		at += 1 + length;
		if (length === 0) return at;
	}
	return Infinity;
}
