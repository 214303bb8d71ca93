import lato400 from '@fontsource/lato/files/lato-latin-400-normal.woff2';
import lato700 from '@fontsource/lato/files/lato-latin-700-normal.woff2';
import lato400Ext from '@fontsource/lato/files/lato-latin-ext-400-normal.woff2';
import lato700Ext from '@fontsource/lato/files/lato-latin-ext-700-normal.woff2';
import merriweather400 from '@fontsource/merriweather/files/merriweather-latin-400-normal.woff2';
import merriweather700 from '@fontsource/merriweather/files/merriweather-latin-700-normal.woff2';
import merriweather400Ext from '@fontsource/merriweather/files/merriweather-latin-ext-400-normal.woff2';
import merriweather700Ext from '@fontsource/merriweather/files/merriweather-latin-ext-700-normal.woff2';
import poppins400 from '@fontsource/poppins/files/poppins-latin-400-normal.woff2';
import poppins600 from '@fontsource/poppins/files/poppins-latin-600-normal.woff2';
import poppins400Ext from '@fontsource/poppins/files/poppins-latin-ext-400-normal.woff2';
import poppins600Ext from '@fontsource/poppins/files/poppins-latin-ext-600-normal.woff2';
import interExt from '@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2';
import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';
import ranges from '@fontsource-variable/inter/unicode.json' with {type: 'json'};
import montserratExt from '@fontsource-variable/montserrat/files/montserrat-latin-ext-wght-normal.woff2';
import montserrat from '@fontsource-variable/montserrat/files/montserrat-latin-wght-normal.woff2';
import nunitoExt from '@fontsource-variable/nunito/files/nunito-latin-ext-wght-normal.woff2';
import nunito from '@fontsource-variable/nunito/files/nunito-latin-wght-normal.woff2';
import openSansExt from '@fontsource-variable/open-sans/files/open-sans-latin-ext-wght-normal.woff2';
import openSans from '@fontsource-variable/open-sans/files/open-sans-latin-wght-normal.woff2';
import robotoExt from '@fontsource-variable/roboto/files/roboto-latin-ext-wght-normal.woff2';
import roboto from '@fontsource-variable/roboto/files/roboto-latin-wght-normal.woff2';
import sourceSerifExt from '@fontsource-variable/source-serif-4/files/source-serif-4-latin-ext-wght-normal.woff2';
import sourceSerif from '@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2';
import {facesOf, fallbackFaces, SOURCES, type Subset} from '../../renderers/fonts/families.ts';
import {hotspotStyle} from '../../renderers/hotspot/hotspot.ts';
import browser from '../../renderers/player/style/browser.css' with {type: 'text'};
import cards from '../../renderers/player/style/cards.css' with {type: 'text'};
import document_ from '../../renderers/player/style/document.css' with {type: 'text'};
import layout from '../../renderers/player/style/layout.css' with {type: 'text'};
import paths from '../../renderers/player/style/paths.css' with {type: 'text'};
import placement from '../../renderers/player/style/placement.css' with {type: 'text'};
import {directionOf} from '../../shared/tour/language/language-tag.ts';
import type {RealFont} from '../../shared/tour/themes.ts';
import controls from './controls.css' with {type: 'text'};

/** Makes the player's style in a frame, as `renderers/player/assets.ts` does, without movement. */

export const STAGE = 'screen';
export type Frame = Window & typeof globalThis;

/** Files by subset and weight. */
const FILES: Record<RealFont, Record<string, string>> = {
	inter: {'latin-wght': inter, 'latin-ext-wght': interExt},
	roboto: {'latin-wght': roboto, 'latin-ext-wght': robotoExt},
	'open-sans': {'latin-wght': openSans, 'latin-ext-wght': openSansExt},
	lato: {'latin-400': lato400, 'latin-700': lato700, 'latin-ext-400': lato400Ext, 'latin-ext-700': lato700Ext},
	montserrat: {'latin-wght': montserrat, 'latin-ext-wght': montserratExt},
	poppins: {'latin-400': poppins400, 'latin-600': poppins600, 'latin-ext-400': poppins400Ext, 'latin-ext-600': poppins600Ext},
	nunito: {'latin-wght': nunito, 'latin-ext-wght': nunitoExt},
	merriweather: {
		'latin-400': merriweather400,
		'latin-700': merriweather700,
		'latin-ext-400': merriweather400Ext,
		'latin-ext-700': merriweather700Ext,
	},
	'source-serif': {'latin-wght': sourceSerif, 'latin-ext-wght': sourceSerifExt},
};

/** Makes a sheet of a frame, by its own window. */
export function sheetIn(frame: Frame, text: string, media = 'all'): CSSStyleSheet {
	const made = new frame.CSSStyleSheet({media});
	made.replaceSync(text);
	return made;
}

export function playerSheets(frame: Frame): CSSStyleSheet[] {
	return [
		sheetIn(frame, document_),
		sheetIn(frame, hotspotStyle()),
		sheetIn(frame, layout, STAGE),
		sheetIn(frame, cards, STAGE),
		sheetIn(frame, placement, STAGE),
		sheetIn(frame, browser, STAGE),
		sheetIn(frame, paths, STAGE),
	];
}

/** Returns the faces of a font for the stage: a file is fetched once a text needs it. All of them are cut into the same subsets. */
export function fontRules(font: RealFont): string {
	const url = (weight: string, subset: Subset) => FILES[font][`${subset}-${weight}`]!;
	return facesOf(font, {url, ranges: ranges as Record<Subset, string>}) + fallbackFaces(font);
}

/** Makes the sheets of the stage: the fixed ones, and that of the tour's theme. */
export function stageSheets(frame: Frame): {all: CSSStyleSheet[]; theme: CSSStyleSheet} {
	const theme = sheetIn(frame, '');
	return {all: [allFonts(frame), theme, ...playerSheets(frame), sheetIn(frame, controls)], theme};
}

/** Returns the faces of every font: a file is fetched once a text is drawn in it. */
export function allFonts(frame: Frame): CSSStyleSheet {
	return sheetIn(frame, (Object.keys(SOURCES) as Array<keyof typeof SOURCES>).map(fontRules).join(''));
}

/** Lays a frame out as the page of a tour in this language (BCP 47): its text runs the same way, and is checked and hyphenated in it. */
export function speakIn({documentElement}: Document, language: string): void {
	documentElement.lang = language;
	documentElement.dir = directionOf(language);
}
