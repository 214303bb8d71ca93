/** Beginnings that a spreadsheet takes for a formula, also full-width ones. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/u;

type Cell = string | number | null;

/** Returns lines as a file, or its beginning: with the mark of UTF-8, by which spreadsheets recognise it. */
export function csv(rows: ReadonlyArray<readonly Cell[]>): string {
	return `\uFEFF${rows.map(row => csvLine(row)).join('')}`;
}

/**
 * Returns a line of CSV (RFC 4180) with decimal points. Texts are quoted, and marked as text with ' where a spreadsheet would compute them, unless
 * `isPlain` lets them stand.
 */
export function csvLine(cells: readonly Cell[], isPlain = (_text: string, _column: number) => false): string {
	const cell = (value: Cell, column: number) => {
		if (value === null) return '';
		if (typeof value === 'number') return String(value);
		return `"${FORMULA.test(value) && !isPlain(value, column) ? "'" : ''}${value.replaceAll('"', '""')}"`;
	};
	return `${cells.map(cell).join(',')}\r\n`;
}
