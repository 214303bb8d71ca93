import type {StoredStep} from './document.ts';

/** What a step has where nobody gave anything; a document leaves it out. A new field of a step is one line here, and one in its contract. */
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
