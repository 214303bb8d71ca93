import type {Fault} from '../../contract/error.ts';
import type {Adjustment, Click, Highlight} from '../../contract/geometry.ts';
import type {ReadElement, ScreenElement, Target} from '../../contract/pictures/element.ts';
import {AppError, invalid} from '../../errors.ts';
import {controlsOf, isShape, isShapeOf, type KindQuery, kindNamed, plain, publicly, sharesRow, similarity} from './controls.ts';
import {ambiguous, chosen, notFound, pixelFaults} from './target-faults.ts';

/** Least similarity of a matching text. */
const ALIKE = 0.72;
/** The lead that the best match needs over the next, unless it is chosen by number: nearly equal ones may be meant. */
const AHEAD = 0.08;
/** Factor for words that differ in capitals or accents only: words as they are in the picture come first. */
const SAME_LETTERS = 0.98;
/** Order among equal matches: a field before its label, and clickable elements before mere text. */
const RANK: Record<ScreenElement['kind'], number> = {
	field: 0,
	select: 0,
	button: 0,
	checkbox: 1,
	link: 1,
	tab: 1,
	menu: 1,
	icon: 2,
	image: 2,
	heading: 2,
	text: 2,
};

/** Kinds that are meant rather than prose with equal words. Links and menu entries are not recognized surely enough. */
const PRESSED: ReadonlySet<ScreenElement['kind']> = new Set(['field', 'select', 'button', 'checkbox']);
const PROSE: ReadonlySet<ScreenElement['kind']> = new Set(['heading', 'text']);

/** An element and how well its words fit, 0..1; its `place` among those of the kind that the query names, in reading order from 1. */
export type Match = {element: ScreenElement; score: number; place?: number};

type Found = Match & {index: number};

/**
 * Finds elements whose words fit the query, the best first; among equals clickable ones, then reading order.
 * If the query is a part of a text, the element is that part: a link in a sentence, a word of a path.
 */
export function matchElements(all: readonly ReadElement[], query: string): Match[] {
	if (plain(query) === '') return [];
	const kind = kindNamed(all, query);
	return (kind ? ofKind(all, kind) : ofWords(all, query))
		.sort((a, b) => b.score - a.score || RANK[a.element.kind] - RANK[b.element.kind] || a.index - b.index)
		.map(({index: _, ...match}) => match);
}

function ofWords(all: readonly ReadElement[], query: string): Found[] {
	const wanted = plain(query);
	const elements = all.map((element, index) => ({element, index})).filter(({element}) => !isShape(element));
	const numbers = new Map<string, number>();
	for (const {element} of elements) numbers.set(plain(element.text), (numbers.get(plain(element.text)) ?? 0) + 1);
	return elements
		.map(({element, index}) => {
			const score = element.text === query.trim() ? 1 : SAME_LETTERS * similarity(wanted, plain(element.text));
			const part = score >= ALIKE && plain(element.text) !== wanted ? partOf(element, wanted) : null;
			if (!part) return {element: publicly(element), index, score};
			const nth = (numbers.get(wanted) ?? 0) + 1;
			numbers.set(wanted, nth);
			return {element: {...part, nth}, index, score};
		})
		.filter(({score}) => score >= ALIKE);
}

/** Finds elements of a kind; with words, those that have them or are next to them. */
function ofKind(all: readonly ReadElement[], kind: KindQuery): Found[] {
	const {name, kinds, label} = kind;
	const each = all.map((element, index): Found => ({element: publicly(element), index, score: 1}));
	const bare = each.filter(({index}) => isShape(all[index]!) && all[index]!.text === name);
	// "[icon]" and its number, as find_elements lists it.
	if (label === '' && bare.length > 0) return bare;
	const worded = (label === '' ? each : ofWords(all, label)).filter(
		({element, index}) => kinds.includes(element.kind) && !isShape(all[index]!),
	);
	const nearness = (words = '') => (label === '' ? 1 : similarity(plain(label), plain(words)));
	const shapes = each
		.filter(({index}) => isShapeOf(all[index]!, kind))
		.map(found => ({...found, score: nearness(found.element.label)}))
		.filter(({score}) => score >= ALIKE);
	const found = worded.length > 0 && kinds.includes('checkbox') ? worded : [...worded, ...shapes];
	return found.sort((a, b) => a.index - b.index).map((one, index) => ({...one, place: index + 1}));
}

/** Words from which an element is a sentence: then some of its words name only themselves. */
const SENTENCE = 6;
/** Share of an element's width that its words have if the element is nothing else. */
const BARE = 0.8;
/** Share of a line's height that a highlight leaves free around words. */
const PADDING = 0.3;

