import {createHash} from 'node:crypto';
import {writeFile} from 'node:fs/promises';
import type {Click, Highlight} from '../../shared/contract/geometry.ts';
import type {ImageVariant, SnapshotStep} from '../../shared/contract/snapshot.ts';
import {frameRatioOf, stripOf} from '../../shared/tour/place/camera.ts';
import type {ExportSource, ExportWork} from '../exporter.ts';
import type {Box} from '../hotspot/drawing.ts';
import {decode} from '../image/decode.ts';
import {groundColor} from '../image/ground-color.ts';

/** A part of a picture, and where things come to lie in it. Fractions (0..1) of the picture unless it is said. */

type Size = {width: number; height: number};

const WHOLE: Highlight = {x: 0, y: 0, width: 1, height: 1};

/** Proportions, height by width: a page that scrolls is cut to the second if it is taller than the first. A phone has 2.2. */
const SCROLLED = {above: 2.5, shown: 1.6};
/** Room for the rings beside a target, as a share of the part that is shown of several screens side by side. */
const RING = 0.03;

/** A step's picture as it is printed: WebP of its first frame; `ground` is what its transparent pixels show. */
export type Still = {bytes: Buffer; width: number; height: number; ground: string};

/** Returns the whole screenshot; of one that scrolls over many windows, or is as wide as several of them, the part around the target. */
export function readablePart(step: SnapshotStep): Highlight {
	const {image, highlight, click} = step;
	const {width, height} = image!;
	if (isWide(step)) {
		const share = (frameRatioOf(step) * height) / width;
		const {x, width: across} = highlight!;
		return {y: 0, height: 1, ...along('x', x + across / 2, Math.max(share, across + 2 * RING * share))};
	}
	if (height / width <= SCROLLED.above) return WHOLE;
	const share = (SCROLLED.shown * width) / height;
	const middle = highlight ? highlight.y + highlight.height / 2 : (click?.y ?? share / 2);
	return {x: 0, width: 1, ...along('y', middle, Math.max(share, highlight?.height ?? 0))};
}

/** True if of several screens side by side the part around the target is shown, as on the page. */
export function isWide(step: SnapshotStep): boolean {
	return stripOf(step) > 1;
}

/** Returns the part in whole pixels of a picture of this size. */
export function pixelsOf({x, y, width, height}: Highlight, size: Size): Box {
	const [left, top] = [Math.round(x * size.width), Math.round(y * size.height)];
	return {
		left: Math.min(left, size.width - 1),
		top: Math.min(top, size.height - 1),
		width: Math.max(1, Math.min(Math.round(width * size.width), size.width - left)),
		height: Math.max(1, Math.min(Math.round(height * size.height), size.height - top)),
	};
}

/** Returns highlight and click in pixels of the part as it is drawn, which has this size. */
export function marksIn(part: Highlight, {highlight, click}: {highlight: Highlight | null; click: Click | null}, drawn: Size) {
	const scale = {x: drawn.width / part.width, y: drawn.height / part.height};
	const left = (x: number) => (x - part.x) * scale.x;
	const top = (y: number) => (y - part.y) * scale.y;
	return {
		highlight: highlight && {
			left: left(highlight.x),
			top: top(highlight.y),
			width: highlight.width * scale.x,
			height: highlight.height * scale.y,
		},
		click: click && {left: left(click.x), top: top(click.y)},
	};
}

/** Returns a stretch of this length around `middle`, moved into the picture. */
export function along<Axis extends 'x' | 'y'>(axis: Axis, middle: number, length: number) {
	const long = Math.min(length, 1);
	const start = Math.min(Math.max(middle - long / 2, 0), 1 - long);
	return {[axis]: start, [axis === 'x' ? 'width' : 'height']: long} as Axis extends 'x'
		? {x: number; width: number}
		: {y: number; height: number};
}

/** Returns the file to make a step's picture from: the smallest that is wide enough, else the largest; an animation's first frame. */
export function stillFile({image}: SnapshotStep, width: number): ImageVariant | null {
	if (!image) return null;
	return image.still ?? image.variants.find(variant => variant.width >= width) ?? image.variants.at(-1) ?? null;
}

/** Returns the step's picture; null if it is gone or cannot be read. */
export async function readStill(file: ImageVariant, source: Pick<ExportSource, 'read'>): Promise<Still | null> {
	const bytes = await source.read(file.file);
	const metadata = bytes?.length
		? await decode(bytes)
				.metadata()
				.catch(() => null)
		: null;
	// The file's own header counts, whatever the snapshot says.
	if (!metadata?.width || !metadata.height) return null;
	const ground = metadata.hasAlpha ? await groundOf(bytes!) : '#ffffff';
	return {bytes: bytes!, width: metadata.width, height: metadata.pageHeight ?? metadata.height, ground};
}

/** Returns the colour behind the picture, by the rule that the public page follows. */
async function groundOf(bytes: Buffer): Promise<string> {
	const drawn = decode(bytes).toColourspace('srgb').ensureAlpha().raw();
	const {data, info} = await drawn.toBuffer({resolveWithObject: true});
	return groundColor({data, width: info.width, height: info.height, channels: 4});
}

/** Thrown if a picture is not available, so that nothing is kept for it; several steps may wait for the same one. */
class PictureGone extends Error {}

/** Returns the path of a JPEG that `make` makes from these facts, kept between exports; null if it makes none. */
export async function keptPicture(work: ExportWork, facts: unknown[], make: () => Promise<Buffer | null>): Promise<string | null> {
	const name = createHash('sha256').update(JSON.stringify(facts)).digest('hex');
	const write = async (path: string) => {
		// A picture of which only the header can be read counts as gone, too.
		const jpeg = await make().catch(() => null);
		if (!jpeg) throw new PictureGone();
		await writeFile(path, jpeg);
	};
	return work.kept(name, '.jpg', write).catch(error => {
		if (error instanceof PictureGone) return null;
		throw error;
	});
}
