import {SOURCES} from '../../renderers/fonts/families.ts';
import {hotspotStyle} from '../../renderers/hotspot/style.ts';
import cards from '../../renderers/player/style/cards.css' with {type: 'text'};
import document_ from '../../renderers/player/style/document.css' with {type: 'text'};
import layout from '../../renderers/player/style/layout.css' with {type: 'text'};
import placement from '../../renderers/player/style/placement.css' with {type: 'text'};
import controls from './controls.css' with {type: 'text'};
import {fontRules} from './stage-fonts.ts';

/** The player's style as the stage wears it, put together as `renderers/player/assets.ts` does it; what moves by itself is left out. */

const STAGE = 'screen';

/** Makes the sheets of a frame, by its own window: the fixed ones, and those for what changes with tour and step. */
export function stageSheets(frame: Window & typeof globalThis): {all: CSSStyleSheet[]; theme: CSSStyleSheet; step: CSSStyleSheet} {
	const sheet = (text: string, media = 'all') => {
		const made = new frame.CSSStyleSheet({media});
		made.replaceSync(text);
		return made;
	};
	const [theme, step] = [sheet(''), sheet('')];
	const player = [sheet(document_), sheet(hotspotStyle()), sheet(layout, STAGE), sheet(cards, STAGE), sheet(placement, STAGE)];
	const fonts = sheet((Object.keys(SOURCES) as Array<keyof typeof SOURCES>).map(fontRules).join(''));
	return {all: [fonts, theme, ...player, step, sheet(controls)], theme, step};
}
