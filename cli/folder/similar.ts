import {decodePng} from './png-pixels.ts';

/** Difference of a colour that no eye sees, such as rounding in mixed colours; of 255. */
const TOLERANCE = 3;

/** The share of pixels in which two pictures differ, from 0 to 1; null where they cannot be compared: other sizes, or not both PNG of a browser. */
export function difference(one: Buffer, other: Buffer): number | null {
	const [a, b] = [decodePng(one), decodePng(other)];
	if (!a || !b || a.width !== b.width || a.height !== b.height) return null;
	let differing = 0;
	const pixels = a.width * a.height;
	for (let pixel = 0; pixel < pixels; pixel++) {
		for (let channel = 0; channel < 4; channel++) {
			const mine = channel < a.channels ? a.data[pixel * a.channels + channel]! : 255;
			const theirs = channel < b.channels ? b.data[pixel * b.channels + channel]! : 255;
			if (Math.abs(mine - theirs) <= TOLERANCE) continue;
			differing++;
			break;
		}
	}
	return differing / pixels;
}
