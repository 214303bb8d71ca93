import type {ActionTarget} from '../../contract/paths/actions.ts';
import type {FlowEdge, Paths} from '../../contract/paths/flow.ts';
import type {StoredStep} from '../document/document.ts';

/** Ways through a tour that are counted. */
const PATHS_COUNTED = 1000;

/** Stands for the end of the tour among the ids of steps. */
export const END = 'end';

type Steps = readonly Pick<StoredStep, 'id' | 'actions'>[];

/** True where a step has more ways on than Next to the step that follows. */
export function hasPaths(steps: Steps): boolean {
	return steps.some(({actions}) => actions);
}

/** Returns the ways on of all steps, those of a step in the order in which they are offered: Next, buttons, hotspots. */
export function edgesOf(steps: Steps): FlowEdge[] {
	return steps.flatMap((step, index): FlowEdge[] => {
		const {buttons = [], hotspots = []} = step.actions ?? {};
		const onward = steps[nextIndex(steps, index)]?.id ?? END;
		const from = step.id;
		const offered = offersNext(step) ? [{from, to: onward, kind: 'next' as const, actionId: null, label: null}] : [];
		const pressed = (kind: 'button' | 'hotspot') => (action: {id?: string; label: string; target: ActionTarget}) =>
			leadsOn(steps, action.target, onward).map(way => ({from, ...way, kind, actionId: action.id ?? null, label: action.label}));
		return [...offered, ...buttons.flatMap(pressed('button')), ...hotspots.flatMap(pressed('hotspot'))];
	});
}

/** Returns the index of the step to which Next leads, even if it is not offered; the number of steps means the end. */
export function nextIndex(steps: Steps, index: number): number {
	const {to, step} = steps[index]!.actions?.next ?? {to: 'next'};
	if (to === 'step') return steps.findIndex(({id}) => id === step);
	return to === 'end' ? steps.length : index + 1;
}

/** True if a step offers Next; a step with buttons does so only if its actions say it. */
export function offersNext({actions}: Pick<StoredStep, 'actions'>): boolean {
	return !actions?.buttons?.length || actions.next !== undefined;
}

/** Returns ids of the steps to which a way leads from the first one. */
export function reachableSteps(steps: Steps, edges: readonly FlowEdge[]): Set<string> {
	const ways = Map.groupBy(edges, ({from}) => from);
	const reached = new Set(steps.slice(0, 1).map(({id}) => id));
	for (const id of reached) {
		for (const {to} of ways.get(id) ?? []) if (to !== null && to !== END) reached.add(to);
	}
	return reached;
}

/** Returns ids of the steps from which a way leads to the end. */
export function endingSteps(edges: readonly FlowEdge[]): Set<string> {
	const back = Map.groupBy(edges, ({to}) => to);
	const ending = new Set<string>([END]);
	for (const id of ending) for (const {from} of back.get(id) ?? []) ending.add(from);
	ending.delete(END);
	return ending;
}

/**
 * Returns the indexes of the steps that linear outputs show: from the first one where Next leads, else the step that follows where
 * a way leads there, else the first way on within the tour, until the end or a step that was shown.
 */
export function mainPath(steps: Steps, edges = edgesOf(steps)): number[] {
	return steps.length > 0 ? pathFrom(0, mainWays(steps, edges)) : [];
}

/** Returns for each step the index of the one to which the main path would lead from it; undefined where it would end. */
export function mainWays(steps: Steps, edges: readonly FlowEdge[]): Array<number | undefined> {
	const ways = Map.groupBy(edges, ({from}) => from);
	const places = new Map(steps.map(({id}, index) => [id, index]));
	return steps.map(({id}, index) => {
		const on = (ways.get(id) ?? []).filter(({to}) => to !== null);
		const way = on.find(({kind}) => kind === 'next') ?? on.find(({to}) => to === steps[index + 1]?.id) ?? on[0];
		return places.get(way?.to ?? END);
	});
}

