import {readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {fileName} from '../../shared/files/file-store.ts';
import type {RealFont} from '../../shared/tour/themes.ts';

/**
 * The fonts of the contract, self-hosted. All are under the SIL Open Font License 1.1 and are passed on as their packages have them:
 * Lato, Merriweather and Source Serif reserve their names, so a changed file could not carry them.
 */

export type FontFile = {name: string; bytes: Buffer};

/** Fallbacks that exist on Windows and macOS, and their metric twins on Linux. */
const ARIAL = {regular: ['Arial', 'Liberation Sans', 'Arimo'], bold: ['Arial Bold', 'Arial-BoldMT', 'Liberation Sans Bold', 'Arimo Bold']};
const GEORGIA = {regular: ['Georgia', 'Gelasio'], bold: ['Georgia Bold', 'Georgia-Bold', 'Gelasio Bold']};

type Source = {
	family: string;
	package: string;
	generic: 'sans-serif' | 'serif';
	/** File weight -> CSS weight; one entry for a variable font. */
	weights: Record<string, string>;
	/** Widths relative to the fallback's regular and bold; ascent, descent and line gap in em. Measured on 220 letters of pt-BR, en and es. */
	metrics: [regular: number, bold: number, ascent: number, descent: number, gap: number];
};

const VARIABLE = {wght: '100 900'};

const SOURCES: Record<RealFont, Source> = {
	inter: sans('Inter', '@fontsource-variable/inter', VARIABLE, [1.066, 1.01, 0.969, 0.241, 0]),
	roboto: sans('Roboto', '@fontsource-variable/roboto', VARIABLE, [0.992, 0.936, 0.928, 0.244, 0]),
	'open-sans': sans('Open Sans', '@fontsource-variable/open-sans', {wght: '300 800'}, [1.052, 1.014, 1.069, 0.293, 0]),
	lato: sans('Lato', '@fontsource/lato', {400: '400', 700: '700'}, [0.964, 0.921, 0.987, 0.213, 0]),
	montserrat: sans('Montserrat', '@fontsource-variable/montserrat', VARIABLE, [1.123, 1.08, 0.968, 0.251, 0]),
	poppins: sans('Poppins', '@fontsource/poppins', {400: '400', 600: '600'}, [1.129, 1.066, 1.05, 0.35, 0.1]),
	nunito: sans('Nunito', '@fontsource-variable/nunito', {wght: '200 1000'}, [1.005, 0.954, 1.011, 0.353, 0]),
	merriweather: serif('Merriweather', '@fontsource/merriweather', {400: '400', 700: '700'}, [1.11, 0.969, 0.984, 0.273, 0]),
	'source-serif': serif('Source Serif 4', '@fontsource-variable/source-serif-4', {wght: '200 900'}, [1.076, 0.936, 1.036, 0.335, 0]),
};

type Subset = 'latin' | 'latin-ext';
const SUBSETS: Subset[] = ['latin', 'latin-ext'];

/** The value of `font-family`: the font, its fallback of the same measures, the generic family. */
export function fontFamily(font: RealFont): string {
	return `'${SOURCES[font].family}',${fallbackFamily(font)}`;
}

/** The same with the fallback alone, for texts that must not wait for a file. */
export function fallbackFamily(font: RealFont): string {
	const {family, generic} = SOURCES[font];
	return `'${family} Fallback',${generic}`;
}

/** The `@font-face` rules of a font (latin and latin-ext, each fetched where the text needs it) and of its fallback; `url` turns a file's name into its URL. */
export function fontFaces(font: RealFont, url: (file: string) => string): string {
	return faces(font, SUBSETS, (weight, subset) => url(load(font, weight, subset).name)) + fallbackFaces(SOURCES[font]);
}

/** The same with the latin files inside, for a renderer that may fetch nothing. */
export function inlineFontFaces(font: RealFont): string {
	return faces(font, ['latin'], (weight, subset) => `data:font/woff2;base64,${load(font, weight, subset).bytes.toString('base64')}`);
}

/** Every file that `fontFaces` refers to, under the name that the file store gives it in `media`. */
export function fontFiles(font: RealFont): FontFile[] {
	return SUBSETS.flatMap(subset => Object.keys(SOURCES[font].weights).map(weight => load(font, weight, subset)));
}

function faces(font: RealFont, subsets: Subset[], url: (weight: string, subset: Subset) => string): string {
	const {family, weights} = SOURCES[font];
	return subsets
		.flatMap(subset =>
			Object.entries(weights).map(
				([weight, css]) =>
					`@font-face{font-family:'${family}';font-weight:${css};font-display:swap;src:url(${url(weight, subset)}) format('woff2');` +
					`unicode-range:${unicodeRanges(font)[subset]}}`,
			),
		)
		.join('');
}

/** A local font stretched to the measures of the real one, so that nothing moves when that arrives. */
function fallbackFaces({family, generic, metrics: [regular, bold, ascent, descent, gap]}: Source): string {
	const local = generic === 'serif' ? GEORGIA : ARIAL;
	const face = (names: string[], weight: number, ratio: number) =>
		`@font-face{font-family:'${family} Fallback';font-weight:${weight};src:${names.map(name => `local('${name}')`).join()};` +
		`size-adjust:${percent(ratio)};ascent-override:${percent(ascent / ratio)};descent-override:${percent(descent / ratio)};` +
		`line-gap-override:${percent(gap / ratio)}}`;
	return face(local.regular, 400, regular) + face(local.bold, 700, bold);
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

function percent(share: number): string {
	return `${Number((share * 100).toFixed(1))}%`;
}

function sans(family: string, from: string, weights: Source['weights'], metrics: Source['metrics']): Source {
	return {family, package: from, generic: 'sans-serif', weights, metrics};
}

function serif(family: string, from: string, weights: Source['weights'], metrics: Source['metrics']): Source {
	return {family, package: from, generic: 'serif', weights, metrics};
}
