import type {PDFiumPage} from '@hyzyla/pdfium';

/** A line of words on a page. `x`, `y`: where it begins, from the top left, and `size`, the height of its letters, as shares of the page. */
export type DeckLine = {text: string; x: number; y: number; size: number};

/** A message of the thread that draws pages: their number, a page, or the fault of the requested page or of all. */
export type DeckMessage = {pages: number} | {png: Uint8Array<ArrayBuffer>; lines: DeckLine[]} | {fault: string};

/** The parts of PDFium that its package does not declare. Coordinates are points from the bottom left. */
type Module = Record<`_FPDF${string}`, (...numbers: number[]) => number> & {
	HEAPU8: Uint8Array<ArrayBuffer>;
	wasmExports: {malloc(bytes: number): number; free(pointer: number): void};
};
type Box = {left: number; top: number; right: number; bottom: number};

/** Words are this far apart, in sizes of their letters, where no blank stands between them. */
const GAP = 0.2;
/** Between words where some blanks are lost. */
const NARROW_GAP = 0.12;

/** A character and the box in which it is drawn, in points. */
type Drawn = {text: string; box: Box};
/** A line as PDFium hands it over; a blank has no width, and `before` says after how many others it comes. */
type Row = {drawn: Drawn[]; blanks: {x: number; before: number}[]; box: Box};

/** A letter of a script that goes from right to left. */
const RTL = /(?=\p{L})[\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}]/u;

/** Returns the lines of a page that can be seen, in the order in which they are drawn, `most` characters at most. */
export function readLines(page: PDFiumPage, most: number): DeckLine[] {
	const {module, pageIdx} = page as unknown as {module: Module; pageIdx: number};
	const {originalHeight: height, originalWidth: width} = page.getOriginalSize();
	const text = module._FPDFText_LoadPage!(pageIdx);
	const memory = module.wasmExports.malloc(16);
	const boxBy = (name: `_FPDF${string}`, ...which: number[]): Box | null => {
		if (module[name]!(...which, memory) === 0) return null;
		const [left = 0, top = 0, right = 0, bottom = 0] = new Float32Array(module.HEAPU8.buffer, memory, 4);
		return {left, top, right, bottom};
	};
	try {
		// What is left of it where it is cropped.
		const shown = boxBy('_FPDF_GetPageBoundingBox', pageIdx) ?? {left: 0, top: height, right: width, bottom: 0};
		// On a page that is turned, places say little.
		const isTurned = module._FPDFPage_GetRotation!(pageIdx) !== 0;
		const rows: Row[] = [];
		let row: Row | null = null;
		let blanks: Row['blanks'] = [];
		const count = Math.min(module._FPDFText_CountChars!(text), most);
		for (let index = 0; index < count; index++) {
			const character = String.fromCodePoint(module._FPDFText_GetUnicode!(text, index));
			const box = boxBy('_FPDFText_GetLooseCharBox', text, index);
			if (/[\r\n]/.test(character)) [row, blanks] = [null, []];
			else if (!/\S/.test(character) || !box) blanks.push({x: box?.left ?? Number.NaN, before: row?.drawn.length ?? 0});
			else if (!(box.right < shown.left || box.left > shown.right || box.top < shown.bottom || box.bottom > shown.top)) {
				if (!row) {
					row = {drawn: [], blanks, box: {...box}};
					rows.push(row);
				}
				row.drawn.push({text: character, box});
				row.box = around(row.box, box);
			}
		}
		return joined(rows).map(line => {
			const {drawn, box} = line;
			const first = drawn[0]!.box;
			const hasRtl = drawn.some(one => RTL.test(one.text));
			return {
				text: hasRtl ? logicalText(line, shown) : textOf(line),
				x: ((hasRtl ? box.left : first.left) - shown.left) / width,
				y: isTurned ? 0 : (shown.top - first.top) / height,
				size: isTurned ? 0 : Math.max(...drawn.map(one => one.box.top - one.box.bottom)) / height,
			};
		});
	} finally {
		module.wasmExports.free(memory);
		module._FPDFText_ClosePage!(text);
	}
}

function around(one: Box, other: Box): Box {
	return {
		left: Math.min(one.left, other.left),
		top: Math.max(one.top, other.top),
		right: Math.max(one.right, other.right),
		bottom: Math.min(one.bottom, other.bottom),
	};
}

/** Returns a line's text in the order in which it is drawn. */
function textOf({drawn, blanks}: Row): string {
	const before = new Set(blanks.map(blank => blank.before));
	let text = '';
	let end = Number.POSITIVE_INFINITY;
	for (const [index, {text: letter, box}] of drawn.entries()) {
		const isApart = index > 0 && (before.has(index) || box.left - end > GAP * (box.top - box.bottom));
		text += isApart ? ` ${letter}` : letter;
		// Letters of a ligature stand at one place.
		end = drawn[index - 1]?.box.left === box.left ? Math.max(end, box.right) : box.right;
	}
	return text;
}

// Lines from right to left. PDFium breaks them at marks over letters, and reverses them by halves of characters, Latin words and numbers too:
// only places count.

/** Joins lines that are parts of one, if one of them is written from right to left. */
function joined(rows: Row[]): Row[] {
	const lines: Row[] = [];
	for (const row of rows) {
		const last = lines.at(-1);
		const size = row.box.top - row.box.bottom;
		const isOne =
			last &&
			[...last.drawn, ...row.drawn].some(({text}) => RTL.test(text)) &&
			Math.min(last.box.top, row.box.top) - Math.max(last.box.bottom, row.box.bottom) > size * 0.7 &&
			Math.max(last.box.left, row.box.left) - Math.min(last.box.right, row.box.right) < size * 0.5;
		if (!isOne) lines.push(row);
		else {
			last.blanks.push(...row.blanks.map(({x, before}) => ({x, before: before + last.drawn.length})));
			last.drawn.push(...row.drawn);
			last.box = around(last.box, row.box);
		}
	}
	return lines;
}

