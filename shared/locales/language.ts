import type {ElementKind} from '../contract/pictures/element.ts';

/** Facts of a language that the service needs beside its words. */
export type LanguageFacts = {
	englishName: string;
	/** Name and manner, as a model is asked to write in it. */
	request: string;
	/** Three letters: tesseract's and MP4's name. */
	iso639: string;
	/** Counted steps, for covers. */
	steps: [one: string, many: string];
};

/** Signs of a language in a short text. */
export type Detection = {
	/**
	 * Known words: the small ones that hardly a sentence does without, and what tours say of screens. Words that one
	 * language lends to the others (login, dashboard, e-mail) are not among them.
	 */
	words: string;
	/** Suggests the language for unknown words. Loans from English end in -ing in all of ours. */
	spelling: RegExp;
};

type Said = {title: string; text: string};

/** Words that the command `roteiro` writes into pages and tours. Its own messages are English. */
export type Command = {
	/** The page that the browser shows at the end of a sign-in. */
	signedIn: Record<'done' | 'denied' | 'failed' | 'foreign', Said>;
	/** Title of a page of a deck that has no words; its number follows. */
	page: string;
};

export const PLACES = ['top left', 'top', 'top right', 'left', 'middle', 'right', 'bottom left', 'bottom', 'bottom right'] as const;
/** A place on the screen. */
export type Place = (typeof PLACES)[number];

/** How a language says what a step needs. Labels come quoted; `at` is a place as that language puts it, or ''. */
export type Wording = {
	quote(label: string): string;
	/** Describes a picture for people who do not see it: the page by name, and the highlighted label, or ''. */
	picture: (page: string, label: string) => string;
	at: Record<Place, string>;
	/** A short imperative without a full stop, for the title. */
	title: Record<ElementKind, (label: string) => string>;
	/** Titles for elements on which no words could be read. */
	bareTitle: Record<ElementKind, string>;
	/** An imperative that begins small and has no full stop: it follows an opening. */
	act: Record<ElementKind, (label: string, at: string) => string>;
	bareAct: Record<ElementKind, (at: string) => string>;
	/** Spoken form: first where to look, then what to do. */
	tell: Record<ElementKind, (label: string, at: string) => string>;
	/** Titles for actions other than a plain click: imperatives without a full stop. `label` comes quoted, or '' if it is not known. */
	done: {
		type(label: string, value: string): string;
		choose(label: string, value: string): string;
		set(label: string, value: string): string;
		clear(label: string): string;
		point(label: string): string;
		doubleClick(label: string): string;
		rightClick(label: string): string;
		/** `to`: the label of the element onto which it is dragged, or ''. */
		drag(label: string, to: string): string;
		/** `keys`: as they are written on the keyboard. */
		press(keys: string): string;
	};
	/** Follows a click: "... while holding Shift". */
	holding(keys: string): string;
	/** Follows an act: "..., and press Enter". */
	thenPress(keys: string): string;
	/** Precedes the act, which begins with a capital if the opening is empty. */
	opening: {first: string; middle: string};
	spoken: {first(tour: string): string; middle: string};
	/** Words of steps without a picture. */
	welcome(tour: string): {title: string; text: string};
	between(before: string | null, after: string | null): {title: string; text: string};
	farewell(tour: string): {title: string; text: string};
	/** Beginnings of a request that are no part of the wanted text: "explain that". */
	request: RegExp;
	/** Words that ask for a manner and say nothing about the step. */
	manner: RegExp;
};
