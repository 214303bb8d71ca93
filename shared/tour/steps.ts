import type {Fault} from '../contract/error.ts';
import type {Adjustment} from '../contract/geometry.ts';
import {LIMITS} from '../contract/limits.ts';
import {RETENTION} from '../contract/retention.ts';
import type {Camera, StepChangeInput} from '../contract/step.ts';
import {type PlainField, STEP_DEFAULTS} from '../contract/step-fields.ts';
import {AppError} from '../errors.ts';
import {neighboursOf} from './changes/places.ts';
import type {RemovedStep, StoredImage, StoredStep, TourContent} from './document/document.ts';
import {withoutTarget} from './paths/targets.ts';
import {placeShape} from './place/geometry.ts';
import type {PlacedTarget} from './place/target.ts';

/** A change of a step; `before`: the step as it was, where it was edited. */
export type StepChange = {content: TourContent; step: StoredStep; adjustments: Adjustment[]; before?: StoredStep};

/** The step with these fields inserted at its position, by default at the end. Throws `too_many_steps`. */
export function addStep(content: TourContent, id: string, fields: StepChangeInput, image: StoredImage | null): StepChange {
	requireRoom(content);
	const {step, adjustments} = makeStep(id, fields, image);
	return insert(content, content.steps, step, fields.position ?? content.steps.length, adjustments);
}

/** Throws `too_many_steps` where the tour takes no further one; `field` is where it was asked for. */
export function requireRoom({steps}: TourContent, field = 'steps'): void {
	if (steps.length < LIMITS.stepsPerTour) return;
	const message = `The tour already has ${steps.length} steps.`;
	throw new AppError('too_many_steps', {errors: [{field, message, hint: 'Delete a step first, or begin another tour.'}]});
}

/** Makes a step of these fields, with defaults for the others. */
export function makeStep(id: string, fields: StepChangeInput, image: StoredImage | null): {step: StoredStep; adjustments: Adjustment[]} {
	const blank: StoredStep = {...STEP_DEFAULTS, id, image: null, narrations: []};
	return withFields(blank, fields, image);
}

/** Returns stored content with defaults for fields that were added to steps since it was stored. */
export function contentOf(stored: TourContent): TourContent {
	const {steps, removed = []} = stored;
	if (!steps.some(isLacking) && !removed.some(({step}) => isLacking(step))) return stored;
	return {
		...stored,
		steps: steps.map(complete),
		...(removed.length > 0 && {removed: removed.map(({step, ...place}) => ({step: complete(step), ...place}))}),
	};
}

const FIELDS = Object.keys(STEP_DEFAULTS) as PlainField[];

function isLacking(step: StoredStep): boolean {
	return FIELDS.some(name => step[name] === undefined);
}

function complete(step: StoredStep): StoredStep {
	return isLacking(step) ? {...STEP_DEFAULTS, ...step} : step;
}

/** Replaces the given fields of a step, takes away `null` ones, and moves it to a given position. Throws `not_found`. */
export function editStep(content: TourContent, id: string, fields: StepChangeInput, image: StoredImage | null): StepChange {
	const index = stepIndex(content, id);
	const before = content.steps[index]!;
	const {step, adjustments} = withFields(before, fields, image);
	return {...insert(content, content.steps.toSpliced(index, 1), step, fields.position ?? index, adjustments), before};
}

/** Places the step's highlight and click at a target; returns the adjustments. Throws `not_found`. */
export function pointStep(content: TourContent, id: string, {adjustments, ...shape}: PlacedTarget): StepChange {
	const change = editStep(content, id, shape, null);
	return {...change, adjustments: [...adjustments, ...change.adjustments]};
}

/** Sets the step's camera; `auto` is the default. Throws `not_found`. */
export function setCamera(content: TourContent, id: string, camera: Camera): StepChange {
	const index = stepIndex(content, id);
	const step = withCamera(content.steps[index]!, camera);
	return {content: {...content, steps: content.steps.with(index, step)}, step, adjustments: []};
}

