import type {Highlight} from '../shared/contract/geometry.ts';

/** Where things stand on a cover, for whoever draws it: pixels of the cover, fractions (0..1) of the screenshot. */

export type Rectangle = {left: number; top: number; width: number; height: number};

export const COVER = {width: 1200, height: 630};

/** The frame around the screenshot: `left` from where reading begins, `bar` the height of its title bar. */
export type Frame = Rectangle & {kind: 'window' | 'phone'; bar: number};

type Size = {width: number; height: number};

/** How large the highlight becomes, as a share of what is seen of the screenshot, and how far that may enlarge it. */
const HIGHLIGHT_SHARE = {width: 0.3, height: 0.22};
const MAX_ZOOM = 1.8;

/** The frame that suits a screenshot of these proportions. A window ends at the picture's edge, a phone below it. */
export function frameOf({width, height}: Size): Frame {
	const ratio = width / height;
	if (ratio < 0.8) return {kind: 'phone', left: 762, top: 50, width: 318, height: 620, bar: 0};
	if (ratio < 1.25) return {kind: 'window', left: 580, top: 66, width: COVER.width - 580, height: 498, bar: BAR};
	return {kind: 'window', left: 556, top: 92, width: COVER.width - 556, height: 446, bar: BAR};
}

const BAR = 34;

/** Pixels of its corners. */
export function frameRadius(kind: Frame['kind']): number {
	return kind === 'phone' ? 36 : 16;
}

/** Where a part of the screenshot comes to lie, in a rectangle that shows the part `seen`. */
export function placed(part: Rectangle, seen: Rectangle, content: Rectangle): Rectangle {
	const scale = {x: content.width / seen.width, y: content.height / seen.height};
	return {
		left: content.left + (part.left - seen.left) * scale.x,
		top: content.top + (part.top - seen.top) * scale.y,
		width: part.width * scale.x,
		height: part.height * scale.y,
	};
}

/** The part of the screenshot that is seen through a frame: all of it that fits, enlarged towards its highlight. */
export function windowOf(image: Size, highlight: Highlight | null, frame: Frame): Rectangle {
	const ratio = frame.width / (frame.height - frame.bar);
	// As fractions of the image, so that the ratio has to be seen in its pixels.
	const whole =
		image.width / image.height > ratio
			? {width: (ratio * image.height) / image.width, height: 1}
			: {width: 1, height: image.width / image.height / ratio};
	const zoom = highlight ? zoomTo(highlight, whole) : 1;
	const [width, height] = [whole.width / zoom, whole.height / zoom];
	const center = highlight ? {x: highlight.x + highlight.width / 2, y: highlight.y + highlight.height / 2} : {x: 0.5, y: 0};
	return {left: inside(center.x - width / 2, width), top: inside(center.y - height / 2, height), width, height};
}

function zoomTo(highlight: Highlight, whole: Size): number {
	const wanted = Math.min(
		(HIGHLIGHT_SHARE.width * whole.width) / highlight.width,
		(HIGHLIGHT_SHARE.height * whole.height) / highlight.height,
	);
	return Math.min(Math.max(wanted, 1), MAX_ZOOM);
}

function inside(start: number, length: number): number {
	return Math.min(Math.max(start, 0), 1 - length);
}
