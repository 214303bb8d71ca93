import {findGrounds, findRegions, type Ground, type Grounds, type Regions} from './grounds.ts';
import {findLines, isText, type Line, lineOf} from './lines.ts';
import {findMarks, type Marks} from './marks.ts';
import {type Aim, type Box, besideEachOther, contains, heightOf, levelsBetween, type Point, type View, widthOf} from './picture.ts';

/** The content of a view. `scale`: pixels for a CSS pixel, roughly; `em`: the usual font size in pixels. */
export type Scene = {view: View; scale: number; em: number; grounds: Grounds; marks: Marks; lines: Line[]};

/** A scene, and where in it somebody clicks. */
export type AimedScene = Scene & {aim: Aim};

/** CSS pixels. */
const USUAL_EM = 14;
/** Font size for a screen with more pixels than assumed: above the usual one, so that its letters and icons do not count as small. */
const LARGE_EM = 15.5;
/** Ink below this share of the contrast between black and white is faint. */
const FAINT = 0.68;

/**
 * Reads a view; again with more pixels where its letters turn out to be small, so that the scene's own view is what counts afterwards,
 * and where they are larger than `largest` times the usual size, as what has more pixels than was thought.
 */
export function readScene(view: View, largest = 1.6): Scene {
	const regions = findRegions(view);
	const scene = readAt(view, regions, 1);
	const measured = scene.em / USUAL_EM;
	if (measured < 0.8 && view.density > 1) return readScene({...view.full, full: view.full, density: 1}, largest);
	if (measured > largest) return readAt(view, regions, Math.min(4, scene.em / LARGE_EM), Math.min(4, measured));
	return measured < 0.65 ? readAt(view, regions, Math.max(0.75, measured)) : scene;
}

/** `letters` is the scale by which the insides and strokes of letters are too small to be grounds. */
function readAt(view: View, regions: Regions, scale: number, letters = scale): Scene {
	const grounds = findGrounds(view, regions, letters);
	const marks = findMarks(view, grounds, scale);
	const lines = findLines(marks, grounds.list, view.width, scale);
	return {view, scale, em: usualEm(lines, scale), grounds, marks, lines};
}

function usualEm(lines: Line[], scale: number): number {
	const sizes = lines.filter(isText).flatMap(line => line.words.filter(word => word.marks.length > 2).map(() => line.em));
	if (sizes.length < 2) return USUAL_EM * scale;
	return sizes.sort((a, b) => a - b)[sizes.length >> 1]!;
}

export function groundAt({grounds, view}: Scene, {x, y}: Point): Ground | null {
	if (x < 0 || y < 0 || x >= view.width || y >= view.height) return null;
	return grounds.list[grounds.of[Math.floor(y) * view.width + Math.floor(x)]! - 1] ?? null;
}

/** Returns the ground under a point, or the one on which stands what is drawn there. */
export function groundUnder(scene: Scene, at: Point): Ground | null {
	const direct = groundAt(scene, at);
	if (direct) return direct;
	const mark = scene.marks.list[scene.marks.of[at.y * scene.view.width + at.x]! - 1];
	if (mark?.ground) return scene.grounds.list[mark.ground - 1]!;
	for (let away = 1; away < 24 * scene.scale; away++) {
		for (const [dx, dy] of [
			[0, -1],
			[0, 1],
			[-1, 0],
			[1, 0],
		] as const) {
			const near = groundAt(scene, {x: at.x + dx * away, y: at.y + dy * away});
			if (near) return near;
		}
	}
	return null;
}

/** Returns the ground outside of a box, as met by most of its sides. */
export function groundAround(scene: Scene, box: Box): Ground | null {
	const {scale} = scene;
	const middle = {x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2};
	const votes = new Map<Ground, number>();
	for (const away of [3, 5, 8].map(pixels => pixels * scale)) {
		for (const point of [
			{x: box.left - away, y: middle.y},
			{x: middle.x, y: box.top - away},
			{x: box.right + away, y: middle.y},
			{x: middle.x, y: box.bottom + away},
		]) {
			const ground = groundAt(scene, point);
			if (ground) votes.set(ground, (votes.get(ground) ?? 0) + 1);
		}
	}
	return [...votes].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}

export function linesOn({lines}: Scene, ground: Ground): Line[] {
	return lines.filter(line => line.ground === ground.id);
}

/** Share of its rectangle that a frame fills: what is less is cut or round. */
export const FULL = 0.86;

