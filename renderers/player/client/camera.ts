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
/** What was drawn last: the step, its balloon and its picture. */
let shown: Element | undefined;
let last: Edges[] = [];
let whole = false;
/** Something has changed while it moved. */
let late = false;

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

/** Draws the step and puts its balloon in its place; `enters` where it is to be seen on its way there. `again` is called when it stands, if need be. */
export function shoot(step: HTMLElement, stage: HTMLElement, enters: boolean, again: () => void): void {
	late = !enters && !!moves[0];
	if (late) return;
	for (const move of moves) move.cancel();
	const parts = [...step.querySelectorAll('.balloon,.pic')];
	const draw = (all: boolean): Edges[] => {
		step.classList.toggle('all', all);
		settle(step, stage);
		return parts.map(edges);
	};
	const straight = fileOf(step) && fileOf(step) === fileOf(shown);
	const visibly = enters && !calm.matches;
	// The same picture does not fade into itself.
	if (visibly && !straight) shown?.classList.add('was');
	const from = straight ? last : visibly && step.matches('.near') && draw(true);
	last = draw(whole);
	// While the layout stands: after what follows it would be made once more.
	const texts = step.querySelector<HTMLElement>('.say');
	// What scrolls must be reachable by keyboard.
	if (texts) texts.tabIndex = Number(texts.scrollHeight > texts.clientHeight + 1) - 1;
	const seen = visibly && !!from && `${from[1]}` !== `${last[1]}`;
	// Another step's balloon, which may be larger, would stick out where this one came from.
	moves = seen
		? parts.map((part, index) => follow(part, (index || !straight ? from : last)[index]!, last[index]!, straight ? 0 : HOLD_MS))
		: [];
	step.classList.toggle('moving', seen);
	for (const move of moves) {
		move.onfinish = () => {
			moves = [];
			step.classList.remove('moving');
			if (late) again();
		};
	}
	shown = step;
}

function fileOf(step?: Element): string | undefined {
	return step?.querySelector('img')?.src;
}

/** What has room for less at first, a long text's balloon, is as much smaller there; the picture is as far away. */
function follow(part: Element, [left, top, right, bottom]: Edges, [x, y, end, low]: Edges, delay: number): Animation {
	const scale = Math.min((right - left) / (end - x), (bottom - top) / (low - y));
	const transform = [`translate(${left - x}px,${top - y}px)scale(${scale})`, 'none'];
	return part.animate({transform}, {duration: MOVE_MS, delay, easing: 'ease', fill: 'backwards'});
}
