import {type Static, Type} from 'typebox';
import {Choice, Closed} from '../schema.ts';

/** How a tour shows its screenshots. */

export const PICTURE_FRAMES = ['auto', 'browser', 'none'] as const;

const frame = Choice(PICTURE_FRAMES, {
	description:
		'On wide pages and in films: browser draws the bar of a browser above them, none does not; auto (default) does where each of them looks like a page without its window.',
});

export const PicturesInput = Closed({frame: Type.Optional(frame)}, {title: 'PicturesInput', description: 'How the screenshots are shown.'});
export type PicturesInput = Static<typeof PicturesInput>;

export const Pictures = Closed({frame}, {title: 'Pictures', description: 'How the screenshots are shown.'});
export type Pictures = Static<typeof Pictures>;
