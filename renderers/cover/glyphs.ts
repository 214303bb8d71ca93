import type {Browser} from '../browser/browser.ts';
import {decode} from '../image/decode.ts';

/** Finds letters that no installed font has, since they would be drawn as empty boxes. */

/** Never assigned: no font has it, so it looks as everything looks that no font has. */
const UNASSIGNED = '\u{10FFFE}';

/** Letters that the themes' fonts have. */
const KNOWN = /[\u0020-\u024F\u2010-\u2027\u20AC]/;
const UNSEEN = /[\p{White_Space}\p{Control}\p{Default_Ignorable_Code_Point}]/u;
const LETTER = /[\p{L}\p{N}\p{M}]/u;

/** Letters that were looked at so far. A font that is installed later counts from the next start. */
const looked = new Map<string, boolean>();

/**
 * The texts as they can be drawn here. One with a letter that no font has becomes empty, for half a sentence is worse than none;
 * signs and emoji that no font has only go from theirs.
 */
export async function drawableTexts(browser: Browser, texts: string[]): Promise<string[]> {
	const letters = new Set(texts.join('')).difference(looked);
	const unknown = [...letters].filter(letter => !KNOWN.test(letter) && !UNSEEN.test(letter));
	if (unknown.length > 0) await look(browser, unknown);
	return texts.map(drawableText);
}

function drawableText(text: string): string {
	const letters = [...text];
	if (letters.every(letter => UNSEEN.test(letter))) return '';
	const missing = letters.filter(letter => looked.get(letter) === false);
	if (missing.length === 0) return text;
	if (missing.some(letter => LETTER.test(letter))) return '';
	const rest = letters.filter(letter => looked.get(letter) !== false).join('');
	return drawableText(rest.replaceAll(/\s+/g, ' ').trim());
}

const CELL = 40;
const COLUMNS = 20;

/** Draws each letter in a cell and compares it with one that no font has: only the browser knows its fonts. */
async function look(browser: Browser, letters: string[]): Promise<void> {
	const cells = [UNASSIGNED, ...letters].map(letter => `<b>&#${letter.codePointAt(0)};</b>`).join('');
	const style = `*{margin:0}body{width:${CELL * COLUMNS}px;background:#fff}b{float:left;width:${CELL}px;height:${CELL}px;overflow:hidden;font:24px/${CELL}px sans-serif;text-indent:8px}`;
	const html = `<html><meta charset="utf-8"><style>${style}</style><body>${cells}</body></html>`;
	const rows = Math.ceil((letters.length + 1) / COLUMNS);
	const picture = await browser.screenshot({html, width: CELL * COLUMNS, height: CELL * rows, type: 'png'});
	const {data, info} = await decode(picture).flatten({background: '#fff'}).toColourspace('b-w').raw().toBuffer({resolveWithObject: true});
	const cell = (index: number) => {
		const [left, top] = [(index % COLUMNS) * CELL, Math.floor(index / COLUMNS) * CELL];
		const lines = Array.from({length: CELL}, (_, y) => {
			const from = ((top + y) * info.width + left) * info.channels;
			return data.subarray(from, from + CELL * info.channels);
		});
		return Buffer.concat(lines);
	};
	const nothing = cell(0);
	for (const [index, letter] of letters.entries()) looked.set(letter, !cell(index + 1).equals(nothing));
}
