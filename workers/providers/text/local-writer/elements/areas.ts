import {isEdged, isFaint, isGrid, outline} from '../boxed.ts';
import {labelsOf} from '../element.ts';
import type {Ground} from '../grounds.ts';
import {isText} from '../lines.ts';
import {contains, heightOf, widthOf} from '../picture.ts';
import {type AimedScene, fullness, linesOn} from '../screen.ts';
import type {Frame} from './frame.ts';
import {isFilled} from './painted.ts';
import {middle} from './place.ts';

/** CSS pixels: a field of several lines, and the handle in its corner. */
const AREA = {narrowest: 120, highest: 500, handle: 18, begin: 24, largest: 1.3};

/** A field of several lines: framed, with nothing in it but a faint line at its top, or with the handle that makes it larger. */
export function areaOf(scene: AimedScene, ground: Ground): Frame | null {
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
	const written = texts.length === 0 || (begins && texts.every(line => line.em < AREA.largest * scene.em));
	const named = written && labelsOf(scene, outline(scene, ground)).length > 0 && isEdged(scene, ground) && !isGrid(scene, ground);
	if (!hints && !named && !(handle && (texts.length === 0 || begins))) return null;
	if (fullness(scene, ground) < 0.86 || !(isEdged(scene, ground) || (handle && isFilled(scene, ground)))) return null;
	return {kind: 'field', box: outline(scene, ground), lines: texts, ground};
}
