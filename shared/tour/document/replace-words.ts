import type {Fault} from '../../contract/error.ts';
import {LIMITS} from '../../contract/limits.ts';
import {STEP_TEXTS} from '../../contract/step-fields.ts';
import {invalid} from '../../errors.ts';
import type {TourContent} from './document.ts';

export type Replacement = {find: string; replace: string};

/** Most code points of a name, which has no limit of its own: the bytes of a body. */
const NAME_MOST = LIMITS.bodyBytes;

/**
 * Returns the tour with words replaced, pair by pair and literally, in its name, its steps and the title and text of
 * its two cards. Throws a fault for each text that would be too long, and for an empty name. The consent stays
 * unchanged, because visitors have agreed to it.
 */
export function replaceWords<Content extends TourContent>(content: Content, pairs: readonly Replacement[]): Content {
	const faults: Fault[] = [];
	const exchanged = (text: string, field: string, most: number): string => {
		const after = exchangedWords(text, pairs, most);
		if (after !== undefined) return after;
		faults.push({field, message: `Would have more than ${most} characters.`, hint: 'Replace with fewer words.'});
		return text;
	};
	const within = <T extends object>(holder: T, limits: Partial<Record<string, number>>, path: string): T => {
		const changed = Object.entries(holder).map(([name, value]) => {
			const most = limits[name];
			return [name, typeof value === 'string' && most !== undefined ? exchanged(value, `${path}.${name}`, most) : value];
		});
		return Object.fromEntries(changed) as T;
	};
	const card = {title: LIMITS.cardTitle, text: LIMITS.cardText};
	const name = exchanged(content.name, 'name', NAME_MOST);
	if (!name.trim()) faults.push({field: 'name', message: 'Would be empty.', hint: 'Give the tour another name.'});
	const after = {
		...content,
		name,
		steps: content.steps.map((step, index) => within(step, STEP_TEXTS, `steps[${index}]`)),
		leadCapture: within(content.leadCapture, card, 'leadCapture'),
		endCta: within(content.endCta, card, 'endCta'),
	};
	if (faults.length > 0) throw invalid(faults);
	return after;
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
