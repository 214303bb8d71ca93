import {isLarge} from '../../renderers/hotspot/hotspot.ts';
import {isLong} from '../../renderers/player/parts/step.ts';
import {isSame} from '../../shared/tour/document/canonical-json.ts';
import {isWords} from '../saving/change.ts';
import type {View} from '../session/view.ts';

/** All that the markup of a step depends on, beside its words and the places of its marks; not its id, which changes once it is stored. */
export function shapeOf({tour, step}: View): string {
	const {highlight, image} = step;
	const large = highlight && image && isLarge(highlight, image);
	const {endCta, narrationSettings, steps} = tour;
	return JSON.stringify([
		step.type,
		image?.url,
		highlight !== null,
		step.click !== null,
		large,
		step.simulateClick,
		step.position,
		steps.length,
		step.actions?.buttons,
		step.actions?.next,
		endCta.enabled && endCta.title,
		narrationSettings.language,
	]);
}

/** True if two views of one tool differ at most in the words of their step, and in what the service notes of the tour. */
export function differInWords(before: View, now: View): boolean {
	const [one, other] = [partsOf(before), partsOf(now)];
	return Object.keys({...one, ...other}).every(name => isWords(name) || one[name] === other[name] || isSame(one[name], other[name]));
}

function partsOf({tour, step}: View): Record<string, unknown> {
	return {...tour, ...step, steps: tour.steps.length, label: isLong(step), version: 0, updatedAt: 0};
}
