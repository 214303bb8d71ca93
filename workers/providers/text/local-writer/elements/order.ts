import type {ReadElement} from '../../../../../shared/contract/pictures/element.ts';
import {plain} from '../../../../../shared/tour/place/controls.ts';

export type Unnumbered = Omit<ReadElement, 'nth'>;

/** Boxes that differ by less than this share of the picture's height are in one row. */
const ROW = 0.008;

/** Returns one element for equal words at one place, the most telling kind: a field rather than the text in it. */
export function once(elements: Unnumbered[]): Unnumbered[] {
	const kept: Unnumbered[] = [];
	const rank = ({kind}: Unnumbered) => (kind === 'text' ? 1 : 0);
	for (const element of elements.toSorted((a, b) => rank(a) - rank(b))) {
		const twin = kept.some(({text, highlight}) => text === element.text && isIn(highlight, element.click));
		if (!twin) kept.push(element);
	}
	return kept;
}

/** Row by row, from left to right, each numbered among those with the same words. */
export function numbered(elements: Unnumbered[]): ReadElement[] {
	const rows: Unnumbered[][] = [];
	for (const element of elements.toSorted((a, b) => a.click.y - b.click.y)) {
		const row = rows.at(-1);
		if (row && element.click.y - row[0]!.click.y <= ROW) row.push(element);
		else rows.push([element]);
	}
	const counts = new Map<string, number>();
	return rows
		.flatMap(row => row.sort((a, b) => a.click.x - b.click.x))
		.map(element => {
			const key = element.words.length === 0 && element.text.startsWith('[') ? element.text : plain(element.text);
			const nth = (counts.get(key) ?? 0) + 1;
			counts.set(key, nth);
			return {...element, nth};
		});
}

export function isIn({x, y, width, height}: ReadElement['highlight'], at: ReadElement['click']): boolean {
	return at.x >= x && at.x < x + width && at.y >= y && at.y < y + height;
}
