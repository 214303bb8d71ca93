import type {ElementKind} from '../../../../../shared/contract/pictures/element.ts';
import type {Ground} from './grounds.ts';
import type {Line} from './lines.ts';
import type {Box} from './picture.ts';
import {type AimedScene, lineAbove, lineLeftOf} from './screen.ts';
import {withoutIcons} from './segment.ts';

export type Kind = ElementKind;

/** A target as recognised from pixels: its kind, and the lines that may be its label, the likeliest first. */
export type Element = {kind: Kind; labels: Line[][]; box: Box};

/**
 * The frame of a field or select, with the lines written in it. `only`: a condition under which it counts: its text is a number, another
 * field looks like it, or either of these. `begin`: right end of the tags in it, where its text may begin.
 */
export type Frame = {
	kind: 'field' | 'select';
	box: Box;
	lines: Line[];
	ground: Ground;
	begin?: number;
	only?: 'number' | 'like' | 'either';
};

/** Most distance of a label from its field, CSS pixels. */
export const LABEL_REACH = {left: 190, above: 18, right: 18};

/** Returns the lines left of a field or above it that may label it, the likeliest first. */
export function labelsOf(scene: AimedScene, box: Box): Line[][] {
	const {scale} = scene;
	const left = lineLeftOf(scene, box, LABEL_REACH.left * scale);
	const above = lineAbove(scene, box, LABEL_REACH.above * scale);
	const near = left && box.left - left.right <= 40 * scale;
	const order = near || !above ? [left, above] : [above, left];
	return order.filter(line => line !== null).map(line => [withoutIcons(line)]);
}
