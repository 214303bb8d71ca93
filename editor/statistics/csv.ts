/** Beginnings that a spreadsheet takes for a formula, also full-width ones. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/u;

type Cell = string | number | null;

/** Returns CSV (RFC 4180) with the mark of UTF-8 and decimal points; texts that a spreadsheet would compute are marked as text. */
export function csv(rows: ReadonlyArray<readonly Cell[]>): string {
	return `\uFEFF${rows.map(row => `${row.map(cell).join(',')}\r\n`).join('')}`;
}

function cell(value: Cell): string {
	if (value === null) return '';
	if (typeof value === 'number') return String(value);
	return `"${FORMULA.test(value) ? "'" : ''}${value.replaceAll('"', '""')}"`;
}
