import type {Step} from '../../shared/contract/step.ts';

/** A step as the service makes it where nothing was given. */
export const BLANK: Omit<Step, 'id'> = {
	position: 0,
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
	camera: {zoom: 'auto'},
	image: null,
	narration: null,
	narrations: [],
	durationMs: 3000,
};

/** The id of a step until the service has given it one. */
export function localId(): string {
	return `local_${crypto.randomUUID()}`;
}
