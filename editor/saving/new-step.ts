import type {Step} from '../../shared/contract/step.ts';
import {STEP_DEFAULTS} from '../../shared/contract/step-fields.ts';
import type {StepFields} from './change.ts';

/** A step as the service makes it without any values. */
export const BLANK: Omit<Step, 'id'> = {
	position: 0,
	...STEP_DEFAULTS,
	camera: {zoom: 'auto'},
	image: null,
	narration: null,
	narrations: [],
	durationMs: 3000,
};

/** Returns a step that has these fields, the last given of each; without any actions where they are `null`. */
export function stepWith(id: string, ...fields: Array<StepFields | undefined>): Step {
	const {actions, ...step}: Step = Object.assign({}, BLANK, ...fields);
	return {...step, ...(actions && {actions}), id};
}

/** Digits of a ULID, in lower case: Crockford's base 32. */
const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';
const [TIME_DIGITS, RANDOM_DIGITS] = [10, 16];

/** Makes the id of a new step, as the service lets callers do: the next change can name it, and a repetition adds nothing. */
export function newStepId(): string {
	const now = Date.now();
	const time = Array.from({length: TIME_DIGITS}, (_, index) => DIGITS[Math.floor(now / 32 ** (TIME_DIGITS - 1 - index)) % 32]);
	const random = Array.from(crypto.getRandomValues(new Uint8Array(RANDOM_DIGITS)), byte => DIGITS[byte % 32]);
	return `step_${time.join('')}${random.join('')}`;
}
