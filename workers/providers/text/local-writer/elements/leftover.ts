import type {Line, Word} from '../lines.ts';
import {type Box, heightOf, union, widthOf} from '../picture.ts';
import type {Scene} from '../screen.ts';
import {sameInk} from '../segment.ts';

/** Shares of the font size: a word is no further from the next, its letters no wider and no lower, and they stand on the line as nearly. */
const LETTERS = {apart: 0.7, single: 0.2, widest: 0.95, lowest: 0.3, off: 0.12, hang: 0.3};

/** Returns what stands on a line of words that were read as letters do, beside them: it is text that could not be read, and no icon. */
export function leftovers(scene: Scene, known: ReadonlySet<Word>): Word[] {
	return scene.lines.flatMap(line => {
		const read = line.words.filter(word => known.has(word));
		return read.length === 0 ? [] : besideThem(scene, line, read);
	});
}

function besideThem({grounds}: Scene, line: Line, read: Word[]): Word[] {
	const found: Word[] = [];
	const marks = read.flatMap(word => word.marks).filter(mark => heightOf(mark) > LETTERS.lowest * line.em);
	if (marks.length < 2) return [];
	const bottoms = marks.map(({bottom}) => bottom).sort((a, b) => a - b);
	const foot = bottoms[bottoms.length >> 1]!;
	const top = Math.min(...marks.map(mark => mark.top));
	const ground = grounds.list[line.ground - 1]!.color;
	const isNear = (word: Word, other: Box) =>
		Math.max(word.left - other.right, other.left - word.right) <= (isSingle(word) ? LETTERS.single : LETTERS.apart) * line.em;
	const isSingle = ({marks}: Word) => marks.filter(mark => heightOf(mark) > LETTERS.lowest * line.em).length < 2;
	const isLettered = (word: Word) => {
		const high = word.marks.filter(mark => heightOf(mark) > LETTERS.lowest * line.em);
		if (high.length === 0 || high.some(mark => widthOf(mark) > LETTERS.widest * line.em)) return false;
		if (high.some((mark, index) => index > 0 && mark.left < high[index - 1]!.right - 1)) return false;
		const {top: from, bottom} = union(high);
		if (from < top - LETTERS.off * line.em || bottom > foot + LETTERS.hang * line.em) return false;
		return high.some(mark => Math.abs(mark.bottom - foot) <= LETTERS.off * line.em) && sameInk(word.ink, read[0]!.ink, ground);
	};
	for (const word of line.words)
		if (!read.includes(word) && isLettered(word) && [...read, ...found].some(other => isNear(word, other))) found.push(word);
	return found;
}
