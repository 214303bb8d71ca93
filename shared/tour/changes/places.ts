import type {Neighbours} from '../../contract/edit.ts';
import type {StoredStep, TourContent} from '../document/document.ts';

/** Places of steps by their neighbours, since a number would mean another place once somebody adds a step. */

type Placed = {steps: StoredStep[] /** Whether it stands where it was wanted. */; exact: boolean};

/** Returns the neighbours of the step at this index. */
export function neighboursOf(steps: readonly StoredStep[], index: number): {after: string | null; before: string | null} {
	return {after: steps[index - 1]?.id ?? null, before: steps[index + 1]?.id ?? null};
}

/**
 * Returns the steps with one more: after the step `after`, or at its former place if it was deleted; at the end if neither is known. `exact` is
 * false if `before` is not the step that follows.
 */
export function putStep(content: TourContent, others: StoredStep[], step: StoredStep, {after, before}: Neighbours): Placed {
	const index = after === undefined ? others.length : indexBehind(content, others, after);
	const place = index ?? others.length;
	const follows = before === undefined || (others[place]?.id ?? null) === before;
	const behind = after === undefined || (others[place - 1]?.id ?? null) === after;
	return {steps: others.toSpliced(place, 0, step), exact: index !== null && follows && behind};
}

/** True if the tour has this step, or remembers the place of it. */
export function isPlace(content: TourContent, others: StoredStep[], after: string | null): boolean {
	return indexBehind(content, others, after) !== null;
}

/** True if the step is still between these two, although others may have been added or deleted. */
export function standsBetween(steps: readonly StoredStep[], index: number, {after, before}: Neighbours): boolean {
	const indexOf = (id: string | null | undefined) => (id ? steps.findIndex(step => step.id === id) : -1);
	const [from, to] = [indexOf(after), indexOf(before)];
	return from < index && (to === -1 || index < to);
}

function indexBehind({removed = []}: TourContent, others: readonly StoredStep[], after: string | null): number | null {
	let wanted = after;
	// A deleted step names the one before it, which may be deleted too.
	for (let hops = 0; hops <= removed.length; hops++) {
		if (wanted === null) return 0;
		const index = others.findIndex(step => step.id === wanted);
		if (index !== -1) return index + 1;
		const gone = removed.findLast(({step}) => step.id === wanted);
		if (!gone) return null;
		wanted = gone.after;
	}
	return null;
}
