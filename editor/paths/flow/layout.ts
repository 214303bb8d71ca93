import type {StepActions} from '../../../shared/contract/paths/actions.ts';
import type {FlowEdge} from '../../../shared/contract/paths/flow.ts';
import {END, edgesOf, endingSteps, mainPath, reachableSteps} from '../../../shared/tour/paths/graph.ts';

/** Places the steps of a tour on its map: the main path in a straight row, branches below it, unreachable steps below these. */

/** Pixels at a zoom of 1. */
export const NODE = {width: 168, height: 128};
const PITCH = {x: 264, y: 184};
/** Around the map; above there is room for what passes over a step. */
export const MARGIN = {x: 48, y: 104};

type Led = {id: string; actions?: StepActions};
export type Place = {x: number; y: number};
export type FlowNode = Place & {id: string; onMainPath: boolean; isReached: boolean; ends: boolean; isStuck: boolean};
/** `order` counts the lines of one step, each of which begins at a height of its own. */
export type FlowLine = {edge: FlowEdge; from: Place; to: Place | null; order: number};
export type Box = Place & {width: number; height: number};
export type FlowMap = {nodes: FlowNode[]; lines: FlowLine[]; width: number; height: number};

/** Returns the map of a tour, in the time that its steps and ways take. */
export function layOut(steps: readonly Led[]): FlowMap {
	const edges = edgesOf(steps);
	const ways = Map.groupBy(edges, ({from}) => from);
	const main = mainPath(steps, edges).map(index => steps[index]!.id);
	const cells = placeAll(steps, main, ways);
	const isMain = new Set(main);
	const reached = reachableSteps(steps, edges);
	const ending = endingSteps(edges);
	const nodes = steps.map(({id}): FlowNode => {
		const {column, lane} = cells.get(id)!;
		const ends = (ways.get(id) ?? []).some(({to}) => to === END);
		const place = {x: MARGIN.x + column * PITCH.x, y: MARGIN.y + lane * PITCH.y};
		return {id, ...place, onMainPath: isMain.has(id), isReached: reached.has(id), ends, isStuck: reached.has(id) && !ending.has(id)};
	});
	const places = new Map(nodes.map(node => [node.id, node]));
	const lines = [...ways.values()].flatMap(several =>
		several.map((edge, order) => {
			const to = edge.to === null || edge.to === END ? null : places.get(edge.to)!;
			return {edge, from: places.get(edge.from)!, to, order};
		}),
	);
	const most = (side: 'x' | 'y') => nodes.reduce((largest, node) => Math.max(largest, node[side]), 0);
	return {nodes, lines, width: most('x') + PITCH.x + MARGIN.x, height: most('y') + NODE.height + MARGIN.y};
}

type Cell = {column: number; lane: number};

function placeAll(steps: readonly Led[], main: string[], ways: Map<string, FlowEdge[]>): Map<string, Cell> {
	const cells = new Map<string, Cell>(main.map((id, column) => [id, {column, lane: 0}]));
	const taken = new Set([...cells.values()].map(nameOf));
	let lowest = 0;
	/** The first lane below the main path that may be taken. */
	let floor = 1;
	// The lane from which a free one is looked for, by column: a tour of which every step forks would be searched through and through.
	const next = new Map<number, number>();
	const put = (id: string, column: number, wanted: number) => {
		const isFree = wanted > 0 && !taken.has(nameOf({column, lane: wanted}));
		let lane = isFree ? wanted : Math.max(floor, next.get(column) ?? floor);
		while (taken.has(nameOf({column, lane}))) lane++;
		if (!isFree) next.set(column, lane + 1);
		const cell = {column, lane};
		cells.set(id, cell);
		taken.add(nameOf(cell));
		lowest = Math.max(lowest, lane);
	};
	// What follows a step stays in its row, as far as that is free.
	const follow = (start: string) => {
		const open = [start];
		for (let from = open.pop(); from !== undefined; from = open.pop()) {
			const {column, lane} = cells.get(from)!;
			const fresh = (ways.get(from) ?? []).flatMap(({to}) => (to !== null && to !== END && !cells.has(to) ? [to] : []));
			for (const to of new Set(fresh)) {
				put(to, column + 1, lane);
				open.push(to);
			}
		}
	};
	for (const id of main) follow(id);
	// Nobody reaches these: they lie below all others.
	floor = lowest + 1;
	for (const {id} of steps) {
		if (cells.has(id)) continue;
		const lane = lowest + 1;
		cells.set(id, {column: 0, lane});
		taken.add(nameOf({column: 0, lane}));
		lowest = lane;
		follow(id);
	}
	return cells;
}

function nameOf({column, lane}: Cell): string {
	return `${column} ${lane}`;
}

/** Returns the steps within a rectangle, and the lines from and to them: what passes by without either end would only be in the way. */
export function within({nodes, lines}: FlowMap, box: Box): Pick<FlowMap, 'nodes' | 'lines'> {
	const isIn = ({x, y}: Place) => x < box.x + box.width && x + PITCH.x > box.x && y < box.y + box.height && y + PITCH.y > box.y;
	return {nodes: nodes.filter(isIn), lines: lines.filter(({from, to}) => isIn(from) || (to !== null && isIn(to)))};
}

/** Returns the node that lies next in that direction, else null. */
export function neighbour(nodes: readonly FlowNode[], from: FlowNode, key: string): FlowNode | null {
	const along = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]}[key];
	if (!along) return null;
	const [dx, dy] = along as [number, number];
	let best: FlowNode | null = null;
	let least = Number.POSITIVE_INFINITY;
	for (const node of nodes) {
		const [x, y] = [node.x - from.x, node.y - from.y];
		const ahead = x * dx + y * dy;
		if (ahead <= 0) continue;
		// What lies straight ahead comes before what lies aside.
		const distance = ahead + 3 * Math.abs(x * dy + y * dx);
		if (distance < least) [best, least] = [node, distance];
	}
	return best;
}
