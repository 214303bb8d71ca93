import type {TObject} from 'typebox';
import {STEP_TEXTS} from '../../../shared/contract/step-fields.ts';
import {AppError} from '../../../shared/errors.ts';
import {compileSchema} from '../../../shared/schema/schema.ts';
import {TranslatedResponse, WRITTEN_RESPONSES, wantedBeside} from './prompt.ts';
import type {TranslateRequest, WriteRequest, WrittenText} from './provider.ts';

type Wanted = {names: string[]; faultsOf: (value: unknown) => unknown[]};
const wanted = (schema: TObject): Wanted => ({names: Object.keys(schema.properties), faultsOf: compileSchema(schema)});
const WRITTEN = {
	plain: wanted(WRITTEN_RESPONSES.plain),
	script: wanted(WRITTEN_RESPONSES.script),
	alt: wanted(WRITTEN_RESPONSES.alt),
	both: wanted(WRITTEN_RESPONSES.both),
};
const TRANSLATED = wanted(TranslatedResponse);
/** The number of opening braces that the search tries, from the last one. */
const TRIED = 200;

/** Share of a cut text after which it may end: at a sentence's end in its second half, at a word's end in its last fifth. */
const SENTENCE_FROM = 0.5;
const WORD_FROM = 0.8;

/**
 * Control characters but tab and line breaks, what turns the direction of writing, what has no width (joiners stay: emoji
 * and several scripts need them), tags and noncharacters.
 */
const UNSEEN =
	/[\0-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}\p{Noncharacter_Code_Point}]/gu;

/** A model's response as a step's text: untrusted like any other, clean and within the limits. Throws `provider_failed` where it cannot be used. */
export function readWritten(response: string, request: Pick<WriteRequest, 'narrationScript' | 'alt'>): WrittenText {
	const {title, text, narrationScript, alt} = parse(response, WRITTEN[wantedBeside(request)]);
	return {
		title: filled(cutText(oneLine(title!), STEP_TEXTS.title)),
		text: filled(cutText(oneLine(text!), STEP_TEXTS.text)),
		narrationScript: request.narrationScript ? filled(cutText(paragraphs(narrationScript!), STEP_TEXTS.narrationScript)) : null,
		...(request.alt && {alt: filled(cutText(oneLine(alt!), STEP_TEXTS.alt))}),
	};
}

/** Reads a translation as `readWritten` reads a text; it keeps its paragraphs. */
export function readTranslation(response: string, {maxLength}: Pick<TranslateRequest, 'maxLength'>): string {
	const {translation} = parse(response, TRANSLATED);
	return filled(cutText(paragraphs(translation!), maxLength));
}

/**
 * Returns the response's last object with the wanted properties. Self-hosted models wrap the object, put a fence around
 * it, or thoughts before and words after it, and add properties, which are dropped.
 */
function parse(response: string, {names, faultsOf}: Wanted): Record<string, string> {
	for (const object of objectsIn(response)) {
		const found = Object.fromEntries(names.filter(name => Object.hasOwn(object, name)).map(name => [name, object[name]]));
		if (faultsOf(found).length === 0) return found as Record<string, string>;
	}
	throw new AppError('provider_failed', {message: 'The model answered in another form than it was asked for.'});
}

/** Yields the JSON objects in a text, the last one first, nested ones too. */
function* objectsIn(text: string): Generator<Record<string, unknown>> {
	const said = unquoted(text);
	let start = said.lastIndexOf('{');
	for (let tried = 0; start >= 0 && tried < TRIED; tried++) {
		const object = readObject(said, start);
		if (object) yield object;
		start = start > 0 ? said.lastIndexOf('{', start - 1) : -1;
	}
}

/** Returns the text of a JSON string, because some models send the object as JSON within JSON. */
function unquoted(text: string): string {
	if (!text.trimStart().startsWith('"')) return text;
	const inner = readJson(text);
	return typeof inner === 'string' ? inner : text;
}

function readObject(said: string, start: number): Record<string, unknown> | null {
	const end = endOfObject(said, start);
	if (end < 0) return null;
	const written = said.slice(start, end);
	// Small models leave line breaks in strings and trailing commas.
	const value = readJson(written) ?? readJson(written.replaceAll(/[\0-\x1f]+/g, ' ').replaceAll(/,\s*(?=[}\]])/g, ''));
	return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
}

/** Returns the offset after the brace that closes the one at `start`, or -1. Braces within strings are ignored. */
function endOfObject(said: string, start: number): number {
	const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}]/gsu;
	tokens.lastIndex = start;
	let depth = 0;
	for (let token = tokens.exec(said); token; token = tokens.exec(said)) {
		if (token[0] === '{') depth++;
		if (token[0] === '}' && --depth === 0) return tokens.lastIndex;
	}
	return -1;
}

function readJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function filled(text: string): string {
	if (/[\p{L}\p{N}]/u.test(text)) return text;
	throw new AppError('provider_failed', {message: 'The model answered with an empty text.'});
}

function oneLine(text: string): string {
	return visible(text).replace(/\s+/g, ' ').trim();
}

function paragraphs(text: string): string {
	return visible(text)
		.replace(/[^\S\n]+/g, ' ')
		.replace(/ ?\n\s*/g, '\n')
		.trim();
}

function visible(text: string): string {
	return text
		.toWellFormed()
		.replace(/\r\n?|[\x85\u2028\u2029]/g, '\n')
		.replace(UNSEEN, '');
}

/** The text itself, or as much of it as has at most `max` code points: up to a sentence's end where one is near, else a word's end and an ellipsis. */
export function cutText(text: string, max: number): string {
	// A text has at least as many units as code points: short ones, nearly all, need no counting.
	if (text.length <= max || Array.from(text).length <= max) return text;
	const kept = wholeCharacters(text, max);
	// One more than is kept: what follows a full stop shows whether it ends anything.
	const sentence = text.slice(0, kept.length + 1).match(/^.*(?:[.!?…]["'”’»)]*(?=\s)|[。！？][」』”’]*(?=.))/su)?.[0];
	if (sentence && sentence.length >= kept.length * SENTENCE_FROM) return sentence;
	const shorter = wholeCharacters(text, max - 1);
	const word = shorter.search(/\s\S*$/u);
	const end = word >= shorter.length * WORD_FROM ? word : shorter.length;
	return `${shorter.slice(0, end).replace(/[\s,;:–—-]+$/u, '')}…`;
}

const characters = new Intl.Segmenter('und', {granularity: 'grapheme'});

/** Returns the whole characters, as readers count them, that fit into this many code points. */
function wholeCharacters(text: string, codePoints: number): string {
	let end = 0;
	let left = codePoints;
	for (const {segment, index} of characters.segment(text.slice(0, codePoints * 2 + 1))) {
		left -= Array.from(segment).length;
		if (left < 0) break;
		end = index + segment.length;
	}
	return text.slice(0, end);
}
