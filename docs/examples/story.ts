import type {EndCtaInput} from '../../shared/contract/cards.ts';
import type {StepInput} from '../../shared/contract/step.ts';
import type {ThemeInput} from '../../shared/contract/theme.ts';

/** What a story's author writes. The coordinates are not in it: they are read from the page. */
export type Story = {
	/** Folder beside this file that receives the pictures and `tour.json`. */
	folder: string;
	name: string;
	/** Of the texts, and so of the page. */
	language: string;
	theme: ThemeInput;
	/** Text cards before the first picture. */
	opening: Words[];
	shots: Shot[];
	endCta: EndCtaInput;
};

type Words = Omit<StepInput, 'type' | 'highlight' | 'click' | 'position' | 'image'>;

/** A picture of the screen as it is before the visitor acts, then the act that leads to the next one. */
export type Shot = {
	file: string;
	step: Words;
	/** Selector of the element that is clicked, in its middle. */
	click: string;
	/** Selectors of what the highlight encloses, where that is more than the clicked element. */
	frame?: string[];
	/** Nothing: the story ends here. */
	act?: Act;
};

/**
 * `passing` is what the click makes appear for a while: the next picture waits until it has gone.
 * A drag ends on an element, or on a point of the window in CSS pixels.
 */
export type Act =
	| {kind: 'click'; thenType?: {into: string; text: string}; passing?: string}
	| {kind: 'double-click'}
	| {kind: 'drag'; to: string | {x: number; y: number}};

/** `tour.json`: the requests that make the tour, each picture named by its file in the same folder. */
export type ExampleTour = {
	name: string;
	language: string;
	theme: ThemeInput;
	steps: (Omit<StepInput, 'position' | 'image'> & {file?: string})[];
	endCta: EndCtaInput;
};
