import type {FlowState} from './flow-state.ts';
import type {Place} from './layout.ts';

/** A mouse moves the map and draws links on it. A finger scrolls it as any page, without code. */

/** Draws a link from the handle of a step, or moves the map with a mouse that is pressed beside the steps. */
export function press(event: PointerEvent, state: FlowState, room: HTMLElement): void {
	const pressed = event.target as Element;
	const from = pressed.closest<SVGElement>('[data-handle]')?.dataset.handle;
	if (event.button !== 0) return;
	if (from) drawLink(event, {state, room, from});
	else if (event.pointerType === 'mouse' && !pressed.closest('.node, text')) drag(event, room);
}

/** Lets a finger draw from a handle: Chromium scrolls by it whatever `touch-action` a shape in an SVG has. */
export function keepFromScrolling(event: TouchEvent): void {
	if ((event.target as Element).matches('[data-handle]')) event.preventDefault();
}

/** Draws a link to whatever step it is let go over. */
function drawLink(event: PointerEvent, {state, room, from}: {state: FlowState; room: HTMLElement; from: string}): void {
	const ground = room.querySelector('.ground')!;
	const at = ({clientX, clientY}: PointerEvent): Place => {
		const {left, top} = ground.getBoundingClientRect();
		return {x: (clientX - left) / state.scale.peek(), y: (clientY - top) / state.scale.peek()};
	};
	state.beginLink(from, at(event));
	let moved = false;
	whilePressed(
		event,
		next => {
			moved ||= Math.hypot(next.clientX - event.clientX, next.clientY - event.clientY) > 4;
			state.linking.value = {from, at: at(next)};
		},
		ended => {
			// A press without a way is the first of two: the step is pressed next.
			if (!moved && ended.type === 'pointerup') return state.beginLink(from);
			const over = ended.type === 'pointerup' ? document.elementFromPoint(ended.clientX, ended.clientY) : null;
			const step = over?.closest<SVGElement>('[data-step]')?.dataset.step;
			if (over?.closest('[data-end]')) state.endLink({to: 'end'});
			else state.endLink(step ? {to: 'step', step} : null);
		},
	);
}

function drag(event: PointerEvent, room: HTMLElement): void {
	const {scrollLeft, scrollTop} = room;
	whilePressed(event, ({clientX, clientY}) => {
		room.scrollTo(scrollLeft + event.clientX - clientX, scrollTop + event.clientY - clientY);
	});
}

function whilePressed(event: PointerEvent, move: (next: PointerEvent) => void, end: (ended: PointerEvent) => void = () => {}): void {
	event.preventDefault();
	const ending = new AbortController();
	const {signal} = ending;
	const onEnd = (ended: PointerEvent) => {
		ending.abort();
		end(ended);
	};
	addEventListener('pointermove', move, {signal});
	addEventListener('pointerup', onEnd, {signal});
	addEventListener('pointercancel', onEnd, {signal});
}

/** Ctrl and the wheel make it larger and smaller; the page would take them for its own otherwise. */
export function listenToWheel(room: HTMLElement, state: FlowState): () => void {
	const onWheel = (event: WheelEvent) => {
		if (!event.ctrlKey) return;
		event.preventDefault();
		state.zoom(event.deltaY < 0 ? 1.1 : 1 / 1.1);
	};
	room.addEventListener('wheel', onWheel, {passive: false});
	return () => room.removeEventListener('wheel', onWheel);
}
