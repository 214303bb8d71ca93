import {useSignal} from '@preact/signals';
import {useEffect, useLayoutEffect, useRef} from 'preact/hooks';
import {words} from '../../../shared/locales/en/editor/flow.ts';
import {FlowLines, LooseLine} from './flow-lines.tsx';
import {FlowNodes} from './flow-nodes.tsx';
import type {FlowState} from './flow-state.ts';
import {NODE, neighbour, type Place, within} from './layout.ts';

/** Pixels drawn beyond the visible part, so that short scrolling draws nothing. */
const PIECE = 512;

type Box = Place & {width: number; height: number};

/** The map itself: as much of it is drawn as is seen, and a little around it. */
export function FlowMap({state, open}: {state: FlowState; open: (step: string) => void}) {
	const room = useRef<HTMLDivElement>(null);
	const piece = useSignal<Box>({x: 0, y: 0, width: 0, height: 0});
	const follows = useRef(true);
	const {width, height} = state.map.value;
	const scale = state.scale.value;
	const look = () => {
		const next = pieceOf(room.current!);
		if (JSON.stringify(next) !== JSON.stringify(piece.peek())) piece.value = next;
	};
	const current = state.current;
	// What has the focus is seen, and is there to have it.
	useLayoutEffect(() => {
		const {current: element} = room;
		if (current && follows.current) reveal(element!, current, scale);
		look();
	}, [current?.id, scale, width, height]);
	useEffect(() => {
		if (!follows.current || state.selected.peek()) return;
		room.current!.querySelector<SVGElement>('.node.current')?.focus({preventScroll: true});
	}, [current?.id, piece.value]);
	useEffect(() => listenToWheel(room.current!, state), []);
	useEffect(() => {
		const watcher = new ResizeObserver(look);
		watcher.observe(room.current!);
		return () => watcher.disconnect();
	}, []);
	const {x, y, width: wide, height: high} = piece.value;
	const box = {x: x / scale, y: y / scale, width: wide / scale, height: high / scale};
	const seen = within(state.map.value, box);
	// What has the focus keeps it, wherever one scrolls.
	const nodes = current && !seen.nodes.includes(current) ? [...seen.nodes, current] : seen.nodes;
	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: the keys of the steps in it.
		<div
			class={state.linking.value ? 'flow-room linking' : 'flow-room'}
			ref={room}
			tabIndex={-1}
			onScroll={look}
			onKeyDown={event => onKey(event, {state, open, follow: () => (follows.current = true)})}
			onPointerDown={event => drawLink(event, state, room.current!)}
		>
			<div class="ground" style={{width: `${width * scale}px`, height: `${height * scale}px`}}>
				{wide > 0 && (
					// biome-ignore lint/a11y/useSemanticElements: a picture with controls in it.
					<svg
						role="group"
						aria-label={words.map}
						viewBox={`0 0 ${width} ${height}`}
						style={{width: `${width * scale}px`, height: `${height * scale}px`}}
					>
						<Definitions />
						<FlowLines state={state} lines={seen.lines} />
						<FlowNodes state={state} nodes={nodes} open={open} />
						<LooseLine state={state} />
					</svg>
				)}
			</div>
		</div>
	);
}

/** Returns what is drawn of the map, as pixels of what is scrolled. */
function pieceOf({scrollLeft, scrollTop, clientWidth, clientHeight}: HTMLElement): Box {
	const axis = (from: number, seen: number) => {
		const start = Math.max(0, (Math.floor(from / PIECE) - 1) * PIECE);
		return [start, Math.ceil((from + seen) / PIECE + 1) * PIECE - start] as const;
	};
	const [[x, width], [y, height]] = [axis(scrollLeft, clientWidth), axis(scrollTop, clientHeight)];
	return {x, y, width, height};
}

function Definitions() {
	return (
		<defs>
			<marker id="flow-arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
				<path d="M0 0 8 4 0 8z" />
			</marker>
			<clipPath id="flow-title">
				<rect width={NODE.width - 10} height={NODE.height} />
			</clipPath>
		</defs>
	);
}

type Keys = {state: FlowState; open: (step: string) => void; follow: () => void};

/** Arrows go from step to step; what is done with the one that has the focus has a letter. */
function onKey(event: KeyboardEvent, {state, open, follow}: Keys): void {
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
	const run = next ? () => (state.at.value = next.id) : keys[event.key.toLowerCase()];
	if (!run) return;
	event.preventDefault();
	event.stopPropagation();
	follow();
	run();
}

/** Draws a link from the handle of a step to whatever step it is let go over. */
function drawLink(event: PointerEvent, state: FlowState, room: HTMLElement): void {
	const from = (event.target as Element).closest<SVGElement>('[data-handle]')?.dataset.handle;
	if (!from || event.button !== 0) return;
	event.preventDefault();
	const ground = room.querySelector('.ground')!;
	const at = ({clientX, clientY}: PointerEvent): Place => {
		const {left, top} = ground.getBoundingClientRect();
		return {x: (clientX - left) / state.scale.peek(), y: (clientY - top) / state.scale.peek()};
	};
	state.beginLink(from, at(event));
	const ending = new AbortController();
	const {signal} = ending;
	let moved = false;
	addEventListener(
		'pointermove',
		next => {
			moved ||= Math.hypot(next.clientX - event.clientX, next.clientY - event.clientY) > 4;
			state.linking.value = {from, at: at(next)};
		},
		{signal},
	);
	const end = (ended: PointerEvent) => {
		ending.abort();
		// A press without a way is the first of two: the step is pressed next.
		if (!moved && ended.type === 'pointerup') return state.beginLink(from);
		const over = ended.type === 'pointerup' ? document.elementFromPoint(ended.clientX, ended.clientY) : null;
		const step = over?.closest<SVGElement>('[data-step]')?.dataset.step;
		if (over?.closest('[data-end]')) state.endLink({to: 'end'});
		else state.endLink(step ? {to: 'step', step} : null);
	};
	addEventListener('pointerup', end, {signal});
	addEventListener('pointercancel', end, {signal});
}

/** Ctrl and the wheel make it larger and smaller; the page would take them for its own otherwise. */
function listenToWheel(room: HTMLElement, state: FlowState): () => void {
	const onWheel = (event: WheelEvent) => {
		if (!event.ctrlKey) return;
		event.preventDefault();
		state.zoom(event.deltaY < 0 ? 1.1 : 1 / 1.1);
	};
	room.addEventListener('wheel', onWheel, {passive: false});
	return () => room.removeEventListener('wheel', onWheel);
}

/** Scrolls so far that a step is seen with some room around it. */
function reveal(room: HTMLElement, {x, y}: Place, scale: number): void {
	const gap = 72;
	const axis = (at: number, length: number, from: number, seen: number) => {
		if (at - gap < from) return Math.max(0, at - gap);
		return at + length + gap > from + seen ? at + length + gap - seen : from;
	};
	room.scrollLeft = axis(x * scale, NODE.width * scale, room.scrollLeft, room.clientWidth);
	room.scrollTop = axis(y * scale, NODE.height * scale, room.scrollTop, room.clientHeight);
}
