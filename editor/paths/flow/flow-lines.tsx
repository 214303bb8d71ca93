import type {FlowEdge} from '../../../shared/contract/paths/flow.ts';
import {words} from '../../../shared/locales/en/editor/flow.ts';
import {useKept} from '../../shell/kept.ts';
import type {FlowState} from './flow-state.ts';
import {type FlowLine, NODE, type Place} from './layout.ts';

/** Letters of a label on the map; all of it is in the list. */
const MOST_LETTERS = 22;
/** Pixels from a step to the mark of what is no step. */
const STUB = 44;

/** The ways between the steps that are seen. */
export function FlowLines({state, lines}: {state: FlowState; lines: readonly FlowLine[]}) {
	// Of several from one step each has a height of its own.
	const counts = new Map<string, number>();
	const kept = useKept();
	return (
		<g class="lines">
			{lines.map(line => {
				const {edge} = line;
				const order = counts.get(edge.from) ?? 0;
				counts.set(edge.from, order + 1);
				const key = `${edge.from} ${edge.kind} ${edge.actionId}`;
				return kept(key, [line, order], () => <Line key={key} state={state} line={line} order={order} />);
			})}
		</g>
	);
}

function Line({state, line: {edge, from, to}, order}: {state: FlowState; line: FlowLine; order: number}) {
	const start = {x: from.x + NODE.width, y: from.y + NODE.height / 2 + order * 8};
	const end = to ? {x: to.x - 4, y: to.y + NODE.height / 2} : {x: start.x + STUB, y: from.y + NODE.height / 2 + order * 26};
	const selected = state.selected.value;
	const isSelected = selected !== null && selected.step === edge.from && selected.action === edge.actionId;
	const middle = to ? {x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 + bend(start, end) * 0.75 + order * 14 - 6} : end;
	return (
		<g class={['line', edge.kind, isSelected && 'selected'].filter(Boolean).join(' ')}>
			<path d={curve(start, end)} marker-end={to ? 'url(#flow-arrow)' : undefined} />
			{!to && <Stub edge={edge} at={end} />}
			{edge.label !== null && (
				// biome-ignore lint/a11y/noStaticElementInteractions: by the keyboard a button is found in the list and in the fields of its step.
				<text
					x={middle.x}
					y={to ? middle.y : middle.y - 12}
					text-anchor="middle"
					onClick={() => {
						if (edge.kind === 'button') state.selected.value = {step: edge.from, action: edge.actionId!, fresh: false};
					}}
				>
					{cut(edge.label)}
				</text>
			)}
		</g>
	);
}

/** Targets of ways that are no steps. */
function Stub({edge, at}: {edge: FlowEdge; at: Place}) {
	return (
		<>
			<circle cx={at.x} cy={at.y} r={6} />
			<text x={at.x + 12} y={at.y + 4} class="stub">
				{edge.to === null ? '↗' : words.end}
			</text>
		</>
	);
}

/** The line while a pointer draws it. */
export function LooseLine({state}: {state: FlowState}) {
	const linking = state.linking.value;
	const from = linking?.at && state.nodes.value.get(linking.from);
	if (!from) return null;
	return <path class="loose" d={curve({x: from.x + NODE.width, y: from.y + NODE.height / 2}, linking.at!)} />;
}

function curve(from: Place, to: Place): string {
	const reach = Math.max(48, Math.abs(to.x - from.x) / 3);
	const up = bend(from, to);
	return `M${from.x} ${from.y}C${from.x + reach} ${from.y + up} ${to.x - reach} ${to.y + up} ${to.x} ${to.y}`;
}

/** Over what stands between: where it leads back, and where it passes over steps of the same row. */
function bend(from: Place, to: Place): number {
	if (to.x < from.x) return -NODE.height;
	return Math.abs(to.y - from.y) < NODE.height / 2 && to.x - from.x > NODE.width ? -NODE.height : 0;
}

function cut(text: string): string {
	const letters = [...text];
	return letters.length > MOST_LETTERS ? `${letters.slice(0, MOST_LETTERS - 1).join('')}…` : text;
}
