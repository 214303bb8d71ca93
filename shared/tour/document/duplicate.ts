import {LIMITS} from '../../contract/limits.ts';
import {renameTargets} from '../paths/targets.ts';
import type {TourContent} from './document.ts';
import {keyOf} from './from-document.ts';

/** Copies a tour under another name. Its steps have new ids, and the keys of the originals. */
export function duplicateOf(content: TourContent, name: string | undefined, newStepId: () => string): TourContent {
	const {removed: _removed, writers: _writers, ...kept} = content;
	const ids = new Map(content.steps.map(({id}) => [id, newStepId()]));
	return {
		...kept,
		name: name ?? copyName(content.name),
		steps: content.steps.map(step => ({
			...step,
			id: ids.get(step.id)!,
			key: keyOf(step),
			...(step.actions && {actions: renameTargets(step.actions, ids)}),
		})),
	};
}

/** `Name (2)`, then `Name (3)`: understood in every language. */
function copyName(name: string): string {
	const [, stem, number] = /^(.*) \((\d{1,6})\)$/su.exec(name) ?? [undefined, name, '1'];
	const suffix = ` (${Number(number) + 1})`;
	return [...stem!].slice(0, LIMITS.tourName - suffix.length).join('') + suffix;
}
