import type {Step} from '../../shared/contract/step.ts';
import type {Tour} from '../../shared/contract/tour.ts';
import {BLANK} from './blank-step.ts';
import type {Change, Field, StepFields} from './change.ts';
import type {Entry} from './join.ts';

/** What a person and somebody else have changed at the same time: `gone` where the step is not there any more. */
export type Conflict = {
	step: string;
	field: Field | 'name' | null;
	mine: unknown;
	theirs: unknown;
	gone: boolean;
	/** All that was written into a step that is gone, with the step as it was. */
	lost?: Step;
	/** What the service said where it took the change for wrong. */
	refused?: string;
};

/**
 * The waiting changes on the tour as it is by now. What names a field that somebody else has changed meanwhile is taken out of them and returned
 * as a conflict; what everybody agrees about is not sent again. `before` is the tour that the changes were made on.
 */
export function rebase(before: Tour, theirs: Tour, entries: Entry[]): {entries: Entry[]; conflicts: Conflict[]} {
	const added = new Set<string>();
	// What the changes before have set is no surprise to those after them.
	const known = new Map<string, StepFields>();
	const conflicts: Conflict[] = [];
	const kept: Entry[] = [];
	let {name} = theirs;
	for (const entry of entries) {
		const {change} = entry;
		if (change.kind === 'add') {
			added.add(change.step);
			kept.push(entry);
		} else if (change.kind === 'rename') {
			if (change.was.name === name) kept.push(entry);
			else if (change.set.name !== name) conflicts.push(conflict('', 'name', change.set.name, name));
			if (change.was.name === name) name = change.set.name;
		} else if (change.kind === 'edit' && !added.has(change.step)) {
			const {there, lost} = find(before, theirs, change.step);
			if (!there) {
				const whole = {...(lost ?? {...BLANK, id: change.step, ...change.was}), ...change.set};
				conflicts.push({...conflict(change.step, null, change.set, null), gone: true, lost: whole});
				continue;
			}
			const {fits, others} = compare(change, {...there, ...known.get(change.step)});
			conflicts.push(...others);
			if (Object.keys(fits.set).length > 0) kept.push({...entry, change: fits});
			known.set(change.step, {...known.get(change.step), ...fits.set});
		} else if (added.has(change.step) || theirs.steps.some(({id}) => id === change.step)) kept.push(entry);
	}
	return {entries: kept, conflicts};
}

/** Two values of a field that mean the same; of an image only its identity counts. */
export function same(field: string, one: unknown, other: unknown): boolean {
	if (field === 'image') return mediaOf(one) === mediaOf(other);
	return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}

function compare(change: Extract<Change, {kind: 'edit'}>, there: StepFields) {
	const set: StepFields = {};
	const was: StepFields = {};
	const others: Conflict[] = [];
	for (const field of Object.keys(change.set) as Field[]) {
		const [mine, theirs] = [change.set[field], there[field]];
		if (same(field, theirs, mine)) continue;
		if (!same(field, theirs, change.was[field])) {
			others.push(conflict(change.step, field, mine, theirs));
			continue;
		}
		Object.assign(set, {[field]: mine});
		Object.assign(was, {[field]: change.was[field]});
	}
	return {fits: {...change, set, was}, others};
}

function find(before: Tour, theirs: Tour, id: string): {there: Step | undefined; lost: Step | undefined} {
	const by = (tour: Tour) => tour.steps.find(step => step.id === id);
	return {there: by(theirs), lost: by(before)};
}

function conflict(step: string, field: Conflict['field'], mine: unknown, theirs: unknown): Conflict {
	return {step, field, mine, theirs, gone: false};
}

function mediaOf(image: unknown): string | null {
	return (image as {mediaId?: string} | null | undefined)?.mediaId ?? null;
}
