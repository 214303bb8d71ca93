import type {Change} from './change.ts';

/** A change that waits to be sent; `key` is the Idempotency-Key of its call. */
export type Entry = {key: string; change: Change};

/**
 * The waiting changes with one more, joined with the last where both set the same: what is typed letter by letter is one call. Nothing joins the
 * first `fixed` entries, which are on their way.
 */
export function join(entries: Entry[], change: Change, {fixed, key}: {fixed: number; key: string}): Entry[] {
	const last = entries.at(-1);
	const joined = last && entries.length > fixed ? both(last.change, change) : null;
	if (!joined) return [...entries, {key, change}];
	return [...entries.slice(0, -1), {key: last!.key, change: joined}];
}

/** Two changes as one, null where they do not concern the same. */
export function both(first: Change, second: Change): Change | null {
	if (first.kind === 'rename' && second.kind === 'rename') return {...second, was: first.was};
	if (first.kind === 'edit' && second.kind === 'edit' && first.step === second.step)
		return {...second, set: {...first.set, ...second.set}, was: {...second.was, ...first.was}};
	if (first.kind === 'move' && second.kind === 'move' && first.step === second.step) return {...second, was: first.was};
	return null;
}
