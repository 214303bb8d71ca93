/** The fields of a step: one line here, and one with its schema in `step.ts`. Browsers carry this file, and no schema. */

/** Values of the fields that were not given; documents leave them out. */
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
} as const;
export type PlainField = keyof typeof STEP_DEFAULTS;

/** The texts among them, with their greatest length in code points. */
export const STEP_TEXTS = {
	title: 120,
	text: 1200,
	label: 120,
	narrationScript: 3000,
	alt: 300,
} as const satisfies Partial<Record<PlainField, number>>;

/** The texts that the balloon shows, from top to bottom: the title, and those under it. */
export const BODY_TEXTS = ['text'] as const satisfies ReadonlyArray<keyof typeof STEP_TEXTS>;
export const SHOWN_TEXTS = ['title', ...BODY_TEXTS] as const;
export type ShownText = (typeof SHOWN_TEXTS)[number];
/** The HTML tag of each text. No two share one: the editor finds a field by its tag. */
export const TEXT_TAGS = {title: 'h2', text: 'p'} as const satisfies Record<ShownText, string>;
export type ShownTexts = {readonly [Name in ShownText]?: string | null | undefined};

/** Returns the texts that the balloon shows, without empty ones. */
export function shownTexts(step: ShownTexts): string[] {
	return SHOWN_TEXTS.flatMap(name => step[name] || []);
}

/** Returns the name of the last text that the balloon shows; of the first one where it shows none. */
export function lastText(step: ShownTexts): ShownText {
	return SHOWN_TEXTS.findLast(name => step[name]) ?? SHOWN_TEXTS[0];
}

/** Characters above which a text is written in several lines. */
const LINE = 200;

export function hasLines(text: ShownText): boolean {
	return STEP_TEXTS[text] > LINE;
}
