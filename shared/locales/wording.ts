import type {ElementKind} from '../contract/pictures/element.ts';

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
	/**
	 * Titles for actions other than a plain click: imperatives without a full stop.
	 * `label` comes quoted, or '' if it is not known.
	 */
	done: {
		type(label: string, value: string): string;
		choose(label: string, value: string): string;
		set(label: string, value: string): string;
		clear(label: string): string;
		point(label: string): string;
		doubleClick(label: string): string;
		rightClick(label: string): string;
		/** `keys`: as they are written on the keyboard. */
		press(keys: string): string;
	};
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
