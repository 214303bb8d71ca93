import test from 'ava';
import subsetFont from 'subset-font';
import {FONTS} from '../../shared/contract/theme.ts';
import type {RealFont} from '../../shared/tour/themes.ts';
import {openBrowser} from '../../test/helpers/player-site.ts';
import {fontFiles} from './fonts.ts';
import {isReserved, lettersOf} from './letters.ts';

const TEXT = 'Olá! Ação, coração e maçã: 12 de 345. “Fluxo” & ﬁm?';
const REAL = FONTS.filter((font): font is RealFont => font !== 'default');

test('the letters of a text take a fraction of the bytes, and the text is as wide as before in every weight', async t => {
	const browser = await openBrowser();
	t.teardown(() => browser.close());
	const page = await browser.newPage();
	const fonts = REAL.flatMap(font => fontFiles(font, ['latin']).map(file => ({font, file})));
	for (const {font, file} of fonts) {
		const less = await lettersOf(font, file, TEXT);
		t.true(less.length < 0.4 * file.bytes.length, `${font}: ${less.length} of ${file.bytes.length}`);
		const [before, after] = await page.evaluate(measure, TEXT, [file.bytes.toString('base64'), less.toString('base64')]);
		// A variable font keeps its widths in fractions of what it keeps.
		for (const [index, width] of before!.entries()) t.true(Math.abs(after![index]! - width) < 0.002 * width, `${font}: ${before} ${after}`);
	}
});

test('a font whose name is reserved gives it up, keeps whose it is, and the others keep theirs', async t => {
	for (const font of REAL) {
		const [file] = fontFiles(font, ['latin']);
		const before = await namesIn(file!.bytes);
		const after = await namesIn(await lettersOf(font, file!, TEXT));
		t.is(after.get(0), before.get(0), font);
		t.is(after.get(13), before.get(13), font);
		if (isReserved(font)) {
			const own = [1, 3, 4, 6].map(id => after.get(id) ?? '').join();
			t.regex(own, /^Tour/);
			t.notRegex(own, /lato|merriweather|source/i);
		} else t.is(after.get(1), before.get(1), font);
	}
});

/** In the browser: widths of the text in two weights, in each font. */
async function measure(text: string, fonts: string[]): Promise<number[][]> {
	const widths: number[][] = [];
	for (const [index, font] of fonts.entries()) {
		const name = `Font${index}`;
		const face = new FontFace(name, `url(data:font/woff2;base64,${font})`, {weight: '100 900'});
		document.fonts.add(await face.load());
		widths.push(
			[400, 700].map(weight => {
				const span = document.body.appendChild(document.createElement('span'));
				span.style.cssText = `font:${weight} 40px ${name};white-space:nowrap;text-rendering:geometricPrecision`;
				span.textContent = text;
				const {width} = span.getBoundingClientRect();
				span.remove();
				return Math.round(width * 10) / 10;
			}),
		);
		document.fonts.delete(face);
	}
	return widths;
}

/** The texts of a font by their identifiers. */
async function namesIn(font: Buffer): Promise<Map<number, string>> {
	const all = {targetFormat: 'truetype' as const, preserveNameIds: Array.from({length: 26}, (_, id) => id)};
	const bytes = Buffer.from(await subsetFont(font, 'a', all));
	const entry = Array.from({length: bytes.readUInt16BE(4)}, (_, index) => 12 + 16 * index).find(
		at => bytes.toString('latin1', at, at + 4) === 'name',
	)!;
	const table = bytes.readUInt32BE(entry + 8);
	const storage = table + bytes.readUInt16BE(table + 4);
	const names = new Map<number, string>();
	for (let at = table + 6; at < table + 6 + 12 * bytes.readUInt16BE(table + 2); at += 12) {
		const start = storage + bytes.readUInt16BE(at + 10);
		const text = Buffer.from(bytes.subarray(start, start + bytes.readUInt16BE(at + 8)));
		names.set(bytes.readUInt16BE(at + 6), bytes.readUInt16BE(at) === 1 ? text.toString('latin1') : text.swap16().toString('utf16le'));
	}
	return names;
}
