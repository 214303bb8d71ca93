/** The player's own words: the tour's texts are its author's. */
export const player = {
	/** BCP 47 of these words, which is not always the page's. */
	language: 'en',
	step: (number: number, count: number) => `Step ${number} of ${count}`,
	scene: (number: number) => `Scene ${number}`,
	/** Label for several steps, from this one up to that one. */
	reach: (from: number, to: number) => (from === to ? `Step ${from}` : `Steps ${from} to ${to}`),
	screenshot: (number: number) => `Screenshot of step ${number}`,
	steps: 'Steps',
	chapters: 'Chapters',
	/** A step that is not on the main path, where its chapter has no name. */
	branch: 'Branch',
	/** On paper, after the name of a button. */
	leads: (number: number) => `leads to step ${number}`,
	leadsToEnd: 'leads to the end',
	leadsBack: 'leads back',
	previous: 'Back',
	next: 'Next',
	/** Label of the way from the last step to the closing card. */
	finish: 'Finish',
	replay: 'Watch again',
	fullscreen: 'Full screen',
	/** The control that shows the whole picture where the camera would come near. */
	whole: 'Whole picture',
	preview: 'Preview',
	end: 'End of the tour',
	newWindow: 'opens in a new window',
	play: 'Play',
	listen: 'Listen',
	pause: 'Pause',
	narration: 'Narration',
	narrationLanguage: 'Narration language',
	captions: 'Captions',
	transcript: 'Transcript',
	description: (title: string, count: number) => `${title}: an interactive tour in ${count} ${count === 1 ? 'step' : 'steps'}.`,
};

/** Words of documents made of a tour, PDF and guide, beside the author's. */
export const paper = {
	open: 'Open the interactive tour',
	missing: 'The picture of this step is no longer stored.',
	/** After the name of a button that leads to a step that is left out. */
	leftOut: 'not in this document',
};

/** The pages behind a link that shows no tour. */
export const status = {
	not_found: {
		title: 'This tour does not exist',
		text: 'The address may be incomplete. Check the link with the person who sent it to you.',
	},
	taken_down: {
		title: 'This tour was taken down',
		text: 'Its author no longer publishes it. The same link works again if it is published again.',
	},
	expired: {
		title: 'This preview has expired',
		text: 'Preview links are valid for 7 days. Ask the person who sent it to you for a new one.',
	},
};

/** Default words of cards, shown if the owner gave none. The consent texts are drafts for a lawyer to read. */
export const cards = {
	/**
	 * `company`: the company that asks, or null if unknown. `language`: the page's (BCP 47), because a law is named
	 * only if it is the reader's.
	 */
	consent: (company: string | null, _language: string) =>
		`I agree that ${company === null ? 'the data I have given may be used' : `${company} may use the data I have given`} to contact me about this content, in accordance with the applicable data protection law. I can withdraw this consent at any time.`,
	/** Follows the consent. */
	privacy: (url: string) => `Privacy policy: ${url}`,
	submit: 'Continue',
	skip: 'Skip',
	whatsapp: 'Chat on WhatsApp',
	link: 'Learn more',
};
