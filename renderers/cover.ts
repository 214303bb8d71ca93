import type {Snapshot, SnapshotStep} from '../shared/contract/snapshot.ts';
import type {Browser} from './browser.ts';
import {COVER} from './cover-frame.ts';
import {coverPage} from './cover-page.ts';
import {drawPlainCover} from './cover-plain.ts';

/** What a link's preview may weigh. */
const MAX_BYTES = 200 * 1024;
const QUALITIES = [88, 75, 60] as const;

/** The step whose screenshot the cover shows: the first in which the visitor sees one. The image that a slide keeps is shown nowhere. */
export function coverStep({steps}: Snapshot): SnapshotStep | null {
	return steps.find(({type, image}) => type === 'screen' && image) ?? null;
}

/** The cover, a JPEG of 1200 x 630 and 200 KB at most. `image` holds the WebP bytes of the image of `coverStep`. */
export async function renderCover(browser: Browser, snapshot: Snapshot, image: Buffer | null): Promise<Buffer> {
	const html = coverPage(snapshot, coverStep(snapshot), image);
	return smallEnough(quality => browser.screenshot({html, ...COVER, type: 'jpeg', quality}));
}

/** The same without a browser and without words: what is shown where the cover is not ready. */
export async function plainCover(snapshot: Snapshot, image: Buffer | null): Promise<Buffer> {
	const drawn = await drawPlainCover(snapshot, image);
	return smallEnough(quality => drawn.clone().jpeg({quality}).toBuffer());
}

async function smallEnough(make: (quality: number) => Promise<Buffer>): Promise<Buffer> {
	const [quality, ...lower] = QUALITIES;
	let jpeg = await make(quality);
	while (jpeg.length > MAX_BYTES && lower.length > 0) jpeg = await make(lower.shift()!);
	return jpeg;
}
