import type {Kind} from '../element.ts';

export const PLACES = ['top left', 'top', 'top right', 'left', 'middle', 'right', 'bottom left', 'bottom', 'bottom right'] as const;
/** Where on the screen. */
export type Place = (typeof PLACES)[number];

/** How a language says what a step needs. Labels come quoted; `at` is a place as that language puts it, or ''. */
export type Wording = {
	quote(label: string): string;
	at: Record<Place, string>;
	/** A short imperative without a full stop, for the title. */
	title: Record<Kind, (label: string) => string>;
	/** The same where nothing could be read. */
	bareTitle: Record<Kind, string>;
	/** An imperative that begins small and has no full stop: it follows an opening. */
	act: Record<Kind, (label: string, at: string) => string>;
	bareAct: Record<Kind, (at: string) => string>;
	/** As it is spoken: first the eye, then the hand. */
	tell: Record<Kind, (label: string, at: string) => string>;
	/** Put before the act; the act begins with a capital where the opening is empty. */
	opening: {first: string; middle: string};
	spoken: {first(tour: string): string; middle: string};
	/** Without a picture. */
	welcome(tour: string): {title: string; text: string};
	between(before: string | null, after: string | null): {title: string; text: string};
	farewell(tour: string): {title: string; text: string};
	/** What a request begins with that is no part of the text asked for: "explain that". */
	request: RegExp;
	/** Words that ask for a manner and say nothing about the step. */
	manner: RegExp;
};
