import type {ElementKind} from '../../../../../shared/contract/pictures/element.ts';
import type {Ground} from './grounds.ts';
import type {Line} from './lines.ts';
import type {Box} from './picture.ts';
import {type AimedScene, lineAbove, lineLeftOf} from './screen.ts';
import {withoutIcons} from './segment.ts';

export type Kind = ElementKind;

/** A target as its pixels tell it: what it is, and where its label stands, the best place first. */
export type Element = {kind: Kind; labels: Line[][]; box: Box};

/**
 * The frame of a field or of a list to choose from, with the lines of what is written in it. With `only` it is one if that is a number, if
 * another field looks like it, or in either case. `begin`: where the tags in it end, and what is written may begin.
 */
export type Frame = {
	kind: 'field' | 'select';
	box: Box;
	lines: Line[];
	ground: Ground;
	begin?: number;
	only?: 'number' | 'like' | 'either';
};

/** Distance of a label from its field at most, in CSS pixels. */
export const LABEL_REACH = {left: 190, above: 18, right: 18};

/** Returns the lines that may label a field, left of it or above, the likeliest first. */
export function labelsOf(scene: AimedScene, box: Box): Line[][] {
	const {scale} = scene;
	const left = lineLeftOf(scene, box, LABEL_REACH.left * scale);
	const above = lineAbove(scene, box, LABEL_REACH.above * scale);
	const near = left && box.left - left.right <= 40 * scale;
	const order = near || !above ? [left, above] : [above, left];
	return order.filter(line => line !== null).map(line => [withoutIcons(line)]);
}