/** Returns the indexes from this one on, until the end or a step that was there. */
export function pathFrom(start: number, ways: ReadonlyArray<number | undefined>): number[] {
	const path = new Set<number>();
	for (let at: number | undefined = start; at !== undefined && !path.has(at); at = ways[at]) path.add(at);
	return [...path];
}

/** Returns the ways through the tour, counted without walking each, in the time that its steps and ways take. */
export function pathsOf(steps: Steps): Paths {
	const edges = edgesOf(steps);
	const ways = Map.groupBy(edges, ({from}) => from);
	// Components in order, each after those to which it leads.
	const loops = loopsOf(steps, ways);
	const loopOf = new Map(loops.flatMap(loop => loop.map(id => [id, loop] as const)));
	const behind = new Map<readonly string[], {count: number; longest: number}>();
	for (const loop of loops) {
		const out = loop.flatMap(id => ways.get(id) ?? []).filter(({to}) => to !== null && loopOf.get(to) !== loop);
		const further = out.map(({to}) => (to === END ? {count: 1, longest: 0} : behind.get(loopOf.get(to!)!)!));
		const count = further.reduce((sum, way) => Math.min(PATHS_COUNTED, sum + way.count), 0);
		const longest = Math.max(0, ...further.filter(way => way.count > 0).map(way => way.longest));
		behind.set(loop, {count, longest: count > 0 ? longest + loop.length : 0});
	}
	return {...(behind.get(loopOf.get(steps[0]?.id ?? END) ?? []) ?? {count: 0, longest: 0}), ends: endsOf(steps, edges)};
}

/** Returns the steps that can be reached and from which a way leads to the end. */
export function endsOf(steps: Steps, edges: readonly FlowEdge[]): Paths['ends'] {
	const reached = reachableSteps(steps, edges);
	const ending = new Set(edges.flatMap(({from, to}) => (to === END ? [from] : [])));
	return steps.flatMap(({id}) => (reached.has(id) && ending.has(id) ? [{stepId: id}] : []));
}

function leadsOn(steps: Steps, {to, step, url}: ActionTarget, onward: string): Array<Pick<FlowEdge, 'to' | 'url'>> {
	switch (to) {
		case 'previous':
			return [];
		case 'restart':
			return [{to: steps[0]!.id}];
		case 'url':
			return [{to: null, url}];
		case 'step':
			return [{to: step!}];
		case 'end':
			return [{to: END}];
		default:
			return [{to: onward}];
	}
}

/** Returns the strongly connected components, each after those to which it leads: Tarjan's algorithm, without recursion. */
function loopsOf(steps: Steps, ways: Map<string, FlowEdge[]>): string[][] {
	const found = new Map<string, {index: number; low: number; open: boolean}>();
	const open: string[] = [];
	const loops: string[][] = [];
	for (const {id: root} of steps) {
		const walk: Array<{id: string; on: Iterator<FlowEdge>}> = [];
		const enter = (id: string) => {
			found.set(id, {index: found.size, low: found.size, open: true});
			open.push(id);
			walk.push({id, on: (ways.get(id) ?? []).values()});
		};
		if (!found.has(root)) enter(root);
		for (let frame = walk.at(-1); frame; frame = walk.at(-1)) {
			const here = found.get(frame.id)!;
			const {value: edge} = frame.on.next() as {value?: FlowEdge};
			if (edge) {
				if (edge.to === null || edge.to === END) continue;
				const there = found.get(edge.to);
				if (!there) enter(edge.to);
				else if (there.open) here.low = Math.min(here.low, there.index);
				continue;
			}
			walk.pop();
			const parent = walk.at(-1) && found.get(walk.at(-1)!.id)!;
			if (parent) parent.low = Math.min(parent.low, here.low);
			if (here.low !== here.index) continue;
			const loop = open.splice(open.lastIndexOf(frame.id));
			for (const id of loop) found.get(id)!.open = false;
			loops.push(loop);
		}
	}
	return loops;
}
