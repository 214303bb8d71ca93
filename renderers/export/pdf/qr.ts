import encodeQR from 'qr';
import {type Html, html} from '../../../shared/html.ts';

/** Modules of white around it, as readers want it. */
const BORDER = 2;

/** A link as a QR code: an SVG of black squares, for telephones that are held to the paper. */
export function qrCode(url: string): Html {
	const rows = encodeQR(url, 'raw', {ecc: 'medium', border: BORDER});
	const squares = rows.flatMap((row, y) => runs(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`));
	return html`<svg class="qr" aria-hidden="true" viewBox="0 0 ${rows.length} ${rows.length}" shape-rendering="crispEdges"><path d="${squares.join('')}"/></svg>`;
}

/** Lists where runs of dark modules begin, and how many modules each has. */
function runs(row: boolean[]): Array<[start: number, length: number]> {
	const found: Array<[number, number]> = [];
	for (const [x, dark] of row.entries()) {
		if (!dark) continue;
		if (row[x - 1]) found.at(-1)![1] += 1;
		else found.push([x, 1]);
	}
	return found;
}
