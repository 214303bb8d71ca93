import {HOLD_MS, MOVE_MS} from '../../../shared/tour/pace.ts';
import type {Edges} from '../placement/place.ts';
import {edges, settle} from './place.ts';

/**
 * The camera: the style draws a step's picture as near as the step asks for (`.near`), and whole while it is `all`. A step that comes near is laid out
 * both ways at once, and then seen coming from the one to the other by transforms that end in none: nothing is laid out while it moves.
 */

/** Whether the visitor prefers that nothing moves. */
export const calm = matchMedia('(prefers-reduced-motion:reduce)');
let moves: Animation[] = [];
/** Where the movement of each step begins and ends that was laid out in the stage as it is now: its balloon and its picture. */
const drawn = new Map<Element, Edges[][]>();
/** What was drawn last, its picture's file, and where it ended. */
let shown: HTMLElement | undefined;
let file: string | undefined;
let last: Edges[] = [];
let whole = false;

/** The control that shows the whole picture, and the step as it is. */
export function listen(): void {
	const fit = document.querySelector<HTMLElement>('.fit');
	if (fit)
		fit.onclick = () => {
			whole = !whole;
			fit.ariaPressed = `${whole}`;
			drawn.clear();
			shoot(shown!, true);
		};
}

/** Lays a step out at both ends of its movement, puts its balloon in its place, and returns where its parts are then. */
export function draw(step: HTMLElement): Edges[][] {
	const ends = (step.matches('.near') ? [true, whole] : [whole]).map(all => {
		step.classList.toggle('all', all);
		settle(step);
		return [...step.querySelectorAll('.balloon,.pic')].map(edges);
	});
	const texts = step.querySelector<HTMLElement>('.say');
	// What scrolls must be reachable by keyboard.
	if (texts) texts.tabIndex = Number(texts.scrollHeight > texts.clientHeight + 1) - 1;
	drawn.set(step, ends);
	return ends;
}

/** Shows the step; `enters` where it is to be seen on its way there, else the stage or a font has changed. */
export function shoot(step: HTMLElement, enters: boolean): void {
	if (!enters) {
		drawn.clear();
		// Then when it stands.
		if (moves[0]) return;
	}
	for (const move of moves) move.cancel();
	const before = file;
	file = step.querySelector('img')?.src;
	const straight = file && file === before;
	const visibly = enters && !calm.matches;
	// The same picture does not fade into itself.
	if (visibly && !straight) shown?.classList.add('was');
	const ends = drawn.get(step) ?? draw(step);
	const from = straight ? last : ends[0]!;
	last = ends.at(-1)!;
	const seen = visibly && `${from[1]}` !== `${last[1]}`;
	moves = [...step.querySelectorAll('.balloon,.pic')].flatMap((part, index) => {
		// Another step's balloon, which may be larger, would stick out where this one came from.
		if (!seen || (straight && !index)) return [];
		const [left, top, right, bottom] = from[index]!;
		const [x, y, end, low] = last[index]!;
		// What has room for less at first, a long text's balloon, is as much smaller there; the picture is as far away.
		const scale = Math.min((right - left) / (end - x), (bottom - top) / (low - y));
		const transform = [`translate(${left - x}px,${top - y}px)scale(${scale})`, 'none'];
		return part.animate({transform}, {duration: MOVE_MS, delay: straight ? 0 : HOLD_MS, easing: 'ease', fill: 'backwards'});
	});
	step.classList.toggle('moving', seen);
	for (const move of moves)
		move.onfinish = () => {
			moves = [];
			step.classList.remove('moving');
			if (!drawn.has(step)) shoot(step, false);
		};
	shown = step;
}
