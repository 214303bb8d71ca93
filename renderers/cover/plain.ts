import sharp, {type OverlayOptions, type Sharp} from 'sharp';
import type {Snapshot, SnapshotStep} from '../../shared/contract/snapshot.ts';
import type {Colors} from '../../shared/contract/theme.ts';
import {COVER} from '../../shared/tour/embed.ts';
import {mix, readableOn} from '../../shared/tour/themes.ts';
import {decode} from '../image/decode.ts';
import type {Rectangle} from './frame.ts';

/** Around the screenshot: a line in the colour of balloons. Pixels. */
const FRAME = 6;
const PICTURE = {width: 1000, height: 500};
const CARD = {left: 310, top: 125, width: 580, height: 380};
/** How far the shadow falls to the right and down, and how thick the line around the highlight is. Pixels. */
const SHADOW = 16;
const RING = 7;

/** The cover without words and without a browser: the framed screenshot of `step`, or a slide where there is none, on the theme's colours. */
export async function drawPlainCover({theme: {colors}}: Snapshot, step: SnapshotStep | null, image: Buffer | null): Promise<Sharp> {
	const {accent, overlay, popoverBg} = colors;
	const dark = readableOn(popoverBg) === '#FFFFFF';
	const ground = dark ? mix(popoverBg, accent, 0.3) : mix(accent, overlay, 0.3);
	const shadow = mix(ground, overlay, 0.5);
	const parts = image ? await screenshot(image, step, colors, shadow) : slide(colors, shadow);
	return sharp({create: {...COVER, channels: 3, background: ground}}).composite(parts);
}

/** As large as there is room for, in its own proportions. */
async function screenshot(
	image: Buffer,
	step: SnapshotStep | null,
	{accent, popoverBg}: Colors,
	shadow: string,
): Promise<OverlayOptions[]> {
	const shown = decode(image)
		.resize({...PICTURE, fit: 'inside'})
		.flatten({background: '#ffffff'});
	const {data, info} = await shown.png({compressionLevel: 1}).toBuffer({resolveWithObject: true});
	const {width, height} = info;
	const [left, top] = [Math.round((COVER.width - width) / 2), Math.round((COVER.height - height) / 2)];
	const framed = {left: left - FRAME, top: top - FRAME, width: width + 2 * FRAME, height: height + 2 * FRAME};
	const highlight = step?.highlight;
	const ring = highlight
		? edges({
				left: left + Math.round(highlight.x * width),
				top: top + Math.round(highlight.y * height),
				width: Math.round(highlight.width * width),
				height: Math.round(highlight.height * height),
			})
		: [];
	return [box(fallen(framed), shadow), box(framed, popoverBg), {input: data, left, top}, ...ring.map(edge => box(edge, accent))];
}

/** The four sides of a line around a part. */
function edges({left, top, width, height}: Rectangle): Rectangle[] {
	const across = {left: left - RING, width: width + 2 * RING, height: RING};
	const down = {top, width: RING, height: Math.max(height, 1)};
	return [
		{...across, top: top - RING},
		{...across, top: top + height},
		{...down, left: left - RING},
		{...down, left: left + width},
	];
}

function slide({accent, popoverBg, title}: Colors, shadow: string): OverlayOptions[] {
	return [
		box(fallen(CARD), shadow),
		box(CARD, popoverBg),
		box({left: CARD.left + 56, top: CARD.top + 64, width: 300, height: 34}, accent),
		...[468, 430, 452, 260].map((width, row) =>
			box({left: CARD.left + 56, top: CARD.top + 144 + row * 48, width, height: 20}, mix(popoverBg, title, 0.22)),
		),
	];
}

function fallen({left, top, ...size}: Rectangle): Rectangle {
	return {left: left + SHADOW, top: top + SHADOW, ...size};
}

function box({left, top, width, height}: Rectangle, background: string): OverlayOptions {
	return {left, top, input: {create: {width, height, channels: 3, background}}};
}