/** Returns the share of a ground's rectangle that it fills with what is drawn on it: 1 for a box, less for a cut or round one. */
export function fullness({grounds, marks, view}: Scene, ground: Ground): number {
	let inside = 0;
	for (let y = ground.top; y < ground.bottom; y++) {
		for (let x = ground.left, at = y * view.width + x; x < ground.right; x++, at++) {
			const owner = grounds.of[at];
			if (owner === ground.id || (!owner && isOn(marks, at, ground.id))) inside++;
		}
	}
	return inside / (widthOf(ground) * heightOf(ground));
}

function isOn(marks: Marks, at: number, ground: number): boolean {
	const id = marks.of[at]!;
	// What belongs to no mark is part of a rule.
	return id === 0 || marks.list[id - 1]!.ground === ground;
}

/** Returns the text to the left of a box in its row, with nothing between the two. */
export function lineLeftOf(scene: Scene, box: Box, reach: number): Line | null {
	const around = groundAt(scene, {x: box.left - 3 * scene.scale, y: (box.top + box.bottom) / 2});
	const found = scene.lines
		.filter(line => line.right <= box.left + 2 && box.left - line.right <= reach && besideEachOther(line, box) >= 0.6 && isText(line))
		.sort((a, b) => b.right - a.right)[0];
	if (!found) return null;
	const ground = scene.grounds.list[found.ground - 1]!;
	const isCell = around && Math.abs(around.top - ground.top) <= 3 && Math.abs(around.bottom - ground.bottom) <= 3;
	// What is written on a button beside it is no label, what is written in the cell beside it may be, unless it is the hint of a field.
	if (around !== ground && (!isCell || isFaint(found, ground))) return null;
	return isFree(scene, found, box, new Set([found.ground, around?.id ?? 0])) ? found : null;
}

/** Returns true for words that are fainter than what is to be read, such as a hint in an empty field. */
export function isFaint({words}: Line, {color}: Ground): boolean {
	return words.every(({ink}) => levelsBetween(ink, color) < FAINT * 255);
}

export function lineRightOf(scene: Scene, box: Box, reach: number): Line | null {
	const found = scene.lines
		.filter(line => line.right > box.right && besideEachOther(line, box) >= 0.6)
		.map(line => ({line, words: line.words.filter(word => word.left >= box.right - 2)}))
		.filter(({words}) => words.length > 0)
		.map(({line, words}) => lineOf(words, line))
		.filter(line => line.left - box.right <= reach && isText(line))
		.sort((a, b) => a.left - b.left)[0];
	return found ?? null;
}

/** Returns the text above a box, at its beginning or its middle; in a table, the head of its column. */
export function lineAbove(scene: Scene, box: Box, reach: number): Line | null {
	const {grounds, scale} = scene;
	const around = groundAround(scene, box);
	const near = (a: number, b: number) => Math.abs(a - b) <= 3 * scale;
	const fits = (line: Line) => {
		const centred = Math.abs(line.left + line.right - box.left - box.right) < 12 * scale;
		if ((Math.abs(line.left - box.left) > 16 * scale && !centred) || line.left >= box.right) return false;
		const ground = grounds.list[line.ground - 1]!;
		// The head of a panel whose body is the box.
		if (near(ground.left, box.left) && near(ground.right, box.right)) return false;
		if (line.em > 1.3 * scene.em) return false;
		if (around === null || around === ground) return around !== null;
		const isCell = ground.left > 0 && ground.right < scene.view.width;
		return isCell && near(around.left, ground.left) && near(around.right, ground.right);
	};
	const found = scene.lines
		.filter(line => line.bottom <= box.top + 4 * scale && box.top - line.bottom <= reach && fits(line) && isText(line))
		.sort((a, b) => b.bottom - a.bottom)[0];
	return found ?? null;
}

/** True if only these grounds lie between a text and a box to its right, thin lines left aside. */
function isFree({grounds, view, scale}: Scene, text: Box, box: Box, free: Set<number>): boolean {
	const y = Math.round((Math.max(text.top, box.top) + Math.min(text.bottom, box.bottom)) / 2);
	let other = 0;
	for (let x = text.right + 1; x < Math.min(box.left - 1, view.width); x++) if (!free.has(grounds.of[y * view.width + x]!)) other++;
	return other <= 5 * scale;
}

/** Returns a point's distance from a box; above or below counts more than beside. */
export function distance(box: Box, at: Point): number {
	if (contains(box, at)) return 0;
	const x = Math.max(box.left - at.x, at.x - box.right, 0);
	const y = Math.max(box.top - at.y, at.y - box.bottom, 0);
	return x + 3 * y;
}
