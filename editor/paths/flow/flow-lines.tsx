import {flowWords as words} from '../../../shared/locales/en/editor/path-section.ts';
import {useKept} from '../../shell/kept.ts';
import type {FlowState} from './flow-state.ts';
import {type Box, type FlowLine, NODE, type Place} from './layout.ts';

/** Letters of a label on the map; all of it is in the list. */
const MOST_LETTERS = 22;
/** Pixels from a step to the mark of what is no step. */
const STUB = 44;
const RADIUS = 6;

type Props = {state: FlowState; lines: readonly FlowLine[]; box: Box; labelled: boolean};

/**
 * Draws the ways between visible steps. One element draws all of a kind, and only visible labels are drawn: otherwise a map of many ways
 * would lag behind the hand that moves it.
 */
export function FlowLines({state, lines, box, labelled}: Props) {
	const kept = useKept();
	const drawn = lines.map(line => ({...line, ...placed(line)}));
	const isNext = ({edge}: FlowLine) => edge.kind === 'next';
	const selected = state.selected.value;
	const marked = drawn.find(({edge}) => selected !== null && selected.step === edge.from && selected.action === edge.actionId);
	const paths = (chosen: typeof drawn) => chosen.map(({start, end}) => curve(start, end)).join('');
	const isSeen = ({x, y}: Place) => x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height;
	return (
		<g class="lines">
			<path class="next" d={paths(drawn.filter(isNext))} />
			<path class="led" d={paths(drawn.filter(line => !isNext(line)))} />
			<path class="tips" d={drawn.map(({to, start, end}) => (to ? tip(start, end) : '')).join('')} />
			<path class="stubs" d={drawn.map(({to, end}) => (to ? '' : circle(end))).join('')} />
			{marked && <path class="selected" d={curve(marked.start, marked.end)} />}
			{labelled &&
				drawn
					.filter(({label}) => isSeen(label))
					.map(line => {
						const key = `${line.edge.from} ${line.edge.kind} ${line.edge.actionId}`;
						return kept(key, [line.edge, line.from, line.to], () => <Label key={key} state={state} {...line} />);
					})}
		</g>
	);
}

/** Draws the label of a way, and its target if that is no step. */
function Label({state, edge, to, end, label}: {state: FlowState} & FlowLine & ReturnType<typeof placed>) {
	const {from, actionId, kind} = edge;
	return (
		<>
			{!to && (
				<text x={end.x + 12} y={end.y + 4} class="stub">
					{edge.to === null ? '↗' : words.end}
				</text>
			)}
			{edge.label !== null && (
				// biome-ignore lint/a11y/noStaticElementInteractions: by the keyboard a button is found in the list and in the fields of its step.
				<text
					x={label.x}
					y={label.y}
					class={kind}
					text-anchor="middle"
					onClick={() => {
						if (kind === 'button') state.selected.value = {step: from, action: actionId!, fresh: false};
					}}
				>
					{cut(edge.label)}
				</text>
			)}
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

function placed({from, to, order}: FlowLine): {start: Place; end: Place; label: Place} {
	const [x, y] = [from.x + NODE.width, from.y + NODE.height / 2];
	const start = {x, y: y + order * 8};
	if (!to) {
		const end = {x: x + STUB, y: y + order * 26};
		return {start, end, label: {x: end.x, y: end.y - 12}};
	}
	const end = {x: to.x - 4, y: to.y + NODE.height / 2};
	const up = bend(start, end);
	const middle = (start.y + end.y) / 2 + up * 0.75;
	// Of lines that pass over steps, all names stand above the uppermost.
	return {start, end, label: {x: (start.x + end.x) / 2, y: middle + (up < 0 ? -order : order) * 14 - 6}};
}

/** Returns the points that pull the line: it leaves a step forwards, and arrives so. */
function pulls(from: Place, to: Place): [Place, Place] {
	const reach = Math.max(48, Math.abs(to.x - from.x) / 3);
	const up = bend(from, to);
	return [
		{x: from.x + reach, y: from.y + up},
		{x: to.x - reach, y: to.y + up},
	];
}

function curve(from: Place, to: Place): string {
	const points = [...pulls(from, to), to];
	return `M${from.x} ${from.y}C${points.map(({x, y}) => `${x} ${y}`).join(' ')}`;
}

/** Returns the arrow's head, turned as the line arrives. */
function tip(from: Place, to: Place): string {
	const [, pull] = pulls(from, to);
	const [dx, dy] = [to.x - pull.x, to.y - pull.y];
	const along = 8 / Math.hypot(dx, dy);
	const [x, y] = [to.x - dx * along, to.y - dy * along];
	const [aside, up] = [(dy * along) / 2, (dx * along) / 2];
	return `M${to.x} ${to.y}L${x + aside} ${y - up}L${x - aside} ${y + up}z`;
}

function circle({x, y}: Place): string {
	const half = `a${RADIUS} ${RADIUS} 0 0 0`;
	return `M${x - RADIUS} ${y}${half} ${2 * RADIUS} 0${half} ${-2 * RADIUS} 0`;
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
