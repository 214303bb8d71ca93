import {arrowOf, isEdged, isGrid, outline} from '../pixels/boxed.ts';
import {type Frame, labelsOf} from '../pixels/element.ts';
import type {Ground} from '../pixels/grounds.ts';
import {isText, type Line} from '../pixels/lines.ts';
import {type Box, contains, heightOf, union, widthOf} from '../pixels/picture.ts';
import {type AimedScene, FULL, fullness, groundAt, isFaint, linesOn, type Scene} from '../pixels/screen.ts';
import {withoutIcons} from '../pixels/segment.ts';
import {hasGroundInside, isFilled} from './painted.ts';
import {middle} from './place.ts';

// Frames of fields that are no rectangle around one line: of several lines, and with a label on their line.

/** CSS pixels of a field of several lines, and of the handle in its corner; font sizes, their ratio, and how far in them one line is from the next. */
const AREA = {narrowest: 120, highest: 500, handle: 18, begin: 24, largest: 1.3, alike: 1.3, apart: 2};

/** CSS pixels of a frame whose inside is one with what is around it, because a label interrupts its line; its corners are no rounder. */
const RING = {narrowest: 110, widest: 1400, lowest: 24, highest: 64, corner: 9, off: 3, share: 0.87};
/** Shares of its upper side that are seen at least, for the label stands there, and of the others. */
const SEEN = {top: 0.3, upright: 0.7};
/** CSS pixels, and shares: text begins so near to its left side, below its label, and leaves so much of it empty. */
const TEXT = {begin: 60, below: 0.15, empty: 0.3};
/** CSS pixels that the label is off the line at most, and its size and width in font sizes. */
const LABEL = {off: 5, largest: 1.1, wide: 1.5};
/** Shares of a frame's height at which its inside is looked at. */
const ROWS = [0.3, 0.5, 0.75];
/** Points of a side that are looked at. */
const POINTS = 20;

/** A field of several lines: framed, with nothing in it but a faint line at its top or one kind of text, or with the handle that makes it larger. */
export function areaOf(scene: AimedScene, ground: Ground): Frame | null {
	const {marks, scale, view} = scene;
	if (widthOf(ground) < AREA.narrowest * scale || heightOf(ground) > AREA.highest * scale) return null;
	if (ground.left <= 0 || ground.top <= 0 || ground.right >= view.width || ground.bottom >= view.height) return null;
	const corner = cornerOf(ground, scale);
	const handle = marks.list.some(
		mark => contains(corner, middle(mark)) && widthOf(mark) > 3 * scale && widthOf(mark) < AREA.handle * scale,
	);
	const inner = linesOn(scene, ground).filter(line => contains(ground, middle(line)) && !contains(corner, middle(line)));
	const texts = inner.filter(line => isText(line) && widthOf(line) > 6 * scale).sort((a, b) => a.top - b.top);
	// A bracket that opens what is written is no text, and begins further left than the lines below it.
	const first = handle && texts.length > 0 ? union(inner.filter(line => heightOf(line) <= scene.em)) : texts[0];
	const begins = first && first.left - ground.left < AREA.begin * scale && first.top - ground.top < AREA.begin * scale;
	const hints = texts.length === 1 && begins && isFaint(texts[0]!, ground);
	const written = texts.length === 0 || (begins && isWritten(scene, texts) && !hasGroundInside(scene, ground));
	const named = written && labelsOf(scene, outline(scene, ground)).length > 0 && isEdged(scene, ground) && !isGrid(scene, ground);
	if (!hints && !named && !(handle && (texts.length === 0 || begins))) return null;
	if (fullness(scene, ground) < FULL || !(isEdged(scene, ground) || (handle && isFilled(scene, ground, true)))) return null;
	return {kind: 'field', box: outline(scene, ground), lines: texts, ground};
}

/** Returns true for lines of one size as near to each other as those of one text: on a card and in a table they are not. */
function isWritten({em}: Scene, texts: Line[]): boolean {
	const sizes = texts.map(line => line.em);
	const apart = texts.slice(1).map((line, index) => line.top - texts[index]!.top);
	const isOne = Math.max(...sizes) <= AREA.alike * Math.min(...sizes) && Math.max(...sizes) < AREA.largest * em;
	return isOne && (apart.length === 0 || Math.min(...apart) <= AREA.apart * em);
}

/** Returns the corner of a field of several lines where its handle is. */
export function cornerOf({right, bottom}: Box, scale: number): Box {
	return {left: right - AREA.handle * scale, top: bottom - AREA.handle * scale, right, bottom};
}

