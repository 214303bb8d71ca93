import type {Actor} from '../contract/version.ts';

/** A pause after which the next change begins another sitting. */
const SITTING_MS = 10 * 60_000;

/** Returns the actor in a word that fits into a column; null if none is known. */
export function actorKey(actor: Actor | null): string | null {
	return actor && `${actor.type}/${actor.id}`;
}

/** True for the first change after a pause, or by another actor: the content before it is then kept. */
export function startsSitting(tour: {changedBy: string | null; updatedAt: Date}, actor: Actor | null, now: Date): boolean {
	if (tour.changedBy === null) return true;
	const key = actorKey(actor);
	return (key !== null && key !== tour.changedBy) || now.getTime() - tour.updatedAt.getTime() > SITTING_MS;
}
