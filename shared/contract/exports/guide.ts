import {type Static, Type} from 'typebox';
import {Closed} from '../schema.ts';

const CROPS = ['around', 'none'] as const;

/** Options of an export as a guide. */
export const GuideOptions = Closed(
	{
		crop: Type.Unsafe<(typeof CROPS)[number]>({
			type: 'string',
			enum: [...CROPS],
			default: 'around',
			description: 'around: each picture shows what is pointed at and its surroundings, half of the screenshot at least. none: all of it.',
		}),
	},
	{description: 'How the guide looks.'},
);
export type GuideOptions = Static<typeof GuideOptions>;
