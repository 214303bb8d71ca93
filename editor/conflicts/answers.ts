import type {SettingsValues} from '../../shared/contract/edit.ts';
import type {Tour} from '../../shared/contract/tour.ts';
import {settingsFrom} from '../../shared/tour/changes/settings.ts';
import {type Change, fieldsOf, placeBehind, placeOf, type StepFields} from '../saving/change.ts';
import {type Conflict, theirsIn} from '../saving/conflicts.ts';
import {editSteps} from '../session/several.ts';

/** Returns the changes that put one's own version of a conflict into the tour as it is now. */
export function keepMine(tour: Tour, conflict: Conflict): Change[] {
	const {step, field, mine, whole} = conflict;
	if (conflict.gone) return putBack(tour, conflict);
	if (field === null) {
		const was = tour.steps.find(({id}) => id === step);
		return was ? [{kind: 'delete', step, was, ...placeOf(tour, step)}] : [];
	}
	if (field === 'position') return [{kind: 'move', step, ...placeBehind(tour, mine as string | null, step), was: placeOf(tour, step)}];
	if (step) return editSteps(tour, [step], (whole as StepFields | undefined) ?? {[field]: mine});
	if (field === 'name') return [{kind: 'rename', set: {name: String(mine)}, was: {name: tour.name}}];
	if (whole) return [{kind: 'settings', set: whole as SettingsValues, was: {theme: tour.theme}}];
	const [set, was] = [mine, theirsIn(tour, conflict)].map(value => settingsFrom([[field, value]]) as SettingsValues);
	return [{kind: 'settings', set: set!, was: was!}];
}

/** A step that is gone comes back with what was written into it. */
function putBack(tour: Tour, {step, lost}: Conflict): Change[] {
	// Somebody may have put it back already.
	if (tour.steps.some(({id}) => id === step)) return editSteps(tour, [step], fieldsOf(lost!));
	const place = placeBehind(tour, tour.steps[lost!.position - 1]?.id ?? null);
	return [{kind: 'restore', step, set: lost!, ...place}];
}
