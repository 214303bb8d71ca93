import type {Highlight} from '../../shared/contract/geometry.ts';
import type {Camera} from '../../shared/contract/step.ts';
import {COVER} from '../../shared/tour/embed.ts';
import {IN_VIEW, isTall} from '../../shared/tour/place/camera.ts';

/** Measures of a cover, for every program that draws one: its pixels, fractions (0..1) of the screenshot. */

export type Rectangle = {left: number; top: number; width: number; height: number};

/** Pixels around the words. */
export const MARGIN = {inline: 64, block: 52};

/** How the cover is divided: words beside the picture, many words beside it, or the picture alone. */
export type Division = 'even' | 'words' | 'picture';

/** Ends of the words' column and beginning of the picture, counted from the side where reading begins. */
export const DIVISIONS: Record<Division, {column: number; edge: number; room: {left: number; width: number}}> = {
	even: {column: 500, edge: 640, room: {left: 604, width: 536}},
	words: {column: 680, edge: 830, room: {left: 784, width: 366}},
	picture: {column: 500, edge: 0, room: {left: 230, width: 700}},
};

/** The frame around the screenshot: `left` from where reading begins, `bar` the height of its title bar. */
export type Frame = Rectangle & {kind: 'window' | 'phone'; bar: number};

type Size = {width: number; height: number};

/** Greatest share that the highlight takes of the visible screenshot, and the most that this may enlarge it. */
const HIGHLIGHT_SHARE = {width: 0.34, height: 0.26};
const MAX_ZOOM = 1.6;

/** Returns the frame for a screenshot of these proportions. Tilted, it still fits into the picture. */
export function frameOf({width, height}: Size, division: Division = 'even'): Frame {
	const {room} = DIVISIONS[division];
	const [top, lowest, highest] = division === 'picture' ? TALL.alone : TALL.beside;
	// A screen of a phone or tablet; a page that is scrolled is seen in a window.
	if (width / height < 0.8 && !isTall({width, height})) {
		if (division === 'picture') return {kind: 'phone', bar: 0, ...PHONE.alone};
		return {kind: 'phone', bar: 0, left: room.left + (room.width - PHONE.beside.width) / 2, ...PHONE.beside};
	}
	const tall = Math.round(Math.min(Math.max((room.width * height) / width + BAR, lowest), highest));
	return {kind: 'window', bar: BAR, ...room, top: top ?? Math.round((COVER.height - tall) / 2), height: tall};
}

const BAR = 34;
/** Alone it ends above the foot. */
const PHONE = {beside: {top: 40, width: 282, height: 550}, alone: {left: 459, top: 30, width: 282, height: 446}};
const TALL = {beside: [null, 420, 460], alone: [40, 390, 420]} as const;

/** Pixels of its corners. */
export function frameRadius(kind: Frame['kind']): number {
	return kind === 'phone' ? 40 : 16;
}

/** Places a part of the screenshot in a rectangle that shows the part `seen`. */
export function placed(part: Rectangle, seen: Rectangle, content: Rectangle): Rectangle {
	const scale = {x: content.width / seen.width, y: content.height / seen.height};
	return {
		left: content.left + (part.left - seen.left) * scale.x,
		top: content.top + (part.top - seen.top) * scale.y,
		width: part.width * scale.x,
		height: part.height * scale.y,
	};
}

/** Returns the part of the screenshot that the frame shows: as much as fits, enlarged towards the highlight as the step's camera asks. */
export function windowOf(image: Size, highlight: Highlight | null, frame: Frame, camera: Camera = {zoom: 'auto'}): Rectangle {
	const ratio = frame.width / (frame.height - frame.bar);
	// As fractions of the image, so that the ratio has to be seen in its pixels.
	const whole =
		image.width / image.height > ratio
			? {width: (ratio * image.height) / image.width, height: 1}
			: {width: 1, height: image.width / image.height / ratio};
	const zoom = highlight ? zoomTo(highlight, whole, camera) : 1;
	const [width, height] = [whole.width / zoom, whole.height / zoom];
	const center = highlight ? {x: highlight.x + highlight.width / 2, y: highlight.y + highlight.height / 2} : {x: 0.5, y: 0};
	return {left: inside(center.x - width / 2, width), top: inside(center.y - height / 2, height), width, height};
}

function zoomTo(highlight: Highlight, whole: Size, {zoom}: Camera): number {
	if (zoom === 'none') return 1;
	if (zoom !== 'auto')
		return Math.max(1, Math.min(zoom, (IN_VIEW * whole.width) / highlight.width, (IN_VIEW * whole.height) / highlight.height));
	const wanted = Math.min(
		(HIGHLIGHT_SHARE.width * whole.width) / highlight.width,
		(HIGHLIGHT_SHARE.height * whole.height) / highlight.height,
	);
	return Math.min(Math.max(wanted, 1), MAX_ZOOM);
}

function inside(start: number, length: number): number {
	return Math.min(Math.max(start, 0), 1 - length);
}
