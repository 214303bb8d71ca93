import type {Conflict as ServerConflict, SettingsValues} from '../../shared/contract/edit.ts';
import type {Step} from '../../shared/contract/step.ts';
import type {Tour} from '../../shared/contract/tour.ts';
import {settingLeaves} from '../../shared/tour/changes/setting-leaves.ts';
import {mergeActions, mergeChapters} from '../../shared/tour/paths/merge.ts';
import {type Change, FIELDS, type Field, isWords, ledThere, placeOf, type StepFields, same} from './change.ts';
import {stepWith} from './new-step.ts';

/** A value that a person and somebody else changed at once; `step` is empty for the tour itself. */
export type Conflict = {
	step: string;
	/** null if it is the whole step. */
	field: string | null;
	/** The value that the person set; for a place the step before it, for a deletion null. */
	mine: unknown;
	theirs: unknown;
	/** The words from which the person went on, where it is words. */
	from?: unknown;
	/** The other values of that change, which stand or fall with it. */
	whole?: SettingsValues | StepFields;
	/** The step is not there any more. */
	gone: boolean;
	/** All that was written into a step that is gone, with the step as it was. */
	lost?: Step;
	/** The service's reason for refusing the change as faulty. */
	refused?: string;
};

/**
 * Returns the service's conflicts as questions to a person. `changes` were sent, `tour` is the current one, `seen` finds a step as it was
 * last known.
 */
export function conflictsOf(
	changes: Change[],
	found: ServerConflict[],
	{tour, seen}: {tour: Tour; seen: (id: string) => Step | undefined},
): Conflict[] {
	return found.flatMap((conflict): Conflict[] => {
		const change = changes[conflict.index]!;
		if (change.kind === 'rename') return [{step: '', field: 'name', mine: change.set.name, theirs: tour.name, gone: false}];
		if (change.kind === 'settings') return [settingConflict(change, conflict, tour)];
		const {step} = change;
		if (conflict.gone) {
			// Both wanted it gone.
			if (change.kind === 'delete') return [];
			const mine: StepFields = change.kind === 'move' ? {} : change.set;
			const known = tour.steps.find(({id}) => id === step) ?? seen(step);
			const lost = stepWith(step, known, mine);
			return [{step, field: null, mine, theirs: null, gone: true, lost}];
		}
		const there = tour.steps.find(({id}) => id === step);
		if (change.kind === 'delete') return [{step, field: null, mine: null, theirs: there ?? null, gone: false}];
		const field = conflict.field.split('.')[0] as Field | 'position';
		if (change.kind === 'move' || field === 'position')
			return [{step, field: 'position', mine: (change as {after: string | null}).after, theirs: conflict.theirs, gone: false}];
		if (there && isMark(field)) return [marksConflict(change.set, there)];
		if (field === 'actions') return [actionsConflict(change, tour, conflict)];
		const from = isWords(field) && {from: change.kind === 'edit' ? (change.was[field] ?? null) : null};
		return [{step, field, mine: change.set[field], theirs: there ? there[field] : conflict.theirs, gone: false, ...from}];
	});
}

type EditOfStep = Extract<Change, {kind: 'edit' | 'add' | 'restore'}>;

/** Returns one question for a highlight and the click, which lies in it. */
function marksConflict({highlight, click}: StepFields, {id, ...there}: Step): Conflict {
	const field = highlight === undefined || same('highlight', highlight, there.highlight) ? 'click' : 'highlight';
	const whole = {...(highlight !== undefined && {highlight}), ...(click !== undefined && {click})};
	return {step: id, field, mine: whole[field], theirs: there[field], gone: false, whole};
}

function isMark(field: string): boolean {
	return field === 'highlight' || field === 'click';
}

/** Returns one question for all conflicts of a step's buttons and hotspots; both answers keep what only one side changed. */
function actionsConflict(change: EditOfStep, {steps}: Tour, {theirs}: ServerConflict): Conflict {
	const there = steps.find(({id}) => id === change.step);
	const was = change.kind === 'edit' ? change.was.actions : null;
	const sides = {theirs: there?.actions, was: ledThere(steps, change.step, was), mine: ledThere(steps, change.step, change.set.actions)};
	const mine = mergeActions(sides, 'mine').actions;
	return {step: change.step, field: 'actions', mine, theirs: there ? (there.actions ?? null) : theirs, gone: false};
}

