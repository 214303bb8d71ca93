import {type FileHandle, open, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import type {Page} from 'puppeteer';
import {unlessAborted} from '../../../shared/concurrency.ts';
import type {PdfOptions} from '../../../shared/contract/exports/options.ts';
import {mainLanguage, narrationOf} from '../../../shared/tour/timeline.ts';
import type {Browser, Loaded} from '../../browser/browser.ts';
import {ANY_LINES, setTexts, type TextWay} from '../../cover/title.ts';
import {coverDirection} from '../../cover/words.ts';
import type {Exported, Exporter, ExportSource} from '../../exporter.ts';
import {makePictures} from '../../paper/make-pictures.ts';
import {missingLetters} from '../missing-letters.ts';
import {coverTitleWays} from './cover.ts';
import {pdfPage} from './document.ts';
import {type Block, PER_MM, packPages, type Sheet, sheetOf} from './pack.ts';
import {type PrintedPicture, picturePath, printedPicture} from './picture.ts';

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
	async make(source, options, work): Promise<Exported> {
		const {snapshot, url, sections, led} = source;
		const {pictures, warnings} = await makePictures(source, work, PICTURES, step => printedPicture(step, source, work));
		const scripts = options.scripts ? scriptsOf(source) : snapshot.steps.map(() => null);
		const html = pdfPage({snapshot, url, pictures, scripts, ...(sections && {sections}), ...(led && {led})}, options);
		const titles = coverTitleWays({pictures}, options, coverDirection(snapshot.title, snapshot.language));
		const path = join(work.folder, 'tour.pdf');
		const [, undrawn] = await Promise.all([
			unlessAborted(print(work.browser, {html, pictures, path, titles}, sheetOf(options)), work.signal),
			missingLetters(work.browser, snapshot, scripts),
		]);
		work.progress(1);
		return {path, warnings: [...warnings, ...undrawn]};
	},
};

/** Lists the script of each step in the chosen language. Without one, falls back to scripts that are written but not spoken yet. */
function scriptsOf({snapshot, document, language}: ExportSource): Array<string | null> {
	const written = new Map(document?.steps.map(({id, narrationScript}) => [id, narrationScript]));
	const spoken = language ?? mainLanguage(snapshot);
	return snapshot.steps.map(step => {
		const script = spoken && narrationOf(step, spoken)?.script;
		return script || (language === undefined && written.get(step.id)) || null;
	});
}

/** The page to print, ways to set the cover's title, and the path of the file to write. */
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
			const headings = await page.evaluate(() => Array.from(document.querySelectorAll('h1, h2'), ({textContent}) => textContent));
			await nameOutline(target, headings);
		},
	});
}

/** Points of a step's heading: smaller ones, but not smaller than its text, if a word has no room beside an upright picture. */
const HEADINGS = [
	...[14, 12, 10.5].map(size => ({style: `font-size:${size}pt;overflow-wrap:normal`, lines: ANY_LINES})),
	{style: 'font-size:14pt;overflow-wrap:anywhere', lines: ANY_LINES},
];

/** Measures the words of the cover and of every step, then sets sizes of titles, pictures and page breaks. */
async function layOut(page: Page, sheet: Sheet, coverTitles: TextWay[]): Promise<void> {
	await page.evaluate(async () => void (await document.fonts.ready));
	await setTexts(page, 'h1', coverTitles);
	await setTexts(page, 'h2 .title', HEADINGS);
	const measured = await page.evaluate(() =>
		Array.from(document.querySelectorAll<HTMLElement>('article'), article => ({
			height: article.querySelector('.words')!.getBoundingClientRect().height,
			ratio: article.dataset.ratio!,
			widest: Number(article.dataset.widest),
		})),
	);
	const blocks = measured.map(
		({height, ratio, widest}): Block => ({words: height / PER_MM, picture: ratio ? Number(ratio) : null, widest}),
	);
	await page.evaluate(
		places => {
			for (const [index, article] of [...document.querySelectorAll<HTMLElement>('article')].entries()) {
				const {begins, picture} = places[index]!;
				if (begins && index > 0) article.classList.add('begins');
				const shot = article.querySelector<HTMLElement>('.shot');
				if (shot && picture !== null) shot.style.width = `${picture}mm`;
			}
		},
		packPages(blocks, sheet),
	);
}

