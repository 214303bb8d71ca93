/** Beginnings that a spreadsheet takes for a formula, also full-width ones. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/u;

/**
 * Ends of a cell for spreadsheets that separate by semicolons, as those with decimal commas do, or by tabs: for them our quotes hold nothing together, and
 * what follows begins another cell.
 */
const INNER_FORMULA = /([;\t\r\n]"*)(?=[=+\-@＝＋－＠])/gu;

type Cell = string | number | null;

/** Returns lines as a file, or its beginning: with the mark of UTF-8, by which spreadsheets recognise it. */
export function csv(rows: ReadonlyArray<readonly Cell[]>): string {
	return `\uFEFF${rows.map(row => csvLine(row)).join('')}`;
}

/**
 * Returns a line of CSV (RFC 4180) with decimal points. Texts are quoted, and marked as text with ' where a spreadsheet would compute them or a
 * part of them, unless `isPlain` lets them stand.
 */
export function csvLine(cells: readonly Cell[], isPlain = (_text: string, _column: number) => false): string {
	const cell = (value: Cell, column: number) => {
		if (value === null) return '';
		if (typeof value === 'number') return String(value);
		if (isPlain(value, column)) return quoted(value);
		return quoted(`${FORMULA.test(value) ? "'" : ''}${value.replace(INNER_FORMULA, "$1'")}`);
	};
	return `${cells.map(cell).join(',')}\r\n`;
}

function quoted(text: string): string {
	return `"${text.replaceAll('"', '""')}"`;
}
