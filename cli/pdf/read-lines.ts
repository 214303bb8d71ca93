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
		const lines: DeckLine[] = [];
		let line: DeckLine | null = null;
		let end = 0;
		const count = Math.min(module._FPDFText_CountChars!(text), most);
		for (let index = 0; index < count; index++) {
			const character = String.fromCodePoint(module._FPDFText_GetUnicode!(text, index));
			if (/[\r\n]/.test(character)) line = null;
			const box = /\S/.test(character) ? boxBy('_FPDFText_GetLooseCharBox', text, index) : null;
			if (!box) {
				if (line && !/[\r\n]/.test(character)) line.text += character;
				continue;
			}
			if (box.right < shown.left || box.left > shown.right || box.top < shown.bottom || box.bottom > shown.top) continue;
			const size = box.top - box.bottom;
			if (!line) {
				line = {text: '', x: (box.left - shown.left) / width, y: isTurned ? 0 : (shown.top - box.top) / height, size: 0};
				lines.push(line);
			} else if (box.left - end > GAP * size && !/\s$/.test(line.text)) line.text += ' ';
			line.text += character;
			if (!isTurned) line.size = Math.max(line.size, size / height);
			end = box.right;
		}
		return lines;
	} finally {
		module.wasmExports.free(memory);
		module._FPDFText_ClosePage!(text);
	}
}
