import type {GuideOptions} from '../../../shared/contract/exports/options.ts';
import type {Highlight} from '../../../shared/contract/geometry.ts';
import type {Snapshot, SnapshotStep} from '../../../shared/contract/snapshot.ts';
import type {ExportSource, ExportWork} from '../../exporter.ts';
import {isLarge, type RingColors, ringColors} from '../../hotspot/hotspot.ts';
import {decode, fromPixels, type Pixels} from '../../image/decode.ts';
import {paintHotspot} from '../../image/paint-hotspot.ts';
import {along, isWide, keptPicture, marksIn, pixelsOf, readablePart, readStill, type Still, stillFile} from '../../paper/part.ts';

/** Version of the drawing: raise it with each change of a picture's bytes. */
const PICTURE_VERSION = 2;
/** JPEG, for editors without WebP: as wide as wikis show it, at a quality that keeps small letters clear. */
const MAX_WIDTH = 1280;
const QUALITY = 85;
/** Width at which wikis show a picture, in CSS pixels: there its marks are as large as in the player. */
const SHOWN_WIDTH = 800;

/** Draws a step's picture with its marks, kept between exports; returns the path of a JPEG, or null without one. */
export async function guidePicture(
	step: SnapshotStep,
	{theme}: Snapshot,
	{crop}: GuideOptions,
	source: ExportSource,
	work: ExportWork,
): Promise<string | null> {
	const file = stillFile(step, Number.POSITIVE_INFINITY);
	if (!file) return null;
	const part = guidePart(step, crop);
	const colors = ringColors(theme.colors);
	const {highlight, click, simulateClick} = step;
	const facts = ['guide picture', PICTURE_VERSION, file.file, part, highlight, click, simulateClick, colors];
	return keptPicture(work, facts, async () => {
		const still = await readStill(file, source);
		return still && draw(still, part, step, colors);
	});
}

async function draw(still: Still, part: Highlight, step: SnapshotStep, colors: RingColors): Promise<Buffer> {
	const cut = pixelsOf(part, still);
	const width = Math.min(MAX_WIDTH, cut.width);
	const seen = decode(still.bytes).extract(cut).resize(width).flatten({background: still.ground}).toColourspace('srgb').raw();
	const {data, info} = await seen.toBuffer({resolveWithObject: true});
	const pixels: Pixels = {data, width: info.width, height: info.height, channels: info.channels as Pixels['channels']};
	const {highlight, click, simulateClick} = step;
	paintHotspot(pixels, {
		...marksIn(part, {highlight, click: simulateClick ? click : null}, pixels),
		colors,
		large: highlight !== null && isLarge(highlight, step.image!),
		unit: Math.max(1, info.width / SHOWN_WIDTH),
	});
	return fromPixels(pixels).jpeg({quality: QUALITY}).toBuffer();
}

/** Shares of the screenshot that a picture shows at least: without surroundings a target is not found. */
const LEAST = {width: 0.5, height: 0.45};
/** Width to height, as the windows of people are. */
const RATIO = 1.6;
/** Proportion, width by height, below which a screenshot is a phone's and keeps its width. */
const UPRIGHT = 0.8;
/** Margin around the target for its rings, as a share of the screenshot's shorter side. */
const ROOM = 0.06;

/** Returns the part of a screenshot that a guide shows: all of the target with its rings, and surroundings. Fractions. */
export function guidePart(step: SnapshotStep, crop: 'around' | 'none'): Highlight {
	const {image, highlight, click} = step;
	const target = highlight ?? (click && {...click, width: 0, height: 0});
	if (crop === 'none' || !target || isWide(step)) return readablePart(step);
	const {width, height} = image!;
	const room = ROOM * Math.min(width, height);
	const least = {width: target.width * width + 2 * room, height: target.height * height + 2 * room};
	const size = grown(least, {width, height});
	return {
		...along('x', target.x + target.width / 2, size.width / width),
		...along('y', target.y + target.height / 2, size.height / height),
	};
}

type Size = {width: number; height: number};

/** Returns the part's size: as much as is wanted, and more of the shorter side until its shape is right or the picture ends. Pixels. */
function grown(least: Size, image: Size): Size {
	const wanted = Math.max(least.height, LEAST.height * image.height);
	// Of a scroll of many windows, one of them.
	if (image.width / image.height < UPRIGHT)
		return {width: image.width, height: Math.max(least.height, Math.min(wanted, image.width * RATIO))};
	const width = Math.max(least.width, LEAST.width * image.width);
	return {width: Math.max(width, wanted * RATIO), height: Math.max(wanted, width / RATIO)};
}
