import {isMap, isScalar, isSeq, Lexer, LineCounter, type Node, parseDocument, type YAMLParseError} from 'yaml';
import type {Problem} from './values.ts';

/** A value, and the place of each of its parts. */
export type Located = {
	value: unknown;
	/** `tour.yaml:12:5` of a field such as `steps[3].highlight.x`: of the nearest part that is there. */
	placeOf(field: string): string;
};

/** Most characters of a file: a tour of 500 steps with every text at its limit has about a million. */
const MAX_CHARACTERS = 4_000_000;
/** Members of values that may also be written as a list, with their index in it. */
const IN_LISTS: Record<string, number> = {x: 0, y: 1, width: 2, height: 3};

/** A fault of YAML in plain words, with the offset of the character to correct. */
type PlainFault = {offset: number; message: string};

const OPENS = {']': '[', '}': '{'} as const;
const COLON = 'A value that has ": " in it stands in quotes: "Press: save".';

/**
 * Reads YAML 1.2, of which JSON is a part. `name` is the file's, for places. Anchors and aliases are refused: no
 * tour needs them, and a few lines of them can expand to gigabytes.
 */
export function readYaml(text: string, name: string): {located: Located; problems: Problem[]} {
	const lines = new LineCounter();
	const at = (offset: number) => {
		const {line, col} = lines.linePos(offset);
		return `${name}:${line}:${col}`;
	};
	const nowhere = {value: null, placeOf: () => `${name}:1:1`};
	if (text.length > MAX_CHARACTERS) return {located: nowhere, problems: [{place: name, message: 'Is far too large for a tour.'}]};
	const plain = text.replace(/^\uFEFF/, '');
	const document = parseDocument(plain, {lineCounter: lines, uniqueKeys: true, prettyErrors: false, version: '1.2'});
	const [error] = document.errors;
	if (error) {
		const {offset, message} = plainFault(error as YAMLParseError, plain);
		return {located: nowhere, problems: [{place: at(offset), message}]};
	}
	const alias = findAlias(document.contents as Node | null);
	if (alias)
		return {
			located: nowhere,
			problems: [{place: at(alias.range?.[0] ?? 0), message: 'Anchors and aliases (& and *) are not read: write it out.'}],
		};
	const located = {
		value: document.toJS({maxAliasCount: 0}),
		placeOf: (field: string) => at(offsetOf(document.contents as Node | null, field)),
	};
	return {located, problems: []};
}

function findAlias(node: Node | null): Node | null {
	if (!node) return null;
	if ('anchor' in node && node.anchor) return node;
	if (!isMap(node) && !isSeq(node) && !isScalar(node)) return node;
	const children = isMap(node) ? node.items.flatMap(({key, value}) => [key, value]) : isSeq(node) ? node.items : [];
	for (const child of children) {
		const found = findAlias(child as Node | null);
		if (found) return found;
	}
	return null;
}

/** Returns the offset of a field, or of its nearest parent that exists. A member is shown by its name, for it may have no value. */
function offsetOf(contents: Node | null, field: string): number {
	let node = contents;
	let offset = node?.range?.[0] ?? 0;
	for (const part of field.match(/[^.[\]]+/g) ?? []) {
		if (isMap(node)) {
			const pair = node.items.find(({key}) => String(isScalar(key) ? key.value : key) === part);
			if (!pair) break;
			offset = (pair.key as Node).range?.[0] ?? offset;
			node = pair.value as Node | null;
		} else if (isSeq(node)) {
			const item = node.items[IN_LISTS[part] ?? Number(part)] as Node | undefined;
			if (!item) break;
			offset = item.range?.[0] ?? offset;
			node = item;
		} else break;
	}
	return offset;
}

/** Returns the first fault of a text and its place, in words for people who do not know YAML; others mostly follow from it. */
function plainFault({code, message, pos: [at]}: YAMLParseError, text: string): PlainFault {
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

/** Finds a "-" or ":" without its blank in the line from here on, or in the one before. */
function withoutBlank(text: string, at: number): PlainFault | null {
	const start = text.lastIndexOf('\n', text.lastIndexOf('\n', at - 1) - 1) + 1;
	const end = text.indexOf('\n', at);
	const lines = text.slice(start, end < 0 ? undefined : end);
	const dash = /^[ ]*-(?=[a-z]\w*:)/im.exec(lines);
	if (dash) return {offset: start + dash.index + dash[0].length - 1, message: 'Behind the "-" a blank is missing.'};
	const colon = /^[ ]*(?:- )?[a-z]\w*:(?=[^\s/])/im.exec(lines);
	return colon && {offset: start + colon.index + colon[0].length - 1, message: 'Behind the ":" a blank is missing.'};
}

/** Finds the first bracket or quotation mark that is never closed; null if there is none. */
function firstOpen(text: string): PlainFault | null {
	const brackets: Array<{sign: string; offset: number}> = [];
	let offset = 0;
	for (const token of new Lexer().lex(text)) {
		// Markers of the lexer, which stand for no character of the text.
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
