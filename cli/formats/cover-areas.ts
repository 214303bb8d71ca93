import {decodePng, encodePng, type Pixels} from '../folder/png-pixels.ts';

export {decodePng as pixelsOf};

/** Returns the picture as PNG with each `[x, y, width, height]` (pixels) in its mean colour: the content cannot be recovered from it. */
export function coverAreas({width, height, channels, data}: Pixels, areas: ReadonlyArray<readonly number[]>): Buffer {
	const covered = Buffer.from(data);
	for (const [x, y, wide, high] of areas) {
		const [left, top] = [Math.max(0, Math.floor(x!)), Math.max(0, Math.floor(y!))];
		const [right, bottom] = [Math.min(width, Math.ceil(x! + wide!)), Math.min(height, Math.ceil(y! + high!))];
		const count = Math.max(1, (right - left) * (bottom - top));
		for (let channel = 0; channel < channels; channel++) {
			let sum = 0;
			for (let row = top; row < bottom; row++)
				for (let column = left; column < right; column++) sum += data[(row * width + column) * channels + channel]!;
			const mean = Math.round(sum / count);
			for (let row = top; row < bottom; row++)
				for (let column = left; column < right; column++) covered[(row * width + column) * channels + channel] = mean;
		}
	}
	return encodePng({width, height, channels, data: covered});
}
