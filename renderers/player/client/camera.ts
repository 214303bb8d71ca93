import {HOLD_MS, MOVE_MS} from '../../../shared/tour/pace.ts';
import type {Edges} from '../placement/place.ts';
import {clear, edges, settle} from './place.ts';

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
/** Where the balloon and the picture of a step are: whole, where it comes near from there, and as it is shown. */
type View = [far: Edges[] | false, near: Edges[]];
const views = new Map<Element, View>();
let whole = false;
/** Something has changed while it moved. */
let late: unknown;
let preparing: ReturnType<typeof setTimeout>;

/** The control that shows the whole picture; `again` draws the step that is shown anew, and lets it be seen on its way. */
export function listen(again: () => void): void {
	const fit = document.querySelector<HTMLElement>('.fit');
	if (!fit) return;
	fit.onclick = () => {
		whole = !whole;
		fit.ariaPressed = `${whole}`;
		views.clear();
		again();
	};
}

/**
 * Draws the step and puts its balloon in its place; it is seen on its way there, unless it `stays` and only the stage or a font has changed. `again` is
 * called when it stands, if need be. If `next` comes near it is laid out unseen a little later, so that the frame in which it is shown need not.
 */
export function shoot(
	step: HTMLElement,
	next: HTMLElement | false | undefined,
	stage: HTMLElement,
	stays: unknown,
	again: (stays?: unknown) => void,
): void {
	clearTimeout(preparing);
	preparing = setTimeout(() => {
		// The one that fades away stands already, and without a movement there is half as much to do.
		if (!next || calm.matches || !next.matches('.near:not(.was)')) return;
		next.classList.add('next');
		// In a frame of its own.
		preparing = setTimeout(() => view(next, stage), 50);
	}, 50);
	if (stays) views.clear();
	late = stays && moves[0];
	if (late) return;
	for (const move of moves) move.cancel();
	const straight = fileOf(step) && fileOf(step) === fileOf(shown);
	const visibly = !stays && !calm.matches;
	// The same picture does not fade into itself.
	if (visibly && !straight) shown?.classList.add('was');
	const [far, near] = view(step, stage);
	clear(step, document.querySelector('.tools')!);
	// Another step's balloon, which may be larger, would stick out where this one came from.
	const from = straight ? [near[0]!, last[1]!] : far;
	const seen = visibly && !!from && `${from[1]}` !== `${near[1]}`;
	moves = seen ? partsOf(step).map((part, index) => follow(part, from[index]!, near[index]!, straight ? 0 : HOLD_MS)) : [];
	last = near;
	step.classList.toggle('moving', seen);
	shown = step;
	for (const move of moves) {
		move.onfinish = () => {
			moves = [];
			step.classList.remove('moving');
			if (late) again(1);
		};
	}
}

/** Lays the step out, whole (where it comes near) and as it is shown; once, until the stage changes. */
function view(step: HTMLElement, stage: HTMLElement): View {
	const draw = (all: boolean): Edges[] => {
		step.classList.toggle('all', all);
		settle(step, stage);
		return partsOf(step).map(edges);
	};
	let seen = views.get(step);
	if (!seen) {
		seen = [step.matches('.near') && !calm.matches && draw(true), draw(whole)];
		// While the layout stands: after what follows it would be made once more.
		const texts = step.querySelector<HTMLElement>('.say');
		// What scrolls must be reachable by keyboard.
		if (texts) texts.tabIndex = Number(texts.scrollHeight > texts.clientHeight + 1) - 1;
		views.set(step, seen);
	}
	return seen;
}

function partsOf(step: Element): Element[] {
	return [...step.querySelectorAll('.balloon,.pic')];
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
