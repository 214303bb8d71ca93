import type {Conflict, Edit, EditOf, Neighbours, StepValues, Writer} from '../../contract/edit.ts';
import type {Adjustment} from '../../contract/geometry.ts';
import {STEP_DEFAULTS} from '../../contract/step-fields.ts';
import type {Publisher} from '../cards.ts';
import type {RemovedStep, StoredImage, StoredStep, TourContent} from '../document/document.ts';
import {actionsToKeep} from '../paths/actions.ts';
import {leadsOn, ledAmong, withTargetBack} from '../paths/targets.ts';
import {deleteStep, requireRoom} from '../steps.ts';
import {isPlace, neighboursOf, putStep, standsBetween} from './places.ts';
import {changeChapters, changeSettings} from './settings.ts';
import {BLANK, differing, fieldsThatFit, withValues} from './step-values.ts';
import {alreadyMade, withWriter} from './writers.ts';

/** Facts that are needed to apply changes. */
export type EditContext = {
	/** All images that the changes name, by mediaId. */
	images: ReadonlyMap<string, StoredImage>;
	/** Returns an id for a step that is added without one. */
	newStepId(): string;
	now: Date;
	/** The tour's owner, as the service's own words name them. */
	publisher?: Publisher;
	/** The client that numbered the changes. */
	writer?: Writer;
};

export type Applied = {content: TourContent; conflicts: Conflict[]; adjustments: Adjustment[]};

/** The result of one change; fields of its adjustments are relative to the change. */
type Outcome = {content: TourContent; conflicts?: Array<Omit<Conflict, 'index'>>; adjustments?: Adjustment[]};

/**
 * Applies changes one after the other, each merged field by field. A field that still has the value which the change names as old gets the
 * new one; any other field is a conflict and stays, unless it has the new value already. A place is always found; if another step is there by now,
 * an adjustment tells. Skips changes that the tour has already,
 * by their writer's numbers. Returns the same content object if nothing changes. Throws `too_many_steps`.
 */
export function applyChanges(tour: TourContent, changes: readonly Edit[], context: EditContext): Applied {
	let content = tour;
	const conflicts: Conflict[] = [];
	const adjustments: Adjustment[] = [];
	const isMade = alreadyMade(tour, context.writer);
	for (const [index, change] of changes.entries()) {
		if (isMade(index)) continue;
		const place = `changes[${index}]`;
		const outcome = applyChange(content, change, context, place);
		content = outcome.content;
		conflicts.push(...(outcome.conflicts ?? []).map(conflict => ({index, ...conflict})));
		adjustments.push(...(outcome.adjustments ?? []).map(adjustment => ({...adjustment, field: `${place}.${adjustment.field}`})));
	}
	if (context.writer && content !== tour) {
		const open = [...new Set(conflicts.map(({index}) => index))];
		content = withWriter(content, context.writer, {count: changes.length, conflicts: open, now: context.now});
	}
	return {content, conflicts, adjustments};
}

/** Returns ids of the steps that are new or different in `after`, and of those that it no longer has. */
export function touchedSteps(before: TourContent, after: TourContent): {changed: Set<string>; removed: string[]} {
	const known = new Map(before.steps.map(step => [step.id, step]));
	const changed = new Set(after.steps.filter(step => known.get(step.id) !== step).map(({id}) => id));
	const left = new Set(after.steps.map(({id}) => id));
	return {changed, removed: [...known.keys()].filter(id => !left.has(id))};
}

function applyChange(content: TourContent, change: Edit, context: EditContext, place: string): Outcome {
	switch (change.kind) {
		case 'edit':
			return edit(content, change, context, place);
		case 'move':
			return move(content, change);
		case 'add':
			return add(content, change, context, place);
		case 'delete':
			return remove(content, change, context);
		case 'restore':
			return restore(content, change, context, place);
		case 'rename':
			return rename(content, change);
		case 'settings':
			return settings(content, change, context, place);
	}
}

