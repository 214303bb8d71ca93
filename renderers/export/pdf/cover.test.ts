import {readFile} from 'node:fs/promises';
import {createRequire} from 'node:module';
import {PDFiumLibrary} from '@hyzyla/pdfium';
import test from 'ava';
import decodeQR from 'qr/decode.js';
import {readConfig} from '../../../shared/config/config.ts';
import type {PdfOptions} from '../../../shared/contract/exports/options.ts';
import {PRESETS} from '../../../shared/contract/theme.ts';
import {resolveTheme} from '../../../shared/tour/themes.ts';
import {openBench} from '../../../test/helpers/exporting/bench.ts';
import {LINK, sourceOf, storedImage} from '../../../test/helpers/exporting/sources.ts';
import {screenshot} from '../../../test/helpers/images.ts';
import {sampleSlide, sampleStep, sampleTour} from '../../../test/helpers/sample-snapshot.ts';
import {type Browser, openBrowser} from '../../browser/browser.ts';
import {pdfExporter} from './pdf.ts';

const chromium = openBrowser({executablePath: readConfig().chromium});
test.after.always(() => chromium.close());

type Box = {left: number; top: number; right: number; bottom: number};
type Cover = {boxes: Record<string, Box | null>; broken: string[]; page: Box};

/** The same browser; what a cover's parts come to lie on is read once they are laid out. */
function watched(read: (cover: Cover) => void): Browser {
	return {
		...chromium,
		visit: visit =>
			chromium.visit({
				...visit,
				async look(page) {
					const looked = await visit.look(page);
					read(await page.evaluate(readCover));
					return looked;
				},
			}),
	};
}

function readCover(): Cover {
	const boxOf = (element: Element | null) => {
		if (!element) return null;
		const {left, top, right, bottom} = element.getBoundingClientRect();
		return {left, top, right, bottom};
	};
	const broken: string[] = [];
	for (const element of document.querySelectorAll('h1, h2 .title')) {
		const range = document.createRange();
		for (const {0: word, index} of element.textContent!.matchAll(/[^\s-]+-?/g)) {
			range.setStart(element.firstChild!, index);
			range.setEnd(element.firstChild!, index + word.length);
			if (range.getClientRects().length > 1) broken.push(word);
		}
	}
	const parts = {title: 'h1', count: '.count', picture: '.opening', code: '.qr', link: '.way p'};
	const boxes = Object.fromEntries(
		Object.entries(parts).map(([name, selector]) => [name, boxOf(document.querySelector(`.cover ${selector}`))]),
	);
	return {boxes, broken, page: boxOf(document.querySelector('.cover'))!};
}

const SHAPES = {
	portrait: [390, 844],
	square: [800, 800],
	wide: [1440, 900],
	'ultra-wide': [3440, 900],
	'as high as a list': [600, 4000],
} as const;
const TITLES = [
	'Olá',
	'Como preencher o formulário de Benachrichtigungseinstellungen',
	'Aprenda a configurar relatórios automáticos de vendas por região, comparar períodos, exportar planilhas e compartilhar os resultados com toda a sua equipe comercial antes da reunião de segunda às nove',
	'كيفية إنشاء تقرير المبيعات الشهري في خمس دقائق',
];
const SHEETS: PdfOptions[] = (['portrait', 'landscape'] as const).flatMap(layout =>
	(['a4', 'letter'] as const).map(paper => ({paper, layout, branches: 'named', scripts: false})),
);

for (const [row, [shape, [width, height]]] of Object.entries(SHAPES).entries()) {
	test(`on the cover of a tour of ${shape} screenshots nothing lies on anything else, no word is broken, and the code is read`, async t => {
		const files = new Map<string, Buffer>();
		const image = await storedImage(await screenshot(width, height).png().toBuffer(), files);
		for (const [at, options] of SHEETS.entries()) {
			const title = TITLES[(row + at) % TITLES.length]!;
			const theme = resolveTheme({preset: PRESETS[(2 * row + at) % PRESETS.length]!});
			const tour = sampleTour([sampleStep({title, image})], {title, theme});
			const what = `${JSON.stringify(options)} ${title}`;
			const {cover, decoded} = await coverOf(sourceOf(tour, files), options);
			t.deepEqual(cover.broken, [], what);
			t.is(decoded, LINK, what);
			const boxes = Object.entries(cover.boxes) as [string, Box][];
			t.is(boxes.filter(([, box]) => box).length, 5, what);
			for (const [name, box] of boxes) {
				t.true(box.left >= 0 && box.top >= 0 && box.right <= cover.page.right && box.bottom <= cover.page.bottom, `${what}: ${name}`);
				for (const [other, its] of boxes) if (name < other) t.false(overlap(box, its), `${what}: ${name} on ${other}`);
			}
		}
	});
}

test('a cover without a link keeps its picture on the page, one without a picture its title', async t => {
	const files = new Map<string, Buffer>();
	const image = await storedImage(await screenshot(390, 844).png().toBuffer(), files);
	for (const options of SHEETS.filter(({paper}) => paper === 'a4')) {
		for (const step of [sampleStep({image}), sampleSlide()]) {
			const {cover} = await coverOf(sourceOf(sampleTour([step], {title: TITLES[2]!}), files, null), options);
			for (const box of Object.values(cover.boxes)) {
				if (box) t.true(box.top >= 0 && box.bottom <= cover.page.bottom && box.right <= cover.page.right, JSON.stringify(cover));
			}
		}
	}
});

async function coverOf(source: ReturnType<typeof sourceOf>, options: PdfOptions): Promise<{cover: Cover; decoded: string | null}> {
	let cover: Cover | null = null;
	const {work, remove} = await openBench(watched(read => (cover = read)));
	try {
		const {path} = await pdfExporter.make(source, options, await work());
		return {cover: cover!, decoded: source.url && (await decodeCover(await readFile(path)))};
	} finally {
		await remove();
	}
}

/** What a telephone reads of the first page, which PDFium draws at 110 dots an inch. */
async function decodeCover(pdf: Buffer): Promise<string | null> {
	const wasm = await readFile(createRequire(import.meta.url).resolve('@hyzyla/pdfium/pdfium.wasm'));
	const library = await PDFiumLibrary.init({wasmBinary: new Uint8Array(wasm).buffer});
	try {
		const document = await library.loadDocument(pdf);
		const {data, width, height} = await document.getPage(0).render({scale: 110 / 72, render: 'bitmap'});
		document.destroy();
		return decodeQR({data, width, height});
	} finally {
		library.destroy();
	}
}

function overlap(one: Box, other: Box): boolean {
	return one.left < other.right - 1 && other.left < one.right - 1 && one.top < other.bottom - 1 && other.top < one.bottom - 1;
}
