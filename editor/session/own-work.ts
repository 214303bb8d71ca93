import type {Others} from '../saving/others.ts';

/** Steps that AI is changing for this person at the service right now, by id; an empty id for the tour's settings. */
const own = new Map<string, number>();

/** Does work that changes the tour outside the outbox: until its result is read, it is not told as another person's. */
export async function asOwn<T>(step: string, work: () => Promise<T>): Promise<T> {
	own.set(step, (own.get(step) ?? 0) + 1);
	try {
		return await work();
	} finally {
		own.set(step, own.get(step)! - 1);
	}
}

export function withoutOwn(others: Others): Others {
	const isOwn = (step: string) => (own.get(step) ?? 0) > 0;
	return {...others, steps: others.steps.filter(step => !isOwn(step)), whole: others.whole && !isOwn('')};
}