/** Returns the wanted words with their place in the element's text; null if they are not together in it, or are all of it. */
function partOf(element: ReadElement, wanted: string): ScreenElement | null {
	const words = element.words.map(word => ({...word, plain: plain(word.text)})).filter(word => word.plain !== '');
	for (let from = 0; from < words.length; from++) {
		let text = '';
		for (let to = from; to < words.length && text.length < wanted.length; to++) {
			text = `${text} ${words[to]!.plain}`.trim();
			if (text !== wanted || to - from === words.length - 1) continue;
			const part = words.slice(from, to + 1);
			// If the part continues on the next line, the longer piece counts.
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
	const [top, bottom] = [Math.max(0, y - PADDING * height), Math.min(1, y + height * (1 + PADDING))];
	return {
		highlight: {x: round(left), y: round(top), width: round(width), height: round(bottom - top)},
		click: {x: round(left + width / 2), y: round(y + height / 2)},
	};
}

function round(value: number): number {
	return Number(value.toFixed(5));
}

/** The place of a target; `adjustments` name other elements with the same words. */
export type PlacedTarget = {highlight: Highlight; click: Click; adjustments: Adjustment[]};

/**
 * Highlight and click of a target on a picture of this size with these elements (none are needed for pixels). Throws
 * `target_ambiguous` with every candidate and its place, `target_not_found`, or `invalid_input` for pixels that are not on the picture. `field` begins the paths of its faults.
 */
export function placeTarget(
	{text, nth, pixels}: Target,
	{width, height}: {width: number; height: number},
	elements: readonly ReadElement[],
	field = 'target',
): PlacedTarget {
	if (pixels) {
		const faults = pixelFaults(pixels, {width, height}, field);
		if (faults.length > 0) throw invalid(faults);
		const highlight = {x: pixels.x / width, y: pixels.y / height, width: pixels.width / width, height: pixels.height / height};
		return {highlight, click: {x: highlight.x + highlight.width / 2, y: highlight.y + highlight.height / 2}, adjustments: []};
	}
	const found = resolveTarget(elements, {text: text!, nth}, width / height);
	const path = field ? `${field}.` : '';
	if ('element' in found) {
		const {element, others, alike} = found;
		const adjustments = others.length + alike.length > 0 ? [chosen(element, {others, alike}, `${path}nth`)] : [];
		return {highlight: element.highlight, click: element.click, adjustments};
	}
	if (found.candidates.length > 0) throw new AppError('target_ambiguous', {errors: ambiguous(found.candidates, text!, path)});
	throw new AppError('target_not_found', {errors: [missing(elements, {text: text!, nth}, `${path}text`)]});
}

function missing(elements: readonly ReadElement[], {text, nth}: {text: string; nth?: number | undefined}, field: string): Fault {
	const kind = kindNamed(elements, text);
	const [named] = kind ? matchElements(elements, kind.label) : [];
	const count = nth === undefined ? 0 : matchElements(elements, text).length;
	return notFound(elements, {kind, named: named?.element, count}, field);
}

/**
 * Returns the element that a text names, with the `others` that it fits and those with words that are only `alike`; or
 * `candidates` by their numbers if several fit equally, or none does. Without a number, an element is taken only if all
 * others with these words are prose, or have them in a longer text.
 */
function resolveTarget(
	elements: readonly ReadElement[],
	{text, nth}: {text: string; nth?: number | undefined},
	ratio: number,
): {element: ScreenElement; others: ScreenElement[]; alike: ScreenElement[]} | {candidates: ScreenElement[]} {
	const called = kindNamed(elements, text) !== null;
	// An element of a kind is numbered among that kind, and takes the words of the query.
	const matches = matchElements(elements, text).map(({element, score, place}) => ({
		element: place === undefined ? element : {...element, text: text.trim(), label: element.label ?? element.text, nth: place},
		score,
	}));
	const [best] = matches;
	if (!best) return {candidates: []};
	const wanted = plain(text);
	const isSame = ({element, score}: Match) => (called ? score >= SAME_LETTERS : plain(element.text) === wanted);
	const fits = matches.filter(match => match.score >= best.score - AHEAD || isSame(match));
	const fitting = fits.map(({element}) => element);
	if (nth !== undefined) {
		const same = fits.filter(isSame).map(({element}) => element);
		// Those of a kind are numbered together, however well their words fit.
		const numbered = called ? matches.map(({element}) => element) : same.length > 0 ? same : fitting;
		const element = numbered.find(one => one.nth === nth);
		return element ? {element, others: [], alike: []} : {candidates: []};
	}
	const meant = meantOf(fits, isSame);
	if (!meant) return {candidates: fitting.toSorted((a, b) => a.nth - b.nth || a.click.y - b.click.y)};
	const rest = matches.filter(({element}) => element !== meant && !holds(meant.highlight, element.click));
	const isOther = (match: Match) => isSame(match) || match.score >= SAME_LETTERS;
	const others = rest.filter(isOther).map(({element}) => element);
	// Slightly different letters may be the same words, misread.
	const alike = rest.filter(match => !isOther(match)).map(({element}) => element);
	// Words that cannot be clicked may label another element.
	const named = called || PRESSED.has(meant.kind) ? [] : controlsOf(elements, meant, ratio);
	return {element: meant, others: [...others, ...named], alike};
}

/** Returns the match that is clearly meant; null if it could be another. */
function meantOf(fits: Match[], isSame: (match: Match) => boolean): ScreenElement | null {
	const whole = fits.filter(({score}) => score >= SAME_LETTERS);
	// The exact words within a longer text come before words that are only similar.
	const same = whole.length > 0 ? whole : fits.filter(isSame);
	const alike = (same.length > 0 ? same : fits).map(({element}) => element);
	const pressed = alike.filter(({kind}) => PRESSED.has(kind));
	const exact = fits.filter(({score}) => score === 1).map(({element}) => element);
	if (alike.length === 1) return alike[0]!;
	const isName = ({kind, highlight}: ScreenElement) => PROSE.has(kind) || sharesRow(highlight, pressed[0]!.highlight);
	if (pressed.length === 1 && alike.every(isName)) return pressed[0]!;
	return exact.length === 1 ? exact[0]! : null;
}

function holds({x, y, width, height}: Highlight, click: Click): boolean {
	return click.x >= x && click.x <= x + width && click.y >= y && click.y <= y + height;
}
