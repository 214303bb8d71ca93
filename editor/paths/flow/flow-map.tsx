import {useSignal} from '@preact/signals';
import {useEffect, useLayoutEffect, useMemo, useRef} from 'preact/hooks';
import {flowWords as words} from '../../../shared/locales/en/editor/path-section.ts';
import {shortcutKey} from '../../shell/hands.ts';
import {FlowLines, LooseLine} from './flow-lines.tsx';
import {FlowNodes} from './flow-nodes.tsx';
import type {FlowState} from './flow-state.ts';
import {type Box, NODE, neighbour, type Place, within} from './layout.ts';

/** Pixels of the map, at a zoom of 1, drawn beyond the visible part, so that short scrolling draws nothing. */
const PIECE = 256;
/** Below this zoom nothing can be read or pressed but whole steps. */
const READABLE = 0.5;

/** The map itself: as much of it is drawn as is seen, and a little around it. */
export function FlowMap({state, open}: {state: FlowState; open: (step: string) => void}) {
	const room = useRef<HTMLDivElement>(null);
	const box = useSignal<Box | null>(null);
	const {width, height} = state.map.value;
	const scale = state.scale.value;
	const drawnScale = useRef(scale);
	const look = () => {
		const next = room.current && pieceOf(room.current, state.scale.peek());
		if (next && JSON.stringify(next) !== JSON.stringify(box.peek())) box.value = next;
	};
	// A task of its own, once the movement is seen: both at once take longer than a frame may.
	const lookSoon = () => setTimeout(look);
	const current = state.current;
	// What is in the middle stays there.
	useLayoutEffect(() => {
		const {current: element} = room;
		const {scrollLeft, scrollTop, clientWidth, clientHeight} = element!;
		const by = scale / drawnScale.current;
		drawnScale.current = scale;
		if (by === 1) return;
		element!.scrollTo((scrollLeft + clientWidth / 2) * by - clientWidth / 2, (scrollTop + clientHeight / 2) * by - clientHeight / 2);
		lookSoon();
	}, [scale]);
	// What has the focus is seen, and is there to have it.
	useLayoutEffect(() => {
		if (current) reveal(room.current!, current, scale);
		lookSoon();
	}, [current?.id, width, height]);
	useEffect(() => {
		if (state.selected.peek()) return;
		room.current!.querySelector<SVGElement>('.node.current')?.focus({preventScroll: true});
	}, [current?.id, box.value === null]);
	useEffect(() => listenToWheel(room.current!, state), []);
	useEffect(() => {
		// At first as well: before the dialog is open the map has no size, and nothing can be scrolled to.
		const watcher = new ResizeObserver(() => {
			if (state.current) reveal(room.current!, state.current, state.scale.peek());
			look();
		});
		watcher.observe(room.current!);
		return () => watcher.disconnect();
	}, []);
	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: the keys of the steps in it.
		<div
			class={state.linking.value ? 'flow-room linking' : 'flow-room'}
			ref={room}
			tabIndex={-1}
			onScroll={lookSoon}
			onKeyDown={event => onKey(event, {state, open})}
			onPointerDown={event => press(event, state, room.current!)}
			onTouchStart={keepFromScrolling}
		>
			<div class="ground" style={{width: `${width * scale}px`, height: `${height * scale}px`}}>
				{box.value && <Drawing state={state} open={open} piece={box.value} />}
			</div>
		</div>
	);
}

function Drawing({state, open, piece}: {state: FlowState; open: (step: string) => void; piece: Box}) {
	const map = state.map.value;
	const scale = state.scale.value;
	const {current} = state;
	const readable = scale >= READABLE;
	// The same elements while nothing else comes into view: then there is nothing to compare.
	const {seen, lines} = useMemo(() => {
		const {nodes, lines} = within(map, piece);
		return {seen: nodes, lines: <FlowLines state={state} lines={lines} box={piece} labelled={readable} />};
	}, [map, piece, readable]);
	// What has the focus keeps it, wherever one scrolls.
	const nodes = !current || seen.includes(current) ? seen : map.nodes.filter(node => node === current || seen.includes(node));
	return (
		// biome-ignore lint/a11y/useSemanticElements: a picture with controls in it.
		<svg role="group" aria-label={words.map} width={map.width} height={map.height} style={{transform: `scale(${scale})`}}>
			<clipPath id="flow-title">
				<rect width={NODE.width - 10} height={NODE.height} />
			</clipPath>
			{lines}
			<FlowNodes state={state} nodes={nodes} open={open} readable={readable} />
			<LooseLine state={state} />
		</svg>
	);
}

