import {hasArrow, isEdged, isFaint, isGrid, outline} from '../boxed.ts';
import {labelsOf} from '../element.ts';
import type {Ground} from '../grounds.ts';
import {isText, type Line} from '../lines.ts';
import {type Box, contains, heightOf, union, widthOf} from '../picture.ts';
import {type AimedScene, fullness, linesOn, type Scene} from '../screen.ts';
import {withoutIcons} from '../segment.ts';
import {middle} from './place.ts';

/** The frame of a field or of a list to choose from, with the lines of what is written in it. */
export type Frame = {kind: 'field' | 'select'; box: Box; lines: Line[]};

/** CSS pixels, and how many times as wide as high a field is at least. */
const FIELD = {narrowest: 36, widest: 1200, least: 15, highest: 64, wide: 1.8};
/** CSS pixels: text begins no further from a field's left edge; a sign may stand before it. */
const BEGIN = 48;
/** A field that nothing names is so wide, in CSS pixels, and has so much of it empty behind its text. */
const UNNAMED = {width: 110, empty: 0.3};

/** Letters above this many usual font sizes are not a field's. */
const LARGEST = 2.4;
/** CSS pixels: a field of several lines, and the handle in its corner. */
const AREA = {narrowest: 120, highest: 500, handle: 18, begin: 24};

/** Every rectangle that looks like a field: framed, and empty or with text from its beginning on. */
export function findFrames(scene: Scene): Frame[] {
	return scene.grounds.list
		.map(ground => frameOf({...scene, aim: {click: middle(ground), box: null}}, ground))
		.filter(frame => frame !== null);
}

function frameOf(scene: AimedScene, ground: Ground): Frame | null {
	const {scale, view} = scene;
	const [width, height] = [widthOf(ground) / scale, heightOf(ground) / scale];
	if (height > FIELD.highest) return areaOf(scene, ground);
	if (width < FIELD.narrowest || width > FIELD.widest || height < FIELD.least || height > FIELD.highest || width < FIELD.wide * height)
		return null;
	if (ground.left <= 0 || ground.top <= 0 || ground.right >= view.width || ground.bottom >= view.height) return null;
	if (fullness(scene, ground) < 0.86 || isGrid(scene, ground)) return null;
	const edged = isEdged(scene, ground);
	const inner = linesOn(scene, ground).filter(line => contains(ground, middle(line)));
	const texts = inner.map(withoutIcons).filter(line => isText(line) && widthOf(line) > 6 * scale);
	const arrow = hasArrow(scene, ground, inner);
	const box = outline(scene, ground);
	const kind = arrow ? 'select' : 'field';
	if (texts.length === 0) {
		const inMiddle = inner.some(
			line => middle(line).x > ground.left + 0.25 * widthOf(ground) && middle(line).x < ground.right - 0.25 * widthOf(ground),
		);
		return edged && !inMiddle ? {kind, box, lines: []} : null;
	}
	const text = union(texts);
	if (heightOf(text) > 0.8 * heightOf(ground) || texts.some(line => line.em > LARGEST * scene.em)) return null;
	const [before, after] = [text.left - ground.left, ground.right - text.right];
	if (before > BEGIN * scale || after < before * 1.3) return null;
	const named = labelsOf(scene, box).length > 0;
	const faint = texts.every(line => isFaint(line, ground));
	const roomy = width >= UNNAMED.width && after >= UNNAMED.empty * widthOf(ground);
	const isField = edged ? named || (roomy && (faint || arrow || height <= 44)) : roomy && faint;
	return isField ? {kind, box, lines: texts} : null;
}

/** A field of several lines: framed, with nothing in it but a faint line at its top, or with the handle that makes it larger. */
function areaOf(scene: AimedScene, ground: Ground): Frame | null {
	const {marks, scale, view} = scene;
	if (widthOf(ground) < AREA.narrowest * scale || heightOf(ground) > AREA.highest * scale) return null;
	if (ground.left <= 0 || ground.top <= 0 || ground.right >= view.width || ground.bottom >= view.height) return null;
	const corner = {
		left: ground.right - AREA.handle * scale,
		top: ground.bottom - AREA.handle * scale,
		right: ground.right,
		bottom: ground.bottom,
	};
	const texts = linesOn(scene, ground)
		.filter(line => contains(ground, middle(line)) && !contains(corner, middle(line)))
		.filter(line => isText(line) && widthOf(line) > 6 * scale)
		.sort((a, b) => a.top - b.top);
	const [first] = texts;
	const handle = marks.list.some(
		mark => contains(corner, middle(mark)) && widthOf(mark) > 3 * scale && widthOf(mark) < AREA.handle * scale,
	);
	const begins = first && first.left - ground.left < AREA.begin * scale && first.top - ground.top < AREA.begin * scale;
	const hints = texts.length === 1 && begins && isFaint(first, ground);
	if (!hints && !(handle && (texts.length === 0 || begins))) return null;
	if (fullness(scene, ground) < 0.86 || !isEdged(scene, ground)) return null;
	return {kind: 'field', box: outline(scene, ground), lines: texts};
}
