import type {ReadElement, ScreenElement, Target} from '../../contract/element.ts';
import type {Fault} from '../../contract/error.ts';
import type {Click, Highlight} from '../../contract/geometry.ts';
import {AppError} from '../../errors.ts';

/** Below this a text is another one. */
const ALIKE = 0.72;
/** So much better than the next must the best be, unless it is chosen by its number: what is nearly as good is meant as well. */
const AHEAD = 0.08;
/** Words as they stand in the picture go before the same words in capitals or without their accents. */
const SAME_LETTERS = 0.98;
/** A field goes before the words that name it, and what can be clicked before what only says something. */
const RANK: Record<ScreenElement['kind'], number> = {
	field: 0,
	select: 0,
	button: 0,
	checkbox: 1,
	link: 1,
	tab: 1,
	menu: 1,
	icon: 2,
	heading: 2,
	text: 2,
};

/** An element and how well its words fit, 0..1. */
export type Match = {element: ScreenElement; score: number};

/**
 * The elements whose words fit the query, the best first; of equal ones what can be clicked, then the first in reading order.
 * Where the query is a part of a text, the element is that part: a link in a sentence, a word of a path.
 */
export function matchElements(elements: readonly ReadElement[], query: string): Match[] {
	const wanted = plain(query);
	if (wanted === '') return [];
	const numbers = new Map<string, number>();
	for (const {text} of elements) numbers.set(plain(text), (numbers.get(plain(text)) ?? 0) + 1);
	return elements
		.map((element, index) => {
			const score = element.text === query.trim() ? 1 : SAME_LETTERS * similarity(wanted, plain(element.text));
			const part = score >= ALIKE && plain(element.text) !== wanted ? partOf(element, wanted) : null;
			if (!part) return {element: publicly(element), index, score};
			const nth = (numbers.get(wanted) ?? 0) + 1;
			numbers.set(wanted, nth);
			return {element: {...part, nth}, index, score};
		})
		.filter(({score}) => score >= ALIKE)
		.sort((a, b) => b.score - a.score || RANK[a.element.kind] - RANK[b.element.kind] || a.index - b.index)
		.map(({element, score}) => ({element, score}));
}

/** An element of so many words is a sentence: what is meant by some of them is no more than these. */
const SENTENCE = 6;
/** So much of an element's width its words have where they are all there is of it. */
const BARE = 0.8;
/** Of a line's height: the room that a highlight leaves around words. */
const BREATH = 0.3;

/** The wanted words as they stand in the element's text, and their place; null where they do not stand together in it, or are all of it. */
function partOf(element: ReadElement, wanted: string): ScreenElement | null {
	const words = element.words.map(word => ({...word, plain: plain(word.text)})).filter(word => word.plain !== '');
	for (let from = 0; from < words.length; from++) {
		let text = '';
		for (let to = from; to < words.length && text.length < wanted.length; to++) {
			text = `${text} ${words[to]!.plain}`.trim();
			if (text !== wanted || to - from === words.length - 1) continue;
			const part = words.slice(from, to + 1);
			// A part that goes on in the next line: its longer end.
			const line = [...Map.groupBy(part, ({y}) => y).values()].reduce((a, b) => (widthOf(b) > widthOf(a) ? b : a));
			const place = placeOf(line);
			const isBare = widthOf(words) >= BARE * element.highlight.width;
			const highlight = isBare || words.length >= SENTENCE ? place.highlight : element.highlight;
			const {kind, confidence} = element;
			return {text: part.map(word => word.text).join(' '), kind, highlight, click: place.click, confidence, nth: 1};
		}
	}
	return null;
}

function widthOf(words: ReadElement['words']): number {
	return Math.max(...words.map(({x, width}) => x + width)) - Math.min(...words.map(({x}) => x));
}

function placeOf(words: ReadElement['words']): {highlight: Highlight; click: Click} {
	const [{y, height}] = words as [ReadElement['words'][number]];
	const left = Math.min(...words.map(({x}) => x));
	const width = widthOf(words);
	const [top, bottom] = [Math.max(0, y - BREATH * height), Math.min(1, y + height * (1 + BREATH))];
	return {
		highlight: {x: round(left), y: round(top), width: round(width), height: round(bottom - top)},
		click: {x: round(left + width / 2), y: round(y + height / 2)},
	};
}

function round(value: number): number {
	return Number(value.toFixed(5));
}

/** Without what is kept for ourselves. */
function publicly({words: _, ...element}: ReadElement): ScreenElement {
	return element;
}

/** What of the elements fits the query, the best first; without one all of them in reading order. `limit` at most. */
export function selectElements(elements: readonly ReadElement[], query: string | null, limit: number): ScreenElement[] {
	if (query === null) return elements.slice(0, limit).map(publicly);
	const matches = matchElements(elements, query).slice(0, limit);
	return matches.map(({element, score}) => ({...element, confidence: Math.round(100 * score * element.confidence) / 100}));
}

