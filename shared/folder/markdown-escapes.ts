/** Escaped marks of Markdown become placeholder letters while the text is read, and marks again afterwards. */

/** First placeholder: unassigned code points, which no text has. */
const PLACE = 0x10fe00;

/** Replaces escaped marks by placeholders. `marks`: those that may be escaped. */
export function protectEscapes(text: string, marks: RegExp): string {
	return text.replace(/\\([!-/:-@[-`{-~])/g, (whole, mark: string) =>
		marks.test(mark) ? String.fromCodePoint(PLACE + mark.codePointAt(0)!) : whole,
	);
}

export function restoreEscapes(text: string): string {
	return text.replace(/[\u{10fe21}-\u{10fe7e}]/gu, letter => String.fromCodePoint(letter.codePointAt(0)! - PLACE));
}

/** Characters that CommonMark and GitHub read as marks inside a line, and at its beginning. */
const INSIDE = /[\\`*[\]<|~$]|_(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])_|&(?=[#\w])/gu;
const AT_START = /^(?:[#>+=-]|\d{1,9}(?=[.)]))/;

/** Escapes a line of text so that Markdown shows it literally. */
export function escapeLine(line: string): string {
	const inside = line.trim().replace(INSIDE, '\\$&');
	return inside.replace(AT_START, start => (/\d/.test(start) ? `${start}\\` : `\\${start}`));
}

/** Returns our comment with values that Markdown cannot hold, escaped so that they neither end it nor begin an element. */
export function commentOf(values: object): string {
	const json = JSON.stringify(values).replace(/[<>]/g, mark => (mark === '<' ? '\\u003c' : '\\u003e'));
	return `<!-- roteiro ${json} -->`;
}
