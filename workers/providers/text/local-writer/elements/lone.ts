import {type Line, lineOf, type Word} from '../pixels/lines.ts';
import type {Mark} from '../pixels/marks.ts';
import {type Box, type Color, contains, heightOf, union, type View, widthOf} from '../pixels/picture.ts';
import type {Reading} from '../pixels/read-lines.ts';
import type {Scene} from '../pixels/screen.ts';

/** A letter or a few without others beside them, and the badge that they stand on, if any. */
export type Lone = {line: Line & {color: Color}; badge: Box | null};

/** Times that each is repeated in a row to be read: alone a letter is hardly read, and an icon is read differently each time. */
export const REPEAT = 3;
/** The most marks of a text, and a letter's bounds as shares of the usual font size. */
const MARKS = 4;
const LETTER = {lowest: 0.34, highest: 0.95, widest: 0.95, small: 0.7, tall: 0.87};
/** The most distance between marks of one text, in font sizes. */
const APART = 0.3;
/** Badge: its height in CSS pixels, most ratio of width to height, share of its box that it fills, and share of that in one colour (`even`). */
const BADGE = {lowest: 11, highest: 30, wide: 3.2, full: 0.7, even: 0.3, levels: 40, inset: 0.12};
const CAPITAL = 0.72;
/** Tesseract's confidence from which a reading counts. */
const SURE = 55;
/** Readings that may come from a circle, a cross, an arrow or a bar. */
const SIGN = /^[OoQCcUuVvXxIiLl|jft0D]$/;
/** Letters without a stem. */
const LOW = /^[acemnorsuvwxz]+$/;
const CIRCLES = /^[oO0DQC]+$/;

/** Returns what may be single letters and short numbers among what was not read: `known` are the words that were. */
export function findLone(scene: Scene, known: ReadonlySet<Word>): Lone[] {
	const {em, grounds} = scene;
	const isLetter = (mark: Mark) =>
		heightOf(mark) >= LETTER.lowest * em && heightOf(mark) <= LETTER.highest * em && widthOf(mark) <= LETTER.widest * em;
	const alone = scene.lines.flatMap(line => {
		const rest = line.words.filter(word => !known.has(word));
		const groups: Word[][] = [];
		for (const word of rest) {
			const last = groups.at(-1)?.at(-1);
			if (last && word.left - last.right < APART * line.em && line.words.indexOf(word) === line.words.indexOf(last) + 1)
				groups.at(-1)!.push(word);
			else groups.push([word]);
		}
		return groups.flatMap((words): Lone[] => {
			const marks = words.flatMap(word => word.marks);
			if (marks.length > MARKS || !marks.some(isLetter) || Math.max(...marks.map(heightOf)) > LETTER.highest * em) return [];
			const own = lineOf(words, {...line, em: Math.max(...marks.map(heightOf)) / CAPITAL});
			return [{line: {...own, color: grounds.list[line.ground - 1]!.color}, badge: null}];
		});
	});
	return [...alone, ...scene.marks.list.map(mark => onBadge(scene, mark)).filter(one => one !== null)];
}

/** Returns what is written on a small patch of one colour, which is too small to be a ground. */
function onBadge({marks, scale, view}: Scene, mark: Mark): Lone | null {
	const [width, height] = [widthOf(mark), heightOf(mark)];
	if (mark.isEdge || height < BADGE.lowest * scale || height > BADGE.highest * scale) return null;
	if (width < 0.85 * height || width > BADGE.wide * height || mark.area < BADGE.full * width * height) return null;
	const color = commonest(view, marks.of, mark);
	if (!color) return null;
	const inset = Math.max(2 * scale, BADGE.inset * height);
	const [left, right] = [Math.round(mark.left + inset), Math.round(mark.right - inset)];
	const [top, bottom] = [Math.round(mark.top + inset / 2), Math.round(mark.bottom - inset / 2)];
	const ink: Box = {left: right, top: bottom, right: left, bottom: top};
	for (let y = top; y < bottom; y++) {
		for (let x = left; x < right; x++) {
			if (distance(view, y * view.width + x, color) <= BADGE.levels) continue;
			ink.left = Math.min(ink.left, x);
			ink.right = Math.max(ink.right, x + 1);
			ink.top = Math.min(ink.top, y);
			ink.bottom = Math.max(ink.bottom, y + 1);
		}
	}
	if (widthOf(ink) < 2 * scale || heightOf(ink) < 5 * scale || heightOf(ink) > 0.85 * height) return null;
	const word: Word = {...ink, marks: [{...mark, ...ink}], ink: mark.ink};
	return {line: {...ink, words: [word], ground: mark.ground, em: heightOf(ink) / CAPITAL, color}, badge: mark};
}

/** Returns the colour that most of a mark has, if it has one. */
function commonest(view: View, of: Int32Array, mark: Mark): Color | null {
	const counts = new Map<number, number>();
	for (let y = mark.top; y < mark.bottom; y++)
		for (let x = mark.left; x < mark.right; x++) {
			const at = y * view.width + x;
			if (of[at] !== mark.id) continue;
			const key = ((view.data[at * 3]! >> 3) << 10) | ((view.data[at * 3 + 1]! >> 3) << 5) | (view.data[at * 3 + 2]! >> 3);
			counts.set(key, (counts.get(key) ?? 0) + 1);
		}
	const [key, count] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a), [0, 0]);
	const channel = (shift: number) => (((key >> shift) & 31) << 3) + 4;
	return count >= BADGE.even * mark.area ? [channel(10), channel(5), channel(0)] : null;
}

function distance({data}: View, at: number, color: Color): number {
	return Math.max(...color.map((value, channel) => Math.abs(value - data[at * 3 + channel]!)));
}

/** Returns the text of which most repetitions were read, and how surely, or null if they differ or may be a sign. `height` is in font sizes. */
export function repeated({words}: Reading, height: number): {text: string; confidence: number} | null {
	const all = words.map(({text}) => text).join('');
	const confidence = words.reduce((sum, word) => sum + word.confidence, 0) / words.length;
	const length = all.length / REPEAT;
	if (words.length === 0 || confidence < SURE || !Number.isInteger(length)) return null;
	const parts = Array.from({length: REPEAT}, (_, index) => all.slice(index * length, (index + 1) * length));
	const text = parts.find(part => parts.filter(other => other === part).length > REPEAT / 2);
	if (!text || !/[\p{L}\p{N}]/u.test(text) || SIGN.test(text) || CIRCLES.test(text)) return null;
	if (height > (LOW.test(text) ? LETTER.small : LETTER.tall)) return null;
	return {text, confidence};
}

/** Returns the highlight of what stands alone: its badge, or its words. */
export const boxOfLone = ({line, badge}: Lone): Box => badge ?? union(line.words);

/** Returns those that lie in no other: a letter in a badge is told by the badge. */
export const outermost = (list: Lone[]): Lone[] =>
	list.filter(
		one =>
			!list.some(
				other =>
					other !== one &&
					other.badge &&
					contains(other.badge, {x: (one.line.left + one.line.right) / 2, y: (one.line.top + one.line.bottom) / 2}),
			),
	);
