import {ENTRANCE_MS, HOLD_MS, MOVE_MS, onArc, PRESS} from '../../../shared/tour/pace.ts';
import type {Edges} from '../placement/place.ts';
import {avoid, clear, edges, settle} from './place.ts';

/**
 * Moves the camera to a step. The style draws the picture as near as the step asks for (`.near`), and whole while
 * it is `all`. A step that comes near is laid out both ways at once, and then shown moving from one to the other by
 * transforms that end in none: layout never happens during the movement. The pointer comes with it from the last
 * click; the balloon is in its place from the beginning, and shown last.
 */

/** Matches if the visitor prefers reduced motion. */
export const calm = matchMedia('(prefers-reduced-motion:reduce)');
let moves: Animation[] = [];
/** The step that was drawn last, its picture, and the tip of the last pointer that was seen. */
let shown: Element | undefined;
let last: Edges;
let pressed: Edges | undefined;
/** Edges of a step's picture: whole (false if the camera does not move), as it is shown; and the pointer's tip. */
type View = [far: Edges | false, near: Edges | undefined, tip: Edges | undefined];
const views = new Map<Element, View>();
let whole = false;
/** Truthy if something changed during the movement. */
let late: unknown;
let preparing: ReturnType<typeof setTimeout>;
/** Time at which the step was shown, ms. */
let came = -ENTRANCE_MS;

/** Connects the control that shows the whole picture; `again` draws the step that is shown once more, with its movement. */
export function listen(again: () => void): void {
	// A visitor who presses a key has seen enough of the movement.
	addEventListener('keydown', () => shown && finish(shown));
	const fit = NEAR && document.querySelector<HTMLElement>('.fit');
	if (!fit) return;
	fit.onclick = () => {
		whole = !whole;
		fit.ariaPressed = `${whole}`;
		views.clear();
		again();
	};
}

/**
 * Draws the step and places its balloon, with a movement unless it `stays` (only the stage or a font changed) or
 * the step before was still moving. `again` is called at the end if something changed meanwhile. A `next` step
 * that comes near is laid out unseen a little later, so that its first frame is cheap.
 */
export function shoot(
	step: HTMLElement,
	next: HTMLElement | false | undefined,
	stage: HTMLElement,
	stays: unknown,
	again: (stays?: unknown) => void,
): void {
	if (NEAR) prepare(next, stage);
	if (stays) views.clear();
	late = stays && moves[0];
	if (late) return;
	for (const move of moves) move.cancel();
	moves = [];
	const straight = fileOf(step) && fileOf(step) === fileOf(shown);
	const hurried = step !== shown && performance.now() - came < ENTRANCE_MS;
	const visibly = !stays && !calm.matches && !hurried;
	// The same picture does not fade into itself.
	if (visibly && !straight) shown?.classList.add('was');
	const [far, near, tip] = view(step, stage);
	clear(step, document.querySelector('.tools')!);
	const from = (straight ? last : far) || near;
	if (visibly && near && from) {
		const delay = straight ? 0 : HOLD_MS;
		if (`${from}` !== `${near}`) send(step, '.pic', [whence(near, from), 'none'], delay, again);
		if (tip && step !== shown) send(step, '.hand', wayTo(tip, near, from), delay, again);
	}
	if (step !== shown) came = performance.now();
	last = near ?? last;
	pressed = tip ?? pressed;
	step.classList.toggle('moving', !!moves[0]);
	shown = step;
	if (hurried) finish(step);
}

/** Lays the next step out, if the camera moves to it. */
function prepare(next: HTMLElement | false | undefined, stage: HTMLElement): void {
	clearTimeout(preparing);
	preparing = setTimeout(() => {
		// The one that fades away stands already, and without a movement there is half as much to do.
		if (!next || calm.matches || !next.matches('.near:not(.was)')) return;
		// Whole, as it is measured first: the browser lays it out in a frame of its own, and near in another.
		next.classList.add('next', 'all');
		preparing = setTimeout(view, 50, next, stage);
	}, 50);
}

/** Starts the movement of a part; `again` is called at the end of all movements if something has changed. */
function send(step: Element, part: string, transform: string[], delay: number, again: (stays?: unknown) => void): void {
	const move = step.querySelector(part)!.animate({transform}, {duration: MOVE_MS, delay, easing: 'ease', fill: 'backwards'});
	moves.push(move);
	move.onfinish = () => {
		moves = moves.filter(other => other !== move);
		if (moves[0]) return;
		step.classList.remove('moving');
		if (late) again(1);
	};
}

/** Returns the transform that draws a picture, laid out at `near`, at the place `from`. */
function whence(near: Edges, from: Edges): string {
	return `translate(${from[0] - near[0]}px,${from[1] - near[1]}px)scale(${scaleAt(near, from, 0)})`;
}

function scaleAt(near: Edges, from: Edges, share: number): number {
	return share + ((1 - share) * (from[2] - from[0])) / (near[2] - near[0]);
}

/** Returns the pointer's way over the stage, as it is seen from the picture that comes meanwhile: there it is as large as ever. */
function wayTo(tip: Edges, near: Edges, from: Edges): string[] {
	const start = pressed ?? [tip[0] + PRESS.from.x, tip[1] + PRESS.from.y];
	return Array.from({length: 13}, (_, index) => {
		const share = index / 12;
		const scale = scaleAt(near, from, share);
		const place = onArc([start[0], start[1]], [tip[0], tip[1]], share);
		const [x, y] = place.map(
			(at, axis) => (at - near[axis]! - (from[axis]! - near[axis]!) * (1 - share)) / scale + near[axis]! - tip[axis]!,
		);
		return `translate(${x}px,${y}px)scale(${1 / scale})`;
	});
}

/** Ends all movements of the step at once. */
function finish(step: Element): void {
	for (const each of step.getAnimations({subtree: true})) if (Number(each.effect!.getComputedTiming().endTime) < Infinity) each.finish();
}

/** Lays the step out, whole (where it comes near) and as it is shown; once, until the stage changes. */
function view(step: HTMLElement, stage: HTMLElement): View {
	const draw = (all: boolean): Edges | undefined => {
		if (NEAR) step.classList.toggle('all', all);
		if (!NEAR || !all || whole) settle(step, stage);
		return boxOf(step, '.pic');
	};
	let seen = views.get(step);
	if (!seen) {
		seen = [
			NEAR && step.matches('.near') && !calm.matches && draw(true)!,
			draw(NEAR && whole),
			calm.matches ? undefined : boxOf(step, '.hand'),
		];
		// While the layout stands: after what follows it would be made once more.
		const texts = step.querySelector<HTMLElement>('.say');
		// What scrolls must be reachable by keyboard.
		if (texts) texts.tabIndex = Number(texts.scrollHeight > texts.clientHeight + 1) - 1;
		if (PATHS) avoid(step, stage);
		views.set(step, seen);
	}
	return seen;
}

function boxOf(step: Element, part: string): Edges | undefined {
	const element = step.querySelector(part);
	return element ? edges(element) : undefined;
}

function fileOf(step?: Element): string | undefined {
	return step?.querySelector('img')?.src;
}
