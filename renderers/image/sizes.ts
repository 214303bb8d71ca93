import {isUltraWide} from '../../shared/tour/place/camera.ts';

/** The widths in pixels that a page may choose from. */
const WIDTHS = [640, 960, 1440, 1920];
/** Widths for pictures of several screens, of which camera and phone show a small part, large. */
const ULTRA_WIDTHS = [...WIDTHS, 2880, 3840];
/** Widths of an animation, each of which takes as much work as all its frames. */
const ANIMATED_WIDTHS = [640, 1440];
/** Pixels of all frames in all sizes: beyond them an animation has its largest size alone. A million take 50 ms of a core. */
const ANIMATED_PIXELS = 20_000_000;
/** The most width of an animation's first frame. */
export const STILL_WIDTH = 1440;

/** A WebP has 16,383 pixels a side at most. */
const MAX_SIDE = 16_383;
/** Pixels that the encoder may get: at 6 to 9 bytes each, 29 with transparency, it needs 120 MB. A page of 1440 x 6900 keeps its width. */
const MAX_PIXELS = 10_000_000;
export const MAX_PIXELS_TRANSPARENT = 4_000_000;
/** Least ratio to the largest variant: a nearer one would cost bytes and gain nothing. */
const NEAR = 1.1;

export type Size = {width: number; height: number};

/**
 * Returns the sizes of an image's variants, smallest first, none larger than the image; the largest is the image
 * itself if the ladder goes that far.
 */
export function variantSizes(image: Size, {ladder = ladderOf(image), maxPixels = MAX_PIXELS} = {}): Size[] {
	const top = largestWidth(image, ladder.at(-1)!, maxPixels);
	const smaller = ladder.filter(width => width * NEAR <= top);
	return [...smaller, top].map(width => scaled(image, width));
}

function ladderOf(image: Size): number[] {
	return isUltraWide(image) ? ULTRA_WIDTHS : WIDTHS;
}

/** Returns the sizes beyond its largest variant in which an image is kept for dense displays and near cameras, smallest first. */
export function denseSizes(image: Size, {width: largest}: Size): Size[] {
	return variantSizes(image, {ladder: ULTRA_WIDTHS}).filter(({width}) => width >= largest * NEAR);
}

/** Returns the sizes of an animation, smallest first: two, or one if two would be too much work. */
export function animationSizes(image: Size & {frames: number}): Size[] {
	const sizes = variantSizes(image, {ladder: ANIMATED_WIDTHS, maxPixels: MAX_PIXELS_TRANSPARENT});
	const pixels = sizes.reduce((sum, {width, height}) => sum + width * height * image.frames, 0);
	return pixels > ANIMATED_PIXELS ? sizes.slice(-1) : sizes;
}

/** Returns the image at this width, in its own proportions. */
export function scaled({width, height}: Size, to: number): Size {
	return {width: to, height: Math.min(MAX_SIDE, Math.max(1, Math.round((height * to) / width)))};
}

function largestWidth({width, height}: Size, ladderTop: number, maxPixels: number): number {
	const fit = Math.min(width, ladderTop, (width * MAX_SIDE) / height, Math.sqrt((maxPixels * width) / height));
	return Math.max(1, Math.floor(fit));
}
