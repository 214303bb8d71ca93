import type {Edges} from '../placement/place.ts';
import {edges, settle} from './place.ts';

/**
 * The camera: the style draws a step's picture as near as the step asks for (`.near`), and whole while it is `all`. Here the step is laid out both
 * ways, and then seen coming from the one to the other by transforms that end in none. The balloon comes along.
 */

/** Whether the visitor prefers that nothing moves. */
export const calm = matchMedia('(prefers-reduced-motion:reduce)');

let moves: Animation[] = [];
/** What was drawn last: balloon and picture, and of which file the picture is. */
let last: Edges[] = [];
let source: string | undefined;
let whole = false;

/** The control that shows the whole picture; `again` draws the step that is shown anew, and lets it be seen on its way. */
export function listen(again: (enters: boolean) => void): void {
	const fit = document.querySelector<HTMLElement>('.fit');
	if (!fit) return;
	fit.onclick = () => {
		whole = !whole;
		fit.ariaPressed = `${whole}`;
		again(true);
	};
}

/** Draws the step and puts its balloon in its place; `enters` where it is to be seen on its way there. `again` is called when it stands. */
export function shoot(step: HTMLElement, stage: HTMLElement, enters: boolean, again: () => void): void {
	// What else has changed is seen to when it stands.
	if (!enters && moves[0]) return;
	for (const move of moves) move.cancel();
	const parts = [...step.querySelectorAll('.balloon,.pic')];
	const draw = (all: boolean): Edges[] => {
		step.classList.toggle('all', all);
		settle(step, stage);
		return parts.map(edges);
	};
	const all = enters && step.matches('.near') && draw(true);
	const to = draw(whole);
	// Milliseconds for which the whole picture is seen first: longer than two steps cross-fade.
	const hold = 400;
	const file = step.querySelector('img')?.src;
	const from = file && file === source ? last : all;
	// Another step's balloon, which may be larger, would stick out where this one came from.
	const delay = from === all ? hold : 0;
	const seen = enters && !calm.matches && from && `${from[1]}` !== `${to[1]}`;
	moves = seen ? parts.map((part, index) => follow(part, (index || delay ? from : to)[index]!, to[index]!, index, delay)) : [];
	for (const move of moves) {
		move.onfinish = () => {
			moves = [];
			again();
		};
	}
	step.classList.toggle('moving', !!moves[0]);
	last = to;
	source = file;
}

/** The picture (`index` 1) comes nearer too. */
function follow(part: Element, [left, top, right]: Edges, to: Edges, index: number, delay: number): Animation {
	// Milliseconds.
	const duration = 600;
	const [x, y, end] = to;
	const scale = index ? (right - left) / (end - x) : 1;
	const transform = [`translate(${left - x}px,${top - y}px)scale(${scale})`, 'none'];
	return part.animate({transform}, {duration, delay, easing: 'ease', fill: 'backwards'});
}
