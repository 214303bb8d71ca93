import type {Snapshot} from '../../shared/contract/snapshot.ts';
import {playerMessages} from '../../shared/locales/index.ts';
import type {Section} from '../../shared/tour/paths/sections.ts';
import {waysInWords} from '../player/parts/actions.ts';

/** Words of paper for a tour's branches. */

/** Returns the heading of a branch: the number of the step that leads there, and the label of its button. */
export function headingOf({from, label}: Section): string {
	return `${from + 1} → ${label}`;
}

/** Returns a line for each way on from a step. */
export function waysOf({steps, language}: Pick<Snapshot, 'steps' | 'language'>, index: number): string[] {
	const words = playerMessages(language);
	return waysInWords(steps[index]!, index, {steps, words}).map(({label, leads}) => `${label ?? words.next}: ${leads}`);
}
