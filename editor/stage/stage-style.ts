import {SOURCES} from '../../renderers/fonts/families.ts';
import controls from './controls.css' with {type: 'text'};
import {type Frame, playerSheets, sheetIn} from './player-style.ts';
import {fontRules} from './stage-fonts.ts';

/** Makes the sheets of the stage: the fixed ones, and that of the tour's theme. */
export function stageSheets(frame: Frame): {all: CSSStyleSheet[]; theme: CSSStyleSheet} {
	const theme = sheetIn(frame, '');
	return {all: [allFonts(frame), theme, ...playerSheets(frame), sheetIn(frame, controls)], theme};
}

/** The faces of every font: a file is fetched once a text is drawn in it. */
export function allFonts(frame: Frame): CSSStyleSheet {
	return sheetIn(frame, (Object.keys(SOURCES) as Array<keyof typeof SOURCES>).map(fontRules).join(''));
}
