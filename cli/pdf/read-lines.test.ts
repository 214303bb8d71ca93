import {PDFiumLibrary} from '@hyzyla/pdfium';
import test from 'ava';
import puppeteer from 'puppeteer';
import {readConfig} from '../../shared/config/config.ts';
import {escapeHtml} from '../../shared/html.ts';
import {readLines} from './read-lines.ts';
import {pdfiumBinary} from './wasm.ts';

const RIGHT_TO_LEFT = [
	'اضغط Ctrl+S ثم "حفظ" (3.5 ثانية) 😀 النهاية',
	'جولة في التطبيق',
	'לחץ על File > Save (Ctrl+S) שוב!',
	'السَّلامُ عَلَيْكُم، الأعضاء والإعدادات؟',
	'انتظر ١٢٫٥ ثانية [مرة واحدة]، ثم 20% أو 3:45',
	'התקנה של Node 24 ב־Windows 11 (64 סיביות) – סוף.',
	'👩🏽‍🚀 סוף 🇧🇷 התחלה 👨‍👩‍👧',
	'החליטו «כן» או {לא}',
	'1) פתח את הקובץ',
	'(אחת) ועוד (Two) וגם (שלוש)',
	'https://example.com/a?b=1 פתח את',
];
const LEFT_TO_RIGHT = [
	'Press לא now (x) 12%',
	'Choose لا إله [حفظ] or الإعدادات, then go on 😀',
	'Plain e\u0301 first (x) 😀 👩🏽‍🚀 end',
	'The menu "إعدادات الحساب" has 3 parts.',
];

test('lines of both directions are read in the order in which they were written', async t => {
	t.timeout(120_000);
	const browser = await puppeteer.launch({executablePath: readConfig({}).chromium, args: ['--no-sandbox']});
	t.teardown(() => browser.close());
	const page = await browser.newPage();
	for (const [direction, texts] of [
		['rtl', RIGHT_TO_LEFT],
		['ltr', LEFT_TO_RIGHT],
	] as const)
		for (const size of [12, 36]) {
			const lines = texts.map(text => `<p style="font-size:${size}px;white-space:nowrap">${escapeHtml(text)}</p>`);
			await page.setContent(`<meta charset="utf-8"><body dir="${direction}">${lines.join('')}`);
			const pdf = await page.pdf({width: 1600, height: 1400});
			const library = await PDFiumLibrary.init({wasmBinary: (await pdfiumBinary()).buffer});
			const document = await library.loadDocument(Buffer.from(pdf));
			const read = readLines(document.getPage(0), 10_000).map(({text}) => text.trim().normalize());
			// Lines with marks may be cut off from the order of the page.
			t.deepEqual(read.toSorted(), texts.map(text => text.normalize()).toSorted(), `${direction}, ${size} px`);
			t.true(read.every(text => text.isWellFormed()));
			document.destroy();
			library.destroy();
		}
});
