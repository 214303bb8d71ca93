import type {Tour} from '../../shared/contract/tour.ts';
import {renameTargets} from '../../shared/tour/paths/targets.ts';
import {apply, type Change, placeBehind, placeOf, type StepFields, same} from '../saving/change.ts';
import {newStepId} from '../saving/new-step.ts';

/** Makes changes for one step or several at once, from the tour as it is shown. `ids` are in the order of the tour. */

/** Sets fields; what is the same already is left out. */
export function editSteps(tour: Tour, ids: readonly string[], set: StepFields): Change[] {
	return ids.flatMap((id): Change[] => {
		const step = tour.steps.find(other => other.id === id);
		if (!step) return [];
		const fields = new Set((Object.keys(set) as Array<keyof StepFields>).filter(field => !same(field, step[field], set[field])));
		if (fields.size === 0) return [];
		// One follows the other: what others did to either is in question.
		if (fields.has('highlight') || fields.has('click')) fields.add('highlight').add('click');
		const pick = (from: StepFields) => Object.fromEntries([...fields].map(field => [field, from[field] ?? null]));
		return [{kind: 'edit', step: id, set: pick({...step, ...set}), was: pick(step)}];
	});
}

export function deleteSteps(tour: Tour, ids: readonly string[]): Change[] {
	return inTurn(tour, ids, (shown, id) => {
		const was = shown.steps.find(step => step.id === id);
		return was ? {kind: 'delete', step: id, was, ...placeOf(shown, id)} : null;
	});
}

/** Moves the steps behind another one (null: to the first place), in their order; `after` is none of them. */
export function moveSteps(tour: Tour, ids: readonly string[], after: string | null): Change[] {
	let behind = after;
	return inTurn(tour, ids, (shown, id) => {
		const [was, place] = [placeOf(shown, id), placeBehind(shown, behind, id)];
		behind = id;
		return was.after === place.after ? null : {kind: 'move', step: id, ...place, was};
	});
}

/** Returns the step behind which these must go, for the first of them to stand at this place, counted from 1; null for the front. */
export function behindWhich(steps: Tour['steps'], ids: readonly string[], place: number): string | null {
	const others = steps.filter(({id}) => !ids.includes(id));
	return others[Math.min(place - 1, others.length) - 1]?.id ?? null;
}

/** Adds copies of the steps behind the last of them; `copies` are their ids. */
export function copySteps(tour: Tour, ids: readonly string[]): {changes: Change[]; copies: string[]} {
	const copies = ids.map(newStepId);
	let after = ids.at(-1) ?? null;
	const changes = inTurn(tour, ids, (shown, id) => {
		const original = shown.steps.find(step => step.id === id);
		if (!original) return null;
		const step = copies[ids.indexOf(id)]!;
		const place = placeBehind(shown, after);
		after = step;
		// What is spoken stays with the step for which it was.
		return {kind: 'add', step, set: {...original, id: step, narration: null, narrations: []}, ...place};
	});
	return {changes: [...changes, ...linksInside(changes.reduce(apply, tour), {ids, copies})], copies};
}

/** Returns the changes by which links between copied steps lead from copy to copy. */
function linksInside(tour: Tour, {ids, copies}: {ids: readonly string[]; copies: readonly string[]}): Change[] {
	const names = new Map(ids.map((id, index) => [id, copies[index]!]));
	return copies.flatMap(id => {
		const {actions} = tour.steps.find(step => step.id === id) ?? {};
		return actions ? editSteps(tour, [id], {actions: renameTargets(actions, names)}) : [];
	});
}

function inTurn(tour: Tour, ids: readonly string[], make: (shown: Tour, id: string) => Change | null): Change[] {
	let shown = tour;
	return ids.flatMap(id => {
		const change = make(shown, id);
		if (!change) return [];
		shown = apply(shown, change);
		return [change];
	});
}
