import type {Step} from '../../shared/contract/step.ts';
import {STEP_DEFAULTS} from '../../shared/tour/document/step-defaults.ts';
import type {StepFields} from './change.ts';

/** A step as the service makes it where nothing was given. */
export const BLANK: Omit<Step, 'id'> = {
	position: 0,
	...STEP_DEFAULTS,
	camera: {zoom: 'auto'},
	image: null,
	narration: null,
	narrations: [],
	durationMs: 3000,
};

/** A step that has these fields, the last given of each; without any actions where they are `null`. */
export function stepWith(id: string, ...fields: Array<StepFields | undefined>): Step {
	const {actions, ...step}: Step = Object.assign({}, BLANK, ...fields);
	return {...step, ...(actions && {actions}), id};
}