/** What the schema cannot say of a target: exactly one way to name it, and a rectangle that has a place. */
export function targetFaults(field: string, target: Record<string, unknown>): Fault[] {
	const at = (name: string) => (field ? `${field}.${name}` : name);
	const {text, nth, pixels} = target;
	const given = [text, pixels].filter(value => value !== undefined && value !== null);
	if (given.length !== 1) {
		const message = given.length === 0 ? 'Neither text nor pixels was given.' : 'Both text and pixels were given.';
		return [{field, message, hint: 'Give text (with nth where several have it), or pixels {x, y, width, height}.'}];
	}
	if (typeof text === 'string' && plain(text) === '')
		return [{field: at('text'), message: 'Has no letter and no digit.', hint: 'Give words that are on the screenshot.'}];
	if (pixels && nth !== undefined) return [{field: at('nth'), message: 'Belongs to text.', hint: 'Leave it out beside pixels.'}];
	return [];
}

/**
 * Highlight and click of a target on a picture of this size with these elements (none are needed for pixels). Throws
 * `target_ambiguous` with every candidate and its place, or `target_not_found`. `field` begins the paths of its faults.
 */
export function placeTarget(
	{text, nth, pixels}: Target,
	{width, height}: {width: number; height: number},
	elements: readonly ReadElement[],
	field = 'target',
): {highlight: Highlight; click: Click} {
	if (pixels) {
		const highlight = {x: pixels.x / width, y: pixels.y / height, width: pixels.width / width, height: pixels.height / height};
		return {highlight, click: {x: highlight.x + highlight.width / 2, y: highlight.y + highlight.height / 2}};
	}
	const found = resolveTarget(elements, {text: text!, nth});
	if ('element' in found) return {highlight: found.element.highlight, click: found.element.click};
	const path = field ? `${field}.` : '';
	if (found.candidates.length === 0) throw new AppError('target_not_found', {errors: [notFound(elements, text!, nth, `${path}text`)]});
	throw new AppError('target_ambiguous', {errors: found.candidates.slice(0, NAMED).map(element => candidate(element, `${path}nth`))});
}

/** Elements that an error names at most. */
const NAMED = 20;

function candidate({text, kind, highlight, nth}: ScreenElement, field: string): Fault {
	const {x, y, width, height} = highlight;
	return {
		field,
		message: `${kind} "${text}" at x ${x}, y ${y}, width ${width}, height ${height}.`,
		hint: `For this one send text "${text}" and nth ${nth}.`,
	};
}

function notFound(elements: readonly ReadElement[], text: string, nth: number | undefined, field: string): Fault {
	const same = matchElements(elements, text);
	if (nth !== undefined && same.length > 0) {
		return {
			field,
			message: `There are only ${same.length} with these words.`,
			hint: 'Leave nth out to have each of them listed with its place.',
		};
	}
	const near = elements.slice(0, NAMED).map(element => `"${element.text}"`);
	const hint = near.length > 0 ? `What was read first: ${near.join(', ')}. find_elements lists all.` : 'No words were read on it.';
	return {field, message: 'Nothing with these words was read.', hint: `${hint} Else give highlight and click, or pixels.`};
}

/** The element that a text names; `candidates` where several fit as well, or none does. */
function resolveTarget(
	elements: readonly ReadElement[],
	{text, nth}: {text: string; nth?: number | undefined},
): {element: ScreenElement} | {candidates: ScreenElement[]} {
	const matches = matchElements(elements, text);
	const [best] = matches;
	if (!best) return {candidates: []};
	const least = best.score === 1 ? 1 : best.score - AHEAD;
	const equal = matches.filter(({score}) => score >= least).map(({element}) => element);
	if (nth !== undefined) {
		const same = matches.map(({element}) => element).filter(element => plain(element.text) === plain(text));
		const element = (same.length > 0 ? same : equal).find(one => one.nth === nth);
		return element ? {element} : {candidates: []};
	}
	// A heading that says what a button says is not what is clicked.
	const rank = Math.min(...equal.map(({kind}) => RANK[kind]));
	const meant = equal.filter(({kind}) => RANK[kind] === rank);
	return meant.length === 1 ? {element: meant[0]!} : {candidates: meant};
}

/** 1 for the same words; less where letters differ, as a reader of screenshots takes them for each other, or where one goes on. */
function similarity(a: string, b: string): number {
	if (a === b) return 1;
	const [short, long] = a.length < b.length ? [a, b] : [b, a];
	if (short.length === 0) return 0;
	const alike = 1 - edits(short, long) / long.length;
	const within = ` ${long} `.includes(` ${short} `) ? 0.75 + (0.2 * short.length) / long.length : 0;
	return Math.max(alike, within);
}

/** Without case, accents and punctuation, and with letters that look alike as one: a reader of screenshots often misses them. */
function plain(text: string): string {
	return text
		.normalize('NFKD')
		.replace(/\p{M}+/gu, '')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, ' ')
		.trim()
		.replace(/[l1|]/g, 'i')
		.replace(/0/g, 'o')
		.slice(0, LONGEST);
}

/** Code units of a text that are compared. */
const LONGEST = 200;

/** Levenshtein's distance. */
function edits(a: string, b: string): number {
	let row = Array.from(b, (_, index) => index + 1);
	for (let i = 0; i < a.length; i++) {
		let [corner, left] = [i, i + 1];
		row = row.map((above, j) => {
			left = Math.min(above + 1, left + 1, corner + (a[i] === b[j] ? 0 : 1));
			corner = above;
			return left;
		});
	}
	return row.at(-1) ?? a.length;
}
