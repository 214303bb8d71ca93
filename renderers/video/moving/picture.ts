import {open, writeFile} from 'node:fs/promises';
import type {SnapshotImage} from '../../../shared/contract/snapshot.ts';
import {decode, type Pixels} from '../../image/decode.ts';

/** An animated picture of a step, decoded. `delays`: milliseconds of each frame. Three channels. */
export type MovingPicture = {delays: number[]; frame(index: number): Promise<Pixels>};

/** Browsers show a frame that says so little, or less, for this long: milliseconds. */
const TOO_SHORT_MS = 10;
const INSTEAD_MS = 100;

/**
 * Decodes an animated picture once and writes its frames to `path`: all of them may be 150 MB, of several steps at once, and a scene needs one at a time. What is
 * transparent has the picture's colour, as in the page. Null where the picture has one frame alone.
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

/** The frame that is seen so long after the first one began; they begin again after the last. */
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
