import type {Click, Highlight} from '../../contract/geometry.ts';
import type {Camera as Wanted} from '../../contract/step.ts';

/** Width and height, in whatever unit the frame has. */
export type Size = [width: number, height: number];
/** The picture as drawn: its scale, and its corner's distance from the frame's. */
export type View = {scale: number; left: number; top: number};
/** The rectangle that stays in view: x, y, width and height, fractions of the picture. */
export type Aim = [x: number, y: number, width: number, height: number];

type Image = {width: number; height: number};
type Shot = {
	image: Image | null;
	highlight: Highlight | null;
	click: Click | null;
	camera?: Wanted;
	actions?: {hotspots?: ReadonlyArray<{area: Highlight}>};
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
export function zoomOf(step: Shot): number {
	const {image, highlight, camera = {zoom: 'auto'}} = step;
	const {zoom} = camera;
	if (!image || !highlight || zoom === 'none') return 1;
	if (zoom !== 'auto') return zoom;
	if (hasHotspots(step)) return 1;
	// Of a tall picture its frame holds so many rows.
	const rows = isTall(image) ? image.width / frameRatioOf(step) : image.height;
	const [across, down] = [highlight.width * image.width, highlight.height * image.height];
	const shorter = Math.min(across, down) / Math.min(image.width, rows);
	if (shorter >= SMALL) return 1;
	const wanted = Math.min(LARGEST_AUTO, NEAR / shorter, ROOM / highlight.width, (ROOM * rows) / down);
	return wanted < LEAST_AUTO ? 1 : wanted;
}

/** True for a step with hotspots, all of which are shown, so that each can be pressed. */
export function hasHotspots({actions}: {actions?: {hotspots?: readonly unknown[]}}): boolean {
	return (actions?.hotspots?.length ?? 0) > 0;
}

/** Width by height from which on a picture is ultra-wide: two or three screens, whose targets would be a stripe. */
const ULTRA_WIDE = 2.4;
/** Width by height of the frame that shows a part of an ultra-wide or a tall picture. */
const PART_FRAME = 1.6;

/** True for a picture of several screens side by side. */
export function isUltraWide({width, height}: Image): boolean {
	return width > ULTRA_WIDE * height;
}

/** Proportions, width by height, of phones' screenshots, which get a bezel. */
const PHONES = {least: 0.42, most: 0.6};
/** Widths of pictures that are windows' at least as often as phones'; from the second width on all are. */
const WINDOWS = [768, 800, 1000, 1024, 1200, 1280];
const WINDOWS_FROM = 1366;

/** True for a picture with the shape of a phone's screen. */
export function isPhone({width, height}: Image): boolean {
	const isUpright = width > PHONES.least * height && width < PHONES.most * height;
	return isUpright && width < WINDOWS_FROM && !WINDOWS.includes(width);
}

/** Height by width, and height in pixels, beyond which a picture that is fitted into a window's height cannot be read. */
const TALL = {ratio: 1.45, height: 1200};
/** Pixels of a tall picture's height that its frame holds; least width by height of the frame. */
const TALL_FRAME = {height: 800, least: 0.6};

/** True for a picture that was scrolled over several screens one below the other. */
export function isTall(image: Image): boolean {
	return image.height > TALL.ratio * image.width && image.height > TALL.height && !isPhone(image);
}

function tallFrame({width}: Image): number {
	return Math.min(PART_FRAME, Math.max(TALL_FRAME.least, width / TALL_FRAME.height));
}

/** Returns the pixels of a picture, of a tall one those of a part that is seen at once. */
export function seenAtOnce(image: Image): Image {
	return isTall(image) ? {width: image.width, height: Math.min(image.height, Math.round(image.width / tallFrame(image)))} : image;
}

/**
 * Returns the ratio, width by height, of the frame that shows the step's picture where there is room for it: the picture's own, or that of a part
 * around the target if all of an ultra-wide or a tall one would be too small. A part of a tall one holds target and hotspots whole.
 */
export function frameRatioOf(step: Shot): number {
	const {image, highlight, camera = {zoom: 'auto'}} = step;
	if (!image) return PART_FRAME;
	const ratio = image.width / image.height;
	if (isUltraWide(image)) return highlight && !hasHotspots(step) && camera.zoom === 'auto' ? PART_FRAME : ratio;
	if (!isTall(image) || camera.zoom === 'none') return ratio;
	const [, y, , height] = aimOf(step);
	const [middle, areas] = [y + height / 2, shownAreas(step)];
	const held = 2 * Math.max(0, ...areas.flatMap(area => [middle - area.y, area.y + area.height - middle]));
	return Math.max(ratio, Math.min(tallFrame(image), (IN_VIEW * ratio) / held));
}

/** True if the page shows a part of the step's picture, where it has no room to show all of it large enough. */
export function isPart(step: Shot): boolean {
	return step.image !== null && frameRatioOf(step) !== step.image.width / step.image.height;
}

/** Returns the ratio of an ultra-wide picture's width to its frame's, if it fills the frame's height; 1 for others. */
export function stripOf(step: Shot): number {
	const {image} = step;
	return image ? Math.max(1, image.width / image.height / frameRatioOf(step)) : 1;
}

/** True if the page shows the step's picture enlarged. */
export function comesNear(step: Shot): boolean {
	return zoomOf(step) > 1 || stripOf(step) > 1;
}

/** True if the page shows less than the whole picture of the step, which it then offers. */
export function isCropped(step: Shot): boolean {
	return zoomOf(step) > 1 || isPart(step);
}

/** Returns what has to be seen of a picture: the highlight and the hotspots. */
function shownAreas({highlight, actions}: Partial<Shot>): Highlight[] {
	return [...(highlight ? [highlight] : []), ...(actions?.hotspots ?? []).map(({area}) => area)];
}

/** Returns the area that the camera keeps in view: the highlight, which holds the click. Without one, of a tall picture the hotspots or the top. */
export function aimOf(step: Partial<Shot> & Pick<Shot, 'highlight'>): Aim {
	const {image, highlight} = step;
	if (highlight) return [highlight.x, highlight.y, highlight.width, highlight.height];
	if (!image || !isTall(image)) return [0, 0, 1, 1];
	const areas = shownAreas(step);
	if (areas.length === 0) return [0, 0, 1, 0];
	const top = Math.min(...areas.map(({y}) => y));
	return [0, top, 1, Math.max(...areas.map(({y, height}) => y + height)) - top];
}

/**
 * Returns the view of a picture of this size, enlarged `zoom` times around its aim, without empty space in the frame if possible.
 * Shows it whole and centred if the zoom is 0; reduces the zoom, down to 1, so that the aim fits.
 */
export function viewOf([x, y, width, height]: Aim, zoom: number, picture: Size, frame: Size): View {
	const whole = Math.min(frame[0] / picture[0], frame[1] / picture[1]);
	const fitting = (axis: 0 | 1, extent: number) => (IN_VIEW * frame[axis]) / (picture[axis] * extent);
	const scale = Math.max(whole, Math.min(zoom, 1), Math.min(zoom, fitting(0, width), fitting(1, height)));
	const start = (axis: 0 | 1, middle: number) => {
		const length = picture[axis] * scale;
		const rest = frame[axis] - length;
		return rest > 0 ? rest / 2 : Math.min(0, Math.max(rest, frame[axis] / 2 - middle * length));
	};
	return {scale, left: start(0, x + width / 2), top: start(1, y + height / 2)};
}
