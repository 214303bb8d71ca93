import type {Mark} from '../pixels/marks.ts';
import {type Box, contains, heightOf, union, widthOf} from '../pixels/picture.ts';
import type {Scene} from '../pixels/screen.ts';
import {type Blob, connected, joined, LONGEST} from './blobs.ts';

/** Icon: its longer and shorter side in CSS pixels, and its least ink in square ones. */
const ICON = {longest: LONGEST, least: 6, thinnest: 3, ink: 14};
/** The same for the small arrows of several lists: so many, no further off one row or column, with sides and ink that differ no more. */
const TINY = {least: 5, ink: 7, alike: 3, off: 1.5, sides: 0.75, share: 0.2};
/** The greatest ratio of an icon's length to its thickness. */
const LONG = 4;
/** CSS pixels: the shorter side of a button with an icon. */
const BUTTON = 18;
/** Ratio of length to thickness that makes a stroke. */
const STROKE = 2.7;
/** Ratio of height to width that makes a bracket or a letter. */
const BRACKET = 2.2;
/** Bullet: the greatest size of its dot in CSS pixels, and the share of its box that it fills. */
const BULLET = {largest: 10, full: 0.7};
/** Patch of one colour under an icon: its least side in CSS pixels, and the greatest share that the icon takes. */
const TILE = {least: 26, share: 0.72};
/** CSS pixels, and shares of ink: what is made of several parts, larger and fuller are the cells of a grid; many parts with less are the grain of a picture. */
const GRID = {longest: 44, parts: 3, ink: 0.5, grain: 0.06, grains: 5};
/** Round corner of a ground: its greatest size, its distance from the ground's corner, and the least ground. CSS pixels. */
const CORNER = {longest: 20, near: 2.5, ground: 40};

/** Shares that make a picture: ink in its box at least, its box in the screen at most. */
const PICTURE = {full: 0.6, most: 0.5};

/** Outline around words, which is no icon: its greatest height and its distance from them, in CSS pixels. */
const OUTLINE = {highest: 80, room: 4};

type Icon = Box & {areDots?: boolean};

/** Finds drawings that hold no words; `taken` are the boxes of words that were read. */
export function findShapes(scene: Scene, taken: readonly Box[]): {icons: Icon[]; images: Box[]} {
	const {scale, view} = scene;
	const blobs = connected(foreground(scene, taken), view.width, view.height);
	const isLarge = (blob: Box) => Math.max(widthOf(blob), heightOf(blob)) > ICON.longest * scale;
	const small = joined(
		blobs.filter(blob => !isLarge(blob)),
		scale,
	);
	const icons = small.filter(blob => {
		const [long, short] = [Math.max(widthOf(blob), heightOf(blob)) / scale, Math.min(widthOf(blob), heightOf(blob)) / scale];
		const holds = ({least, ink}: {least: number; ink: number}) =>
			long >= least && short >= ICON.thinnest && blob.ink >= ink * scale * scale && long <= LONG * short;
		const isSized = holds(ICON) || (holds(TINY) && isRepeated(blob, small, scale));
		const isCut = blob.left <= 0 || blob.top <= 0 || blob.right >= view.width || blob.bottom >= view.height;
		const hasWords = taken.some(word => contains(blob, {x: (word.left + word.right) / 2, y: (word.top + word.bottom) / 2}));
		// A bracket, a bar, a stroke: no icon, but dots in a row are one.
		const isUpright = heightOf(blob) > widthOf(blob);
		const isBullet =
			blob.parts === 1 && long <= BULLET.largest && long <= 1.2 * short && blob.ink >= BULLET.full * widthOf(blob) * heightOf(blob);
		const isStroke = blob.parts < 3 && long > (isUpright && blob.parts === 1 ? BRACKET : STROKE) * short;
		const full = blob.ink / (widthOf(blob) * heightOf(blob));
		const isGrid = (blob.parts >= GRID.parts && long > GRID.longest && full > GRID.ink) || (blob.parts >= GRID.grains && full < GRID.grain);
		return !isCut && !hasWords && !isStroke && !isBullet && !isGrid && isSized && !isCorner(scene, blob);
	});
	const images = blobs.filter(blob => {
		const [width, height] = [widthOf(blob), heightOf(blob)];
		if (!isLarge(blob) || Math.min(width, height) < (ICON.longest / 2) * scale) return false;
		return blob.ink >= PICTURE.full * width * height && width * height <= PICTURE.most * view.width * view.height;
	});
	return {icons: [...icons, ...onButtons(scene, taken).filter(box => !icons.some(other => contains(other, middle(box))))], images};
}

/** Returns true for the round corner of a card or of a panel. */
function isCorner({grounds, scale}: Scene, blob: Box): boolean {
	if (Math.max(widthOf(blob), heightOf(blob)) > CORNER.longest * scale) return false;
	const isNear = (a: number, b: number) => Math.abs(a - b) <= CORNER.near * scale;
	return grounds.list.some(
		ground =>
			Math.min(widthOf(ground), heightOf(ground)) > CORNER.ground * scale &&
			(isNear(blob.left, ground.left) || isNear(blob.right, ground.right)) &&
			(isNear(blob.top, ground.top) || isNear(blob.bottom, ground.bottom)),
	);
}

