import sharp, {type OverlayOptions, type Sharp} from 'sharp';
import type {Snapshot, SnapshotStep} from '../../shared/contract/snapshot.ts';
import type {Colors} from '../../shared/contract/theme.ts';
import {COVER} from '../../shared/tour/embed.ts';
import {mix, readableOn} from '../../shared/tour/themes.ts';
import {isLarge, ringColors} from '../hotspot/hotspot.ts';
import {decode, fromPixels, type Pixels} from '../image/decode.ts';
import {paintHotspot} from '../image/paint-hotspot.ts';
import type {Rectangle} from './frame.ts';

/** Around the screenshot: a line in the colour of balloons. Pixels. */
const FRAME = 6;
const PICTURE = {width: 1000, height: 500};
const CARD = {left: 310, top: 125, width: 580, height: 380};
/** How far the shadow falls to the right and down in pixels, and how many pixels each of the player's hot spot becomes. */
const SHADOW = 16;
const HOTSPOT_UNIT = 1.4;

/** The cover without words and without a browser: the framed screenshot of `step`, or a slide where there is none, on the theme's colours. */
export async function drawPlainCover({theme: {colors}}: Snapshot, step: SnapshotStep | null, image: Buffer | null): Promise<Sharp> {
	const {accent, overlay, popoverBg} = colors;
	const dark = readableOn(popoverBg) === '#FFFFFF';
	const ground = dark ? mix(popoverBg, accent, 0.3) : mix(accent, overlay, 0.3);
	const shadow = mix(ground, overlay, 0.5);
	const parts = image ? await screenshot(image, step, colors, shadow) : slide(colors, shadow);
	return sharp({create: {...COVER, channels: 3, background: ground}}).composite(parts);
}

/** Draws the screenshot as large as there is room for, in its own proportions. */
async function screenshot(image: Buffer, step: SnapshotStep | null, colors: Colors, shadow: string): Promise<OverlayOptions[]> {
	const shown = decode(image)
		.resize({...PICTURE, fit: 'inside'})
		.flatten({background: '#ffffff'});
	const {data, info} = await shown.toColourspace('srgb').raw().toBuffer({resolveWithObject: true});
	const {width, height} = info;
	const [left, top] = [Math.round((COVER.width - width) / 2), Math.round((COVER.height - height) / 2)];
	const framed = {left: left - FRAME, top: top - FRAME, width: width + 2 * FRAME, height: height + 2 * FRAME};
	const {highlight, click} = step ?? {};
	const pixels: Pixels = {data, width, height, channels: info.channels as Pixels['channels']};
	paintHotspot(pixels, {
		highlight: highlight
			? {left: highlight.x * width, top: highlight.y * height, width: highlight.width * width, height: highlight.height * height}
			: null,
		click: click ? {left: click.x * width, top: click.y * height} : null,
		colors: ringColors(colors),
		large: highlight ? isLarge(highlight, {width, height}) : false,
		unit: HOTSPOT_UNIT,
	});
	return [
		box(fallen(framed), shadow),
		box(framed, colors.popoverBg),
		{input: await fromPixels(pixels).png({compressionLevel: 1}).toBuffer(), left, top},
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
