import type {Highlight} from '../../shared/contract/geometry.ts';
import {m} from '../messages/index.ts';
import type {View} from '../session/view.ts';
import {tell} from '../shell/toast.tsx';
import {arrow, drawBox, follow, HANDLES, type Handle, isIn, type Marks, middle, moveBox, moveClick, type Point, pullBox} from './shape.ts';

/** The handles of highlight and click. They are buttons in the picture's own box, so that all coordinates are shares of one thing. */

type Surface = {view: () => View | null; mark: (marks: Marks) => void};
type Drawing = Surface & {
	/** Gets what is seen meanwhile, and null at the end. */
	draft: (marks: Marks | null) => void;
	/** Is called once a highlight was drawn by a mouse or a pen. */
	drawn: () => void;
};

/** Pixels of the screen that a pointer goes before it means to draw. */
const SLIP = 4;

/** Pixels of the screen below which a highlight has no room for its click. */
const TINY = 40;
/** Milliseconds without a key after which the place of a mark is said. */
const PAUSE_MS = 700;

export function drawHandles(section: HTMLElement, {view, mark}: Surface): void {
	const picture = section.querySelector('.pic');
	const step = view()?.step;
	if (!picture || !step?.highlight) return;
	const frame = button(picture, 'frame', m.edit.moveHighlight);
	watchSize(picture, frame);
	for (const handle of HANDLES) {
		// Beside the frame: where it lies at the picture's edge, they stay in the picture.
		const grip = button(picture, 'grip', '', 'span');
		grip.dataset.grip = handle;
	}
	frame.addEventListener('keydown', event => {
		const by = arrow(event);
		const {highlight, click} = view()?.step ?? {};
		if (!by || !highlight) return;
		event.preventDefault();
		event.stopPropagation();
		const next = event.altKey ? pullBox(highlight, 'se', by) : moveBox(highlight, by);
		mark({highlight: next, click: follow(click ?? null, highlight, next)});
		tellPlace(next);
	});
	if (!step.click) return;
	const point = button(picture, 'point', m.edit.movePoint);
	point.addEventListener('keydown', event => {
		const by = arrow(event);
		const {highlight, click} = view()?.step ?? {};
		if (!by || !highlight || !click) return;
		event.preventDefault();
		event.stopPropagation();
		mark({highlight, click: moveClick(click, by, highlight)});
	});
}

let telling: ReturnType<typeof setTimeout> | undefined;

/** Says where a mark is, once the keys that move it pause. */
export function tellPlace(box: Highlight): void {
	clearTimeout(telling);
	const side = (name: keyof Highlight) => `${m.inspector[name]} ${Math.round(box[name] * 100)} %`;
	telling = setTimeout(() => tell([side('x'), side('y'), side('width'), side('height')].join(', ')), PAUSE_MS);
}

/** Draws, moves and resizes marks by a pointer. */
export function listenToPointer(inside: Document, {view, draft, drawn, mark}: Drawing): void {
	inside.addEventListener('pointerdown', event => {
		const target = event.target as HTMLElement;
		const now = view();
		const picture = target.closest<HTMLElement>('.pic') ?? besides(target, now);
		if (!picture || !now || event.button !== 0) return;
		event.preventDefault();
		const held = target.closest<HTMLElement>(target.matches('.grip') ? '.pic' : '.frame,.point');
		(held === picture ? picture.querySelector<HTMLElement>('.frame') : held)?.focus();
		const box = picture.getBoundingClientRect();
		const at = ({clientX, clientY}: PointerEvent): Point => ({x: (clientX - box.left) / box.width, y: (clientY - box.top) / box.height});
		const from = at(event);
		const make = gesture(now, target, from);
		const draws = now.tool !== 'click' && !target.closest('.frame,.point,.grip');
		let marks: Marks | null = now.tool === 'click' ? make(from) : null;
		let moved = marks !== null;
		if (marks) draft(marks);
		picture.setPointerCapture(event.pointerId);
		picture.onpointermove = next => {
			const goes = Math.hypot(next.clientX - event.clientX, next.clientY - event.clientY) > SLIP;
			moved ||= goes && (picture.contains(target) || isIn(WHOLE, at(next)));
			if (!moved) return;
			marks = make(at(next));
			draft(marks);
		};
		picture.onpointerup = picture.onpointercancel = ended => {
			picture.onpointermove = picture.onpointerup = picture.onpointercancel = null;
			// First what came of it, so that nothing in between is shown.
			if (marks && ended.type === 'pointerup') mark(marks);
			draft(null);
			// A touch would bring up the keyboard, over the picture.
			if (draws && marks && ended.type === 'pointerup' && event.pointerType !== 'touch') drawn();
		};
	});
}

const WHOLE: Highlight = {x: 0, y: 0, width: 1, height: 1};

/** Returns the picture if a highlight may begin beside it, as one at its edge does; null if nothing is to be drawn. */
function besides(target: HTMLElement, now: View | null): HTMLElement | null {
	const draws = now && (now.tool === 'highlight' || (now.tool === 'select' && !now.step.highlight));
	return draws && !target.closest('.balloon') ? target.ownerDocument.querySelector<HTMLElement>('.step .pic') : null;
}

/** Returns where the handles of a highlight are, as declarations of style for `controls.css`. */
export function gripStyle(highlight: Highlight | null): string {
	if (!highlight) return '';
	const {x, y, width, height} = highlight;
	return `;--x0:${x};--y0:${y};--gw:${width};--gh:${height}`;
}

/** Marks a highlight of a few pixels of the screen as tiny: its click lies over all of it, and its corners over its middle. */
function watchSize(picture: Element, frame: HTMLElement): void {
	const {ResizeObserver, document} = frame.ownerDocument.defaultView!;
	new ResizeObserver(([entry]) => {
		const {width, height} = entry!.contentRect;
		const perPixel = Number(document.documentElement.style.getPropertyValue('--per-pixel')) || 1;
		picture.classList.toggle('tiny', Math.max(width, height) / perPixel < TINY);
	}).observe(frame);
}

/** Returns the marks that the pointer makes by moving to a point. */
function gesture({step, tool}: View, target: HTMLElement, from: Point): (to: Point) => Marks {
	const {highlight, click} = step;
	const by = (to: Point) => ({x: to.x - from.x, y: to.y - from.y});
	if (tool === 'click') return to => ({highlight, click: highlight ? moveClick(to, {x: 0, y: 0}, highlight) : to});
	// A handle that has no room beside a tiny highlight lies over it: what is held there is the highlight.
	const isOver = highlight && target.closest('.tiny') && isIn(highlight, from);
	const grip = isOver ? undefined : (target.dataset.grip as Handle | undefined);
	if (highlight && grip && tool === 'select') {
		return to => {
			const next = pullBox(highlight, grip, by(to));
			return {highlight: next, click: follow(click, highlight, next)};
		};
	}
	if (highlight && click && target.matches('.point') && tool === 'select')
		return to => ({highlight, click: moveClick(click, by(to), highlight)});
	if (highlight && (isOver || target.matches('.frame')) && tool === 'select') {
		return to => {
			const next = moveBox(highlight, by(to));
			return {highlight: next, click: follow(click, highlight, next)};
		};
	}
	return to => {
		const drawn = drawBox(from, to);
		return {highlight: drawn, click: middle(drawn)};
	};
}

function button(parent: Element, name: string, label: string, tag = 'button'): HTMLElement {
	const made = parent.ownerDocument.createElement(tag);
	made.className = name;
	if (tag === 'button') made.setAttribute('type', 'button');
	if (label) made.ariaLabel = label;
	parent.append(made);
	return made;
}
