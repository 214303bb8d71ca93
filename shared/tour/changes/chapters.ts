import type {Conflict, EditOf} from '../../contract/edit.ts';
import {isSame} from '../document/canonical-json.ts';
import type {TourContent} from '../document/document.ts';
import {chaptersToKeep} from '../paths/chapters.ts';
import {mergeChapters} from '../paths/merge.ts';

/** Returns the tour with what the change does to its chapters, scene by scene. Throws what `chaptersToKeep` throws. */
export function changeChapters(
	content: TourContent,
	{set, was}: EditOf<'settings'>,
	place: string,
): {content: TourContent; conflicts: Array<Omit<Conflict, 'index'>>} {
	if (!set.chapters) return {content, conflicts: []};
	const mine = chaptersToKeep(set.chapters, `${place}.set.`);
	const {chapters: theirs, ...rest} = content;
	const {chapters, clashes} = mergeChapters({theirs, was: was.chapters, mine});
	const conflicts = clashes.map(clash => ({...clash, gone: false}));
	if (isSame(chapters, theirs ?? [])) return {content, conflicts};
	return {content: {...rest, ...(chapters.length > 0 && {chapters})}, conflicts};
}
