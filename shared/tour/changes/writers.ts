import type {Writer} from '../../contract/edit.ts';
import {LIMITS} from '../../contract/limits.ts';
import {RETENTION} from '../../contract/retention.ts';
import type {KnownWriter, TourContent} from '../document/document.ts';

/** Returns a test for changes that the tour has already. */
export function alreadyMade({writers = []}: TourContent, writer: Writer | undefined): (index: number) => boolean {
	const known = writer && writers.find(({id}) => id === writer.id);
	if (!known) return () => false;
	return index => writer.first + index <= known.last && !known.open.includes(writer.first + index);
}

/** Records in the tour which of the writer's changes it has; `conflicts`: indexes of those that were not made. */
export function withWriter(
	content: TourContent,
	{id, first}: Writer,
	{count, conflicts, now}: {count: number; conflicts: number[]; now: Date},
): TourContent {
	const young = (content.writers ?? []).filter(({at}) => now.getTime() - Date.parse(at) < RETENTION.removedStepMs);
	const known = young.find(writer => writer.id === id);
	const sent = (number: number) => number >= first && number < first + count;
	const open = [...(known?.open ?? []).filter(number => !sent(number)), ...conflicts.map(index => first + index)];
	const last = Math.max(known?.last ?? 0, first + count - 1);
	const writer: KnownWriter = {id, last, open: open.slice(-LIMITS.editsAtOnce), at: now.toISOString()};
	return {...content, writers: [...young.filter(other => other !== known), writer].slice(-LIMITS.knownWriters)};
}

/** Returns the content with the tour's latest facts about writers, since restored content has older ones. */
export function withWritersOf(before: TourContent, content: TourContent): TourContent {
	if (content.writers === before.writers) return content;
	const known = new Map(before.writers?.map(writer => [writer.id, writer]));
	for (const writer of content.writers ?? []) if (writer.last >= (known.get(writer.id)?.last ?? 0)) known.set(writer.id, writer);
	return {...content, writers: [...known.values()]};
}
