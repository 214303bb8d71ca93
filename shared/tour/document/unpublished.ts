import {isSame} from './canonical-json.ts';
import {diff} from './diff.ts';
import type {TourContent} from './document.ts';
import {documentOf} from './from-document.ts';

export const STEP_DIFFERENCES = ['added', 'removed', 'changed', 'moved'] as const;

/** How a step differs from what the link shows, and in which of its fields. */
export type StepDifference = {stepId: string; kind: (typeof STEP_DIFFERENCES)[number]; fields: string[]};

/** Lists what the next publish would change: steps in the tour's order, then removed ones; and other parts. */
export function differencesBetween(shown: TourContent, now: TourContent): {steps: StepDifference[]; parts: string[]} {
	const [before, after] = [documentOf(shown), documentOf(now)];
	const ids = new Map([...after.steps, ...before.steps].map(({key, id}) => [key, id!]));
	const found = new Map<string, StepDifference>();
	const parts: string[] = [];
	for (const {op, step, field} of diff(before, after)) {
		if (step === null) parts.push(field);
		else if (op === 'add' || op === 'remove') note(found, ids.get(step)!, op === 'add' ? 'added' : 'removed', []);
		else if (op === 'move') note(found, ids.get(step)!, 'moved', ['position']);
		// Visitors do not see a key.
		else if (field !== 'key') note(found, ids.get(step)!, 'changed', [field]);
	}
	const spoken = new Map(shown.steps.map(({id, narrations}) => [id, narrations]));
	for (const {id, narrations} of now.steps) {
		if (spoken.has(id) && !isSame(spoken.get(id), narrations)) note(found, id, 'changed', ['narration']);
	}
	const order = [...now.steps, ...shown.steps].map(({id}) => id);
	return {steps: [...found.values()].sort((one, other) => order.indexOf(one.stepId) - order.indexOf(other.stepId)), parts};
}

function note(found: Map<string, StepDifference>, stepId: string, kind: StepDifference['kind'], fields: string[]): void {
	const known = found.get(stepId);
	const kept = known && known.kind !== 'moved' ? known.kind : kind;
	found.set(stepId, {stepId, kind: kept, fields: [...(known?.fields ?? []), ...fields]});
}
