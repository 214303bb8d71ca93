import {isEdged, isGrid, outline} from '../pixels/boxed.ts';
import type {Ground} from '../pixels/grounds.ts';
import type {Line} from '../pixels/lines.ts';
import {contains, heightOf, levelsBetween, type Point} from '../pixels/picture.ts';
import {type AimedScene, groundAround, groundAt, type Scene} from '../pixels/screen.ts';
import {middle} from './place.ts';

/** Levels of 255 between a field without a frame and what is around it. */
const SHADE = {least: 9, faint: 5, most: 80};
/** Levels of 255 between the channels of a colour that is no grey. */
const COLOURED = 32;
/** Share of the contrast that there could be. */
const PALE = 0.75;

/** Levels of 255 by which two fields of one screen differ at most. */
const LIKE = 4;
/** CSS pixels from one field of a column to the next. */
const COLUMN = {least: 4, most: 48};

/**
 * An empty strip without a frame shows how far something is, and is no field; nor is a cell of a sheet, with others beside it and above or
 * below it, or what has words on a colour.
 */
export function isNoField(scene: Scene, at: Point): boolean {
	const ground = groundAt(scene, at);
	if (!ground) return false;
	const texts = scene.lines.filter(line => line.ground === ground.id);
	const isBar = texts.length === 0 && !isEdged({...scene, aim: {click: at, box: null}}, ground);
	return isBar || isGrid(scene, ground, true) || isPainted(ground, texts);
}

/** Returns true in a cell of a sheet, which may have an arrow to choose from a list as well. */
export function isCell(scene: Scene, at: Point): boolean {
	const ground = groundAt(scene, at);
	return ground !== null && isGrid(scene, ground, true);
}

/** Returns true if a smaller ground lies on this one. */
export function hasGroundInside({grounds}: Scene, ground: Ground): boolean {
	return grounds.list.some(other => other !== ground && contains(ground, middle(other)) && other.area < ground.area);
}

/** Returns true for words on a colour, unless they are paler than they could be: a button, or a part of a drawing. */
export function isPainted(ground: Ground, texts: Line[]): boolean {
	return isColoured(ground) && !isPale(ground, texts);
}

/** Returns true for words that differ less from what they stand on than black or white would. */
export function isPale({color}: Ground, texts: Line[]): boolean {
	const most = Math.max(...color.map(value => Math.max(value, 255 - value)));
	return texts.every(({words}) => words.every(word => levelsBetween(word.ink, color) < PALE * most));
}

export const isColoured = ({color}: Ground) => Math.max(...color) - Math.min(...color) > COLOURED;

/** Returns true for what has a slightly other shade than all around it; with `faintly` for one that the eye hardly sees. */
export function isFilled(scene: AimedScene, ground: Ground, faintly = false): boolean {
	const outside = groundAround(scene, outline(scene, ground));
	if (!outside || outside === ground) return false;
	const away = levelsBetween(outside.color, ground.color);
	return away >= (faintly ? SHADE.faint : SHADE.least) && away <= SHADE.most;
}

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
	return Math.abs(heightOf(a) - heightOf(b)) <= scale && areOneColor(a, b);
}

/** Returns true for grounds whose colours the eye hardly tells apart. */
export function areOneColor(a: Ground, b: Ground): boolean {
	return levelsBetween(a.color, b.color) <= LIKE;
}
