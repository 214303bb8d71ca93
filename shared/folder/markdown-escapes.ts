/** Marks of Markdown that were escaped by a backslash: letters while the text is read, and themselves afterwards. */

/** Unassigned code points: no text has them. */
const PLACE = 0x10fe00;

/** `marks`: which may be escaped. */
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

/** One line of text as Markdown that shows it, and nothing else. */
export function escapeLine(line: string): string {
	const inside = line.trim().replace(INSIDE, '\\$&');
	return inside.replace(AT_START, start => (/\d/.test(start) ? `${start}\\` : `\\${start}`));
}

/** A comment of ours: values that Markdown does not say. Neither what ends a comment nor what begins an element is in it. */
export function commentOf(values: object): string {
	const json = JSON.stringify(values).replace(/[<>]/g, mark => (mark === '<' ? '\\u003c' : '\\u003e'));
	return `<!-- roteiro ${json} -->`;
}
