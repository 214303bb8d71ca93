import type {Click, Highlight} from '../../shared/contract/geometry.ts';
import {FADE_MS, HOLD_MS, MOVE_MS, PRESS, RISE, WAVE} from '../../shared/tour/pace.ts';
import {readableOn} from '../../shared/tour/themes.ts';

/**
 * The hot spot: rings around the target, and the pointer that clicks it. Nothing of it lies over the target, so that it is seen at every moment;
 * one place for the player's style, for the pictures and for whatever draws frame by frame. Pixels and milliseconds.
 */

/** Colours of the rings, from the target outward. One of each pair contrasts with any screenshot. */
export type RingColors = Record<'accent' | 'accentRing' | 'hotspot' | 'hotspotRing', string>;
type Ring = {from: number; to: number; color: keyof RingColors};

/** Pairs each colour of the theme with black or white, whichever contrasts more with it. */
export function ringColors({accent, hotspot}: {accent: string; hotspot: string}): RingColors {
	return {accent, accentRing: readableOn(accent), hotspot, hotspotRing: readableOn(hotspot)};
}

/** Between the target and its first ring: room for the ring's round corners. */
export const GAP = 2;
/** Corner radius of the first ring. */
export const RADIUS = 6;
/** Width of the ring that stays inside the picture where the target touches its edge. */
export const EDGE = 1;
export const RINGS: Ring[] = [
	{from: 0, to: 3, color: 'accent'},
	{from: 3, to: 5, color: 'accentRing'},
];
/** Rings further outward, which travel; only if the click is shown. */
export const PULSE: Ring[] = [
	{from: 5, to: 9, color: 'hotspotRing'},
	{from: 6, to: 8, color: 'hotspot'},
];

export {PRESS, WAVE};

/** An arrow, white with a dark edge, visible on any screenshot; its tip is in the corner of a square of this size. */
export const POINTER = {
	corners: [
		[1, 1],
		[9, 23],
		[13, 13],
		[23, 9],
	] as [number, number][],
	square: 24,
	size: 22,
};
/**
 * Targets narrower or lower than `below` get the pointer's tip at their edge, `inside` it by so many pixels: its body
 * would hide too much.
 */
const SMALL = {below: 48, inside: 3};

/** Size of a target, as a share of the picture's shorter side, from which on the click has a ring of its own. */
const LARGE = 0.16;
/** Radius of that ring, inside which the click stays visible. */
export const SPOT = 15;

/** True if the highlight is so large that the rings pulse around the click instead. */
export function isLarge({width, height}: Highlight, picture: {width: number; height: number}): boolean {
	return Math.min(width * picture.width, height * picture.height) > LARGE * Math.min(picture.width, picture.height);
}

/** Returns the click's place in its highlight, as shares of it; the middle if there is no click. */
export function clickIn({x, y, width, height}: Highlight, click: Click | null): {x: number; y: number} {
	return {x: width && click ? (click.x - x) / width : 0.5, y: height && click ? (click.y - y) / height : 0.5};
}

/** Returns the tip's place along one side of a target of this length. */
export function tipAlong(length: number, share: number, unit = 1): number {
	return length < SMALL.below * unit ? Math.max(length - SMALL.inside * unit, 0) : length * share;
}

/** Returns the tip's place as CSS, for an element that covers the highlight. */
function tipInset(share: string): string {
	// Far outside where the target is large enough.
	return `max(${share}, 100% - ${SMALL.inside}px - 99*max(0px, 100% - ${SMALL.below - 1}px))`;
}

/** Returns the state of the hot spot these milliseconds after the step came to rest. Null stands for a picture that never moves. */
export function hotspotAt(ms: number | null): {
	wave: {offset: number; opacity: number};
	pointer: {x: number; y: number; scale: number; opacity: number};
} {
	if (ms === null) return {wave: {offset: 0, opacity: 1}, pointer: {x: 0, y: 0, scale: 1, opacity: 1}};
	const round = ms < WAVE.delayMs ? 0 : ((ms - WAVE.delayMs) % WAVE.ms) / (WAVE.ms * WAVE.share);
	const wave = {offset: Math.min(round, 1) * WAVE.travel, opacity: Math.max(1 - round, 0)};
	const at = Math.min(ms / PRESS.ms, 1);
	const way = 1 - Math.min(at / PRESS.arrives, 1);
	const down = at < PRESS.presses ? part(at, PRESS.arrives, PRESS.presses) : 1 - part(at, PRESS.presses, PRESS.lifts);
	return {
		wave,
		pointer: {
			x: PRESS.from.x * way,
			y: PRESS.from.y * way,
			scale: 1 - (1 - PRESS.depth) * down,
			opacity: Math.min(part(at, 0, PRESS.seen), 1 - part(at, PRESS.leaves, 1)),
		},
	};
}

function part(at: number, from: number, to: number): number {
	return Math.min(Math.max((at - from) / (to - from), 0), 1);
}

/** Returns the hot spot as the player draws it: `.ring` is the highlight, `.hot` what pulses, `.hand` the pointer in the ring. */
export function hotspotStyle(): string {
	const shadows = RINGS.map(({to, color}) => `0 0 0 ${to}px var(--${dashed(color)})`);
	const waves = PULSE.map(
		({from, to, color}, index) =>
			`.hot:${index ? 'after' : 'before'}{inset:calc(-${from}px - var(--spot,0px));outline:${to - from}px solid var(--${dashed(color)})}`,
	);
	return `.ring{margin:-${GAP}px;border-radius:${RADIUS}px;box-shadow:${shadows.join()},0 0 0 200vmax var(--shade,#0000)}
.hot:before,.hot:after{content:"";position:absolute;border-radius:inherit}
${waves.join('\n')}
.ring + .hot{--spot:${SPOT - PULSE[0]!.from}px;border-radius:50%}
.hand{position:absolute;left:${tipInset('var(--q0)')};top:${tipInset('var(--q1)')};width:${POINTER.size}px;height:${POINTER.size}px;fill:#fff;stroke:#000;transform-origin:0 0}`;
}

/**
 * Animations of the hot spot, for visitors who allow motion: rings, the press of the pointer, the words.
 * The script moves the pointer to its place.
 */
export function hotspotMotion(): string {
	const {seen, arrives, presses, lifts, leaves, depth} = PRESS;
	return `@media (prefers-reduced-motion: no-preference){
.hot:before,.hot:after{animation:wave ${WAVE.ms}ms ${WAVE.delayMs}ms infinite}
.hand{display:block;animation:press ${PRESS.ms}ms both}
.was{animation:fade ${FADE_MS}ms both}
.balloon{animation:rise ${RISE.ms}ms var(--t,${HOLD_MS}ms) both}
.near{--t:${HOLD_MS + MOVE_MS}ms}
.step:has(.hand){--t:${Math.round(PRESS.ms * lifts)}ms}
.next :is(.balloon,.hand,.hot::before,.hot::after){animation-play-state:paused}}
@keyframes wave{${percent(WAVE.share)},to{outline-offset:${WAVE.travel}px;opacity:0}}
@keyframes rise{0%{opacity:0;translate:0 ${RISE.by}px}${percent(RISE.at)}{opacity:${RISE.seen};translate:0}}
@keyframes press{0%,to{opacity:0}${percent(seen)},${percent(leaves)}{opacity:1}${percent(arrives)},${percent(lifts)}{scale:1}${percent(presses)}{scale:${depth}}}
@keyframes fade{to{display:none;opacity:0;visibility:hidden}}`;
}

function dashed(name: string): string {
	return name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);
}

function percent(share: number): string {
	return `${Math.round(share * 100)}%`;
}
