import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import type {PdfOptions} from '../../../shared/contract/exports/options.ts';
import type {Browser, Loaded} from '../../browser/browser.ts';
import type {TextWay} from '../../cover/fit.ts';
import {coverDirection} from '../../cover/words.ts';
import type {Exported, Exporter, ExportSource} from '../../exporter.ts';
import {makePictures} from '../../paper/make-pictures.ts';
import {missingLetters} from '../missing-letters.ts';
import {coverTitleWays} from './cover.ts';
import {pdfPage} from './document.ts';
import {layOut} from './lay-out.ts';
import {type PrintedPicture, picturePath, printedPicture} from './picture.ts';
import {savePdf} from './save-pdf.ts';
import {PER_MM, type Sheet, sheetOf} from './sheet.ts';

/** Share of the work that pictures take; the rest is printing. */
const PICTURES = 0.6;
/**
 * Milliseconds for the browser, and for each step beyond a few: 500 steps take it 15 s on an idle machine, and at the lowest priority beside much
 * else ten times as long.
 */
const PRINT_MS = {least: 45_000, few: 60, perStep: 500};
/** A host that does not exist: all files of the page are handed over here. */
const ORIGIN = 'https://tour.invalid';
const HEADERS = {
	'Content-Type': 'text/html; charset=utf-8',
	'Content-Security-Policy': "default-src 'none'; img-src 'self'; font-src data:; style-src 'unsafe-inline'",
};

/** A tour on paper: tagged, with an outline, its words as words and its pictures as the JPEGs that they are. */
export const pdfExporter: Exporter<PdfOptions> = {
	version: 4,
	takesDocument: true,
	async make(source, options, work): Promise<Exported> {
		const {snapshot, url} = source;
		const {pictures, warnings} = await makePictures(source, work, PICTURES, step => printedPicture(step, source, work));
		const scripts = options.scripts ? scriptsOf(source) : snapshot.steps.map(() => null);
		const html = pdfPage({snapshot, url, pictures, scripts}, options);
		const titles = coverTitleWays({pictures}, options, coverDirection(snapshot.title, snapshot.language));
		const path = join(work.folder, 'tour.pdf');
		const [, undrawn] = await Promise.all([
			unlessAborted(work.signal, print(work.browser, {html, pictures, path, titles}, sheetOf(options))),
			missingLetters(work.browser, snapshot, scripts),
		]);
		work.progress(1);
		return {path, contentType: 'application/pdf', extension: '.pdf', warnings: [...warnings, ...undrawn]};
	},
};

/**
 * Lists the script of each step in the language that is wanted.
 * Without one, falls back to scripts that are written and not yet spoken.
 */
function scriptsOf({snapshot, document, language}: ExportSource): Array<string | null> {
	const written = new Map(document?.steps.map(({id, narrationScript}) => [id, narrationScript]));
	return snapshot.steps.map(({id, narrations}) => {
		if (language !== undefined) return narrations.find(narration => narration.language === language)?.script ?? null;
		return narrations[0]?.script || written.get(id) || null;
	});
}

/** The page to print, ways to set the cover's title, and the path of the file that is written. */
type Print = {html: string; pictures: ReadonlyArray<PrintedPicture | null>; path: string; titles: TextWay[]};

async function print(browser: Browser, {html, pictures, path: target, titles}: Print, sheet: Sheet): Promise<void> {
	const paths = new Map(pictures.flatMap((picture, index) => (picture ? [[picturePath(pictures, index), picture.path] as const] : [])));
	const load = async (path: string): Promise<Loaded | null> => {
		if (path === '/') return {body: Buffer.from(html), headers: HEADERS};
		const file = paths.get(path);
		return file ? {body: await readFile(file), headers: {'Content-Type': 'image/jpeg'}} : null;
	};
	const limitMs = PRINT_MS.least + PRINT_MS.perStep * Math.max(0, pictures.length - PRINT_MS.few);
	return browser.visit({
		url: `${ORIGIN}/`,
		load,
		width: Math.ceil(sheet.width * PER_MM),
		height: Math.ceil(sheet.height * PER_MM),
		timeout: limitMs,
		async look(page) {
			await layOut(page, sheet, titles);
			await savePdf(page, target, limitMs);
		},
	});
}

/** Resolves as `result` does, or rejects as soon as the signal is aborted; the browser ends its own page. */
function unlessAborted<T>(signal: AbortSignal, result: Promise<T>): Promise<T> {
	signal.throwIfAborted();
	return new Promise((resolve, reject) => {
		const abort = () => reject(signal.reason);
		signal.addEventListener('abort', abort, {once: true});
		result.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
	});
}
