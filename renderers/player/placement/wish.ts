import type {SnapshotImage, SnapshotStep} from '../../../shared/contract/snapshot.ts';
import type {Step} from '../../../shared/contract/step.ts';
import {type ShownTexts, shownTexts} from '../../../shared/contract/step-fields.ts';
import {aimOf, frameRatioOf, type Size, stripOf, viewOf, zoomOf} from '../../../shared/tour/place/camera.ts';
import {detailIn, withChanges} from '../../../shared/tour/place/detail-map.ts';
import {REACH} from './place.ts';

type Side = NonNullable<Step['popoverSide']>;
type Align = NonNullable<Step['popoverAlign']>;
type Shown = ShownTexts & Pick<SnapshotStep, 'image' | 'highlight' | 'click' | 'camera' | 'popoverSide' | 'popoverAlign' | 'actions'>;
/** The step before, as far as it counts. */
export type Before = {image?: Pick<SnapshotImage, 'width' | 'height' | 'detail'> | null};

/**
 * The first target that counts (0 the highlight's neighbourhood, 1 the highlight, 2 the click), the sides in
 * order of preference, and the alignment.
 */
export type Wish = [from: 0 | 1 | 2, sides: number[], align: number];

/** The sides in the order of `place`. */
const SIDES: Side[] = ['left', 'top', 'right', 'bottom'];
/** The sides by preference, if several are equally good: people look for words below and beside. */
const LIKED: Side[] = ['bottom', 'right', 'left', 'top'];
/** Nearly at the ends, so that the balloon's tip and not its round corner meets a small highlight. */
const ALIGNS: Record<Align, number> = {start: 0.1, center: 0.5, end: 0.9};

/** The stage on which sides are compared: a window of 1440 x 900, by `layout.css`. CSS pixels. */
const STAGE: Size = [1440, 856];
const AROUND_PICTURE: Size = [48, 24];
const BELOW_PICTURE = 24;
const LARGEST_PICTURE = 1.5;
/** The balloon on it: width and margins; height without words, height of a line, and letters in a line. */
const BALLOON = {width: 376, margins: 24, rest: 146, line: 24, letters: 39};
/** Share of the highlight's neighbourhood that a balloon may cover and still leave it free. */
const LITTLE = 0.1;
/** Distance in pixels that counts as much as words under all of the balloon; a less liked side counts a twenty-fifth. */
const FAR = 700;
const LESS_LIKED = 0.04;

/**
 * Ranks the sides for a step's balloon: the one that was asked for, then the best of the others.
 * Best is a side that leaves the highlight's neighbourhood free, then one with room beside the highlight; of
 * these, the one where the balloon covers least of the drawing. A balloon over its highlight keeps clear only
 * of the click. What the picture of the step `before` did not have yet is what this step is about: it counts as text.
 */
export function wishOf(step: Shown, before?: Before): Wish {
	const {popoverSide: asked, popoverAlign} = step;
	const align = ALIGNS[popoverAlign ?? 'center'];
	const scene = sceneOf(step, before);
	const ranked = LIKED.map((side, index) => ({side, index, ...judge(scene, SIDES.indexOf(side), align)}))
		.sort((a, b) => b.room - a.room || a.cost - b.cost + (a.index - b.index) * LESS_LIKED)
		.map(({side}) => side);
	const sides = new Set([...(asked && asked !== 'over' ? [asked] : []), ...ranked]);
	// Beside hotspots is better than far from the highlight and over them.
	const near = asked || scene.spots.length > 0;
	return [near ? (asked === 'over' ? 2 : 1) : 0, [...sides].map(side => SIDES.indexOf(side)), align];
}

/**
 * Judges a side. `room` 2: the neighbourhood stays free; 1: there is room beside the highlight; less: the share of
 * the balloon that has room.
 */
function judge(scene: Scene, side: number, align: number): {room: number; cost: number} {
	const {target, size, bounds} = scene;
	const axis = (side & 1) as 0 | 1;
	const along = (1 - axis) as 0 | 1;
	const {start, length} = target[axis];
	const free = side > 1 ? bounds[axis].start + bounds[axis].length - start - length : start - bounds[axis].start;
	if (free < size[axis]) return {room: free / size[axis], cost: 0};
	const reach = Math.min(length, REACH);
	const distance = free < size[axis] + reach ? 0 : reach;
	const corner: Size = [0, 0];
	corner[axis] = side > 1 ? start + length + distance : start - distance - size[axis];
	const most = bounds[along].start + bounds[along].length - size[along];
	const wanted = target[along].start + (target[along].length - size[along]) * align;
	corner[along] = Math.max(bounds[along].start, Math.min(wanted, most));
	const box = [0, 1].map(each => ({start: corner[each as 0 | 1], length: size[each as 0 | 1]})) as Area;
	const covered = scene.spots.filter(spot => overlap(spot[0], box[0]).length > 0 && overlap(spot[1], box[1]).length > 0).length;
	if (covered > 0) return {room: 1 / (1 + covered), cost: 0};
	return {room: coveredNeighbourhood(scene, box) <= LITTLE ? 2 : 1, cost: distance / FAR + coveredDetail(scene, box)};
}

