import type {Step} from '../../shared/contract/step.ts';
import {STEP_DEFAULTS} from '../../shared/tour/steps.ts';

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
