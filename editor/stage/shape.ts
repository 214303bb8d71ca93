import {isLarge} from '../../renderers/hotspot/hotspot.ts';
import {isLong} from '../../renderers/player/parts/step.ts';
import type {Click, Highlight} from '../../shared/contract/geometry.ts';
import {isSame} from '../../shared/tour/document/canonical-json.ts';
import {isWords} from '../saving/change.ts';
import type {View} from '../session/view.ts';

/** Rectangles on a picture as they are drawn, moved and pulled: fractions of the picture, rounded to a hundredth of a percent. */

/** `n`, `se`, …: which edges are pulled. */
export type Handle = 'n' | 's' | 'e' | 'w' | 'ne' | 'nw' | 'se' | 'sw';
export const HANDLES: Handle[] = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'];
export type Point = {x: number; y: number};
export type Marks = {highlight: Highlight | null; click: Click | null};

/** Smaller is hardly seen and hardly hit. */
const LEAST = 0.004;

/** A picture of fewer pixels on one side is a speck or a line. */
const SPECK = 64;

export function isTiny({width, height}: {width: number; height: number}): boolean {
	return Math.min(width, height) < SPECK;
}

export function drawBox(from: Point, to: Point): Highlight {
	const [a, b] = [inside(from), inside(to)];
	const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
	return rounded({x, y, width: Math.max(a.x, b.x) - x, height: Math.max(a.y, b.y) - y});
}

/** Returns the rectangle moved as a whole, as far as the picture goes. */
export function moveBox(box: Highlight, by: Point): Highlight {
	const x = clamp(box.x + by.x, 0, 1 - box.width);
	const y = clamp(box.y + by.y, 0, 1 - box.height);
	return rounded({...box, x, y});
}

/** Returns the rectangle with the handle's edges moved; an edge stops at the opposite one. */
export function pullBox({x, y, width, height}: Highlight, handle: Handle, by: Point): Highlight {
	const edges = {w: x, n: y, e: x + width, s: y + height};
	if (handle.includes('w')) edges.w = clamp(x + by.x, 0, edges.e - LEAST);
	if (handle.includes('e')) edges.e = clamp(edges.e + by.x, edges.w + LEAST, 1);
	if (handle.includes('n')) edges.n = clamp(y + by.y, 0, edges.s - LEAST);
	if (handle.includes('s')) edges.s = clamp(edges.s + by.y, edges.n + LEAST, 1);
	return rounded({x: edges.w, y: edges.n, width: edges.e - edges.w, height: edges.s - edges.n});
}

/** Returns the click, moved so that it keeps its place within the highlight. */
export function follow(click: Click | null, from: Highlight, to: Highlight): Click | null {
	if (!click) return null;
	const share = (at: number, start: number, length: number) => (length > 0 ? (at - start) / length : 0.5);
	return {
		x: round(to.x + share(click.x, from.x, from.width) * to.width),
		y: round(to.y + share(click.y, from.y, from.height) * to.height),
	};
}

export function moveClick(click: Click, by: Point, {x, y, width, height}: Highlight): Click {
	return {x: round(clamp(click.x + by.x, x, x + width)), y: round(clamp(click.y + by.y, y, y + height))};
}

export function middle({x, y, width, height}: Highlight): Click {
	return {x: round(x + width / 2), y: round(y + height / 2)};
}

export function isIn({x, y, width, height}: Highlight, at: Point): boolean {
	return at.x >= x && at.x <= x + width && at.y >= y && at.y <= y + height;
}

/** Returns the way that a key moves things, null if none: a tenth of a percent, with Shift a percent. */
export function arrow({key, shiftKey}: Pick<KeyboardEvent, 'key' | 'shiftKey'>): Point | null {
	const by = shiftKey ? 0.01 : 0.001;
	return {ArrowLeft: {x: -by, y: 0}, ArrowRight: {x: by, y: 0}, ArrowUp: {x: 0, y: -by}, ArrowDown: {x: 0, y: by}}[key] ?? null;
}

function inside({x, y}: Point): Point {
	return {x: clamp(x, 0, 1), y: clamp(y, 0, 1)};
}

function rounded({x, y, width, height}: Highlight): Highlight {
	const [left, top] = [round(x), round(y)];
	return {x: left, y: top, width: Math.min(round(width), round(1 - left)), height: Math.min(round(height), round(1 - top))};
}

function round(value: number): number {
	return Math.round(value * 10_000) / 10_000;
}

function clamp(value: number, least: number, most: number): number {
	return Math.max(least, Math.min(value, most));
}

/** Returns what a step's markup depends on, beside its words and the places of its marks; not its id, which changes once stored. */
export function shapeOf({tour, step}: View): string {
	const {highlight, image} = step;
	const large = highlight && image && isLarge(highlight, image);
	const {endCta, narrationSettings, steps} = tour;
	return JSON.stringify([
		step.type,
		image?.url,
		highlight !== null,
		step.click !== null,
		large,
		step.simulateClick,
		step.position,
		steps.length,
		step.actions?.buttons,
		step.actions?.next,
		endCta.enabled && endCta.title,
		narrationSettings.language,
	]);
}

/** True if two views of one tool differ at most in the words of their step, and in what the service notes of the tour. */
export function differInWords(before: View, now: View): boolean {
	const [one, other] = [partsOf(before), partsOf(now)];
	return Object.keys({...one, ...other}).every(name => isWords(name) || one[name] === other[name] || isSame(one[name], other[name]));
}

function partsOf({tour, step}: View): Record<string, unknown> {
	return {...tour, ...step, steps: tour.steps.length, label: isLong(step), version: 0, updatedAt: 0};
}
