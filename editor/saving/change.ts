import type {SettingsValues} from '../../shared/contract/edit.ts';
import type {StepActions} from '../../shared/contract/paths/actions.ts';
import type {Step} from '../../shared/contract/step.ts';
import {type PlainField, STEP_DEFAULTS, STEP_TEXTS} from '../../shared/contract/step-fields.ts';
import type {Tour} from '../../shared/contract/tour.ts';
import {isSame} from '../../shared/tour/document/canonical-json.ts';
import {mergeActions} from '../../shared/tour/paths/merge.ts';
import {type LedHere, ledAmong, withActions, withoutTarget, withTargetBack} from '../../shared/tour/paths/targets.ts';
import {placeShape} from '../../shared/tour/place/geometry.ts';
import {withSettings} from './settings.ts';

/** Changes of a tour, as values: each carries the value before it, so that it can be undone and compared. */

/** The fields of a step that the editor changes. */
export type Field = Exclude<PlainField, 'label'> | 'camera' | 'actions' | 'image';
const {label: _label, ...plain} = STEP_DEFAULTS;
export const FIELDS = [...Object.keys(plain), 'camera', 'actions', 'image'] as Field[];

/** True for fields that are written letter by letter. */
export function isWords(field: string): boolean {
	return Object.hasOwn(STEP_TEXTS, field) && field !== 'label';
}

/** `actions: null` takes all actions away. */
export type StepFields = Partial<Pick<Step, Exclude<Field, 'actions'>>> & {actions?: StepActions | null};

/** Neighbours of a step: null at either end. */
export type Place = {after: string | null; before: string | null};

/**
 * `restore` puts back a step that was deleted, with its id and its narration; `set` is how it then is, and `ledHere` what led to it before it was
 * deleted.
 */
export type Change =
	| {kind: 'edit'; step: string; set: StepFields; was: StepFields}
	| ({kind: 'move'; step: string; was: Place} & Place)
	| ({kind: 'add' | 'restore'; step: string; set: Step; ledHere?: LedHere} & Place)
	| ({kind: 'delete'; step: string; was: Step; ledHere?: LedHere} & Place)
	| {kind: 'rename'; set: {name: string}; was: {name: string}}
	| {kind: 'settings'; set: SettingsValues; was: SettingsValues};

/** Returns the tour with that change; one that names a missing step, or adds one that is there, changes nothing. */
export function apply(tour: Tour, change: Change): Tour {
	if (change.kind === 'rename') return {...tour, name: change.set.name};
	if (change.kind === 'settings') return withSettings(tour, change);
	const {steps} = tour;
	const index = steps.findIndex(({id}) => id === change.step);
	const known = steps[index];
	switch (change.kind) {
		case 'edit':
			return known ? {...tour, steps: steps.with(index, edited(known, change, steps))} : tour;
		case 'delete':
			return known ? inOrder(tour, withoutTarget(steps.toSpliced(index, 1), change.step).steps) : tour;
		case 'add':
		case 'restore': {
			if (known) return tour;
			const {set} = change;
			const step = withActions({...set, ...marksIn(set, set)}, ledThere(steps, set.id, set.actions) ?? {});
			return inOrder(tour, withTargetBack(inserted(steps, step, change), set.id, change.ledHere));
		}
		case 'move':
			return known ? inOrder(tour, inserted(steps.toSpliced(index, 1), known, change)) : tour;
	}
}

/** Returns the changed tour, and the changes as the service makes them: it moves marks into their picture, by the same rules. */
export function made(tour: Tour, changes: readonly Change[]): {tour: Tour; changes: Change[]} {
	let shown = tour;
	const asMade = changes.map((change): Change => {
		const before = shown;
		shown = apply(shown, change);
		if (change.kind === 'delete') return {...change, ledHere: withoutTarget(before.steps, change.step).ledHere};
		if (change.kind !== 'edit' && change.kind !== 'add' && change.kind !== 'restore') return change;
		const step = shown.steps.find(({id}) => id === change.step);
		if (!step) return change;
		if (change.kind !== 'edit') return {...change, set: step};
		// What others have made of the other buttons is none of the change.
		const {actions} = change.set;
		return {...change, set: {...pick(step, Object.keys(change.set) as Field[]), ...(actions !== undefined && {actions})}};
	});
	return {tour: shown, changes: asMade};
}

