import type {Fault} from '../../contract/error.ts';
import {LIMITS} from '../../contract/limits.ts';
import {STEP_TEXTS} from '../../contract/step-fields.ts';
import {invalid} from '../../errors.ts';
import type {TourContent} from './document.ts';

export type Replacement = {find: string; replace: string};

/** Most code points of a name, which has no limit of its own: the bytes of a body. */
const NAME_MOST = LIMITS.bodyBytes;

/** The most code points of each text; in brackets for a text that may not be blank. */
type Words = number | readonly [number] | {readonly [name: string]: Words};

const action = {label: [LIMITS.actionLabel]} as const;
const card = {title: LIMITS.cardTitle, text: LIMITS.cardText};

/** All words of a tour that visitors read or hear, except the consent, which they have agreed to as it is. Lists have no level of their own. */
export const TOUR_WORDS: {readonly [name: string]: Words} = {
	name: [NAME_MOST],
	steps: {...STEP_TEXTS, actions: {buttons: action, hotspots: action}},
	chapters: {title: [LIMITS.chapterTitle]},
	leadCapture: {...card, submitLabel: LIMITS.buttonLabel, skipLabel: LIMITS.buttonLabel},
	endCta: {
		...card,
		whatsapp: {message: LIMITS.whatsappMessage, label: LIMITS.buttonLabel},
		link: {label: LIMITS.buttonLabel},
	},
};

/** Returns the tour with its `TOUR_WORDS` replaced, pair by pair and literally. Throws a fault for each that would be too long or blank. */
export function replaceWords<Content extends TourContent>(content: Content, pairs: readonly Replacement[]): Content {
	const faults: Fault[] = [];
	const exchanged = (text: string, words: number | readonly [number], field: string): string => {
		const most = typeof words === 'number' ? words : words[0];
		const after = exchangedWords(text, pairs, most);
		if (after === undefined) faults.push({field, message: `Would have more than ${most} characters.`, hint: 'Replace with fewer words.'});
		else if (typeof words !== 'number' && !after.trim()) faults.push({field, message: 'Would be empty.', hint: 'Leave a word there.'});
		return after ?? text;
	};
	const within = (value: unknown, words: Words, path: string): unknown => {
		if (!value) return value;
		if (Array.isArray(value)) return value.map((each, index) => within(each, words, `${path}[${index}]`));
		if (typeof value === 'string') return isLimit(words) ? exchanged(value, words, path) : value;
		const changed = {...value} as Record<string, unknown>;
		for (const [name, each] of Object.entries(words))
			if (changed[name]) changed[name] = within(changed[name], each, path ? `${path}.${name}` : name);
		return changed;
	};
	const after = within(content, TOUR_WORDS, '') as Content;
	if (faults.length > 0) throw invalid(faults);
	return after;
}

function isLimit(words: Words): words is number | readonly [number] {
	return typeof words === 'number' || Array.isArray(words);
}

/** The forms of accents: by keyboards, and in file names of a Mac. They look equal. */
const FORMS = ['NFC', 'NFD'] as const;

/** Returns the text after each pair, or undefined where a pair makes it longer than `most` code points. */
function exchangedWords(text: string, pairs: readonly Replacement[], most: number): string | undefined {
	let words = text;
	for (const {find: given, replace} of pairs) {
		const find = [given, ...FORMS.map(form => given.normalize(form))].find(one => words.includes(one)) ?? given;
		const places = occurrences(words, find);
		if (places === 0) continue;
		// Checked before replacing: a thousand letters for one, pair after pair, would exceed the memory. A code point has at most two units.
		if (words.length + places * (replace.length - find.length) > 2 * most) return;
		words = words.replaceAll(find, () => replace);
		if (words.length > most && [...words].length > most) return;
	}
	return words;
}

function occurrences(text: string, find: string): number {
	let count = 0;
	for (let at = text.indexOf(find); at >= 0; at = text.indexOf(find, at + find.length)) count++;
	return count;
}
