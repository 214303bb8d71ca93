import {readFile} from 'node:fs/promises';
import {createRequire} from 'node:module';
import {PDFiumLibrary} from '@hyzyla/pdfium';
import test, {type ExecutionContext} from 'ava';
import sharp from 'sharp';
import {readConfig} from '../../../shared/config/config.ts';
import type {PdfOptions} from '../../../shared/contract/exports/options.ts';
import {openBench} from '../../../test/helpers/exporting/bench.ts';
import {exampleSource, LINK, sourceOf, storedImage} from '../../../test/helpers/exporting/sources.ts';
import {screenshot} from '../../../test/helpers/images.ts';
import {sampleSlide, sampleStep, sampleTour} from '../../../test/helpers/sample-snapshot.ts';
import {openBrowser} from '../../browser/browser.ts';
import type {ExportSource} from '../../exporter.ts';
import {pdfExporter} from './pdf.ts';

const OPTIONS: PdfOptions = {paper: 'a4', layout: 'portrait', branches: 'named', scripts: false};
const browser = openBrowser({executablePath: readConfig().chromium});
test.after.always(() => browser.close());

async function make(t: ExecutionContext, source: ExportSource, options: Partial<PdfOptions> = {}) {
	const {work, seen, made, remove} = await openBench(browser);
	t.teardown(remove);
	const {path, ...exported} = await pdfExporter.make(source, {...OPTIONS, ...options}, await work());
	return {pdf: (await readFile(path)).toString('latin1'), seen, made, ...exported};
}

const count = (pdf: string, pattern: RegExp) => pdf.match(pattern)?.length ?? 0;

/** What the outline says, from the first entry on. */
function outlineOf(pdf: string): string[] {
	const entries = new Map([...pdf.matchAll(/(\d+) 0 obj\n<<(.*?)>>\nendobj/gs)].map(([, id, body]) => [id!, body!]));
	const root = entries.get(/\/Outlines (\d+) 0 R/.exec(pdf)![1]!)!;
	const walk = (id: string | undefined): string[] => {
		const entry = id && entries.get(id);
		if (!entry) return [];
		const next = (name: string) => new RegExp(`/${name} (\\d+) 0 R`).exec(entry)?.[1];
		return [titleOf(entry), ...walk(next('First')), ...walk(next('Next'))];
	};
	return walk(/\/First (\d+) 0 R/.exec(root)![1]);
}

function titleOf(entry: string): string {
	const hex = /\/Title <([0-9A-Fa-f]+)>/.exec(entry)?.[1];
	if (hex) return plain(Buffer.from(hex, 'hex').subarray(2).swap16().toString('utf16le'));
	return plain(/\/Title \(((?:\\.|[^\\)])*)\)/s.exec(entry)![1]!.replace(/\\(.)/g, '$1'));
}

const plain = (text: string) => text.replaceAll('\u00A0', ' ');

test('the PDF of a tour is tagged, has an outline and a language, and its pictures are JPEGs that nobody encoded again', async t => {
	const source = await exampleSource(4);
	const {pdf, seen, made, warnings} = await make(t, source);
	t.deepEqual(warnings, []);
	t.is(seen.at(-1), 1);
	t.regex(pdf, /\/Lang \(en\)/);
	t.regex(pdf, /\/StructTreeRoot/);
	t.regex(pdf, /\/Marked true/);
	t.is(count(pdf, /\/Type \/Page\n/g), 3, 'cover, a slide and two steps, a step and the closing card');
	t.is(count(pdf, /\/Subtype \/Image/g), 3);
	t.is(count(pdf, /\/DCTDecode/g), 3);
	for (const path of made) {
		const jpeg = (await readFile(path)).toString('latin1');
		t.true(pdf.includes(jpeg.slice(-5000)), 'as it was made');
	}
	t.is(count(pdf, /\/S \/Figure/g), 3);
	t.is(count(pdf, /\/Alt /g), 3);
	t.true(count(pdf, new RegExp(`/URI \\(${LINK.replaceAll('/', '\\/')}\\)`, 'g')) >= 2, 'links are alive');
	const titles = source.snapshot.steps.map(({title}, index) => `${index + 1} ${title}`);
	t.deepEqual(outlineOf(pdf), [source.snapshot.title, ...titles, 'Gostou?']);
	t.true(pdf.length <= 80_000 + 4 * 110 * 1024, `${pdf.length} bytes`);
});

