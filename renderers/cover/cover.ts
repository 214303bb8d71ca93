import sharp, {type OverlayOptions, type Sharp} from 'sharp';
import type {Snapshot, SnapshotStep} from '../../shared/contract/snapshot.ts';
import type {Colors} from '../../shared/contract/theme.ts';
import {COVER} from '../../shared/tour/embed.ts';
import {unmarked} from '../../shared/tour/marked.ts';
import {mainPath} from '../../shared/tour/paths/graph.ts';
import {mix, readableOn} from '../../shared/tour/themes.ts';
import type {Browser} from '../browser/browser.ts';
import {isLarge, ringColors} from '../hotspot/hotspot.ts';
import {decode, fromPixels, type Pixels} from '../image/decode.ts';
import {paintHotspot} from '../image/paint-hotspot.ts';
import {type CoverContent, coverPage} from './document.ts';
import type {Rectangle} from './frame.ts';
import {drawableTexts} from './glyphs.ts';

/** The most that a link's preview may weigh, in bytes. */
const MAX_BYTES = 200 * 1024;
const QUALITIES = [88, 75, 60] as const;

/** Code points of a slide's text that a cover can show at most. */
const CARD_TEXT = 240;

/** Around the screenshot: a line in the colour of balloons. Pixels. */
const FRAME = 6;
const PICTURE = {width: 1000, height: 500};
const CARD = {left: 310, top: 125, width: 580, height: 380};
/** Pixels that the shadow falls to the right and down, and pixels of a cover for each of the player's hot spot. */
const SHADOW = 16;
const HOTSPOT_UNIT = 1.4;

/** Returns the step whose screenshot the cover shows: the first with a visible one. A slide's image is hidden. */
export function coverStep({steps}: Snapshot): SnapshotStep | null {
	return steps.find(({type, image}) => type === 'screen' && image) ?? null;
}

/**
 * Draws the cover, a JPEG of 1200 x 630 and 200 KB at most. `image` holds the WebP bytes of the image of
 * `coverStep`; one that cannot be decoded is left out.
 */
export async function renderCover(browser: Browser, snapshot: Snapshot, image: Buffer | null): Promise<Buffer> {
	const content = await drawableContent(browser, snapshot);
	const draw = (image: Buffer | null) => {
		const page = coverPage(content, image);
		return smallEnough(quality => browser.screenshot({...page, ...COVER, type: 'jpeg', quality}));
	};
	// In parallel, since hardly any image is broken.
	const [jpeg, sound] = await Promise.all([draw(image), decodableImage(image)]);
	return sound === image ? jpeg : draw(null);
}

/** Draws the cover as a PNG of this size, no broader than a cover for its height: the title of a film. */
export async function coverStill(
	browser: Browser,
	snapshot: Snapshot,
	image: Buffer | null,
	size: {width: number; height: number},
): Promise<Buffer> {
	const [content, sound] = await Promise.all([drawableContent(browser, snapshot), decodableImage(image)]);
	const scale = size.width / COVER.width;
	const height = Math.ceil(size.height / scale);
	const page = coverPage(content, sound, height);
	return browser.screenshot({...page, width: COVER.width, height, type: 'png', deviceScaleFactor: scale});
}

/** Draws a cover without a browser and without words, shown until the real one is ready. */
export async function plainCover(snapshot: Snapshot, image: Buffer | null): Promise<Buffer> {
	const step = coverStep(snapshot);
	// An image that cannot be decoded fails while it is drawn.
	const drawn = await drawPlainCover(snapshot, step, image).catch(() => drawPlainCover(snapshot, step, null));
	return smallEnough(quality => drawn.clone().jpeg({quality}).toBuffer());
}

/** Returns what the cover shows, before the letters are checked against the installed fonts. */
export function coverContent(snapshot: Snapshot): CoverContent {
	const {title, language, theme, steps} = snapshot;
	const card = steps.find(({title, text}) => title || text);
	const text = [...unmarked(card?.text ?? '')].slice(0, CARD_TEXT).join('');
	return {title, language, theme, count: mainPath(steps).length, step: coverStep(snapshot), card: {title: card?.title ?? '', text}};
}

async function drawableContent(browser: Browser, snapshot: Snapshot): Promise<CoverContent> {
	const content = coverContent(snapshot);
	const {title, card} = content;
	const texts = (await drawableTexts(browser, [title, card.title, card.text])) as [string, string, string];
	return {...content, title: texts[0], card: {title: texts[1], text: texts[2]}};
}

/** Returns the image if all of it can be decoded: of one that it cannot read, a browser would draw nothing. */
async function decodableImage(image: Buffer | null): Promise<Buffer | null> {
	if (!image?.length) return null;
	const pixels = decode(image).resize(8, 8, {fit: 'fill'}).raw().toBuffer();
	return pixels.then(
		() => image,
		() => null,
	);
}

async function smallEnough(make: (quality: number) => Promise<Buffer>): Promise<Buffer> {
	const [quality, ...lower] = QUALITIES;
	let jpeg = await make(quality);
	while (jpeg.length > MAX_BYTES && lower.length > 0) jpeg = await make(lower.shift()!);
	return jpeg;
}

/** Draws the cover without words and without a browser: the framed screenshot of `step`, else a slide, on the theme's colours. */
async function drawPlainCover({theme: {colors}}: Snapshot, step: SnapshotStep | null, image: Buffer | null): Promise<Sharp> {
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