/** Returns the change that takes this one back. */
export function inverse(change: Change): Change {
	switch (change.kind) {
		case 'rename':
			return {kind: 'rename', set: change.was, was: change.set};
		case 'settings':
		case 'edit':
			return {...change, set: change.was, was: change.set} as Change;
		case 'move':
			return {...change, ...change.was, was: {after: change.after, before: change.before}};
		case 'add':
		case 'restore':
			return {kind: 'delete', step: change.step, was: change.set, after: change.after, before: change.before};
		case 'delete':
			return {kind: 'restore', step: change.step, set: change.was, after: change.after, before: change.before, ledHere: change.ledHere};
	}
}

/** Returns the neighbours of this step. */
export function placeOf(tour: Tour, step: string): Place {
	const index = tour.steps.findIndex(({id}) => id === step);
	return {after: tour.steps[index - 1]?.id ?? null, before: tour.steps[index + 1]?.id ?? null};
}

/** Returns the place behind a step (null: the first place) for a step that leaves its present one. */
export function placeBehind({steps}: Tour, after: string | null, leaving: string | null = null): Place {
	const others = steps.filter(({id}) => id !== leaving);
	const index = after === null ? -1 : others.findIndex(({id}) => id === after);
	return {after, before: others[index + 1]?.id ?? null};
}

/** Returns true if two values of a field mean the same; of an image only its identity counts. */
export function same(field: string, one: unknown, other: unknown): boolean {
	if (field === 'image') return mediaOf(one) === mediaOf(other);
	if (field === 'actions') return isSame(one ?? null, other ?? null);
	return JSON.stringify(one || null) === JSON.stringify(other || null);
}

/** Returns the fields of a step that its author has set. */
export function fieldsOf(step: Step): StepFields {
	return pick(step, FIELDS);
}

/** Returns the edited step. A label without a text of its own is the title, and follows it. */
function edited(step: Step, {set: {actions, ...set}, was}: {set: StepFields; was: StepFields}, steps: Step[]): Step {
	const follows = set.title !== undefined && step.label === step.title;
	const after: Step = {...step, ...set, ...marksIn(set, step), ...(follows && {label: set.title})};
	if (actions === undefined) return after;
	const [mine, before = step.actions] = [actions, was.actions].map(one => one && ledThere(steps, step.id, one));
	return withActions(after, mergeActions({theirs: step.actions, was: before, mine}, 'mine').actions);
}

/** Returns the actions as a step has them: what led to a deleted step leads to Next. */
export function ledThere<A extends StepActions | null | undefined>(steps: readonly Step[], own: string, actions: A): A {
	return actions && (ledAmong(steps, own, actions) as A);
}

/** Returns the given marks as they lie in the step's picture. */
function marksIn({highlight, click, image}: StepFields, before: Step): Partial<Pick<Step, 'highlight' | 'click'>> {
	if (highlight === undefined && click === undefined) return {};
	const {adjustments: _adjustments, ...marks} = placeShape({highlight, click}, before, image === undefined ? before.image : image);
	return marks;
}

/** Returns these fields; null where there is nothing. */
export function pick(step: StepFields, fields: readonly Field[]): StepFields {
	return Object.fromEntries(fields.map(field => [field, step[field] ?? null]));
}

function mediaOf(image: unknown): string | null {
	return (image as {mediaId?: string} | null | undefined)?.mediaId ?? null;
}

function inserted(steps: Step[], step: Step, {after, before}: Place): Step[] {
	const behind = after === null ? 0 : steps.findIndex(({id}) => id === after) + 1;
	const ahead = before === null ? -1 : steps.findIndex(({id}) => id === before);
	// Where its neighbour is not there any more: ahead of the other one, else at the end.
	const index = after === null || behind > 0 ? behind : ahead !== -1 ? ahead : steps.length;
	return steps.toSpliced(index, 0, step);
}

function inOrder(tour: Tour, steps: Step[]): Tour {
	return {...tour, stepCount: steps.length, steps: numbered(steps)};
}

/** Returns the steps with their positions. */
export function numbered(steps: Step[]): Step[] {
	return steps.map((step, position) => (step.position === position ? step : {...step, position}));
}
