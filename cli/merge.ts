import type {Change, TourDocument} from '../shared/contract/document.ts';
import {isSame} from '../shared/tour/document/canonical-json.ts';
import {apply, diff} from '../shared/tour/document/diff.ts';
import type {WholeDocument} from '../shared/tour/document/from-document.ts';

/** A value that both sides have changed, each to something else. */
export type Conflict = {step: string | null; field: string; mine: unknown; theirs: unknown};
export type Merged = {
	document: TourDocument;
	conflicts: Conflict[];
	/** Changes that others made. */
	theirs: Change[];
	/** The tour as it would be without them. */
	alone: TourDocument;
};

type Sides = {
	/** The folder's tour as it was last sent, and as it is now. */
	sent: TourDocument;
	mine: TourDocument;
	/** The service's tour after that, and as it is now. */
	was: TourDocument;
	now: TourDocument;
};

/** The tour as it is now with what the folder has changed since it sent it: what others did meanwhile stays. */
export function merge({sent, mine, was, now}: Sides): Merged {
	const ours = diff(whole(sent), whole(mine));
	const theirs = diff(whole(was), whole(now));
	const conflicts = ours.flatMap(change => {
		const other = theirs.find(their => collide(change, their));
		return other ? [{step: change.step, field: change.field, mine: change.to, theirs: other.to}] : [];
	});
	if (conflicts.length > 0) return {document: now, conflicts, theirs, alone: was};
	return {document: apply(ours, whole(now)), conflicts, theirs, alone: apply(ours, whole(was))};
}

function collide(mine: Change, theirs: Change): boolean {
	if (mine.step !== theirs.step) return false;
	// A step that one of the two has removed cannot be changed by the other.
	if (mine.op === 'remove' || theirs.op === 'remove') return mine.op !== theirs.op;
	if (mine.op !== theirs.op) return false;
	if (mine.op === 'change') return mine.field === theirs.field && !isSame(mine.to, theirs.to);
	return !isSame(mine.to, theirs.to);
}

/** Every step of a folder has a key by now. */
export function whole(document: TourDocument): WholeDocument {
	return {...document, steps: document.steps ?? []} as WholeDocument;
}
