import {type Edit, STEP_FIELDS, type StepValues} from '../../shared/contract/edit.ts';
import {neighboursOf} from '../../shared/tour/changes/places.ts';
import {fieldValue, isSameValue} from '../../shared/tour/changes/step-values.ts';
import type {StoredStep, TourContent} from '../../shared/tour/document/document.ts';

/**
 * Returns the change that undoes only this one, which made `after` out of `before`: later changes by others
 * stay. Null if it changed nothing.
 */
export function inverseOf(change: Edit, before: TourContent, after: TourContent): Edit | null {
	if (change.kind === 'rename') {
		return before.name === after.name ? null : {kind: 'rename', set: {name: before.name}, was: {name: after.name}};
	}
	if (change.kind === 'settings') return {...change, set: change.was, was: change.set};
	const id = change.step ?? newStep(before, after);
	const [from, to] = [before, after].map(({steps}) => steps.findIndex(step => step.id === id)) as [number, number];
	if (id === undefined || (from === -1 && to === -1)) return null;
	if (from === -1) return {kind: 'delete', step: id};
	if (to === -1) return {kind: 'restore', step: id};
	if (change.kind === 'move') {
		const [place, was] = [neighboursOf(before.steps, from), neighboursOf(after.steps, to)];
		return place.after === was.after && place.before === was.before ? null : {kind: 'move', step: id, ...place, was};
	}
	return fieldsBack(id, before.steps[from]!, after.steps[to]!);
}

function fieldsBack(step: string, before: StoredStep, after: StoredStep): Edit | null {
	const differs = new Set(STEP_FIELDS.filter(field => !isSameValue(fieldValue(before, field), fieldValue(after, field))));
	if (differs.size === 0) return null;
	// One follows the other where it alone is set.
	if (differs.has('highlight') || differs.has('click')) differs.add('highlight').add('click');
	const values = (of: StoredStep) => Object.fromEntries([...differs].map(field => [field, fieldValue(of, field)])) as StepValues;
	return {kind: 'edit', step, set: values(before), was: values(after)};
}

function newStep(before: TourContent, after: TourContent): string | undefined {
	const known = new Set(before.steps.map(({id}) => id));
	return after.steps.find(({id}) => !known.has(id))?.id;
}
