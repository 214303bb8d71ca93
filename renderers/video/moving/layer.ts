import type {Part} from '../../../shared/tour/timeline.ts';
import {fromPixels, type Pixels} from '../../image/decode.ts';
import type {Box} from '../../step-picture/measure.ts';
import type {Layer} from '../pointer.ts';
import type {Matte} from '../stage.ts';
import {type Region, regionAround, writeRegion} from '../surface.ts';
import {frameAt, type MovingPicture} from './picture.ts';

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
export type DecodedMatte = Record<keyof Matte, Pixels>;

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

/** The frame that such a step ends with. */
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
