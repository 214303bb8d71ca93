import {type Element, labelsOf} from './element.ts';
import {kindOf} from './free.ts';
import type {Ground} from './grounds.ts';
import {isText, type Line, lineOf, surest} from './lines.ts';
import type {Mark} from './marks.ts';
import {type Box, contains, heightOf, levelsBetween, type Point, union, widthOf} from './picture.ts';
import {type AimedScene, FULL, fullness, groundAround, groundAt, groundUnder, isFaint, linesOn, type Scene} from './screen.ts';
import {segmentAt, withoutIcons} from './segment.ts';

/** CSS pixels. */
const TEXT_AREA = {least: 50, narrowest: 120};
const BUTTON = 2.2;
const BOX = {least: 13, highest: 76, widest: 1100, area: 420};

/** A button, a field, a select: something that has a ground of its own. */
export function boxed(scene: AimedScene): Element | null {
	const {aim, scale} = scene;
	const ground = groundUnder(scene, aim.click);
	if (!ground) return null;
	const area = textArea(scene, ground);
	if (area) return area;
	if (!isBox(scene, ground)) return null;
	const inner = linesOn(scene, ground)
		.filter(line => contains(ground, {x: (line.left + line.right) / 2, y: (line.top + line.bottom) / 2}))
		.sort((a, b) => a.top - b.top);
	const isHandle = (line: Line) =>
		widthOf(line) <= 16 * scale && line.left > ground.left + 0.7 * widthOf(ground) && line.em < 0.9 * scene.em;
	const texts = surest(inner.map(withoutIcons).filter(line => isText(line) && !isHandle(line)));
	if (texts.length > 2 || (texts.length === 2 && texts[0]!.bottom > texts[1]!.top + 2 * scale)) return null;
	const arrow = arrowOf(scene, ground, inner) !== undefined;
	const around = outline(scene, ground);
	const wide = widthOf(ground) >= 1.9 * heightOf(ground);
	const labels = labelsOf(scene, around);
	if (texts.length === 0) {
		if (arrow && isEdged(scene, ground)) return {kind: 'select', labels, box: around};
		// Icons in a row. At the ends of a field there may be a sign, or a handle to pull it larger.
		if (inner.some(line => !wide || isInMiddle(line, ground))) return null;
		if (!wide || (labels.length === 0 && !aim.box)) return null;
		return {kind: arrow ? 'select' : 'field', labels, box: around};
	}
	const text = union(inner.length === 1 ? [inner[0]!] : texts);
	const [before, after] = [text.left - ground.left, ground.right - text.right];
	const centred = Math.abs(before - after) <= Math.max(5 * scale, 0.1 * widthOf(ground));
	if (arrow && (isEdged(scene, ground) || isLight(ground)) && (!centred || labels.length > 0))
		return {kind: 'select', labels: [...labels, texts], box: around};
	if (centred || before > after) return {kind: 'button', labels: [texts], box: around};
	const isField =
		isEdged(scene, ground) &&
		widthOf(ground) >= (labels.length > 0 ? 1.3 : 1.9) * heightOf(ground) &&
		texts[0]!.em < 1.3 * scene.em &&
		!isGrid(scene, ground);
	// A field with a value has a label; without one its text is a placeholder, fainter than what is to be read.
	const hasReason = labels.length > 0 || isFaint(texts[0]!, ground);
	if (isField && hasReason) return {kind: 'field', labels: [...labels, texts.map(line => withoutSign(line))], box: around};
	if (aim.box || texts.length > 1) return null;
	const label = [withoutIcons(segmentAt(scene, texts[0]!, aim.click))];
	return {kind: kindOf(scene, label), labels: [label], box: around};
}

/** A field of several lines: higher than any button, framed, with a label of its own, and with text from its top left corner on, if any. */
function textArea(scene: AimedScene, ground: Ground): Element | null {
	const {aim, scale, view} = scene;
	const [width, height] = [widthOf(ground) / scale, heightOf(ground) / scale];
	if (height < TEXT_AREA.least || height > BOX.area || width < TEXT_AREA.narrowest || width > BOX.widest || !isLight(ground)) return null;
	if (ground.left <= 0 || ground.top <= 0 || ground.right >= view.width || ground.bottom >= view.height) return null;
	if (aim.box && widthOf(ground) * heightOf(ground) > 1.7 * widthOf(aim.box) * heightOf(aim.box)) return null;
	const inner = linesOn(scene, ground).filter(isText);
	const begins = inner.every(line => line.left - ground.left < 24 * scale && line.em < 1.3 * scene.em);
	if (!begins || (inner.length > 0 && inner[0]!.top - ground.top > 30 * scale)) return null;
	const around = outline(scene, ground);
	const labels = labelsOf(scene, around);
	if (labels.length === 0 || fullness(scene, ground) < FULL || !isEdged(scene, ground) || isGrid(scene, ground)) return null;
	return {kind: 'field', labels, box: around};
}

/** Returns the line without the one sign before a placeholder: a magnifying glass, an envelope. */
function withoutSign(line: Line): Line {
	const [first, ...rest] = line.words;
	return rest.length > 0 && widthOf(first!) <= 1.4 * line.em && first!.marks.length <= 3 && isText(lineOf(rest, line))
		? lineOf(rest, line)
		: line;
}

function isInMiddle(line: Line, {left, right}: Box): boolean {
	const center = ((line.left + line.right) / 2 - left) / (right - left);
	return center > 0.2 && center < 0.8;
}

