import {targetsOf} from '../../../shared/tour/paths/targets.ts';
import type {Led} from './context.ts';

/** By themselves: the editor's stage needs them, and not what else a page has. */

/** Returns fragment ids of all steps, the closing card's included. */
export function idsOf(snapshot: Parameters<typeof hasEndCard>[0]): string[] {
	const ids = snapshot.steps.map((_, index) => `s${index + 1}`);
	return hasEndCard(snapshot) ? [...ids, 'end'] : ids;
}

/** True where the closing card is on, or a way leads to an end before the last step and must arrive somewhere. */
export function hasEndCard(snapshot: Led & {endCta: {enabled: boolean}}): boolean {
	return snapshot.endCta.enabled || needsEnd(snapshot);
}

/** True where a way leads to the end although no step follows there: then it needs a card to arrive at. */
function needsEnd({steps}: Led): boolean {
	return steps.some(({actions}) => actions && targetsOf(actions).some(({target}) => target.to === 'end'));
}
