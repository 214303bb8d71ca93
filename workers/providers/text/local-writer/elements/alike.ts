import {isEdged} from '../boxed.ts';
import type {Ground} from '../grounds.ts';
import {heightOf} from '../picture.ts';
import type {Scene} from '../screen.ts';
import {middle} from './place.ts';

/** Levels of 255 by which two fields of one screen differ at most. */
const LIKE = 4;
/** CSS pixels from one field of a column to the next. */
const COLUMN = {least: 4, most: 48};

/** Returns true for a frame over or under a framed field with the same sides: one that is filled because it is not to be changed. */
export function isInColumn(scene: Scene, field: Ground, ground: Ground): boolean {
	const {scale} = scene;
	const isNear = (one: number, other: number) => Math.abs(one - other) <= scale;
	const gap = Math.max(field.top - ground.bottom, ground.top - field.bottom);
	if (!isNear(field.left, ground.left) || !isNear(field.right, ground.right) || gap <= COLUMN.least * scale || gap > COLUMN.most * scale)
		return false;
	return isEdged({...scene, aim: {click: middle(field), box: null}}, field);
}

/** Returns true for two frames of one height and colour, as the fields of one screen are. */
export function areLike(a: Ground, b: Ground, scale: number): boolean {
	return Math.abs(heightOf(a) - heightOf(b)) <= scale && a.color.every((value, channel) => Math.abs(value - b.color[channel]!) <= LIKE);
}