/** Returns true for what is drawn several times in a row or a column. */
function isRepeated(blob: Blob, blobs: Blob[], scale: number): boolean {
	const isOff = (a: number, b: number, by: number) => Math.abs(a - b) > by * scale;
	const alike = blobs.filter(
		other =>
			!isOff(widthOf(other), widthOf(blob), TINY.sides) &&
			!isOff(heightOf(other), heightOf(blob), TINY.sides) &&
			Math.abs(other.ink - blob.ink) <= TINY.share * blob.ink,
	);
	const inLine = (side: 'x' | 'y') => alike.filter(other => !isOff(middle(other)[side], middle(blob)[side], TINY.off)).length;
	return Math.max(inLine('x'), inLine('y')) >= TINY.alike;
}

/** Icons whose button touches others, or the frame that holds them together. */
function onButtons({grounds, marks, scale}: Scene, taken: readonly Box[]): Box[] {
	const isIcon = (box: Box) =>
		Math.max(widthOf(box), heightOf(box)) >= ICON.least * scale && Math.min(widthOf(box), heightOf(box)) >= ICON.thinnest * scale;
	const byGround = Map.groupBy(marks.list, ({ground}) => ground);
	return grounds.list.flatMap(ground => {
		const [width, height] = [widthOf(ground), heightOf(ground)];
		if (
			Math.max(width, height) > ICON.longest * scale ||
			Math.min(width, height) < BUTTON * scale ||
			Math.max(width, height) > 2 * Math.min(width, height)
		)
			return [];
		if (taken.some(word => contains(ground, middle(word)))) return [];
		const inside = (byGround.get(ground.id) ?? []).filter(
			mark => !mark.isEdge && contains(ground, middle(mark)) && widthOf(mark) < 0.85 * width && heightOf(mark) < 0.85 * height,
		);
		const box = inside.length > 0 ? union(inside) : null;
		return box && isIcon(box) ? [box] : [];
	});
}

const middle = (box: Box) => ({x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2});

/** 1 for each pixel that is no page, no panel and no word: what is drawn on them, small grounds with all that is on these. */
function foreground({grounds, marks, view, scale}: Scene, taken: readonly Box[]): Uint8Array {
	const {width, height} = view;
	const written = new Set<number>();
	const isSmall = new Uint8Array(grounds.list.length + 1);
	for (const ground of grounds.list) if (Math.max(widthOf(ground), heightOf(ground)) <= ICON.longest * scale) isSmall[ground.id] = 1;
	isSmall[0] = 1;
	// What has words on it is a button and no icon.
	for (const {left, top, right, bottom} of taken) {
		const at = Math.floor((top + bottom) / 2) * width;
		for (let x = Math.max(0, Math.floor(left) - 3); x < Math.min(width, right + 3); x++) {
			const id = grounds.of[at + x]!;
			if (id) written.add(id);
		}
	}
	// What is drawn on a tile is the icon, and the tile is what it stands on.
	const byGround = Map.groupBy(
		marks.list.filter(({isEdge}) => !isEdge),
		({ground}) => ground,
	);
	for (const ground of grounds.list) if (isSmall[ground.id] && isTile(ground, byGround.get(ground.id) ?? [], scale)) written.add(ground.id);
	for (const id of written) isSmall[id] = 0;
	const drawn = new Uint8Array(width * height);
	for (let at = 0; at < drawn.length; at++) drawn[at] = isSmall[grounds.of[at]!]!;
	const outlines = outlinesOf(
		marks.list,
		grounds.list.filter(({id}) => written.has(id)),
		scale,
	);
	for (let at = 0; at < drawn.length; at++) if (outlines[marks.of[at]!]) drawn[at] = 0;
	for (const box of taken) {
		const [left, right] = [Math.max(0, Math.floor(box.left) - 1), Math.min(width, Math.ceil(box.right) + 1)];
		for (let y = Math.max(0, Math.floor(box.top) - 1); y < Math.min(height, Math.ceil(box.bottom) + 1); y++)
			drawn.fill(0, y * width + left, y * width + right);
	}
	return drawn;
}

/** Returns true for a patch with one drawing in its middle. */
function isTile(ground: Box, inside: Mark[], scale: number): boolean {
	const own = inside.filter(mark => contains(ground, middle(mark)));
	if (own.length === 0 || Math.min(widthOf(ground), heightOf(ground)) < TILE.least * scale) return false;
	const box = union(own);
	return widthOf(box) <= TILE.share * widthOf(ground) && heightOf(box) <= TILE.share * heightOf(ground);
}

/** 1 for each mark that is a piece of the outline of a button or a field with words on it. */
function outlinesOf(marks: readonly Mark[], written: readonly Box[], scale: number): Uint8Array {
	const outlines = new Uint8Array(marks.length + 1);
	const room = OUTLINE.room * scale;
	for (const box of written.filter(box => heightOf(box) <= OUTLINE.highest * scale)) {
		for (const mark of marks) {
			if (!mark.isEdge || mark.left < box.left - room || mark.right > box.right + room) continue;
			if (mark.top >= box.top - room && mark.bottom <= box.bottom + room) outlines[mark.id] = 1;
		}
	}
	return outlines;
}