type Span = {start: number; length: number};
type Area = [Span, Span];
/** On the stage, in its pixels: what the balloon stays inside of, the frame that the picture is seen in, the picture as the camera draws it, what is pointed at, the hotspots. */
type Scene = {bounds: Area; frame: Area; picture: Area; target: Area; spots: Area[]; size: Size; detail: string | undefined};

function sceneOf(step: Shown, before: Before | undefined): Scene {
	const {width, height, detail} = step.image ?? {width: 16, height: 10};
	const last = before?.image;
	const isAlike = last?.width === width && last.height === height;
	const strip = stripOf(step);
	const shape: Size = [width, step.image ? width / frameRatioOf(step) : height];
	const fit = Math.min((STAGE[0] - AROUND_PICTURE[0]) / shape[0], (STAGE[1] - AROUND_PICTURE[1]) / shape[1], LARGEST_PICTURE);
	const whole: Size = [shape[0] * fit, shape[1] * fit];
	// The zoom is counted from the picture that is as wide as its frame.
	const unscaled: Size = [whole[0], (whole[0] * height) / width];
	const {scale, left, top} = viewOf(aimOf(step), Math.max(zoomOf(step), strip), unscaled, whole);
	const aim = aimOf(step);
	const spans = (make: (axis: 0 | 1) => Span): Area => [make(0), make(1)];
	const frame = spans(axis => ({start: (STAGE[axis] - BELOW_PICTURE * axis - whole[axis]) / 2, length: whole[axis]}));
	const picture = spans(axis => ({start: frame[axis].start + [left, top][axis]!, length: unscaled[axis] * scale}));
	const onPicture = (area: readonly number[]) =>
		spans(axis => ({
			start: picture[axis].start + area[axis]! * picture[axis].length,
			length: area[axis + 2]! * picture[axis].length,
		}));
	const target = onPicture(aim);
	const spots = (step.actions?.hotspots ?? []).map(({area: {x, y, width, height}}) => onPicture([x, y, width, height]));
	const bounds = whole[0] > 2 * BALLOON.width ? frame : spans(axis => ({start: 0, length: STAGE[axis]}));
	return {
		bounds,
		frame,
		picture,
		target,
		spots,
		size: [BALLOON.width, heightOf(step)],
		detail: isAlike ? withChanges(detail, last.detail) : detail,
	};
}

/**
 * Returns the share of the highlight's neighbourhood (a highlight's size on every side, within the frame) that the
 * balloon covers without its margins.
 */
function coveredNeighbourhood({frame, target}: Scene, box: Area): number {
	const shares = ([0, 1] as const).map(axis => {
		const {start, length} = target[axis];
		const around = overlap({start: start - length, length: 3 * length}, frame[axis]);
		const balloon = {start: box[axis].start + BALLOON.margins / 2, length: box[axis].length - BALLOON.margins};
		return overlap(around, balloon).length / Math.max(1, around.length);
	});
	return shares[0]! * shares[1]!;
}

/** How much of what is drawn in the frame the balloon would lie over, 0 to 1. */
function coveredDetail({frame, picture, detail}: Scene, box: Area): number {
	const [x, y] = ([0, 1] as const).map(axis => {
		const {start, length} = overlap(box[axis], frame[axis]);
		return {
			start: (start - picture[axis].start) / picture[axis].length,
			length: length / picture[axis].length,
			share: length / box[axis].length,
		};
	}) as [Span & {share: number}, Span & {share: number}];
	// Of a picture without a map all is drawn: beside it is better than on it.
	const drawn = detail ? detailIn(detail, {x: x.start, y: y.start, width: x.length, height: y.length}) : 1;
	return drawn * x.share * y.share;
}

function overlap(a: Span, b: Span): Span {
	const start = Math.max(a.start, b.start);
	return {start, length: Math.max(0, Math.min(a.start + a.length, b.start + b.length) - start)};
}

function heightOf(step: Shown): number {
	const lines = shownTexts(step).reduce((sum, text) => sum + Math.ceil([...text].length / BALLOON.letters), 0);
	return BALLOON.rest + lines * BALLOON.line;
}
