import {type ShownTexts, shownTexts} from '../contract/step-fields.ts';
import type {StoredStep} from './document/document.ts';

/** Durations of steps and their movements while a tour plays, in milliseconds, for the page, its style and the video. */

/**
 * Milliseconds of a step's entrance: its picture fades in, the camera comes near, the pointer arrives and
 * presses, and then the words rise. A key ends it; another step chosen meanwhile is shown at once.
 */
export const ENTRANCE_MS = 900;
/** Milliseconds in which the previous step (`.was`) fades into the next. */
export const FADE_MS = 200;
/** Milliseconds for which the whole picture is shown before the camera comes near: most of the cross-fade. */
export const HOLD_MS = 150;
export const MOVE_MS = 400;
/**
 * The rise of the words, by `by` pixels. They stop rising before they are readable: at the share `at` of the
 * time they are only as opaque as `seen`.
 */
export const RISE = {ms: 120, by: 8, at: 0.6, seen: 0.4};
/** Milliseconds between the last word of a step and the first of the next. */
export const PAUSE_AFTER_SPEECH_MS = 400;

/** The rings' travel (pixels), its duration, the share of it in which they fade, and the delay of the first one. */
export const WAVE = {travel: 12, ms: 2000, share: 0.7, delayMs: 640};
/**
 * The pointer comes from its last click, or from `from` (pixels from its target), presses, and goes; the first ring travels with the press.
 * Shares of `ms`.
 */
export const PRESS = {ms: 1250, from: {x: 56, y: 48}, seen: 0.08, arrives: 0.44, presses: 0.52, lifts: 0.6, leaves: 0.88, depth: 0.8};

/** Curvature of the pointer's path: at its middle it is a quarter of this share of its length off the straight line. */
const BOW = 0.4;

/** Returns the place on the pointer's path, a slight arc like a hand's movement, after this share (0..1) of it. */
export function onArc([x, y]: readonly [number, number], [toX, toY]: readonly [number, number], share: number): [number, number] {
	const [across, down] = [toX - x, toY - y];
	const bow = BOW * share * (1 - share);
	return [x + across * share + bow * down, y + down * share - bow * across];
}

/** Returns the progress of a movement at this share of its time (0..1): CSS `ease`, as the page's camera moves. */
export function eased(share: number): number {
	if (share <= 0) return 0;
	if (share >= 1) return 1;
	let [low, high] = [0, 1];
	// Twenty halvings: a millionth.
	for (let round = 0; round < 20; round++) {
		const middle = (low + high) / 2;
		if (bezier(middle, 0.25, 0.25) < share) low = middle;
		else high = middle;
	}
	return bezier((low + high) / 2, 0.1, 1);
}

function bezier(at: number, one: number, two: number): number {
	const rest = 1 - at;
	return 3 * rest * rest * at * one + 3 * rest * at * at * two + at ** 3;
}

/** The least time of an automatic step, and the time per code point that the balloon shows: milliseconds. */
const STEP_MIN_MS = 3000;
const STEP_MS_PER_CODE_POINT = 50;

/** Returns how long the step lasts when the tour plays by itself: time to read it, and to hear it in any language. */
export function stepDurationMs(step: ShownTexts & Pick<StoredStep, 'narrations'>): number {
	const codePoints = [...shownTexts(step).join('')].length;
	const heard = step.narrations.map(narration => narration.durationMs);
	return Math.max(STEP_MIN_MS, codePoints * STEP_MS_PER_CODE_POINT, ...heard);
}
