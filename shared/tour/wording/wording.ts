import type {ElementKind} from '../../contract/element.ts';

export const PLACES = ['top left', 'top', 'top right', 'left', 'middle', 'right', 'bottom left', 'bottom', 'bottom right'] as const;
/** Where on the screen. */
export type Place = (typeof PLACES)[number];

/** How a language says what a step needs. Labels come quoted; `at` is a place as that language puts it, or ''. */
export type Wording = {
	quote(label: string): string;
	/** What a picture shows, for who does not see it: a page that is named, and a label that is highlighted, or ''. */
	picture: (page: string, label: string) => string;
	at: Record<Place, string>;
	/** A short imperative without a full stop, for the title. */
	title: Record<ElementKind, (label: string) => string>;
	/** The same where nothing could be read. */
	bareTitle: Record<ElementKind, string>;
	/** An imperative that begins small and has no full stop: it follows an opening. */
	act: Record<ElementKind, (label: string, at: string) => string>;
	bareAct: Record<ElementKind, (at: string) => string>;
	/** As it is spoken: first the eye, then the hand. */
	tell: Record<ElementKind, (label: string, at: string) => string>;
	/** What was done beside a plain click, for a title: an imperative without a full stop. `label` comes quoted, or '' where it is not known. */
	done: {
		type(label: string, value: string): string;
		choose(label: string, value: string): string;
		set(label: string, value: string): string;
		clear(label: string): string;
		point(label: string): string;
		doubleClick(label: string): string;
		rightClick(label: string): string;
		/** `keys`: as they stand on the keyboard. */
		press(keys: string): string;
	};
	/** Behind an act: "..., and press Enter". */
	thenPress(keys: string): string;
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
