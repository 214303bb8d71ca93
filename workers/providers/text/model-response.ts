import {LIMITS} from '../../../shared/contract/limits.ts';
import {AppError} from '../../../shared/errors.ts';
import {compileSchema} from '../../../shared/schema.ts';
import {ScriptedResponse, TranslatedResponse, WrittenResponse} from './prompt.ts';
import type {TranslateRequest, WriteRequest, WrittenText} from './provider.ts';

const faultsOf = {
	written: compileSchema(WrittenResponse),
	scripted: compileSchema(ScriptedResponse),
	translated: compileSchema(TranslatedResponse),
};

/** Where a text may end: a sentence's end is looked for in its second half, a word's end in its last fifth. */
const SENTENCE_FROM = 0.5;
const WORD_FROM = 0.8;

/**
 * Control characters but tab and line breaks, what turns the direction of writing, what has no width (joiners stay: emoji
 * and several scripts need them), tags and noncharacters.
 */
const UNSEEN =
	/[\0-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}\p{Noncharacter_Code_Point}]/gu;

/** A model's response as a step's text: untrusted like any other, clean and within the limits. Throws `provider_failed` where it cannot be used. */
export function readWritten(response: string, {narrationScript: scripted}: Pick<WriteRequest, 'narrationScript'>): WrittenText {
	const {title, text, narrationScript} = parse<Record<string, string>>(response, scripted ? faultsOf.scripted : faultsOf.written);
	return {
		title: filled(cutText(oneLine(title!), LIMITS.stepTitle)),
		text: filled(cutText(oneLine(text!), LIMITS.stepText)),
		narrationScript: scripted ? filled(cutText(paragraphs(narrationScript!), LIMITS.narrationScript)) : null,
	};
}

/** As `readWritten`; a translation keeps its paragraphs. */
export function readTranslation(response: string, {maxLength}: Pick<TranslateRequest, 'maxLength'>): string {
	const {translation} = parse<Record<string, string>>(response, faultsOf.translated);
	return filled(cutText(paragraphs(translation!), maxLength));
}

function parse<T>(response: string, faults: (value: unknown) => unknown[]): T {
	const value = readJson(response);
	if (value === undefined || faults(value).length > 0) {
		throw new AppError('provider_failed', {message: 'The model answered in another form than it was asked for.'});
	}
	return value as T;
}

/** Small models put a fence of Markdown around the object, or their thoughts before it. */
function readJson(response: string): unknown {
	for (const said of [response, response.slice(response.lastIndexOf('</think>') + 1)]) {
		try {
			return JSON.parse(said.slice(said.indexOf('{'), said.lastIndexOf('}') + 1));
		} catch {}
	}
	return undefined;
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

/** As many characters, as a reader counts them, as fit into this many code points. */
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