function settings(content: TourContent, change: EditOf<'settings'>, {publisher}: EditContext, place: string): Outcome {
	const values = changeSettings(content, change, publisher);
	const named = changeChapters(values.content, change, place);
	return {...values, content: named.content, conflicts: [...values.conflicts, ...named.conflicts]};
}

function edit(content: TourContent, {step: id, set, was}: EditOf<'edit'>, {images}: EditContext, place: string): Outcome {
	const index = content.steps.findIndex(step => step.id === id);
	if (index === -1) return {content, conflicts: [gone(set)]};
	return setFields(content, index, {set, was}, {images, place});
}

/** Sets the fields that still have their old values; the others are conflicts. */
function setFields(
	content: TourContent,
	index: number,
	{set, was}: {set: StepValues; was: StepValues},
	{images, place}: {images: EditContext['images']; place: string},
): Outcome {
	const before = content.steps[index]!;
	const kept = keptActions(content, {set, step: before.id, place});
	const {fitting, conflicts, agreed} = fieldsThatFit(before, {set: kept.set, was: ledThere(content, was, before.id)}, images);
	if (Object.keys(fitting).length === 0) return {content, conflicts, adjustments: inSet(agreed)};
	const {step, adjustments} = withValues(before, fitting, images);
	const led = fitting.actions ? kept : {content, adjustments: []};
	return {
		content: {...led.content, steps: content.steps.with(index, step)},
		conflicts,
		adjustments: inSet([...led.adjustments, ...adjustments, ...agreed]),
	};
}

function move(content: TourContent, {step: id, after, before, was}: EditOf<'move'>): Outcome {
	const index = content.steps.findIndex(step => step.id === id);
	const wanted = after ?? null;
	if (index === -1) return {content, conflicts: [gone(wanted, 'position')]};
	const others = content.steps.toSpliced(index, 1);
	const stands = neighboursOf(content.steps, index);
	const conflict = {field: 'position', mine: wanted, theirs: stands.after, gone: false};
	if (!isPlace(content, others, wanted)) return {content, conflicts: [conflict]};
	const {steps, exact} = putStep(content, others, content.steps[index]!, {after: wanted, before});
	const moved = was !== undefined && !standsBetween(content.steps, index, was);
	const alone = was === undefined || ((was.after ?? null) === stands.after && (was.before ?? null) === stands.before);
	const adjustments = exact && alone ? [] : [elsewhere({after: wanted, before}, steps, id)];
	// Somebody else has moved it there already.
	if (steps.every((step, at) => step === content.steps[at])) return {content, adjustments};
	return moved ? {content, conflicts: [conflict]} : {content: {...content, steps}, adjustments};
}

function add(content: TourContent, {step: given, set = {}, after, before}: EditOf<'add'>, context: EditContext, place: string): Outcome {
	const known = content.steps.findIndex(step => step.id === given);
	// The step was added by an earlier sending; later changes of it stay.
	if (known !== -1) return setFields(content, known, {set, was: BLANK}, {images: context.images, place});
	if (content.removed?.some(({step}) => step.id === given)) return {content, conflicts: [gone(set)]};
	requireRoom(content, place);
	return addNew(content, {id: given ?? context.newStepId(), set, between: {after, before}}, context, place);
}

function addNew(
	content: TourContent,
	{id, set, between}: {id: string; set: StepValues; between: Neighbours},
	{images}: EditContext,
	place: string,
): Outcome {
	const blank: StoredStep = {...STEP_DEFAULTS, id, image: null, narrations: []};
	const kept = keptActions(content, {set, step: id, place});
	const {step, adjustments} = withValues(blank, kept.set, images);
	const {steps, exact} = putStep(content, content.steps, step, between);
	return {
		content: {...kept.content, steps},
		adjustments: [...inSet([...kept.adjustments, ...adjustments]), ...(exact ? [] : [elsewhere(between, steps, id)])],
	};
}

