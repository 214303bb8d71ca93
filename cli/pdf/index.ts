import {readFile} from 'node:fs/promises';
import {parentPort, workerData} from 'node:worker_threads';
import {type PDFiumDocument, PDFiumLibrary} from '@hyzyla/pdfium';
import {encodePng} from '../folder/png-pixels.ts';
import {type DeckMessage, readLines} from './read-lines.ts';
import {pdfiumBinary} from './wasm.ts';

// A thread that draws the pages of a PDF, one for each message: a page that never ends holds up no one else.

/** Pixels of the longer side: a slide fills a screen, and its small print can be read. */
const LONGER_SIDE = 1920;
/** A page with less than this left is a line. */
const LEAST_SIDE = 32;
/** Characters of a page that are read, at most. */
const MOST_WORDS = 20_000;

const {file, mostPages} = workerData as {file: string; mostPages: number};
const say = (message: DeckMessage, bytes?: Uint8Array<ArrayBuffer>) => parentPort!.postMessage(message, bytes ? [bytes.buffer] : []);

const library = await PDFiumLibrary.init({wasmBinary: (await pdfiumBinary()).buffer});
const document = await open();
if (document) {
	const pages = document.getPageCount();
	if (pages === 0) say({fault: 'Has no pages.'});
	else if (pages > mostPages) say({fault: `Has ${pages} pages; ${mostPages} are the most. Save a part of them as a file.`});
	else {
		say({pages});
		parentPort!.on('message', (index: number) => void draw(document, index));
	}
}

async function open(): Promise<PDFiumDocument | null> {
	try {
		return await library.loadDocument(await readFile(file));
	} catch (error) {
		const isLocked = /password|security/i.test((error as Error).message);
		say({fault: isLocked ? 'Is encrypted: save it without a password.' : 'Is no PDF that can be read: it is damaged, or something else.'});
		return null;
	}
}

async function draw(deck: PDFiumDocument, index: number): Promise<void> {
	try {
		const page = deck.getPage(index);
		const {originalWidth, originalHeight} = page.getOriginalSize();
		if (!(originalWidth > 0 && originalHeight > 0)) return say({fault: 'Cannot be read: it is damaged.'});
		// Drawing it closes it.
		const lines = readLines(page, MOST_WORDS);
		const scale = LONGER_SIDE / Math.max(originalWidth, originalHeight);
		const [width, height] = [Math.round(originalWidth * scale), Math.round(originalHeight * scale)];
		if (!(width >= LEAST_SIDE && height >= LEAST_SIDE))
			return say({fault: `Has ${Math.round(originalWidth)} x ${Math.round(originalHeight)} points: it is far too narrow.`});
		const {data, ...drawn} = await page.render({width, height, render: 'bitmap', renderFormFields: true});
		const png = new Uint8Array(encodePng({width: drawn.width, height: drawn.height, channels: 3, data: withoutAlpha(data)}));
		say({png, lines}, png);
	} catch (error) {
		say({fault: `Cannot be drawn (${(error as Error).message}).`});
	}
}

/** RGB out of the RGBA of PDFium, which has put white behind everything. */
function withoutAlpha(rgba: Uint8Array): Buffer {
	const rgb = Buffer.alloc((rgba.length / 4) * 3);
	for (let from = 0, to = 0; from < rgba.length; from += 4, to += 3) {
		rgb[to] = rgba[from]!;
		rgb[to + 1] = rgba[from + 1]!;
		rgb[to + 2] = rgba[from + 2]!;
	}
	return rgb;
}
