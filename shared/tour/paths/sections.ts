import type {ActionTarget, NextTarget, StepActions} from '../../contract/paths/actions.ts';
import {END, edgesOf, mainPath, mainWays, nextIndex, offersNext, pathFrom} from './graph.ts';

/** Puts the branches of a tour one after the other, for linear formats such as paper. */

type Led = {id: string; actions?: StepActions};
/** A branch: the id of its first step, the place of the step that leads there, and the button's label. */
export type Section = {stepId: string; from: number; label: string};
/** `order` has indexes of steps; `next` says for each step to which index Next leads, the number of steps meaning the end. */
export type SectionPlan = {order: number[]; next: number[]; sections: Section[]};

/** Returns the main path and then each branch, up to a step that is listed already; leaves out unreachable steps. */
export function planSections(steps: readonly Led[]): SectionPlan {
	const edges = edgesOf(steps);
	const ways = Map.groupBy(edges, ({from}) => from);
	const main = mainWays(steps, edges);
	const places = new Map(steps.map(({id}, index) => [id, index]));
	const order = new Set(mainPath(steps, edges));
	const sections: Section[] = [];
	// It grows meanwhile: branches of branches come after those of the main path.
	for (const index of order) {
		for (const {to, label} of ways.get(steps[index]!.id) ?? []) {
			const start = to === null || to === END ? undefined : places.get(to)!;
			if (start === undefined || order.has(start)) continue;
			sections.push({stepId: to!, from: [...order].indexOf(index), label: label ?? ''});
			for (const at of pathFrom(start, main)) {
				if (order.has(at)) break;
				order.add(at);
			}
		}
	}
	return {order: [...order], next: steps.map((_, index) => nextIndex(steps, index)), sections};
}

/** Returns the steps in the order of the plan, with an explicit Next where it no longer leads to the following step. */
export function inSections<S extends Pick<Led, 'actions'>>(
	steps: readonly S[],
	{order, next}: SectionPlan,
	nameOf: (step: S) => string,
): S[] {
	return order.map((index, place) => {
		const step = steps[index]!;
		const onward = next[index]!;
		if (onward === (order[place + 1] ?? steps.length)) return step;
		const target: NextTarget = onward < steps.length ? {to: 'step', step: nameOf(steps[onward]!)} : {to: 'end'};
		const actions = leadingOn(step.actions ?? {}, target);
		return {...step, actions: offersNext(step) ? {...actions, next: target} : actions};
	});
}

/** Returns the actions with every target Next replaced by this target. */
function leadingOn(actions: StepActions, next: NextTarget): StepActions {
	const led = <A extends {target: ActionTarget}>(list: A[]) =>
		list.map(action => (['next', 'later'].includes(action.target.to) ? {...action, target: next} : action));
	const {buttons, hotspots} = actions;
	return {...actions, ...(buttons && {buttons: led(buttons)}), ...(hotspots && {hotspots: led(hotspots)})};
}