function remove(content: TourContent, {step: id, was = {}}: EditOf<'delete'>, {now}: EditContext): Outcome {
	const step = content.steps.find(step => step.id === id);
	if (!step) return {content, conflicts: [gone(null)]};
	const conflicts = differing(step, ledThere(content, was, id)).map(({field, theirs}) => ({field, mine: null, theirs, gone: false}));
	return conflicts.length > 0 ? {content, conflicts} : deleteStep(content, id, now);
}

function restore(
	content: TourContent,
	{step: id, set = {}, after, before}: EditOf<'restore'>,
	context: EditContext,
	place: string,
): Outcome {
	const known = content.steps.findIndex(step => step.id === id);
	if (known !== -1) return setFields(content, known, {set, was: {}}, {images: context.images, place});
	const remembered = content.removed?.findLast(({step}) => step.id === id);
	if (!remembered && Object.keys(set).length === 0) return {content, conflicts: [gone(null)]};
	requireRoom(content, place);
	if (!remembered) return addNew(content, {id, set, between: {after, before}}, context, place);
	const {actions = null} = remembered.step;
	// Its targets may have been deleted since.
	const kept = keptActions(content, {set: {...(actions && {actions}), ...set}, step: id, place});
	const wanted = after === undefined ? {after: remembered.after, before: remembered.before} : {after, before};
	const {step, adjustments} = withValues(remembered.step, kept.set, context.images);
	const {steps, exact} = putStep(content, content.steps, step, wanted);
	return {
		content: {...forgotten(kept.content, id, remembered.ledHere), steps: withTargetBack(steps, id, remembered.ledHere)},
		adjustments: [...inSet([...kept.adjustments, ...adjustments]), ...(exact ? [] : [elsewhere(wanted, steps, id)])],
	};
}

/** Forgets a deleted step that is restored; deleted steps that led to it lead to it again. */
function forgotten({removed = [], ...content}: TourContent, id: string, ledHere: RemovedStep['ledHere']): TourContent {
	const left = removed.flatMap(one => (one.step.id === id ? [] : [{...one, step: withTargetBack([one.step], id, ledHere)[0]!}]));
	return left.length > 0 ? {...content, removed: left} : content;
}

function rename(content: TourContent, {set, was}: EditOf<'rename'>): Outcome {
	const agreed = {field: 'set.name', from: was.name, to: set.name, reason: 'Someone else has already made this change.'};
	if (content.name === set.name) return {content, adjustments: was.name === set.name ? [] : [agreed]};
	if (content.name === was.name) return {content: {...content, name: set.name}};
	return {content, conflicts: [{field: 'name', mine: set.name, theirs: content.name, gone: false}]};
}

function inSet(adjustments: Adjustment[]): Adjustment[] {
	return adjustments.map(adjustment => ({...adjustment, field: `set.${adjustment.field}`}));
}

function gone(mine: unknown, field = 'step'): Omit<Conflict, 'index'> {
	return {field, mine, theirs: null, gone: true};
}

function elsewhere({after = null}: Neighbours, steps: StoredStep[], id: string): Adjustment {
	const index = steps.findIndex(step => step.id === id);
	const reason = 'Someone else has put steps there meanwhile: this is the nearest place.';
	return {field: 'after', from: after, to: neighboursOf(steps, index).after, reason};
}

// Actions from changes: the steps to which they lead may have been deleted since.

/** Returns the values with actions that lead to steps that are there, counting the step itself. */
function ledThere({steps}: TourContent, values: StepValues, step: string): StepValues {
	const {actions} = values;
	return actions ? {...values, actions: ledAmong(steps, step, actions)} : values;
}

/**
 * Returns the values with actions as the step stores them. An action to a deleted step leads to Next; the deleted step remembers it and
 * restores it when it is restored itself. `place` begins the paths of faults. Throws like `actionsToKeep`.
 */
function keptActions(
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
