import type {FlowEdge} from '../../contract/paths/flow.ts';
import type {StoredStep} from '../document/document.ts';
import {END, edgesOf, hasPaths} from './graph.ts';

/** Returns the parts of a tour's paths that statistics count. */
export type CountedPaths = {
	/** Steps from which a way leads to the end. */
	ends: ReadonlySet<string>;
	/** Buttons and hotspots by their place in the tour, and Next where a step has paths. */
	actions: ReadonlyMap<string, CountedAction>;
	/** Ways on; none where no step has actions, for then they say no more than the funnel. */
	edges: FlowEdge[];
};
export type CountedAction = {stepId: string; actionId: string | null; label: string | null; isGoal: boolean};

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

/** Returns how an action is named among all of a tour; without an id it is the step's Next. */
export function actionPlace(stepId: string, actionId: string | null = null): string {
	return `${stepId} ${actionId ?? ''}`;
}
