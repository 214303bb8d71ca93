import type {RealFont} from '../../shared/tour/themes.ts';

/** The families of the contract's fonts, without their files, for all that draws a page, in a worker or in a browser. */

/** Fallbacks that exist on Windows and macOS, and their metric twins on Linux. */
const ARIAL = {regular: ['Arial', 'Liberation Sans', 'Arimo'], bold: ['Arial Bold', 'Arial-BoldMT', 'Liberation Sans Bold', 'Arimo Bold']};
const GEORGIA = {regular: ['Georgia', 'Gelasio'], bold: ['Georgia Bold', 'Georgia-Bold', 'Gelasio Bold']};

export type Source = {
	family: string;
	package: string;
	generic: 'sans-serif' | 'serif';
	/** File weight -> CSS weight; one entry for a variable font. */
	weights: Record<string, string>;
	/**
	 * Widths relative to the fallback's regular and bold; ascent, descent and line gap in em.
	 * Measured on 220 letters of pt-BR, en and es.
	 */
	metrics: [regular: number, bold: number, ascent: number, descent: number, gap: number];
};

const VARIABLE = {wght: '100 900'};

export const SOURCES: Record<RealFont, Source> = {
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

export type Subset = 'latin' | 'latin-ext';
export const SUBSETS: Subset[] = ['latin', 'latin-ext'];

/** Returns the value of `font-family`: the font, its fallback of the same measures, the generic family. */
export function fontFamily(font: RealFont): string {
	return `'${SOURCES[font].family}',${fallbackFamily(font)}`;
}

/** Returns the fallback alone, for texts that must not wait for a file. */
export function fallbackFamily(font: RealFont): string {
	const {family, generic} = SOURCES[font];
	return `'${family} Fallback',${generic}`;
}

/** Writes the `@font-face` rules of a font and its fallback; `url` locates files, `ranges` has each subset's letters. */
export function facesOf(
	font: RealFont,
	{
		subsets = SUBSETS,
		url,
		ranges,
	}: {subsets?: Subset[]; url: (weight: string, subset: Subset) => string; ranges: Record<Subset, string> | null},
): string {
	const {family, weights} = SOURCES[font];
	return subsets
		.flatMap(subset =>
			Object.entries(weights).map(
				([weight, css]) =>
					`@font-face{font-family:'${family}';font-weight:${css};font-display:swap;src:url(${url(weight, subset)}) format('woff2')` +
					`${ranges ? `;unicode-range:${ranges[subset]}` : ''}}`,
			),
		)
		.join('');
}

/** Returns a local font stretched to the measures of the real one, so that nothing moves when that arrives. */
export function fallbackFaces(font: RealFont): string {
	const {family, generic, metrics} = SOURCES[font];
	const [regular, bold, ascent, descent, gap] = metrics;
	const local = generic === 'serif' ? GEORGIA : ARIAL;
	const face = (names: string[], weight: number, ratio: number) =>
		`@font-face{font-family:'${family} Fallback';font-weight:${weight};src:${names.map(name => `local('${name}')`).join()};` +
		`size-adjust:${percent(ratio)};ascent-override:${percent(ascent / ratio)};descent-override:${percent(descent / ratio)};` +
		`line-gap-override:${percent(gap / ratio)}}`;
	return face(local.regular, 400, regular) + face(local.bold, 700, bold);
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
