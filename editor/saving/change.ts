import type {Step} from '../../shared/contract/step.ts';
import type {Tour} from '../../shared/contract/tour.ts';

/** What a person changes of a tour, as values: each carries what was there before, so that it can be undone and compared. */

/** The fields of a step that the editor changes. */
export const FIELDS = [
	'type',
	'title',
	'text',
	'alt',
	'altDecorative',
	'scene',
	'highlight',
	'click',
	'popoverSide',
	'popoverAlign',
	'simulateClick',
	'image',
] as const satisfies ReadonlyArray<keyof Step>;
export type Field = (typeof FIELDS)[number];
export type StepFields = Partial<Pick<Step, Field>>;

/** `after`: the step behind which it stands, null for the first place. */
export type Change =
	| {kind: 'edit'; step: string; set: StepFields; was: StepFields}
	| {kind: 'move'; step: string; after: string | null; was: {after: string | null}}
	| {kind: 'add'; step: string; set: Step; after: string | null}
	| {kind: 'delete'; step: string; was: Step; after: string | null}
	| {kind: 'rename'; set: {name: string}; was: {name: string}};

/** The tour with that change; what names a step that is not there changes nothing. */
export function apply(tour: Tour, change: Change): Tour {
	const {steps} = tour;
	switch (change.kind) {
		case 'rename':
			return {...tour, name: change.set.name};
		case 'edit':
			return {...tour, steps: steps.map(step => (step.id === change.step ? {...step, ...change.set} : step))};
		case 'delete':
			return inOrder(
				tour,
				steps.filter(({id}) => id !== change.step),
			);
		case 'add':
			return inOrder(tour, inserted(steps, change.set, change.after));
		case 'move': {
			const moved = steps.find(({id}) => id === change.step);
			if (!moved) return tour;
			return inOrder(
				tour,
				inserted(
					steps.filter(step => step !== moved),
					moved,
					change.after,
				),
			);
		}
	}
}

/** What takes the change back. A step that was deleted comes back as another one with the same content. */
export function inverse(change: Change, newId: () => string): Change {
	switch (change.kind) {
		case 'rename':
			return {kind: 'rename', set: change.was, was: change.set};
		case 'edit':
			return {kind: 'edit', step: change.step, set: change.was, was: change.set};
		case 'move':
			return {kind: 'move', step: change.step, after: change.was.after, was: {after: change.after}};
		case 'add':
			return {kind: 'delete', step: change.step, was: change.set, after: change.after};
		case 'delete': {
			const step = newId();
			return {kind: 'add', step, set: {...change.was, id: step}, after: change.after};
		}
	}
}

/** The change with every mention of one step's id replaced: a step that was added has the service's id from then on. */
export function withId(change: Change, from: string, to: string): Change {
	const renamed = (id: string | null) => (id === from ? to : id);
	if (change.kind === 'rename') return change;
	const step = renamed(change.step)!;
	switch (change.kind) {
		case 'edit':
			return {...change, step};
		case 'move':
			return {...change, step, after: renamed(change.after), was: {after: renamed(change.was.after)}};
		case 'add':
			return {...change, step, set: {...change.set, id: step}, after: renamed(change.after)};
		case 'delete':
			return {...change, step, was: {...change.was, id: step}, after: renamed(change.after)};
	}
}

/** Behind which step this one stands. */
export function standsAfter(tour: Tour, step: string): string | null {
	const index = tour.steps.findIndex(({id}) => id === step);
	return tour.steps[index - 1]?.id ?? null;
}

function inserted(steps: Step[], step: Step, after: string | null): Step[] {
	const index = after === null ? 0 : steps.findIndex(({id}) => id === after) + 1;
	// Behind a step that is not there any more: at the end.
	return steps.toSpliced(after !== null && index === 0 ? steps.length : index, 0, step);
}

function inOrder(tour: Tour, steps: Step[]): Tour {
	return {
		...tour,
		stepCount: steps.length,
		steps: steps.map((step, position) => (step.position === position ? step : {...step, position})),
	};
}