/** Bytes of the PDF in memory at a time: 500 steps make 46 MB, which Puppeteer would hold several times. */
const CHUNK = 1_000_000;

/** Prints the page into a file: tagged, with an outline, on paper of its style's size. `timeout`: milliseconds. */
async function savePdf(page: Page, path: string, timeout: number): Promise<void> {
	const session = await page.createCDPSession();
	const {stream} = await session.send(
		'Page.printToPDF',
		{
			...{transferMode: 'ReturnAsStream', printBackground: true, preferCSSPageSize: true},
			...{generateTaggedPDF: true, generateDocumentOutline: true},
		},
		{timeout},
	);
	if (!stream) throw new Error('The browser has printed, and gives no file.');
	const file = await open(path, 'w');
	try {
		for (let isWhole = false; !isWhole; ) {
			const {data, base64Encoded, eof} = await session.send('IO.read', {handle: stream, size: CHUNK});
			await file.writeFile(Buffer.from(data, base64Encoded ? 'base64' : 'latin1'));
			isWhole = eof;
		}
	} finally {
		await file.close();
	}
}

/**
 * Gives the outline's entries these names. The browser joins what it has painted, by which words of one direction within the other change
 * places. The entries are appended as a new version of themselves, as PDF provides for changes.
 */
async function nameOutline(path: string, names: string[]): Promise<void> {
	const file = await open(path, 'r+');
	try {
		const {size} = await file.stat();
		const xref = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(await readAt(file, size - TAIL, TAIL))?.[1]);
		const table = xref > 0 ? await readAt(file, xref, size - xref) : '';
		const rows = /^xref\s+0 \d+\s+/.exec(table)?.[0].length;
		// Another browser may write its table in another form: then the outline stays as it is.
		if (rows === undefined) return;
		const object = async (id: string | undefined) => {
			const text = id && (await readAt(file, Number(table.substr(rows + ROW * Number(id), 10)), OBJECT));
			return (text && /^\d+ 0 obj.*?endobj/s.exec(text)?.[0]) || '';
		};
		const link = (text: string, name: string) => new RegExp(`/${name} (\\d+) 0 R`).exec(text)?.[1];
		const trailer = /trailer\s*<<(.*?)>>/s.exec(table)![1]!;
		const entries: {id: string; text: string}[] = [];
		const walk = async (id: string | undefined): Promise<void> => {
			for (let at = id; at; ) {
				const text = await object(at);
				entries.push({id: at, text});
				await walk(link(text, 'First'));
				at = link(text, 'Next');
			}
		};
		await walk(link(await object(link(await object(link(trailer, 'Root')), 'Outlines')), 'First'));
		// A heading of which nothing is painted has no entry: then nobody knows which is which.
		if (entries.length !== names.length || entries.some(({text}) => !TITLE.test(text))) return;
		let end = size + 1;
		const changed = entries.map(({id, text}, index) => {
			const name = Buffer.from(`\ufeff${names[index]!.replace(/\s+/g, ' ').trim()}`, 'utf16le')
				.swap16()
				.toString('hex');
			const entry = `${text.replace(TITLE, `/Title <${name}>`)}\n`;
			const row = `${id} 1\n${String(end).padStart(10, '0')} 00000 n \n`;
			end += entry.length;
			return {entry, row};
		});
		const objects = changed.map(({entry}) => entry).join('');
		const places = changed.map(({row}) => row).join('');
		const whole = `\n${objects}xref\n${places}trailer\n<<${trailer}/Prev ${xref}>>\nstartxref\n${end}\n%%EOF\n`;
		await file.write(Buffer.from(whole, 'latin1'), 0, whole.length, size);
	} finally {
		await file.close();
	}
}

/** Bytes at the end of a PDF that say where its table is, those of one of the table's rows, and of an object with a long title. */
const [TAIL, ROW, OBJECT] = [64, 20, 16_384];
const TITLE = /\/Title (?:<[0-9A-Fa-f]*>|\((?:\\.|[^\\)])*\))/s;

async function readAt(file: FileHandle, position: number, length: number): Promise<string> {
	const {buffer, bytesRead} = await file.read(Buffer.alloc(length), 0, length, position);
	return buffer.toString('latin1', 0, bytesRead);
}