/** Returns a line's text in the order in which it is read; within Latin words and numbers, from left to right. */
function logicalText(row: Row, page: Box): string {
	const seen = fromLeft(row);
	const strong = seen.filter(text => /\p{L}/u.test(text)).map(text => RTL.test(text));
	const [first, last] = [strong[0]!, strong.at(-1)!];
	// Between words of both kinds, the side on which the line begins tells; in the middle of the page, the most letters.
	const [before, after] = [row.box.left - page.left, page.right - row.box.right];
	const isAligned = Math.abs(before - after) > (page.right - page.left) * 0.1;
	const isRtl = first === last ? first : isAligned ? before > after : strong.filter(Boolean).length * 2 >= strong.length;
	return isRtl ? reversed(seen.join('')) : seen.join('').replace(RTL_RUN, reversed);
}

/** From one letter of such a script to the last before another script, and a pair of brackets around it or a part of it. */
const RTL_RUN = new RegExp(
	`(?:[()[\\]{}](?=${RTL.source}[^()[\\]{}\\p{L}]*(?:${RTL.source}[^()[\\]{}\\p{L}]*)*[()[\\]{}]))?${RTL.source}(?:[^\\p{L}]*${RTL.source}|\\p{M})*(?:(?<=[()[\\]{}][^()[\\]{}]*)[()[\\]{}])?`,
	'gu',
);
/** Words that go from left to right, with what is between them, and numbers with their signs. */
const LTR_RUN = new RegExp(
	`(?:(?!${RTL.source})\\p{L}|\\p{Nd}+(?=(?!${RTL.source})\\p{L}))(?:[^\\p{L}\\p{Nd}]*(?:(?!${RTL.source})\\p{L}|\\p{Nd}|\\p{M}))*|[#\\p{Sc}]?\\p{Nd}+(?:[-.,:/٫٬]\\p{Nd}+)*[%\\p{Sc}°]*`,
	'gu',
);
const BRACKETS = ['()', '[]', '{}', '«»'];
/** Signs that are mirrored. */
const PAIRS = new Map([...'()[]{}<>«»‹›'].map((sign, index, all) => [sign, all[index ^ 1]!]));

/** Turns a text that was read from left to right, for it is read from right to left. */
function reversed(text: string): string {
	const parts: string[] = [];
	let end = 0;
	for (const {0: run, index} of text.matchAll(LTR_RUN)) {
		if (index < end) continue;
		parts.push(...clusters(text.slice(end, index)), run);
		end = index + run.length;
		// Brackets that a word opened are its own.
		for (const [open, close] of PAIRS)
			if (text[end] === close && open !== '<' && run.split(open).length > run.split(close).length) parts.push(parts.pop()! + text[end++]);
	}
	parts.push(...clusters(text.slice(end)));
	parts.reverse();
	return parts.map((part, index) => bracketIn(parts, index) ?? PAIRS.get(part) ?? part).join('');
}

/** Returns the bracket that is meant, one of a pair; whether it was turned with its line depends on who wrote the file. */
function bracketIn(parts: string[], index: number): string | null {
	const pair = BRACKETS.find(brackets => brackets.includes(parts[index]!));
	if (!pair) return null;
	const alike = parts.flatMap((part, at) => (pair.includes(part) ? [at] : []));
	return alike.length % 2 === 0 ? pair[alike.indexOf(index) % 2]! : null;
}

const GRAPHEMES = new Intl.Segmenter('und');
function clusters(text: string): string[] {
	return [...GRAPHEMES.segment(text)].map(({segment}) => segment);
}

/** Puts the characters of an emoji into order, if their halves are reversed. */
function withPairs(text: string): string {
	return /^[\udc00-\udfff]/.test(text) ? text.split('').reverse().join('') : text;
}

/** Lists what a line shows from left to right, each with what is drawn on it, and a blank for each space between words. */
function fromLeft({drawn, blanks}: Row): string[] {
	// A letter with its marks, a ligature or the parts of an emoji stand at one place.
	const places: {text: string; box: Box; at: number[]}[] = [];
	for (const [index, {text, box}] of drawn.entries()) {
		const last = places.at(-1);
		if (last && Math.abs(last.box.left - box.left) < 0.05) {
			last.text += text;
			last.box = around(last.box, box);
			last.at.push(index);
		} else places.push({text, box: {...box}, at: [index]});
	}
	const sorted = places.toSorted((one, other) => one.box.left - other.box.left);
	const spaced = new Set<number>();
	for (const {x, before} of blanks) {
		if (before === 0 || before === drawn.length) continue;
		const gap = sorted.findIndex(({box}, index) => index > 0 && sorted[index - 1]!.box.right - 0.1 <= x && x <= box.left + 0.1);
		const next = sorted.findIndex(({at}) => at.includes(before));
		const last = sorted.findIndex(({at}) => at.includes(before - 1));
		// Its place may be wrong: then it is on that side of the next letter from which the line comes.
		spaced.add(gap > 0 ? gap : next < last ? next + 1 : next);
	}
	return sorted.flatMap(({text, box}, index) => {
		const last = sorted[index - 1];
		// Of letters from right to left, the right edge is only guessed.
		const isFar = last && !RTL.test(last.text) && box.left - last.box.right > NARROW_GAP * (box.top - box.bottom);
		const whole = RTL.test(text) ? clusters(text.split('').reverse().join('')).reverse().join('') : withPairs(text);
		return isFar || spaced.has(index) ? [' ', whole] : [whole];
	});
}