export function withCamera({camera: _before, ...step}: StoredStep, camera: Camera): StoredStep {
	return camera.zoom === 'auto' ? step : {...step, camera};
}

/** Deletes a step, which the tour remembers for a while; actions that led to it lead to Next. Throws `not_found`. */
export function deleteStep(content: TourContent, id: string, now: Date): {content: TourContent; adjustments: Adjustment[]} {
	const index = stepIndex(content, id);
	const {steps, removed = []} = content;
	const young = removed.filter(({step, at}) => step.id !== id && now.getTime() - Date.parse(at) < RETENTION.removedStepMs);
	const {steps: left, ledHere, adjustments} = withoutTarget(steps.toSpliced(index, 1), id);
	const last: RemovedStep = {
		step: steps[index]!,
		...neighboursOf(steps, index),
		at: now.toISOString(),
		...(ledHere.length > 0 && {ledHere}),
	};
	return {content: {...content, steps: left, removed: [...young, last].slice(-LIMITS.removedSteps)}, adjustments};
}

/** Orders the steps by `ids`, an exact permutation; else throws `step_order_mismatch` with a fault for each id. */
export function reorderSteps(content: TourContent, ids: string[]): TourContent {
	const faults: Fault[] = [];
	const rest = new Map(content.steps.map(step => [step.id, step]));
	const known = new Set(rest.keys());
	const steps: StoredStep[] = [];
	for (const [index, id] of ids.entries()) {
		const step = rest.get(id);
		if (step) {
			steps.push(step);
			rest.delete(id);
			continue;
		}
		const message = known.has(id) ? `The step ${id} is named twice.` : `The tour has no step ${id.slice(0, 100)}.`;
		faults.push({field: `stepIds[${index}]`, message, hint: 'Name each step of the tour exactly once.'});
	}
	for (const id of rest.keys()) {
		faults.push({field: 'stepIds', message: `The step ${id} is missing.`, hint: 'Name each step of the tour exactly once.'});
	}
	if (faults.length > 0) throw new AppError('step_order_mismatch', {errors: faults});
	return {...content, steps};
}

/** Index of a step in its tour. Throws `not_found`. */
export function stepIndex(content: TourContent, id: string): number {
	const index = content.steps.findIndex(step => step.id === id);
	if (index === -1) throw new AppError('not_found');
	return index;
}

/** Lists faults of an image reference that the schema cannot express: not exactly one source. */
export function imageSourceFaults(field: string, source: object, allowed: readonly string[]): Fault[] {
	const given = allowed.filter(name => Object.hasOwn(source, name));
	if (given.length === 1) return [];
	const message = given.length === 0 ? 'No image source was given.' : `Several image sources were given: ${given.join(', ')}.`;
	return [{field, message, hint: `Give exactly one of ${allowed.join(', ')}.`}];
}

/** Returns the step with the given fields replaced, or removed if `null`; `brought`: the given image. */
export function withFields(
	before: StoredStep,
	fields: StepChangeInput,
	brought: StoredImage | null,
): {step: StoredStep; adjustments: Adjustment[]} {
	const {position: _position, image: given, highlight, click, label, ...plain} = fields;
	const image = brought ?? (given === null ? null : before.image);
	const {adjustments, ...shape} = placeShape({highlight, click}, before, image);
	const step = {...before, ...plain, ...shape, image};
	// An emptied label follows the title again.
	if (label !== undefined) step.label = label || null;
	return {step, adjustments};
}

function insert(content: TourContent, others: StoredStep[], step: StoredStep, position: number, adjustments: Adjustment[]): StepChange {
	const index = Math.min(position, others.length);
	if (index !== position) {
		const reason = 'The position is past the end: the step is the last one.';
		adjustments.push({field: 'position', from: position, to: index, reason});
	}
	return {content: {...content, steps: others.toSpliced(index, 0, step)}, step, adjustments};
}
