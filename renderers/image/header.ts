import type {Metadata} from 'sharp';
import {LIMITS} from '../../shared/contract/limits.ts';
import {AppError} from '../../shared/errors.ts';
import {type ImageFormat, sniffFormat} from '../../shared/image-format.ts';
import {decode} from './decode.ts';

/** Pixels of an animation, counted over all its frames: 2.5 s of a core to encode, of noise 6 s. */
const ANIMATION_PIXELS = 50_000_000;

/** The work of an animation grows with its frames however small they are: 5,000 take half a second. */
const MAX_FRAMES = 5_000;
/** Four bytes for each of the 50 megapixels. */
const DECODER_BYTES = 200_000_000;

export type ImageHeader = {
	format: ImageFormat;
	/** Pixels of one frame, after the EXIF orientation is applied. */
	width: number;
	height: number;
	frames: number;
	/** The EXIF orientation, 1 to 8. */
	orientation: number;
	isProgressiveJpeg: boolean;
	/** 16 bits a channel in a colour space of its own: sharp has to be asked to bring it to sRGB. */
	deepProfile: boolean;
};

/** Primaries in a PNG's `cICP` chunk (ITU-T H.273) that are wider than sRGB's: BT.2020, DCI and Display P3. */
const WIDE = new Set([9, 11, 12]);
/** PQ and HLG. */
const HDR = new Set([16, 18]);
const LINEAR = 8;

/** Reads what the image says about itself, without decoding it. Throws `image_too_large`, `image_type` or `image_unreadable`. */
export async function readHeader(bytes: Buffer): Promise<ImageHeader> {
	if (bytes.length > LIMITS.imageBytes) {
		throw new AppError('image_too_large', {
			message: `The image has ${bytes.length} bytes; ${LIMITS.imageBytes} (15 MB) is the most that is taken.`,
		});
	}
	const format = sniffFormat(bytes);
	if (!format) throw new AppError('image_type');
	if (format === 'png') refuseUnknownColours(bytes);

	const first = await readMetadata(bytes, format);
	const frames = first.pages ?? 1;
	const {width, height} = frames > 1 ? first : first.autoOrient;
	limitPixels(width, height, frames);
	limitDecoderMemory(decoderBytes(first, format));
	return {
		format,
		width,
		height,
		frames,
		orientation: first.orientation ?? 1,
		isProgressiveJpeg: format === 'jpeg' && first.isProgressive === true,
		deepProfile: first.depth === 'ushort' && first.hasProfile,
	};
}

async function readMetadata(bytes: Buffer, format: ImageFormat): Promise<Metadata> {
	const metadata = await decode(bytes, {limitInputPixels: false}).metadata().catch(unreadable);
	if (metadata.format !== format || !metadata.width || !metadata.height) throw unreadable();
	return metadata;
}

function limitPixels(width: number, height: number, frames: number): void {
	if (frames > MAX_FRAMES) {
		throw new AppError('image_unreadable', {message: `The animation has ${frames} frames; ${MAX_FRAMES} are the most that is taken.`});
	}
	const pixels = width * height * frames;
	const most = frames > 1 ? ANIMATION_PIXELS : LIMITS.imagePixels;
	if (pixels <= most) return;
	const size = frames > 1 ? `${width} x ${height} pixels in ${frames} frames` : `${width} x ${height} pixels`;
	// Rounded up: what is just too large never reads as the most that is taken.
	const megapixels = (Math.ceil(pixels / 1e5) / 10).toFixed(1);
	const message = `The image has ${size}, ${megapixels} megapixels in all; ${most / 1e6} are the most that is taken.`;
	throw new AppError('image_unreadable', {message: `${message} ${smaller(width, height, {frames, most})}`});
}

/** Says which smaller image or animation would be accepted, of `most` pixels in all its frames. */
function smaller(width: number, height: number, {frames, most}: {frames: number; most: number}): string {
	const fit = Math.sqrt(most / (width * height * frames));
	const [smallerWidth, smallerHeight] = [width, height].map(side => Math.max(1, Math.floor(side * fit)));
	const fewer = Math.floor(most / (width * height));
	const shorter = frames > 1 && fewer > 1 ? `keep ${fewer} of its frames at most, or ` : '';
	return `To have it taken, ${shorter}make it ${smallerWidth} x ${smallerHeight} pixels.`;
}

/** Returns the bytes that the decoder holds at once: few for most formats, the whole image if its rows come out of order. */
function decoderBytes(
	{width, height, channels, depth, isProgressive, chromaSubsampling, pages = 1}: Metadata,
	format: ImageFormat,
): number {
	const pixels = width * height;
	if (format === 'gif') return pixels * 4;
	if (format === 'webp') return pages > 1 ? pixels * 12 : 0;
	if (!isProgressive) return 0;
	if (format === 'png') return pixels * channels * (depth === 'ushort' ? 2 : 1);
	// libjpeg keeps 16 bits of every coefficient.
	return pixels * 2 * (chromaSubsampling?.startsWith('4:4:4') ? channels : channels - 1);
}

function limitDecoderMemory(bytes: number): void {
	if (bytes <= DECODER_BYTES) return;
	const need = `Decoding this image takes ${Math.round(bytes / 1e6)} MB of memory at once; ${DECODER_BYTES / 1e6} are the most that is given.`;
	throw new AppError('image_unreadable', {message: `${need} Save it without interlacing or progressive scans, or smaller.`});
}

/** Returns the error of bytes that begin like an image and do not go on like one. */
export function unreadable(cause?: unknown): never {
	throw new AppError('image_unreadable', {
		message: 'The image is truncated or damaged, and could not be decoded: save it again, and send all of it.',
		cause,
	});
}

/**
 * Throws `image_unreadable` if a PNG declares colours that the decoder does not know and would draw wrongly: high
 * dynamic range, or wide or linear colours without an equivalent profile.
 */
function refuseUnknownColours(png: Buffer): void {
	let cicp: Buffer | null = null;
	let hasProfile = false;
	for (let at = 8; at + 12 <= png.length; at += 12 + png.readUInt32BE(at)) {
		const kind = png.toString('latin1', at + 4, at + 8);
		if (kind === 'IDAT' || kind === 'IEND') break;
		if (kind === 'cICP' && png.readUInt32BE(at) === 4) cicp ??= png.subarray(at + 8, at + 12);
		hasProfile ||= kind === 'iCCP';
	}
	const [primaries, transfer] = cicp ?? [];
	if (primaries === undefined || transfer === undefined) return;
	if (HDR.has(transfer)) throw refused('The image is of high dynamic range (HDR)');
	if (!hasProfile && (WIDE.has(primaries) || transfer === LINEAR)) throw refused('The image declares its colours by numbers alone (cICP)');
}

function refused(what: string): AppError {
	return new AppError('image_unreadable', {
		message: `${what}, and would be drawn in other colours. Save it as sRGB, or take the screenshot without HDR.`,
	});
}
