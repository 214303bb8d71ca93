import type {StepValues} from '../../contract/edit.ts';
import type {Adjustment} from '../../contract/geometry.ts';
import type {RemovedStep, TourContent} from '../document/document.ts';
import {actionsToKeep} from '../paths/actions.ts';
import {leadsOn, ledAmong} from '../paths/targets.ts';

/** Actions as changes bring them: the steps to which they lead may have been deleted since. */

/** Returns the values with actions that lead to steps that are there, counting the step itself. */
export function ledThere({steps}: TourContent, values: StepValues, step: string): StepValues {
	const {actions} = values;
	return actions ? {...values, actions: ledAmong(steps, step, actions)} : values;
}

/**
 * Returns the values with actions as the step keeps them. What leads to a step that was deleted leads to Next; that step remembers it, and
 * brings it back when it is restored. `place` begins the paths of faults. Throws what `actionsToKeep` throws.
 */
export function keptActions(
	content: TourContent,
	{set, step, place}: {set: StepValues; step: string; place: string},
): {content: TourContent; set: StepValues; adjustments: Adjustment[]} {
	if (!set.actions) return {content, set, adjustments: []};
	const {steps, removed = []} = content;
	const known = [...removed.map(({step}) => step), ...steps];
	const kept = actionsToKeep(set.actions, known.some(({id}) => id === step) ? known : [...known, {id: step}], `${place}.set.actions.`);
	const adjustments = kept.adjustments.map(adjustment => ({...adjustment, field: adjustment.field.slice(`${place}.set.`.length)}));
	const lost = new Map<string, NonNullable<RemovedStep['ledHere']>>();
	const actions = ledAmong(steps, step, kept.actions, (target, field, action) => {
		adjustments.push(leadsOn(`actions.${field}`, target));
		lost.set(target.step!, [...(lost.get(target.step!) ?? []), {step, action}]);
	});
	if (lost.size === 0) return {content, set: {...set, actions}, adjustments};
	const remembering = removed.map(one => {
		const more = lost.get(one.step.id);
		return more ? {...one, ledHere: [...(one.ledHere ?? []), ...more]} : one;
	});
	return {content: {...content, removed: remembering}, set: {...set, actions}, adjustments};
}
