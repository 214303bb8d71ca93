import {Lexer, type YAMLParseError} from 'yaml';

/** A fault of YAML in plain words, at the character that is to be mended. */
export type PlainFault = {offset: number; message: string};

const OPENS = {']': '[', '}': '{'} as const;
const COLON = 'A value that has ": " in it stands in quotes: "Press: save".';

/**
 * Returns the first fault of a text and its place, in words for people who do not know YAML; others mostly follow
 * from it.
 */
export function plainFault({code, message, pos: [at]}: YAMLParseError, text: string): PlainFault {
	const open = firstOpen(text);
	const line = text.slice(at).split('\n')[0]!;
	const shown = line.trim().split(/[\s:]/)[0]!;
	switch (code) {
		case 'TAB_AS_INDENT':
			return {offset: at, message: 'The line is indented with a tab: use blanks.'};
		case 'DUPLICATE_KEY':
			return {offset: at, message: `"${shown}" is there twice: keep one of them.`};
		case 'BAD_SCALAR_START':
			return {offset: at, message: `A value that begins with ${line[0]} stands in quotes.`};
		case 'BAD_DQ_ESCAPE':
			return {offset: at, message: String.raw`In double quotes a \ begins a code: write \\, or use single quotes.`};
		case 'BAD_ALIAS':
			return {offset: at, message: 'A value that begins with & or * stands in quotes.'};
		case 'MULTIPLE_DOCS':
			return {offset: at, message: 'A second tour begins here (---): a file has one.'};
		case 'UNEXPECTED_TOKEN':
			return {
				offset: at,
				message: 'What stands here belongs to nothing: a comma or a quotation mark is missing before it, or it is one too many.',
			};
		case 'BLOCK_AS_IMPLICIT_KEY':
		case 'MULTILINE_IMPLICIT_KEY':
		case 'MISSING_CHAR':
		case 'BAD_INDENT':
			return (
				open ??
				withoutBlank(text, at) ?? {
					offset: at,
					message: line.includes(': ') && code === 'BLOCK_AS_IMPLICIT_KEY' ? COLON : lineWords(code, line),
				}
			);
		default:
			return {
				offset: at,
				message: message
					.split('\n')[0]!
					.trim()
					.replace(/(?<![.!?])$/, '.'),
			};
	}
}

function lineWords(code: string, line: string): string {
	if (code === 'MULTILINE_IMPLICIT_KEY') return `"${line.trim().slice(0, 40)}" has no ":" with a blank behind it: write NAME: VALUE.`;
	if (code === 'BLOCK_AS_IMPLICIT_KEY')
		return 'The next line is indented deeper than this one, which has a value: begin both in the same column.';
	return 'The line is indented otherwise than its neighbours: what belongs together begins in the same column.';
}

/** The line from here on, or the one before, that has a "-" or a ":" without the blank that makes it one. */
function withoutBlank(text: string, at: number): PlainFault | null {
	const start = text.lastIndexOf('\n', text.lastIndexOf('\n', at - 1) - 1) + 1;
	const end = text.indexOf('\n', at);
	const lines = text.slice(start, end < 0 ? undefined : end);
	const dash = /^[ ]*-(?=[a-z]\w*:)/im.exec(lines);
	if (dash) return {offset: start + dash.index + dash[0].length - 1, message: 'Behind the "-" a blank is missing.'};
	const colon = /^[ ]*(?:- )?[a-z]\w*:(?=[^\s/])/im.exec(lines);
	return colon && {offset: start + colon.index + colon[0].length - 1, message: 'Behind the ":" a blank is missing.'};
}

/** The bracket or quotation mark that is never closed, or null. */
function firstOpen(text: string): PlainFault | null {
	const brackets: Array<{sign: string; offset: number}> = [];
	let offset = 0;
	for (const token of new Lexer().lex(text)) {
		// Marks between tokens, which stand for no letter of the text.
		if (token === '\u0002' || token === '\u001f') continue;
		if (token === '\u0018') {
			if (brackets.length > 0) break;
			continue;
		}
		if (token === '[' || token === '{') brackets.push({sign: token, offset});
		else if (token === ']' || token === '}') {
			if (brackets.at(-1)?.sign !== OPENS[token]) break;
			brackets.pop();
		}
		if (/^["']/.test(token) && (token.length < 2 || !token.endsWith(token[0]!)))
			return {offset, message: `The quotation mark ${token[0]} that begins here is not closed.`};
		offset += token.length;
	}
	const last = brackets.at(-1);
	return last
		? {offset: last.offset, message: `The ${last.sign} that begins here is not closed by a ${last.sign === '[' ? ']' : '}'}.`}
		: null;
}
