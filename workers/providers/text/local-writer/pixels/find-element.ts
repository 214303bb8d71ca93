import {boxed} from './boxed.ts';
import {type Element, LABEL_REACH} from './element.ts';
import {free} from './free.ts';
import type {Ground} from './grounds.ts';
import type {Mark} from './marks.ts';
import {type Box, besideEachOther, contains, heightOf, widthOf} from './picture.ts';
import {type AimedScene, groundUnder, lineAbove, lineLeftOf, lineRightOf} from './screen.ts';
import {segmentAt, withoutIcons} from './segment.ts';

/** CSS pixels. */
const SIDE = {least: 11, most: 27};
const SWITCH = {least: 24, most: 66};
/** Letters of a word are as near to each other as this. */
const LETTER_GAP = 2;

/** Recognises what is clicked. */
export function findElement(scene: AimedScene): Element | null {
	return checkBox(scene) ?? boxed(scene) ?? free(scene);
}

function checkBox(scene: AimedScene): Element | null {
	const box = checkBoxAt(scene);
	if (!box) return null;
	const {scale} = scene;
	const beside = lineRightOf(scene, box, LABEL_REACH.right * scale) ?? lineLeftOf(scene, box, LABEL_REACH.left * scale);
	// If icons are between the box and its text, it is an icon among icons.
	if (beside && withoutIcons(beside).left !== beside.left) return null;
	const above = lineAbove(scene, box, LABEL_REACH.above * scale);
	const labels = [beside && segmentAt(scene, beside, {x: beside.left, y: (beside.top + beside.bottom) / 2}), above].filter(
		line => line !== null,
	);
	return labels.length > 0 ? {kind: 'checkbox', labels: labels.map(line => [withoutIcons(line)]), box} : null;
}

/** Returns the box or the circle of a check box, of a radio button or of a switch under the click, or alone in the highlight. */
function checkBoxAt(scene: AimedScene): Box | null {
	const {aim, marks, scale} = scene;
	const {click, box} = aim;
	if (box && (heightOf(box) > 2.4 * SIDE.most * scale || widthOf(box) > 2 * SWITCH.most * scale)) return null;
	const ground = groundUnder(scene, click);
	if (ground && isSwitch(scene, ground)) return ground;
	const under = marks.list.filter(mark => contains(mark, click, 2 * scale) && isShape(scene, mark) && isApart(scene, mark));
	return under.sort((a, b) => b.area - a.area)[0] ?? null;
}

/** True for a bar with a knob at one of its ends. */
function isSwitch({marks, scale}: AimedScene, ground: Ground): boolean {
	const [width, height] = [widthOf(ground), heightOf(ground)];
	if (width < SWITCH.least * scale || width > SWITCH.most * scale || width < 1.35 * height || width > 2.6 * height) return false;
	const inside = marks.list.filter(
		mark => mark.ground === ground.id && mark.left >= ground.left && mark.right <= ground.right && heightOf(mark) > 0.3 * height,
	);
	const [knob] = inside;
	if (!knob || inside.length > 1 || heightOf(knob) < 0.5 * height || Math.abs(widthOf(knob) - heightOf(knob)) > 0.2 * heightOf(knob))
		return false;
	return Math.min(knob.left - ground.left, ground.right - knob.right) < 0.3 * height && knob.area > 0.7 * widthOf(knob) * heightOf(knob);
}

function isShape(scene: AimedScene, mark: Mark): boolean {
	const {scale} = scene;
	const [width, height] = [widthOf(mark) / scale, heightOf(mark) / scale];
	const square = Math.abs(width - height) <= 0.15 * height;
	if (square && width >= SIDE.least && width <= SIDE.most) return isSquare(scene, mark) || isRound(scene, mark);
	return width >= SWITCH.least && width <= SWITCH.most && width / height > 1.5 && width / height < 2.4 && isRound(scene, mark);
}

/** True if no mark is close, as other letters are to a letter. */
function isApart({marks, scale}: AimedScene, mark: Mark): boolean {
	const gap = LETTER_GAP * scale;
	return !marks.list.some(
		other =>
			other !== mark &&
			heightOf(other) > 3 * scale &&
			other.left <= mark.right + gap &&
			other.right >= mark.left - gap &&
			besideEachOther(mark, other) > 0.4,
	);
}

/** True if all four sides are drawn; corners may be missing. */
function isSquare(scene: AimedScene, mark: Mark): boolean {
	let drawn = 0;
	let all = 0;
	const inset = Math.max(1, Math.round(0.06 * widthOf(mark)));
	for (let step = 2; step <= 8; step++) {
		const x = mark.left + (widthOf(mark) * step) / 10;
		const y = mark.top + (heightOf(mark) * step) / 10;
		for (const [px, py] of [
			[x, mark.top + inset],
			[x, mark.bottom - 1 - inset],
			[mark.left + inset, y],
			[mark.right - 1 - inset, y],
		] as const) {
			all++;
			if (isMark(scene, mark, px, py)) drawn++;
		}
	}
	return drawn >= 0.95 * all && mark.area >= 0.9 * widthOf(mark) * heightOf(mark);
}

/** True for a closed ring, a disc, or a bar with round ends. */
function isRound(scene: AimedScene, mark: Mark): boolean {
	const radius = heightOf(mark) / 2;
	const y = (mark.top + mark.bottom) / 2 - 0.5;
	const ends = [mark.left + radius - 0.5, mark.right - radius - 0.5];
	for (let turn = 0; turn < 16; turn++) {
		const angle = (turn * Math.PI) / 8;
		const x = ends[Math.cos(angle) < 0 ? 0 : 1]!;
		const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
		if (!isMark(scene, mark, x + dx * (radius - 1.2), y + dy * (radius - 1.2))) return false;
	}
	const corners = [mark.left, mark.right - 1].flatMap(x => [mark.top, mark.bottom - 1].map(top => isMark(scene, mark, x, top)));
	const solid = mark.area / (widthOf(mark) * heightOf(mark));
	return !corners.includes(true) && solid > 0.7 && solid < 0.95;
}

function isMark({marks, view}: AimedScene, mark: Mark, x: number, y: number): boolean {
	return marks.of[Math.round(y) * view.width + Math.round(x)] === mark.id;
}
