/** What moves while a tour plays, and for how long: milliseconds. One place for the page, its style and the video. */

/** The step before fades into the one that follows (`layout.css`, `.was`). */
export const FADE_MS = 300;
/** Where the camera comes near, the whole picture is seen first: longer than two steps cross-fade. */
export const HOLD_MS = 400;
export const MOVE_MS = 600;
/** Between the last word of a step and the first of the next. */
export const BREATH_MS = 400;

/** How far the rings travel (pixels), how long that takes, the share of it in which they fade, and when the first one starts. */
export const WAVE = {travel: 12, ms: 2000, share: 0.7, delayMs: 700};
/** The pointer comes from where `from` is (pixels away from its tip), presses, and goes. Shares of `ms`. */
export const PRESS = {ms: 1200, from: {x: 56, y: 48}, arrives: 0.5, presses: 0.62, lifts: 0.74, leaves: 0.85, depth: 0.8};

/** How far a movement has come: CSS `ease`, cubic-bezier(0.25, 0.1, 0.25, 1), which is how the page's camera moves. `share` of its time, 0..1. */
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
