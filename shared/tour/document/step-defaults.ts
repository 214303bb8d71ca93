import type {StoredStep} from './document.ts';

/** Defaults of a step's fields, left out by documents. A new field is one line here, and one in its contract. */
export const STEP_DEFAULTS = {
	type: 'screen',
	title: null,
	text: null,
	label: null,
	narrationScript: null,
	alt: null,
	altDecorative: false,
	scene: null,
	highlight: null,
	click: null,
	popoverSide: null,
	popoverAlign: null,
	simulateClick: true,
} as const satisfies Partial<StoredStep>;
