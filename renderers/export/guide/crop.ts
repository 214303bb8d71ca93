import type {Highlight} from '../../../shared/contract/geometry.ts';
import type {SnapshotStep} from '../../../shared/contract/snapshot.ts';
import {along, readablePart} from '../../paper/part.ts';

/** Shares of the screenshot that a picture shows at least: without surroundings a target is not found. */
const LEAST = {width: 0.5, height: 0.45};
/** Width to height, as the windows of people are. */
const RATIO = 1.6;
/** Narrower screenshots are of telephones: they keep their width. */
const UPRIGHT = 0.8;
/** Around the target, for its rings: a share of the screenshot's shorter side on each side. */
const ROOM = 0.06;

/** Returns the part of a screenshot that a guide shows: all of the target with its rings, and surroundings. Fractions. */
export function guidePart(step: SnapshotStep, crop: 'around' | 'none'): Highlight {
	const {image, highlight, click} = step;
	const target = highlight ?? (click && {...click, width: 0, height: 0});
	if (crop === 'none' || !target) return readablePart(step);
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

/**
 * Returns the part's size: as much as is wanted, and more of the shorter side until its shape is right or the
 * picture ends. Pixels.
 */
function grown(least: Size, image: Size): Size {
	const wanted = Math.max(least.height, LEAST.height * image.height);
	// Of a scroll of many windows, one of them.
	if (image.width / image.height < UPRIGHT)
		return {width: image.width, height: Math.max(least.height, Math.min(wanted, image.width * RATIO))};
	const width = Math.max(least.width, LEAST.width * image.width);
	return {width: Math.max(width, wanted * RATIO), height: Math.max(wanted, width / RATIO)};
}
