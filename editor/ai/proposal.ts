import type {Step} from '../../shared/contract/step.ts';
import type {StepFields} from '../saving/change.ts';

/** Words written for a step that wait to be accepted or discarded; the tour has none of them. */

const PROPOSED = ['title', 'text', 'narrationScript'] as const;
export type ProposedField = (typeof PROPOSED)[number];
type Words = Pick<Step, ProposedField>;

export type Proposal = {
	step: string;
	words: Partial<Record<ProposedField, string>>;
	/** The step's content when the words were asked for. */
	from: Seen;
	/** Parts of the request that could not be done, in the service's words. */
	warnings: string[];
};

/** The content that a text is made from, as far as people change it. */
export type Seen = Words & {picture: string | null};

export function seenIn({title, text, narrationScript, image}: Step): Seen {
	return {title, text, narrationScript, picture: image?.mediaId ?? null};
}

/** Returns true if the step's picture or words have changed since the request; its script counts only if one was proposed. */
export function isOutdated({from, words}: Proposal, step: Step): boolean {
	const now = seenIn(step);
	const counts = PROPOSED.filter(field => field !== 'narrationScript' || words[field] !== undefined);
	return from.picture !== now.picture || counts.some(field => (from[field] ?? '') !== (now[field] ?? ''));
}

/** Returns the fields in which the proposal differs from the step. */
export function offered({words}: Proposal, step: Step): ProposedField[] {
	return PROPOSED.filter(field => words[field] !== undefined && words[field] !== (step[field] ?? ''));
}

/** Returns the changes that accepting these fields makes, and the rest of the proposal; null if none is left. */
export function taken(proposal: Proposal, fields: readonly ProposedField[]): {set: StepFields; rest: Proposal | null} {
	const {words} = proposal;
	const set = Object.fromEntries(fields.flatMap(field => (words[field] === undefined ? [] : [[field, words[field]]]))) as StepFields;
	const left = Object.fromEntries(Object.entries(words).filter(([field]) => !fields.includes(field as ProposedField)));
	if (Object.keys(left).length === 0) return {set, rest: null};
	// What was taken from it makes it no older.
	return {set, rest: {...proposal, words: left, from: {...proposal.from, ...set}}};
}
