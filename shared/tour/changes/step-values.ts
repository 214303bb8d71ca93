import {type Conflict, STEP_FIELDS, type StepField, type StepValues} from '../../contract/edit.ts';
import type {Adjustment} from '../../contract/geometry.ts';
import {STEP_DEFAULTS} from '../../contract/step-fields.ts';
import {isSame} from '../document/canonical-json.ts';
import type {StoredImage, StoredStep} from '../document/document.ts';
import {mergeActions} from '../paths/merge.ts';
import {withActions} from '../paths/targets.ts';
import {withCamera, withFields} from '../steps.ts';

/** The fields of a step as changes name them, and how two of their values are compared. */

type Images = ReadonlyMap<string, StoredImage>;

/** Values of a step's fields before any were given. */
export const BLANK: StepValues = {...STEP_DEFAULTS, image: null, camera: {zoom: 'auto'}, actions: null};

/** Fields that change together: a click lies in its highlight. */
const PARTNER: Partial<Record<StepField, StepField>> = {highlight: 'click', click: 'highlight'};

/**
 * Returns the fields of `set` whose values in the step are still those of `was`; a conflict for each other field, or an adjustment if it has
 * the new value already.
 */
export function fieldsThatFit(
	step: StoredStep,
	{set, was}: {set: StepValues; was: StepValues},
	images: Images,
): {fitting: StepValues; conflicts: Array<Omit<Conflict, 'index'>>; agreed: Adjustment[]} {
	const wanted = withValues(step, set, images).step;
	const fitting: StepValues = {};
	const conflicts: Array<Omit<Conflict, 'index'>> = [];
	const agreed: Adjustment[] = [];
	for (const field of fieldsOf(set)) {
		const theirs = fieldValue(step, field);
		if (field === 'actions' && was.actions !== undefined) {
			const {actions, clashes} = mergeActions({theirs: step.actions, was: was.actions, mine: set.actions});
			conflicts.push(...clashes.map(clash => ({...clash, gone: false})));
			if (!isSame(actions, step.actions ?? {})) fitting.actions = actions;
			continue;
		}
		if (isSameValue(fieldValue(wanted, field), theirs)) {
			if (!wasSo(step, field, was))
				agreed.push({field, from: was[field] ?? null, to: theirs, reason: 'Someone else has already made this change.'});
			continue;
		}
		const partner = PARTNER[field];
		const fits = wasSo(step, field, was) && (partner === undefined || was[partner] === undefined || wasSo(step, partner, was));
		if (fits) Object.assign(fitting, {[field]: set[field]});
		else conflicts.push({field, mine: set[field], theirs, gone: false});
	}
	return {fitting, conflicts, agreed};
}

/** Returns the fields whose values in the step differ from `was`. */
export function differing(step: StoredStep, was: StepValues): Array<{field: StepField; theirs: unknown}> {
	return fieldsOf(was).flatMap(field => (wasSo(step, field, was) ? [] : [{field, theirs: fieldValue(step, field)}]));
}

/** Returns the step with these values, changed as by a call for this step alone. `images`: those that the values name. */
export function withValues(before: StoredStep, set: StepValues, images: Images): {step: StoredStep; adjustments: Adjustment[]} {
	const {image, camera, actions, ...plain} = set;
	const brought = image ? images.get(image.mediaId)! : null;
	const {step, adjustments} = withFields(before, {...plain, ...(image === null && {image})}, brought);
	const seen = camera ? withCamera(step, camera) : step;
	return {step: actions === undefined ? seen : withActions(seen, actions ?? {}), adjustments};
}

/** Returns a field's value in the form of changes. */
export function fieldValue(step: StoredStep, field: StepField): unknown {
	if (field === 'image') return step.image && {mediaId: step.image.mediaId};
	if (field === 'camera') return step.camera ?? {zoom: 'auto'};
	if (field === 'actions') return step.actions ?? null;
	return step[field] ?? STEP_DEFAULTS[field];
}

/** Compares two values; an empty text equals none. */
export function isSameValue(one: unknown, other: unknown): boolean {
	return isSame(one === '' ? null : one, other === '' ? null : other);
}

function wasSo(step: StoredStep, field: StepField, was: StepValues): boolean {
	const value = was[field];
	if (isSameValue(value, fieldValue(step, field))) return true;
	// A button without a label shows the title.
	return field === 'label' && !step.label && isSameValue(value, step.title);
}

function fieldsOf(values: StepValues): StepField[] {
	return STEP_FIELDS.filter(field => values[field] !== undefined);
}
