import type {Click, Highlight} from '../../contract/geometry.ts';
import type {Camera as Wanted} from '../../contract/step.ts';

/** Width and height, in whatever unit the frame has. */
export type Size = [width: number, height: number];
/** The picture as drawn: its scale, and its corner's distance from the frame's. */
export type View = {scale: number; left: number; top: number};
/** The rectangle that stays in view: x, y, width and height, fractions of the picture. */
export type Aim = [x: number, y: number, width: number, height: number];

type Shot = {
	image: {width: number; height: number} | null;
	highlight: Highlight | null;
	click: Click | null;
	camera?: Wanted;
	actions?: {hotspots?: readonly unknown[]};
};

/** `auto` enlarges targets whose shorter side is below this share of the picture's: 36 px on a screen of 1440 x 900. */
const SMALL = 0.04;
/** Share that a target is enlarged to, twice the height of a line of text in most applications. */
const NEAR = 0.065;
const LARGEST_AUTO = 2.2;
/** Most share of the frame's width and height for an `auto` target, so that the balloon has room beside it. */
const ROOM = 0.6;
/** The least enlargement that is worth a movement. */
const LEAST_AUTO = 1.25;
/** Most share of the frame's width and height for any target. */
export const IN_VIEW = 0.92;

/**
 * Returns how a step shows its picture in a frame of this size, which holds the whole picture at scale 1: enlarged as its author wants, else if
 * its target is small, with target and click always in view. A step without a target shows the whole picture.
 */
export function cameraOf(step: Shot, frame: Size): View {
	const {width, height} = step.image ?? {width: 1, height: 1};
	const fit = Math.min(frame[0] / width, frame[1] / height);
	return viewOf(aimOf(step), zoomOf(step), [width * fit, height * fit], frame);
}

/** Returns the enlargement that the step asks for; 1 shows the whole picture. */
export function zoomOf({image, highlight, camera = {zoom: 'auto'}, actions}: Shot): number {
	const {zoom} = camera;
	if (!image || !highlight || zoom === 'none') return 1;
	if (zoom !== 'auto') return zoom;
	if (hasHotspots({actions})) return 1;
	const shorter = Math.min(highlight.width * image.width, highlight.height * image.height) / Math.min(image.width, image.height);
	if (shorter >= SMALL) return 1;
	const wanted = Math.min(LARGEST_AUTO, NEAR / shorter, ROOM / highlight.width, ROOM / highlight.height);
	return wanted < LEAST_AUTO ? 1 : wanted;
}

/** True for a step with hotspots: its picture is shown whole, so that each can be pressed. */
export function hasHotspots({actions}: Pick<Shot, 'actions'>): boolean {
	return (actions?.hotspots?.length ?? 0) > 0;
}

/** Width by height from which on a picture is ultra-wide: two or three screens, whose targets would be a stripe. */
const ULTRA_WIDE = 2.4;
/** Width by height of the frame that shows a part of an ultra-wide picture, in a window that is wide enough. */
export const ULTRA_FRAME = 1.6;

/** True for a picture of several screens side by side. */
export function isUltraWide({width, height}: {width: number; height: number}): boolean {
	return width > ULTRA_WIDE * height;
}

/** Returns the ratio of an ultra-wide picture's width to its frame's, if it fills the frame's height; 1 for others. */
export function stripOf({image, highlight, camera = {zoom: 'auto'}, actions}: Shot): number {
	return image && highlight && !hasHotspots({actions}) && camera.zoom === 'auto' && isUltraWide(image)
		? image.width / image.height / ULTRA_FRAME
		: 1;
}

/** True if the page shows the step's picture enlarged. */
export function comesNear(step: Shot): boolean {
	return zoomOf(step) > 1 || stripOf(step) > 1;
}

/** Returns the area that the camera keeps in view: the highlight, which holds the click. */
export function aimOf({highlight}: Pick<Shot, 'highlight'>): Aim {
	return highlight ? [highlight.x, highlight.y, highlight.width, highlight.height] : [0, 0, 1, 1];
}

/**
 * Returns the view of a picture of this size, enlarged `zoom` times around its aim, without empty space in the frame if possible.
 * Shows it whole and centred if the zoom is 0; reduces the zoom so that the aim fits.
 */
export function viewOf([x, y, width, height]: Aim, zoom: number, picture: Size, frame: Size): View {
	const whole = Math.min(frame[0] / picture[0], frame[1] / picture[1]);
	const fitting = (axis: 0 | 1, extent: number) => (IN_VIEW * frame[axis]) / (picture[axis] * extent);
	const scale = Math.max(whole, Math.min(zoom, fitting(0, width), fitting(1, height)));
	const start = (axis: 0 | 1, middle: number) => {
		const length = picture[axis] * scale;
		const rest = frame[axis] - length;
		return rest > 0 ? rest / 2 : Math.min(0, Math.max(rest, frame[axis] / 2 - middle * length));
	};
	return {scale, left: start(0, x + width / 2), top: start(1, y + height / 2)};
}