const isLight = ({color}: Ground) => Math.min(...color) > 200;

function isBox(scene: AimedScene, ground: Ground): boolean {
	const {aim, scale, view} = scene;
	if (ground.left <= 0 || ground.top <= 0 || ground.right >= view.width || ground.bottom >= view.height) return false;
	const [width, height] = [widthOf(ground) / scale, heightOf(ground) / scale];
	if (height < BOX.least || width < BOX.least || width > BOX.widest || height > BOX.area) return false;
	if (height > BOX.highest && linesOn(scene, ground).some(line => isText(line) && widthOf(line) > 20 * scale)) return false;
	if (aim.box && widthOf(ground) * heightOf(ground) > 1.7 * widthOf(aim.box) * heightOf(aim.box)) return false;
	return fullness(scene, ground) > FULL;
}

/** Returns the box with its frame. */
export function outline({scale}: AimedScene, ground: Ground): Box {
	return {left: ground.left - scale, top: ground.top - scale, right: ground.right + scale, bottom: ground.bottom + scale};
}

/** Returns the small arrow that points down, at the right end. */
export function arrowOf({marks, scale, view}: AimedScene, box: Box, texts: Line[]): Mark | undefined {
	const words = texts.flatMap(line => line.words);
	const middle = (box.top + box.bottom) / 2;
	const spread = (mark: Mark, from: number, to: number) => {
		let [left, right] = [mark.right, mark.left];
		for (let y = Math.round(from); y < Math.round(to); y++) {
			for (let x = mark.left; x < mark.right; x++) {
				if (marks.of[y * view.width + x] !== mark.id) continue;
				left = Math.min(left, x);
				right = Math.max(right, x + 1);
			}
		}
		return right - left;
	};
	return marks.list.find(mark => {
		const [width, height] = [widthOf(mark), heightOf(mark)];
		if (mark.right > box.right || box.right - mark.left > 30 * scale || width < 5 * scale || width > 18 * scale) return false;
		if (height < 3 * scale || width < 1.2 * height || Math.abs((mark.top + mark.bottom) / 2 - middle) > 0.2 * heightOf(box)) return false;
		// A "w" or "v" has letters as high as itself beside it.
		const letters = words.find(word => word.marks.includes(mark))?.marks.filter(other => other !== mark) ?? [];
		if (letters.some(other => heightOf(other) <= 1.2 * height && heightOf(other) >= 0.8 * height)) return false;
		return spread(mark, mark.top, mark.top + height / 3) > 1.4 * spread(mark, mark.bottom - height / 3, mark.bottom);
	});
}

/** True if an edge in neither side's colour surrounds it, or if it is lighter than the white or grey around. */
export function isEdged(scene: AimedScene, ground: Ground): boolean {
	const {scale, view} = scene;
	const outside = groundAround(scene, outline(scene, ground));
	if (!outside || outside === ground) return false;
	if (Math.min(...ground.color) >= 240 && Math.max(...outside.color) < 250 && levelsBetween(ground.color, outside.color) > 10) return true;
	const edge = (x: number, y: number, dx: number, dy: number) => {
		for (let away = 1; away <= Math.ceil(2.5 * scale); away++) {
			const at = ((Math.round(y) + dy * away) * view.width + Math.round(x) + dx * away) * 3;
			const color = [view.data[at] ?? 0, view.data[at + 1] ?? 0, view.data[at + 2] ?? 0] as const;
			if (levelsBetween(color, ground.color) > 12 && levelsBetween(color, outside.color) > 12) return true;
		}
		return false;
	};
	const sides = [0.3, 0.5, 0.7].flatMap(share => {
		const x = ground.left + widthOf(ground) * share;
		const y = ground.top + heightOf(ground) * share;
		return [edge(ground.left, y, -1, 0), edge(ground.right - 1, y, 1, 0), edge(x, ground.top, 0, -1), edge(x, ground.bottom - 1, 0, 1)];
	});
	return sides.filter(Boolean).length >= 10;
}

/**
 * A cell among cells: its neighbour, beyond a line, begins and ends where it does; with `both` one beside it, and one above or below. What is
 * hardly wider than high is a button at the end of a field.
 */
export function isGrid(scene: Scene, ground: Ground, both = false): boolean {
	const {beside, over} = neighboursOf(scene, ground);
	return both ? beside.length > 0 && over.length > 0 : beside.length + over.length > 0;
}

/** Returns what is beyond a line, beside a ground and as high, and above or below it and as wide. */
export function neighboursOf(scene: Scene, ground: Ground): Record<'beside' | 'over', Ground[]> {
	const {scale} = scene;
	const x = (ground.left + ground.right) / 2;
	const y = (ground.top + ground.bottom) / 2;
	const near = (a: number, b: number) => Math.abs(a - b) <= 2;
	const at = (...points: Point[]) => points.flatMap(point => groundAt(scene, point) ?? []).filter(other => other !== ground);
	const beside = at({x: ground.left - 3 * scale, y}, {x: ground.right + 3 * scale, y}).filter(
		other => widthOf(other) > BUTTON * heightOf(other) && near(other.top, ground.top) && near(other.bottom, ground.bottom),
	);
	const over = at({x, y: ground.top - 3 * scale}, {x, y: ground.bottom + 3 * scale}).filter(
		other => near(other.left, ground.left) && near(other.right, ground.right),
	);
	return {beside, over};
}