/** Returns frames of fields that a label on their line interrupts: the line is there, and no ground inside of its own. */
export function findRings(scene: Scene): Frame[] {
	const {marks, scale} = scene;
	const isNear = (a: number, b: number) => Math.abs(a - b) <= RING.off * scale;
	const rules = marks.rules.filter(rule => widthOf(rule) <= RING.widest * scale);
	return rules.flatMap(bottom => {
		if (widthOf(bottom) < RING.narrowest * scale) return [];
		const upper = rules.filter(({left, right, top}) => {
			const height = bottom.bottom - top;
			const isOver = height >= RING.lowest * scale && height <= RING.highest * scale;
			return isOver && left >= bottom.left - RING.off * scale && right <= bottom.right + RING.off * scale;
		});
		const frames = upper
			.filter(({left, right}) => isNear(left, bottom.left) || isNear(right, bottom.right))
			.map(({top}) =>
				ringOf(
					scene,
					{...bottom, top},
					upper.filter(other => isNear(other.top, top)),
				),
			);
		return frames.find(frame => frame !== null) ?? [];
	});
}

/** Returns the frame between two lines, of which the upper one has these pieces. */
function ringOf(scene: Scene, {left, top, right, bottom}: Box, upper: Box[]): Frame | null {
	const {scale} = scene;
	const width = right - left;
	if (width > RING.share * scene.view.width || !hasLabel(scene, {left, top, right, bottom})) return null;
	const inside = groundInside(scene, {left, top, right, bottom});
	if (!inside || widthOf(inside) <= width + 2 * RING.corner * scale) return null;
	if (upper.reduce((sum, one) => sum + widthOf(one), 0) < SEEN.top * width) return null;
	const [first, last] = [-1, 1].map(side => uprightAt(scene, {left, top, right, bottom}, side, inside));
	if (first === null || last === null) return null;
	const box = {left: first!, top, right: last!, bottom};
	const within = {left: left + scale, top: top + TEXT.below * (bottom - top), right: right - scale, bottom: bottom - scale};
	const inner = linesOn(scene, inside).filter(
		line => contains(within, middle(line)) && line.left >= within.left && line.right <= within.right && line.bottom <= within.bottom,
	);
	const texts = inner.map(withoutIcons).filter(isText);
	const text = texts.length > 0 ? union(texts) : null;
	if (text && (text.left - left > TEXT.begin * scale || right - text.right < TEXT.empty * width)) return null;
	const ground: Ground = {...inside, ...box};
	const arrow = arrowOf({...scene, aim: {click: middle(box), box: null}}, box, inner);
	return {kind: arrow ? 'select' : 'field', box, lines: texts, ground};
}

/** Returns the place of the line at the left (-1) or right (1) side of a box, if there is one. */
function uprightAt({grounds, scale, view}: Scene, {left, top, right, bottom}: Box, side: number, inside: Ground): number | null {
	for (let away = 0; away <= RING.corner * scale; away++) {
		const x = side < 0 ? left - away : right - 1 + away;
		if (x < 0 || x >= view.width) return null;
		const hits = Array.from({length: POINTS}, (_, index) => Math.floor(top + (0.2 + (0.6 * index) / POINTS) * (bottom - top))).filter(
			y => grounds.of[y * view.width + x] !== inside.id,
		);
		if (hits.length >= SEEN.upright * POINTS) return side < 0 ? x : x + 1;
	}
	return null;
}

/** Returns true for words that stand in the upper line. */
function hasLabel({em, lines, scale}: Scene, {left, top, right}: Box): boolean {
	const isOn = (line: Line) => Math.abs(middle(line).y - top) <= LABEL.off * scale && isText(line) && line.em <= LABEL.largest * em;
	return lines.some(
		line =>
			isOn(line) && line.left > left && line.left - left <= TEXT.begin * scale && line.right < right && widthOf(line) >= LABEL.wide * em,
	);
}

/** Returns the ground that most of three rows are. */
function groundInside(scene: Scene, box: Box): Ground | null {
	const votes = ROWS.map(share => {
		const row = new Map<Ground, number>();
		for (let index = 1; index < POINTS; index++) {
			const ground = groundAt(scene, {x: box.left + (index / POINTS) * widthOf(box), y: box.top + share * heightOf(box)});
			if (ground) row.set(ground, (row.get(ground) ?? 0) + 1);
		}
		return [...row].sort((a, b) => b[1] - a[1])[0];
	});
	const [first] = votes;
	return first && votes.every(one => one && one[0] === first[0] && one[1] > POINTS / 3) ? first[0] : null;
}
