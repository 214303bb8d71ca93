import {open, writeFile} from 'node:fs/promises';
import type {SnapshotImage} from '../../../shared/contract/snapshot.ts';
import type {Part} from '../../../shared/tour/timeline.ts';
import {decode, fromPixels, type Pixels} from '../../image/decode.ts';
import type {Box} from '../../step-picture/measure.ts';
import type {Layer} from '../pointer.ts';
import type {Matte} from '../stage.ts';
import {type Region, regionAround, writeRegion} from '../surface.ts';

/** An animated picture of a step, decoded. `delays`: milliseconds of each frame. Three channels. */
export type MovingPicture = {delays: number[]; frame(index: number): Promise<Pixels>};

/** Browsers show a frame that says so little, or less, for this long: milliseconds. */
const TOO_SHORT_MS = 10;
const INSTEAD_MS = 100;

/** A step at rest whose picture moves, from `at` on (milliseconds of the film). `cold`: without the rings that travel. */
export type Moving = {at: number; delays: number[]; draw(index: number, cold: boolean): Promise<Layer>};

type Ground = {
	part: Part;
	picture: MovingPicture;
	/** The picture's box in pixels of the film. */
	box: Box;
	/** The step with its first frame. What is returned is drawn upon it. */
	final: Layer;
	cold: Layer | null;
	/** The two layers with a black and with a white picture. */
	mattes: {final: DecodedMatte; cold: DecodedMatte | null};
};
type DecodedMatte = Record<keyof Matte, Pixels>;

/**
 * Decodes an animated picture once and writes its frames to `path`: all of them may be 150 MB, of several steps at once, and a scene needs one at a time. What is
 * transparent has the picture's colour, as in the page. Null if the picture has one frame alone.
 */
export async function openMovingPicture(bytes: Buffer, {color}: Pick<SnapshotImage, 'color'>, path: string): Promise<MovingPicture | null> {
	const {pages = 1, pageHeight, width, delay = []} = await decode(bytes, {animated: true}).metadata();
	if (pages < 2 || !pageHeight) return null;
	const frames = decode(bytes, {animated: true}).timeout({seconds: 0}).flatten({background: color}).toColourspace('srgb');
	await writeFile(path, await frames.removeAlpha().raw().toBuffer());
	const length = width * pageHeight * 3;
	return {
		delays: Array.from({length: pages}, (_, index) => shownMs(delay[index] ?? 0)),
		async frame(index) {
			const file = await open(path);
			try {
				const data = Buffer.allocUnsafe(length);
				const {bytesRead} = await file.read(data, 0, length, index * length);
				if (bytesRead < length) throw new Error(`Frame ${index} of an animated picture was not written whole.`);
				return {data, width, height: pageHeight, channels: 3};
			} finally {
				await file.close();
			}
		},
	};
}

/** Returns the frame that is seen so long after the first one began; they begin again after the last. */
export function frameAt(delays: number[], ms: number): number {
	let left = ms % delays.reduce((sum, delay) => sum + delay, 0);
	const index = delays.findIndex(delay => {
		left -= delay;
		return left < 0;
	});
	return index === -1 ? delays.length - 1 : index;
}

function shownMs(delay: number): number {
	return delay <= TOO_SHORT_MS ? INSTEAD_MS : delay;
}

/**
 * Draws the frames of an animated picture below all that lies on it. How much a pixel shows of the picture is
 * the difference between its look over black and over white, so the scrim, rings, the balloon's shadow and round
 * corners stay the browser's own. The picture is animated once the camera stands still.
 */
export function openMoving({part, picture, box, final, cold, mattes}: Ground): Moving {
	const region = regionAround(box, final.surface);
	const onFinal = openBlend(final, mattes.final, region);
	const onCold = cold && mattes.cold && openBlend(cold, mattes.cold, region);
	let sized: {index: number; pixels: Promise<Pixels>} | null = null;
	return {
		at: movesFrom(part),
		delays: picture.delays,
		async draw(index, isCold) {
			if (sized?.index !== index) sized = {index, pixels: picture.frame(index).then(frame => seenIn(frame, box, region))};
			return (isCold && onCold ? onCold : onFinal)(index, await sized.pixels);
		},
	};
}

/** Returns the frame that such a step ends with. */
export function lastFrame({at, durationMs, ...part}: Part, {delays}: Pick<MovingPicture, 'delays'>, frameMs: number): number {
	return frameAt(delays, Math.max(0, at + durationMs - frameMs - movesFrom({at, durationMs, ...part})));
}

function movesFrom({at, camera}: Part): number {
	return camera ? camera.at + camera.ms : at;
}

/** Draws the picture's part in the region, in the film's pixels. */
async function seenIn(frame: Pixels, box: Box, region: Region): Promise<Pixels> {
	const [left, top] = [Math.round(box.left), Math.round(box.top)];
	const [width, height] = [Math.max(1, Math.round(box.width)), Math.max(1, Math.round(box.height))];
	// Half a pixel may be missing at an edge: the last one stands there again.
	const extend = {
		left: Math.max(0, left - region.x),
		top: Math.max(0, top - region.y),
		right: Math.max(0, region.x + region.width - left - width),
		bottom: Math.max(0, region.y + region.height - top - height),
	};
	const [x, y] = [Math.max(0, region.x - left), Math.max(0, region.y - top)];
	const seen = {left: x, top: y, width: region.width - extend.left - extend.right, height: region.height - extend.top - extend.bottom};
	const {data} = await fromPixels(frame)
		.resize({width, height, fit: 'fill'})
		.extract(seen)
		.extend({...extend, extendWith: 'copy'})
		.raw()
		.toBuffer({resolveWithObject: true});
	return {data, width: region.width, height: region.height, channels: 3};
}

/** Returns the layer with a frame in it; one whose frame is another is another object. */
function openBlend(layer: Layer, {black, white}: DecodedMatte, region: Region): (index: number, frame: Pixels) => Layer {
	let drawn: {index: number; layer: Layer} | null = null;
	const {pixels, surface} = layer;
	const part: Pixels = {
		data: Buffer.allocUnsafe(region.width * region.height * 3),
		width: region.width,
		height: region.height,
		channels: 3,
	};
	return (index, frame) => {
		if (drawn?.index === index) return drawn.layer;
		const row = region.width * 3;
		for (let y = 0; y < region.height; y++) {
			const at = ((region.y + y) * pixels.width + region.x) * 3;
			for (let x = 0, from = at, to = y * row; x < row; x++, from++, to++) {
				const below = black.data[from]!;
				// A 255th, rounded.
				const share = (white.data[from]! - below) * frame.data[to]! + 128;
				part.data[to] = below + ((share + (share >> 8)) >> 8);
			}
			part.data.copy(pixels.data, at, y * row, (y + 1) * row);
		}
		writeRegion(surface, part, region);
		drawn = {index, layer: {pixels, surface}};
		return drawn.layer;
	};
}
