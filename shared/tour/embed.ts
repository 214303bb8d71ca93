import {escapeHtml} from '../html.ts';
import {seenAtOnce} from './place/camera.ts';

/** Name of the service on cards and for readers of oEmbed. */
export const PROVIDER = 'Roteiro';

/** Directive of a page that any page may frame: `*` means http and https alone, not pages on a disk or in a program's window. */
export const FRAMED = 'frame-ancestors * file: app:';

/** Pixels of a cover, in every theme. */
export const COVER = {width: 1200, height: 630};

export type Shape = {width: number; height: number};

/** Pixels of a frame for a host that does not tell how much room there is. */
const FRAME = {width: 960, height: 800};
/** Heights of a frame: a lower one has no room for picture and words in a narrow column, a higher one is not wholly in view. */
const HEIGHTS = {min: 420, max: 800};

/** Pixels of width that words and buttons take, however small the picture is. */
const LEAST_WIDTH = 320;

/** The largest frame of the screenshot's shape (pixels, as uploaded) within these bounds; no larger than the screenshot, or than words take. */
export function frameShape(screenshot: Shape, bounds: Partial<Shape> = {}): Shape {
	const {width, height} = seenAtOnce(screenshot);
	const {width: maxWidth = FRAME.width, height: maxHeight = FRAME.height} = bounds;
	const scale = Math.min(Math.max(1, LEAST_WIDTH / width), maxWidth / width, maxHeight / height);
	return {width: Math.max(1, Math.round(scale * width)), height: Math.max(1, Math.round(scale * height))};
}

/** Pixels of the progress bar below the picture in a frame. */
const PROGRESS = 4;

/**
 * Returns the height at which a frame of this width shows the whole picture and the progress bar; `ratio` is the
 * picture's width by its height.
 */
export function frameHeight(width: number, ratio: number): number {
	return Math.ceil(width / ratio) + PROGRESS;
}

/** Returns the HTML that embeds a tour, as wide as its column; `width` and `height` are pixels of its first screenshot. */
export function embedCode({url, title, ...screenshot}: {url: string; title: string} & Shape): string {
	const {width, height} = seenAtOnce(screenshot);
	const style = `min-height:${HEIGHTS.min}px;max-height:${HEIGHTS.max}px;aspect-ratio:${width}/${height}`;
	return iframe(url, title, frameShape({width, height}), style);
}

/** Returns the code for a host with limited room: never larger than `width` and `height`. */
export function boxedEmbedCode({url, title, width, height}: {url: string; title: string} & Shape): string {
	return iframe(url, title, {width, height}, `max-width:${width}px;aspect-ratio:${width}/${height}`);
}

// Width and height are for hosts that strip the style. Beside `fullscreen` in `allow`, browsers would warn of `allowfullscreen`,
// which is the one that all of them support.
function iframe(url: string, title: string, {width, height}: Shape, shape: string): string {
	return (
		`<iframe src="${escapeHtml(url)}" title="${escapeHtml(title)}" width="${width}" height="${height}" loading="lazy" ` +
		`allow="autoplay" allowfullscreen style="display:block;width:100%;height:auto;${shape};border:0;border-radius:12px"></iframe>`
	);
}
