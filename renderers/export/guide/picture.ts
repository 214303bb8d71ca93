import type {GuideOptions} from '../../../shared/contract/exports/options.ts';
import type {Highlight} from '../../../shared/contract/geometry.ts';
import type {Snapshot, SnapshotStep} from '../../../shared/contract/snapshot.ts';
import type {ExportSource, ExportWork} from '../../exporter.ts';
import {isLarge, type RingColors, ringColors} from '../../hotspot/hotspot.ts';
import {decode, fromPixels, type Pixels} from '../../image/decode.ts';
import {paintHotspot} from '../../image/paint-hotspot.ts';
import {marksIn, pixelsOf} from '../../paper/part.ts';
import {keptPicture, readStill, type Still, stillFile} from '../../paper/still.ts';
import {guidePart} from './crop.ts';

/** Raised with what changes the bytes of a picture. */
const EDITION = 2;
/** A JPEG, for editors without WebP: the most width that wikis show, at a quality that keeps small letters clear. */
const MAX_WIDTH = 1280;
const QUALITY = 85;
/** Wikis show a picture about so wide: its marks have the size there that they have in the player. CSS pixels. */
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
	const facts = ['guide picture', EDITION, file.file, part, highlight, click, simulateClick, colors];
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