test('a picture that many steps show is in the PDF once, as large as it may be; a PDF of several megabytes is whole', async t => {
	const files = new Map<string, Buffer>();
	const noise = (sigma: number) =>
		sharp({create: {width: 1440, height: 900, channels: 3, background: '#888', noise: {type: 'gaussian', mean: 128, sigma}}});
	const images = await Promise.all([6, 7].map(async sigma => storedImage(await noise(sigma).jpeg({quality: 60}).toBuffer(), files)));
	const tour = (count: number) => sampleTour(Array.from({length: count}, (_, index) => sampleStep({image: images[index % 2]!})));
	const two = await make(t, sourceOf(tour(2), files));
	const many = await make(t, sourceOf(tour(24), files));
	t.deepEqual(
		[two, many].map(({pdf}) => count(pdf, /\/DCTDecode/g)),
		[2, 2],
	);
	t.is(count(many.pdf, /\/S \/Figure/g), 24);
	t.true(many.pdf.length < two.pdf.length + 22 * 5000, `${two.pdf.length} and ${many.pdf.length} bytes`);
	t.regex(many.pdf, /%%EOF\s*$/);
});

test('words of a tour stay words: in the document, its style and its outline', async t => {
	const title = '"} @page{size:1mm} </style><script>document.title=1</script>';
	const steps = [
		sampleSlide({title: '</h2></article><h1>Eins', text: '<img src="https://x.invalid/"> </main>'}),
		sampleSlide({title: '\u202E](x) \\', text: '@page{size:1mm}'}),
	];
	const link = {url: 'https://example.com/?"><script>', label: '<b>x</b>'};
	const tour = sampleTour(steps, {title});
	const {pdf} = await make(t, sourceOf({...tour, endCta: {...tour.endCta, link}}, new Map(), null));
	t.deepEqual(
		outlineOf(pdf).map(text => text.replace('\u202E', '')),
		[title, '1 </h2></article><h1>Eins', '2 ](x) \\', 'Gostou?'],
	);
	t.is(count(pdf, /\/Type \/Page\n/g), 2);
	t.is(count(pdf, /\/S \/H1/g), 1);
	t.notRegex(pdf, /\/JavaScript|\/Launch|x\.invalid/);
});

test('entries of the outline are the words of the headings, in whatever directions these are written', async t => {
	const titles = [
		'اضغط Ctrl+S ثم "حفظ" (3.5 ثانية) 😀 الآن',
		'Press לא إله now 👩🏽‍🚀',
		'12% של File (x)',
		'Long title '.repeat(20).trim(),
	];
	for (const [title, language] of [
		['جولة في التطبيق', 'ar'],
		['סיור ב־Roteiro, גרסה 2 😀', 'he'],
		['A tour (of) \\ things', 'en'],
	] as const) {
		const steps = titles.map(one => sampleSlide({title: one}));
		const {pdf} = await make(t, sourceOf({...sampleTour(steps, {title, language})}, new Map(), null));
		t.deepEqual(outlineOf(pdf).slice(0, 5), [title, ...titles.map((one, index) => `${index + 1} ${one}`)]);
		const library = await PDFiumLibrary.init({
			wasmBinary: (await readFile(createRequire(import.meta.url).resolve('@hyzyla/pdfium/pdfium.wasm'))).buffer,
		});
		t.true((await library.loadDocument(Buffer.from(pdf, 'latin1'))).getPageCount() > 0);
		library.destroy();
	}
});

test('a picture that has gone is reported, and its step keeps its words; scripts are printed where they are wanted', async t => {
	const source = await exampleSource(2);
	const [slide, screen] = source.snapshot.steps;
	const steps = [
		{...slide!, narrations: [{file: 'a.mp3', durationMs: 1, bytes: 1, language: 'en', script: 'Spoken. '.repeat(200)}]},
		screen!,
	];
	const gone = sourceOf({...source.snapshot, steps}, new Map());
	const {pdf, warnings} = await make(t, gone, {scripts: true, layout: 'landscape', paper: 'letter'});
	t.deepEqual(
		warnings.map(({code, stepId}) => [code, stepId]),
		[['picture_missing', 'step_2']],
	);
	t.is(count(pdf, /\/Subtype \/Image/g), 0);
	t.regex(pdf, /\/MediaBox \[0 0 792 612\]/);
	const {pdf: unspoken} = await make(t, gone, {paper: 'letter', layout: 'landscape'});
	t.true(count(pdf, /\/S \/Span|\/S \/NonStruct/g) > 0 && pdf.length > unspoken.length + 500);
});

test('what nobody waits for any more is not made', async t => {
	const controller = new AbortController();
	controller.abort(new Error('over'));
	const {work, remove} = await openBench(browser);
	t.teardown(remove);
	await t.throwsAsync(pdfExporter.make(await exampleSource(2), OPTIONS, await work(controller.signal)), {message: 'over'});
});

test('a tour without steps and one of slides alone are documents as well', async t => {
	const none = await make(t, sourceOf(sampleTour([]), new Map()));
	t.is(count(none.pdf, /\/Type \/Page\n/g), 2);
	const slides = await make(t, sourceOf(sampleTour([sampleSlide(), sampleStep({title: null, text: null})]), new Map(), null));
	t.deepEqual(slides.warnings, []);
	t.deepEqual(outlineOf(slides.pdf).slice(1, 3), ['1 Boas-vindas', '2 Passo 2 de 2']);
});

