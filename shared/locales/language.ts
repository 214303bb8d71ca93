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
