import {type Static, Type} from 'typebox';
import {Choice, Closed} from '../schema.ts';

/** Pixels of each format of a video. */
const VIDEO_SIZES = {
	'1080p': {width: 1920, height: 1080},
	'720p': {width: 1280, height: 720},
	square: {width: 1080, height: 1080},
	vertical: {width: 1080, height: 1350},
} as const;
export type VideoSize = keyof typeof VIDEO_SIZES;

const CAPTIONS = ['soft', 'burnt', 'none'] as const;
const QUALITIES = ['high', 'small'] as const;

/** Options of an export as MP4: H.264 with 30 frames a second, AAC if the tour speaks, chapters. */
export const Mp4Options = Closed(
	{
		size: Choice(Object.keys(VIDEO_SIZES) as VideoSize[], {
			default: '1080p',
			description: '1080p (1920 x 1080), 720p (1280 x 720), square (1080 x 1080) or vertical (1080 x 1350).',
		}),
		captions: Choice(CAPTIONS, {
			default: 'soft',
			description:
				'Of what is said. soft: a track that the viewer switches on. burnt: drawn below the picture. none. Files of their own are the formats vtt and srt.',
		}),
		quality: Choice(QUALITIES, {default: 'high', description: 'high, or small: about two thirds of the bytes.'}),
		opening: Type.Boolean({default: true, description: "Begins with the tour's cover."}),
		closing: Type.Boolean({default: true, description: 'Ends with the closing card, where the tour has one.'}),
		narration: Type.Boolean({
			default: true,
			description: 'With what the tour says; false: silent, each step for as long as it takes to read.',
		}),
	},
	{description: 'A video (MP4).'},
);
export type Mp4Options = Static<typeof Mp4Options>;
