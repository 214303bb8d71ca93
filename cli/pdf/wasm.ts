import {readFile} from 'node:fs/promises';
import {createRequire} from 'node:module';

/** PDFium itself. Where the program is packed, these bytes are in it. */
export async function pdfiumBinary(): Promise<Uint8Array<ArrayBuffer>> {
	const file = createRequire(import.meta.url).resolve('@hyzyla/pdfium/pdfium.wasm');
	return new Uint8Array(await readFile(file));
}