/** Returns what is drawn of the map. */
function pieceOf({scrollLeft, scrollTop, clientWidth, clientHeight}: HTMLElement, scale: number): Box {
	const axis = (from: number, seen: number) => {
		const start = Math.max(0, (Math.floor(from / scale / PIECE) - 1) * PIECE);
		return [start, Math.ceil((from + seen) / scale / PIECE + 1) * PIECE - start] as const;
	};
	const [[x, width], [y, height]] = [axis(scrollLeft, clientWidth), axis(scrollTop, clientHeight)];
	return {x, y, width, height};
}

type Keys = {state: FlowState; open: (step: string) => void};

/** Handles keys on the map: arrows go from step to step, letters act on the focused one. */
function onKey(event: KeyboardEvent, {state, open}: Keys): void {
	const {current} = state;
	if (!current || event.ctrlKey || event.metaKey || event.altKey) return;
	const {linking, map} = state;
	const next = neighbour(map.peek().nodes, current, event.key);
	const keys: Record<string, () => void> = {
		enter: () => (linking.peek() ? state.endLink({to: 'step', step: current.id}) : open(current.id)),
		' ': () => (linking.peek() ? state.endLink({to: 'step', step: current.id}) : open(current.id)),
		l: () => state.beginLink(current.id),
		e: () => linking.peek() && state.endLink({to: 'end'}),
		'+': () => state.zoom(1.25),
		'=': () => state.zoom(1.25),
		'-': () => state.zoom(0.8),
		'0': () => state.zoom(0),
	};
	const run = next ? () => (state.at.value = next.id) : keys[shortcutKey(event)];
	if (!run) return;
	event.preventDefault();
	event.stopPropagation();
	run();
}

/** Scrolls until a step is in view with some room around it. */
function reveal(room: HTMLElement, {x, y}: Place, scale: number): void {
	const gap = 72;
	const axis = (at: number, length: number, from: number, seen: number) => {
		if (at - gap < from) return Math.max(0, at - gap);
		return at + length + gap > from + seen ? at + length + gap - seen : from;
	};
	room.scrollLeft = axis(x * scale, NODE.width * scale, room.scrollLeft, room.clientWidth);
	room.scrollTop = axis(y * scale, NODE.height * scale, room.scrollTop, room.clientHeight);
}

// A mouse moves the map and draws links on it. A finger scrolls it as any page, without code.

/** Draws a link from the handle of a step, or moves the map with a mouse that is pressed beside the steps. */
function press(event: PointerEvent, state: FlowState, room: HTMLElement): void {
	const pressed = event.target as Element;
	const from = pressed.closest<SVGElement>('[data-handle]')?.dataset.handle;
	if (event.button !== 0) return;
	if (from) drawLink(event, {state, room, from});
	else if (event.pointerType === 'mouse' && !pressed.closest('.node, text')) drag(event, room);
}

/** Lets a finger draw from a handle: Chromium scrolls by it whatever `touch-action` a shape in an SVG has. */
function keepFromScrolling(event: TouchEvent): void {
	if ((event.target as Element).matches('[data-handle]')) event.preventDefault();
}

/** Draws a link to the step over which the pointer is released. */
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

/** Zooms the map by Ctrl and the wheel, by which the browser would zoom the page. */
function listenToWheel(room: HTMLElement, state: FlowState): () => void {
	const onWheel = (event: WheelEvent) => {
		if (!event.ctrlKey) return;
		event.preventDefault();
		state.zoom(event.deltaY < 0 ? 1.1 : 1 / 1.1);
	};
	room.addEventListener('wheel', onWheel, {passive: false});
	return () => room.removeEventListener('wheel', onWheel);
}
