import type {Snapshot, SnapshotStep} from '../../shared/contract/snapshot.ts';
import {COVER} from '../../shared/tour/embed.ts';
import {unmarked} from '../../shared/tour/marked.ts';
import type {Browser} from '../browser/browser.ts';
import {decode} from '../image/decode.ts';
import {type CoverContent, coverPage} from './document.ts';
import {drawableTexts} from './glyphs.ts';
import {drawPlainCover} from './plain.ts';

/** The most that a link's preview may weigh, in bytes. */
const MAX_BYTES = 200 * 1024;
const QUALITIES = [88, 75, 60] as const;

/** Code points of a slide's text that a cover can show at most. */
const CARD_TEXT = 240;

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
	// Side by side, for hardly any image is broken.
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
	return {title, language, theme, count: steps.length, step: coverStep(snapshot), card: {title: card?.title ?? '', text}};
}

async function drawableContent(browser: Browser, snapshot: Snapshot): Promise<CoverContent> {
	const content = coverContent(snapshot);
	const {title, card} = content;
	const texts = (await drawableTexts(browser, [title, card.title, card.text])) as [string, string, string];
	return {...content, title: texts[0], card: {title: texts[1], text: texts[2]}};
}

/** The image where all of it can be decoded: what a browser cannot read it would draw as nothing. */
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
