import {hotspotStyle} from '../../renderers/hotspot/hotspot.ts';
import cards from '../../renderers/player/style/cards.css' with {type: 'text'};
import document_ from '../../renderers/player/style/document.css' with {type: 'text'};
import layout from '../../renderers/player/style/layout.css' with {type: 'text'};
import paths from '../../renderers/player/style/paths.css' with {type: 'text'};
import placement from '../../renderers/player/style/placement.css' with {type: 'text'};

/** Makes the player's style in a frame, as `renderers/player/assets.ts` does, without movement. */

export const STAGE = 'screen';
export type Frame = Window & typeof globalThis;

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
		sheetIn(frame, paths, STAGE),
	];
}
