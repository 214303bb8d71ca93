import {Type} from 'typebox';
import {Choice, Closed} from '../schema.ts';

/** Bytes that GitHub takes as an image in a README, with room to spare: its limit is 10 MB. */
const README_BYTES = 9_500_000;

/** Returns the options of an export as an animated picture; `style` is the default. */
export function animationOptions(style: 'slides' | 'motion', description: string) {
	return Closed(
		{
			style: Choice(['slides', 'motion'], {
				default: style,
				description: 'slides: one frame a step. motion: with camera, pointer and cross-fades, as in the video.',
			}),
			width: Type.Integer({minimum: 320, maximum: 1280, default: 800, description: 'Pixels across; five eighths of them high.'}),
			loop: Type.Boolean({default: true, description: 'Begins again after the end.'}),
			maxBytes: Type.Integer({
				minimum: 100_000,
				maximum: 50_000_000,
				default: README_BYTES,
				description: 'The file is never larger: frames, then width, then colours, then motion are given up, and warnings say which.',
			}),
			opening: Type.Boolean({default: false, description: "Begins with the tour's cover."}),
			closing: Type.Boolean({default: true, description: 'Ends with the closing card, where the tour has one.'}),
		},
		{description},
	);
}
