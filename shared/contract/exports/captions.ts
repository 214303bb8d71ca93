import {type Static, Type} from 'typebox';
import {Closed} from '../schema.ts';

/** Options of an export as WebVTT or SubRip: the captions of the video with equal choices. */
export const CaptionsOptions = Closed(
	{
		opening: Type.Boolean({default: true, description: "The video begins with the tour's cover, two seconds in which nothing is said."}),
	},
	{description: 'Captions of what is said, to go beside the video.'},
);
export type CaptionsOptions = Static<typeof CaptionsOptions>;
