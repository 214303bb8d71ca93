import {type Html, html} from '../html.ts';

/**
 * Marks in the texts of steps and cards: `**bold**` and key caps, `<kbd>Ctrl</kbd>`. Everything else is plain text, as are
 * stars that touch a word or another star outside (2**3), unclosed marks, and marks across lines.
 */
const BOLD = /(?<![\w*])\*\*(?=[^\s*])([^*\n]*[^\s*])\*\*(?![\w*])/g;
const KEY = /<kbd>([^<>\n]{1,30})<\/kbd>/g;

/** Returns the text as a page shows it. */
export function marked(text: string): Html[] {
	// Enclosed parts have odd indexes.
	return text.split(BOLD).map((part, index) => (index % 2 ? html`<b>${keys(part)}</b>` : html`${keys(part)}`));
}

/** Returns the text without marks, to be read out or shown where nothing can be bold. */
export function unmarked(text: string): string {
	return text.replace(BOLD, '$1').replace(KEY, '$1');
}

/** Unassigned code points: no text has them. They stand for the marks while Markdown is read and written. */
const PLACES = {'\u{10fe01}': '**', '\u{10fe02}': '<kbd>', '\u{10fe03}': '</kbd>'};

export function protectMarks(text: string): string {
	return text.replace(BOLD, '\u{10fe01}$1\u{10fe01}').replace(KEY, '\u{10fe02}$1\u{10fe03}');
}

/** Puts the marks back; with `plain`, leaves them out. */
export function restoreMarks(text: string, plain = false): string {
	return Object.entries(PLACES).reduce((all, [place, mark]) => all.replaceAll(place, plain ? '' : mark), text);
}

function keys(text: string): Html[] {
	return text.split(KEY).map((part, index) => (index % 2 ? html`<kbd>${part}</kbd>` : html`${part}`));
}

/** Returns the words to speak if the call names none: the script, else the balloon text; null if both are empty. */
export function spokenWords({narrationScript, text}: {narrationScript: string | null; text: string | null}): string | null {
	return [narrationScript, text && unmarked(text)].find(words => words?.trim()) ?? null;
}
