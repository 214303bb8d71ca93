import {matchLanguage} from '../../../shared/contract/page-language.ts';
import type {SnapshotStep} from '../../../shared/contract/snapshot.ts';
import {type Html, html} from '../../../shared/html.ts';
import {playerMessages} from '../../../shared/locales/index.ts';
import type {Messages} from '../../../shared/locales/messages.ts';
import {targetsOf} from '../../../shared/tour/paths/targets.ts';
import type {Before} from '../placement/wish.ts';
import type {Places} from './places.ts';

/** Facts about the tour that all parts of a step's HTML need. */
export type StepContext = {
	/** All steps, to find the targets of their links, and what is new in a picture. */
	steps: ReadonlyArray<Pick<SnapshotStep, 'id' | 'actions'> & Before>;
	words: Messages['player'];
	/** ` lang="…"` where our words are not in the page's language. */
	lang: Html | null;
	/** `lang` and the direction, for sentences of ours. */
	ours: Html | null;
	/** ` lang="…"` of the tour, for its own words among ours. */
	theirs: Html | null;
	/** Fragment ids of all steps, the closing card's included. */
	ids: string[];
	count: number;
	/** The closing card's first words; null without a card. */
	endTitle: string | null;
	/** Index of the last step that speaks, -1 where none does. */
	spokenTo: number;
	/** True if the tour can play: every step then tells how long it lasts. */
	plays: boolean;
	/** True if pictures of a window's shape have the bar of a browser. */
	browserBar?: boolean;
	/** Places of the steps on the paths of a tour; null without paths. */
	places?: Places | null;
	url: (file: string) => string;
};

/** The steps with where each of them leads. */
export type Led = Pick<StepContext, 'steps'>;

/** Returns the player's own words for a page in this language, with the attributes of elements that hold them. */
export function ownWords(language: string): Pick<StepContext, 'words' | 'lang' | 'ours' | 'theirs'> {
	const lang = matchLanguage(language) ? null : html` lang="en"`;
	// Our sentences run from left to right in every language that we write; rows of buttons run as the page does.
	return {words: playerMessages(language), lang, ours: lang && html` lang="en" dir="ltr"`, theirs: lang && html` lang="${language}"`};
}

/** Returns fragment ids of all steps, the closing card's included. */
export function idsOf(snapshot: Parameters<typeof hasEndCard>[0]): string[] {
	const ids = snapshot.steps.map((_, index) => `s${index + 1}`);
	return hasEndCard(snapshot) ? [...ids, 'end'] : ids;
}

/** True if the closing card is on, or a way leads to an end before the last step and must arrive somewhere. */
export function hasEndCard(snapshot: Led & {endCta: {enabled: boolean}}): boolean {
	return snapshot.endCta.enabled || needsEnd(snapshot);
}

/** True if a way leads to the end although no step follows there: then it needs a card to arrive at. */
function needsEnd({steps}: Led): boolean {
	return steps.some(({actions}) => actions && targetsOf(actions).some(({target}) => target.to === 'end'));
}
