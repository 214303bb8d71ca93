import {readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {fileName} from '../../shared/files/file-store.ts';
import type {RealFont} from '../../shared/tour/themes.ts';
import {facesOf, fallbackFaces, SOURCES, SUBSETS, type Subset} from './families.ts';

/**
 * The files of the fonts of the contract, self-hosted. All are under the SIL Open Font License 1.1 and are passed on as their packages have them:
 * Lato, Merriweather and Source Serif reserve their names, so a changed file could not carry them.
 */

export type FontFile = {name: string; bytes: Buffer};

/**
 * Writes the `@font-face` rules of a font (latin and latin-ext, each fetched if the text needs it) and its fallback;
 * `url` turns a file's name into its URL.
 */
export function fontFaces(font: RealFont, url: (file: string) => string, subsets = SUBSETS): string {
	// A single one is the font of all letters that it has.
	const ranges = subsets.length > 1 ? unicodeRanges(font) : null;
	return facesOf(font, {subsets, url: (weight, subset) => url(load(font, weight, subset).name), ranges}) + fallbackFaces(font);
}

/** Returns the rules with the latin files inside, for a renderer that may fetch nothing. */
export function inlineFontFaces(font: RealFont): string {
	return facesOf(font, {
		subsets: ['latin'],
		url: (weight, subset) => `data:font/woff2;base64,${load(font, weight, subset).bytes.toString('base64')}`,
		ranges: unicodeRanges(font),
	});
}

/**
 * Returns the rules with the files inside that this text needs.
 * The second file, letters of eastern Europe, is as large as the first, and left out if it can be.
 */
export function inlineFacesFor(font: RealFont, text: string): string {
	if (!/[\u0100-\u024F\u1E00-\u1EFF]/.test(text)) return inlineFontFaces(font);
	const files = new Map(fontFiles(font).map(({name, bytes}) => [name, bytes]));
	return fontFaces(font, name => `data:font/woff2;base64,${files.get(name)!.toString('base64')}`);
}

/** Every file that `fontFaces` refers to, under the name that the file store gives it in `media`. */
export function fontFiles(font: RealFont, subsets = SUBSETS): FontFile[] {
	return subsets.flatMap(subset => Object.keys(SOURCES[font].weights).map(weight => load(font, weight, subset)));
}

/** Returns the subsets that have letters of this text: what a browser would fetch for it. */
export function subsetsFor(font: RealFont, text: string): Subset[] {
	const letters = [...new Set(text)].map(letter => letter.codePointAt(0)!);
	return SUBSETS.filter(subset => {
		const bounds = unicodeRanges(font)
			[subset].split(',')
			.map(range => range.trim().slice(2).split('-'));
		return letters.some(letter => bounds.some(([from, to = from]) => letter >= parseInt(from!, 16) && letter <= parseInt(to!, 16)));
	});
}

const loaded = new Map<string, FontFile>();

function load(font: RealFont, weight: string, subset: Subset): FontFile {
	const path = `${SOURCES[font].package}/files/${SOURCES[font].package.split('/')[1]}-${subset}-${weight}-normal.woff2`;
	const known = loaded.get(path);
	if (known) return known;
	const bytes = readFileSync(fileURLToPath(import.meta.resolve(path)));
	const file = {name: fileName('media', bytes, '.woff2'), bytes};
	loaded.set(path, file);
	return file;
}

const ranges = new Map<RealFont, Record<Subset, string>>();

function unicodeRanges(font: RealFont): Record<Subset, string> {
	const known = ranges.get(font);
	if (known) return known;
	const path = import.meta.resolve(`${SOURCES[font].package}/unicode.json`);
	const read = JSON.parse(readFileSync(fileURLToPath(path), 'utf8')) as Record<Subset, string>;
	ranges.set(font, read);
	return read;
}
