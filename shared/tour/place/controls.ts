import type {Highlight} from '../../contract/geometry.ts';
import type {ReadElement, ScreenElement} from '../../contract/pictures/element.ts';

const CONTROLS: ReadonlySet<ScreenElement['kind']> = new Set(['field', 'select']);
/** Most distance of a field below its label, in heights of the label. */
const BELOW = 1.5;
/** Most distance of a field right of its label, as a share of the picture's width. */
const RIGHT = 0.25;
/** Least ratio of width to height of a switch; icons are about square. */
const SWITCH = 1.4;

type Kind = ScreenElement['kind'];

/** Pattern of an element's kind in brackets: "[icon]", or "[icon] Save" with the words on it or next to it. */
const IN_BRACKETS = /^\[(\p{L}+)\]\s*(.*)$/su;
const FIELDS: readonly Kind[] = ['field', 'select'];
const SWITCHES: readonly Kind[] = ['checkbox'];
/** Kinds that the reader cannot tell apart reliably. */
const WORDS: readonly Kind[] = ['link', 'tab', 'menu', 'heading', 'text'];
/** Kinds by their names and synonyms. */
const KINDS: Readonly<Record<string, readonly Kind[]>> = {
	...{icon: ['icon'], image: ['image'], button: ['button']},
	...{field: FIELDS, select: FIELDS, input: FIELDS, dropdown: FIELDS},
	...{checkbox: SWITCHES, switch: SWITCHES, toggle: SWITCHES, radio: SWITCHES},
	...{link: WORDS, tab: WORDS, menu: WORDS, heading: WORDS, text: WORDS},
};
/** Kinds that hints offer for queries. */
export const KIND_NAMES = ['button', 'field', 'checkbox', 'icon', 'image', 'link', 'text'].map(name => `"[${name}]"`).join(', ');
/** Texts that a hint quotes at most. */
const QUOTED = 20;

export const NOTHING = 'Nothing with these words was read.';

/**
 * Returns the elements that this text may label: fields, and switches that were read as icons. `ratio` is the picture's width by its
 * height.
 */
export function controlsOf(elements: readonly ReadElement[], label: ScreenElement, ratio: number): ScreenElement[] {
	const named = labelled(elements, label.text).filter(one => one.kind === 'field' || isSwitch(one, label, ratio));
	return [...new Set([...named, ...fieldsBeside(elements, label)])].map(publicly);
}

/** Returns the field right of a text and the one below it, if no other words are between. */
export function fieldsBeside(elements: readonly ReadElement[], {text, highlight}: ScreenElement): ReadElement[] {
	const others = elements.filter(({kind, text: own}) => kind !== 'icon' && kind !== 'image' && plain(own) !== plain(text));
	const beside = nearest(others, one => (sharesRow(highlight, one) ? one.x - right(highlight) : Infinity), RIGHT);
	const below = nearest(others, one => (overlaps(highlight, one) ? one.y - bottom(highlight) : Infinity), BELOW * highlight.height);
	return [beside, below].filter(one => one !== undefined && CONTROLS.has(one.kind)) as ReadElement[];
}

/** Returns true if the middle of either lies in the rows of the other. */
export function sharesRow(a: Highlight, b: Highlight): boolean {
	return Math.abs(middle(a) - middle(b)) <= Math.max(a.height, b.height) / 2;
}

function nearest(elements: readonly ReadElement[], gapOf: (highlight: Highlight) => number, most: number): ReadElement | undefined {
	return elements
		.map(element => ({element, gap: gapOf(element.highlight)}))
		.filter(({gap}) => gap >= 0 && gap <= most)
		.sort((a, b) => a.gap - b.gap)[0]?.element;
}

function overlaps(a: Highlight, b: Highlight): boolean {
	return a.x < right(b) && b.x < right(a);
}

/** True if the icon is wide, as a switch is, and not smaller than the words, as an arrow is. */
function isSwitch({kind, highlight: {width, height}}: ReadElement, label: ScreenElement, ratio: number): boolean {
	return kind === 'icon' && width * ratio >= SWITCH * height && height >= label.highlight.height / 2;
}

const right = ({x, width}: Highlight) => x + width;
const bottom = ({y, height}: Highlight) => y + height;
const middle = ({y, height}: Highlight) => y + height / 2;

/** A query by kind: its name, the kinds that it means (none for an unknown name), and the words after it. */
export type KindQuery = {name: string; kinds: readonly Kind[]; label: string};

/** Returns the kind that a query names; null for plain words, or for words in brackets that are on the picture. */
export function kindNamed(elements: readonly ReadElement[], query: string): KindQuery | null {
	const [, word, label = ''] = IN_BRACKETS.exec(query.trim()) ?? [];
	if (word === undefined) return null;
	const name = `[${word.toLowerCase()}]`;
	if (elements.some(element => !isShape(element) && element.text.toLowerCase().includes(name))) return null;
	return {name, kinds: KINDS[word.toLowerCase()] ?? [], label: plain(label) === '' ? '' : label.trim()};
}

export function isShape({text, words}: ReadElement): boolean {
	return words.length === 0 && /^\[(icon|field|image)\]$/.test(text);
}

/** True if an element without words is of the kind. A check box is often read as an icon. */
export function isShapeOf(element: ReadElement, {kinds, label}: KindQuery): boolean {
	return isShape(element) && (kinds.includes(element.kind) || (kinds === SWITCHES && label !== '' && element.kind === 'icon'));
}

/** Returns wordless elements labelled with exactly these words, such as a label's field or switch. */
export function labelled(elements: readonly ReadElement[], words: string): ReadElement[] {
	const wanted = plain(words);
	return wanted === '' ? [] : elements.filter(element => isShape(element) && plain(element.label ?? '') === wanted);
}

/** Returns the element without its private parts. */
export function publicly({words: _, ...element}: ReadElement): ScreenElement {
	return element;
}

/** Tells a caller whose words were not found which words exist. */
export function whatWasRead(elements: readonly ReadElement[]): string {
	const words = elements.filter(element => !isShape(element));
	const others = elements.length - words.length;
	const near = words.slice(0, QUOTED).map(({text}) => `"${text}"`);
	const read = near.length > 0 ? `What was read first: ${near.join(', ')}.` : 'No words were read on it.';
	return others > 0 ? `${read} ${others} without words go by "[icon]", "[field]" or "[image]" and nth.` : read;
}

/** Compares words: 1 for equal ones, less for letters that a reader of screenshots confuses, or for a longer word. */
export function similarity(a: string, b: string): number {
	if (a === b) return 1;
	const [short, long] = a.length < b.length ? [a, b] : [b, a];
	if (short.length === 0) return 0;
	const alike = 1 - edits(short, long) / long.length;
	const within = ` ${long} `.includes(` ${short} `) ? 0.75 + (0.2 * short.length) / long.length : 0;
	return Math.max(alike, within);
}

/** Drops case, accents and punctuation, and unifies letters that look alike: readers of screenshots often miss them. */
export function plain(text: string): string {
	return text
		.normalize('NFKD')
		.replace(/\p{M}+/gu, '')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, ' ')
		.trim()
		.replace(/[l1|]/g, 'i')
		.replace(/0/g, 'o')
		.replace(/5/g, 's')
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
