import type {Fault} from '../../contract/error.ts';
import type {Warning} from '../../contract/geometry.ts';
import type {FlowEdge, FlowNode, Paths} from '../../contract/paths/flow.ts';
import type {StoredStep, TourContent} from '../document/document.ts';
import {keyOf} from '../document/from-document.ts';
import {END, edgesOf, endingSteps, endsOf, hasPaths, mainPath, reachableSteps} from './graph.ts';
import {targetsOf} from './targets.ts';

type Flow = {nodes: FlowNode[]; edges: FlowEdge[]; ends: Paths['ends']; mermaid: string};

/** Returns the parts of a tour's paths that statistics count. */
export type CountedPaths = {
	/** Steps from which a way leads to the end. */
	ends: ReadonlySet<string>;
	/** Buttons and hotspots by their place in the tour, and Next where a step has paths. */
	actions: ReadonlyMap<string, CountedAction>;
	/** Ways on; none if no step has actions, since then they tell no more than the funnel. */
	edges: FlowEdge[];
};
type CountedAction = {stepId: string; actionId: string | null; label: string | null; isGoal: boolean};

/** Returns the steps and the ways between them. */
export function flowOf({steps, chapters = []}: TourContent): Flow {
	const edges = edgesOf(steps);
	const reached = reachableSteps(steps, edges);
	const main = new Set(mainPath(steps, edges));
	const titles = new Map(chapters.map(({scene, title}) => [scene, title]));
	const nodes = steps.map((step, position) => ({
		stepId: step.id,
		key: keyOf(step),
		title: step.title,
		position,
		chapter: (step.scene !== null && titles.get(step.scene)) || null,
		onMainPath: main.has(position),
		reachable: reached.has(step.id),
	}));
	return {nodes, edges, ends: endsOf(steps, edges), mermaid: mermaidOf(nodes, edges)};
}

/** Returns why the paths cannot be published: targets that are still undecided. */
export function pathFaults({steps}: TourContent): Fault[] {
	return steps.flatMap(({actions = {}}, index) =>
		targetsOf(actions).flatMap(({place, target, label}): Fault[] => {
			if (target.to !== 'later') return [];
			const message = `Step ${index + 1}: where “${label}” leads is still to be decided.`;
			return [{field: `steps[${index}].actions.${place}`, message, hint: 'Choose a step, end, restart or a URL, or take it away.'}];
		}),
	);
}

/** Returns warnings about the paths; none if no step has actions. */
export function pathWarnings({steps}: TourContent): Warning[] {
	if (!hasPaths(steps)) return [];
	const edges = edgesOf(steps);
	const reached = reachableSteps(steps, edges);
	const ending = endingSteps(edges);
	return steps.flatMap(({id, actions}, index) => {
		const field = `steps[${index}]`;
		const warnings: Warning[] = [];
		if (!reached.has(id)) {
			const hint = 'Let a button, a hotspot or Next of another step lead here, or delete it.';
			warnings.push({field, message: `No way leads to step ${index + 1}.`, hint});
		} else if (!ending.has(id)) {
			const hint = 'Let a way lead to the end, or to a step from which one does.';
			warnings.push({field, message: `From step ${index + 1} no way leads to the end.`, hint});
		}
		const targets = new Set(actions?.buttons?.map(({target}) => JSON.stringify(target)));
		if ((actions?.buttons?.length ?? 0) > 1 && targets.size === 1) {
			const message = `All buttons of step ${index + 1} lead to the same place.`;
			warnings.push({field: `${field}.actions.buttons`, message, hint: 'Keep one, or let each lead somewhere else.'});
		}
		return warnings;
	});
}

/** Returns a Mermaid flowchart from left to right. */
function mermaidOf(nodes: FlowNode[], edges: FlowEdge[]): string {
	const names = new Map(nodes.map(({stepId, position}) => [stepId, `s${position + 1}`]));
	const boxes = nodes.map(({title, key, position}) => `  s${position + 1}[${quoted(`${position + 1} ${title ?? key}`)}]`);
	const arrows = edges.map(({from, to, url, label}, index) => {
		const target = to === null ? `u${index}>${quoted(url!)}]` : to === END ? 'end_(("end"))' : names.get(to)!;
		return `  ${names.get(from)} -->${label === null ? '' : `|${quoted(label)}|`} ${target}`;
	});
	return ['flowchart LR', ...boxes, ...arrows].join('\n');
}

/** Returns text quoted for Mermaid, without its special characters and line breaks. */
function quoted(text: string): string {
	const plain = text.replace(/\s+/g, ' ').replace(/["#;<>&`]/g, letter => `#${letter.codePointAt(0)};`);
	return `"${plain}"`;
}

/** Returns what can be counted of these steps. */
export function countedPaths(steps: ReadonlyArray<Pick<StoredStep, 'id' | 'actions'>>): CountedPaths {
	const edges = edgesOf(steps);
	const actions = steps.flatMap(({id: stepId, actions = {}}): CountedAction[] => [
		{stepId, actionId: null, label: null, isGoal: false},
		...(actions.buttons ?? []).map(({id, label, goal}) => ({stepId, actionId: id!, label, isGoal: goal === true})),
		...(actions.hotspots ?? []).map(({id, label}) => ({stepId, actionId: id!, label, isGoal: false})),
	]);
	return {
		ends: new Set(edges.flatMap(({from, to}) => (to === END ? [from] : []))),
		actions: new Map(hasPaths(steps) ? actions.map(action => [actionPlace(action.stepId, action.actionId), action]) : []),
		edges: hasPaths(steps) ? edges : [],
	};
}

/** Returns the key of an action within a tour; without an id, of the step's Next. */
export function actionPlace(stepId: string, actionId: string | null = null): string {
	return `${stepId} ${actionId ?? ''}`;
}