function settingConflict({set, was}: {set: SettingsValues; was: SettingsValues}, {field, theirs}: ServerConflict, tour: Tour): Conflict {
	if (field.startsWith('chapters')) {
		const {chapters} = mergeChapters({theirs: tour.chapters, was: was.chapters, mine: set.chapters}, 'mine');
		return {step: '', field: 'chapters', mine: chapters, theirs: tour.chapters ?? [], gone: false};
	}
	const whole = field === 'theme.preset' && {whole: {theme: set.theme!}};
	return {step: '', field, mine: settingLeaves(set).get(field), theirs, gone: false, ...whole};
}

/** Returns the tour's current value for a conflict: it may have changed since the conflict arose. */
export function theirsIn(tour: Tour, {step: id, field, theirs}: Conflict): unknown {
	if (field === 'name') return tour.name;
	if (!id && field) return settingLeaves({chapters: [], ...tour}).get(field) ?? theirs;
	const step = tour.steps.find(step => step.id === id);
	if (!step || field === null) return step ?? theirs;
	return field === 'position' ? placeOf(tour, id).after : step[field as Field];
}

/**
 * Returns the conflicts that remain: those whose wish the tour does not meet, and for a step that has gone since, if it returns with the
 * words. Returns an equal list itself. `seen` finds a step as it was last known.
 */
export function stillOpen(all: Conflict[], tour: Tour, seen: (id: string) => Step | undefined): Conflict[] {
	const there = new Set(tour.steps.map(({id}) => id));
	const open = all.flatMap(one => {
		const isThere = there.has(one.step);
		if (one.gone && isThere) return backSince(one, tour);
		if (one.gone || one.refused || !one.step || isThere) return isOpen(tour, one) ? [one] : [];
		return goneSince(one, seen(one.step));
	});
	return open.length === all.length && open.every((one, index) => one === all[index]) ? all : withMore([], open);
}

function goneSince({step, field, mine, whole}: Conflict, known: Step | undefined): Conflict[] {
	if (field === null || field === 'position') return [];
	const words = (whole ?? {[field]: mine}) as StepFields;
	return [{step, field: null, mine: words, theirs: null, gone: true, lost: stepWith(step, known, words)}];
}

/** Returns a conflict for each field of a restored step that differs from the wish. */
function backSince({step: id, mine}: Conflict, tour: Tour): Conflict[] {
	const there = tour.steps.find(({id: other}) => other === id)!;
	const wanted = (mine ?? {}) as StepFields;
	const open = FIELDS.filter(field => wanted[field] !== undefined && !same(field, wanted[field], there[field]));
	const [marks, others] = [open.filter(isMark), open.filter(field => !isMark(field))];
	return [
		...others.map(field => ({step: id, field, mine: wanted[field], theirs: there[field], gone: false})),
		...(marks.length > 0 ? [marksConflict(wanted, there)] : []),
	];
}

/** True if the tour differs from the wish. */
function isOpen(tour: Tour, conflict: Conflict): boolean {
	const {step: id, field, gone, refused, mine} = conflict;
	if (refused || gone) return true;
	const step = tour.steps.find(step => step.id === id);
	const {click} = (conflict.whole ?? {}) as StepFields;
	return field === null || !same(field, mine, theirsIn(tour, conflict)) || (click !== undefined && !same('click', click, step?.click));
}

/**
 * Adds conflicts to known ones: one question for each value, with the latest wish; words that do not go on from the known ones get a
 * question of their own.
 */
export function withMore(known: readonly Conflict[], more: readonly Conflict[]): Conflict[] {
	let all = [...known];
	for (const conflict of more) {
		const index = all.findIndex(
			one =>
				!one.refused &&
				one.step === conflict.step &&
				one.field === conflict.field &&
				one.gone === conflict.gone &&
				(conflict.from === undefined || [conflict.from, conflict.mine].some(words => same(conflict.field!, words, one.mine))),
		);
		const before = all[index];
		if (!before || conflict.refused) all.push(conflict);
		else all = all.with(index, conflict.gone ? bothLost(before, conflict) : conflict);
	}
	// Of a step that is gone there is but one thing to ask, with all the words that were in question.
	const gone = new Map(all.flatMap(one => (one.gone ? [[one.step, one] as const] : [])));
	const others = (one: Conflict) => all.filter(({step, refused}) => step === one.step && !refused);
	return all.flatMap((one): Conflict[] => {
		const whole = gone.get(one.step);
		if (one.refused || !whole) return [one];
		if (one !== whole) return [];
		return [
			others(one)
				.flatMap(other => (other.gone ? [other] : goneSince(other, one.lost)))
				.reduce(bothLost),
		];
	});
}

function bothLost(first: Conflict, second: Conflict): Conflict {
	const mine = {...(first.mine as object), ...(second.mine as object)};
	return {...second, mine, lost: stepWith(second.step, first.lost, second.mine as StepFields)};
}
