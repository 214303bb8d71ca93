import sharp, {type OverlayOptions, type Sharp} from 'sharp';
import type {Snapshot} from '../shared/contract/snapshot.ts';
import {mix} from '../shared/tour/themes.ts';
import {COVER} from './cover-frame.ts';
import {decode} from './decoder.ts';

/** Around the screenshot: a line in the colour of balloons. Pixels. */
const FRAME = 6;
const PICTURE = {width: 1000, height: 500};
const CARD = {left: 310, top: 125, width: 580, height: 380};

/** The cover without words and without a browser: the framed screenshot, or a slide where there is none, on the theme's colours. */
export async function drawPlainCover({theme: {colors}}: Snapshot, image: Buffer | null): Promise<Sharp> {
	const {accent, overlay, popoverBg, title} = colors;
	const parts: OverlayOptions[] = image
		? [{input: await framed(image, popoverBg)}]
		: [
				box(CARD, popoverBg),
				box({left: CARD.left + 56, top: CARD.top + 64, width: 300, height: 34}, accent),
				...[468, 430, 452, 260].map((width, row) =>
					box({left: CARD.left + 56, top: CARD.top + 144 + row * 48, width, height: 20}, mix(popoverBg, title, 0.22)),
				),
			];
	return sharp({create: {...COVER, channels: 3, background: mix(accent, overlay, 0.3)}}).composite(parts);
}

/** As large as there is room for, in its own proportions. */
function framed(image: Buffer, color: string): Promise<Buffer> {
	return decode(image)
		.resize({...PICTURE, fit: 'inside'})
		.flatten({background: '#ffffff'})
		.extend({top: FRAME, bottom: FRAME, left: FRAME, right: FRAME, background: color})
		.png({compressionLevel: 1})
		.toBuffer();
}

function box({left, top, width, height}: {left: number; top: number; width: number; height: number}, background: string): OverlayOptions {
	return {left, top, input: {create: {width, height, channels: 3, background}}};
}