test('a word or an address that has no room in its line is broken: no page is drawn smaller for it', async t => {
	const files = new Map<string, Buffer>();
	const [wide, phone] = await Promise.all(
		[screenshot(1440, 900), screenshot(390, 844)].map(async picture => storedImage(await picture.png().toBuffer(), files)),
	);
	const address = `https://app.ledgerly.example/invoices/new?customer=1234&${'filter=all&'.repeat(8)}`;
	for (const word of ['Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamten', address]) {
		const steps = [wide!, phone!, null].map((image, index) =>
			sampleStep({id: `step_${index + 1}`, image, type: image ? 'screen' : 'slide', title: `Open ${word}`, text: word.repeat(3)}),
		);
		const tour = sampleTour(steps, {title: word.slice(0, 90)});
		const endCta = {...tour.endCta, title: word.repeat(2), text: word.repeat(2), link: {url: 'https://x.example/', label: word}};
		for (const layout of ['portrait', 'landscape'] as const) {
			const {pdf} = await make(t, sourceOf({...tour, endCta}, files), {layout});
			const [cover] = await drawnPages(pdf);
			t.false(isWhite(cover!, {left: 0.99, top: 0, right: 1, bottom: 0.1}), `${layout}: the ground of the cover ends before the page`);
		}
	}
});

test('nothing of an upright picture is drawn in the margins of the pages before and after it', async t => {
	const files = new Map<string, Buffer>();
	const image = await storedImage(await screenshot(1170, 2532).png().toBuffer(), files);
	const steps = Array.from({length: 6}, (_, index) => sampleStep({id: `step_${index + 1}`, title: `Step ${index}`, image}));
	for (const paper of ['a4', 'letter'] as const) {
		const {pdf} = await make(t, sourceOf(sampleTour(steps), files), {paper});
		for (const [index, page] of (await drawnPages(pdf)).entries()) {
			if (index === 0) t.true(isWhite(page, {left: 0, top: 0.985, right: 1, bottom: 1}), `${paper}: the foot of the cover`);
			else {
				t.true(isWhite(page, {left: 0, top: 0, right: 1, bottom: 0.05}), `${paper}: the head of page ${index + 1}`);
				t.true(isWhite(page, {left: 0, top: 0.936, right: 1, bottom: 0.945}), `${paper}: the foot of page ${index + 1}`);
			}
		}
	}
});

test('a small picture is enlarged no more than on a screen, upright or wide', async t => {
	const files = new Map<string, Buffer>();
	for (const [width, height] of [
		[12, 12],
		[60, 200],
		[300, 120],
	] as const) {
		const picture = sharp({create: {width, height, channels: 3, background: '#ff00ff'}});
		const image = await storedImage(await picture.png().toBuffer(), files);
		for (const layout of ['portrait', 'landscape'] as const) {
			const {pdf} = await make(t, sourceOf(sampleTour([sampleStep({image, highlight: null})]), files), {layout});
			const [, page] = await drawnPages(pdf);
			// A page is drawn at two pixels a point; a point is 4/3 of a CSS pixel.
			t.true(Math.abs(widthOfMagenta(page!) - (width * 1.5 * 2 * 3) / 4) < 5, `${width} x ${height}, ${layout}`);
		}
	}
});

type Drawn = {data: Uint8Array; width: number; height: number};

async function drawnPages(pdf: string): Promise<Drawn[]> {
	const wasm = await readFile(createRequire(import.meta.url).resolve('@hyzyla/pdfium/pdfium.wasm'));
	const library = await PDFiumLibrary.init({wasmBinary: new Uint8Array(wasm).buffer});
	try {
		const read = await library.loadDocument(Buffer.from(pdf, 'latin1'));
		const drawn: Drawn[] = [];
		for (const page of read.pages()) drawn.push(await page.render({scale: 2, render: 'bitmap'}));
		read.destroy();
		return drawn;
	} finally {
		library.destroy();
	}
}

/** True if this part, in shares of the page, has not a mark on it. */
function isWhite({data, width, height}: Drawn, part: {left: number; top: number; right: number; bottom: number}): boolean {
	for (let y = Math.ceil(part.top * height); y < Math.floor(part.bottom * height); y++) {
		const row = data.subarray(4 * (y * width + Math.ceil(part.left * width)), 4 * (y * width + Math.floor(part.right * width)));
		if (row.some(value => value < 250)) return false;
	}
	return true;
}

function widthOfMagenta({data, width, height}: Drawn): number {
	let [least, most] = [width, -1];
	for (let at = 0; at < width * height; at++) {
		if (data[4 * at]! < 200 || data[4 * at + 1]! > 60 || data[4 * at + 2]! < 200) continue;
		[least, most] = [Math.min(least, at % width), Math.max(most, at % width)];
	}
	return most - least + 1;
}
