import type {Pixels} from './decode.ts';

/** Colours that share the first four bits of each channel are one colour here: 4,096 of them. */
const SHIFT = 4;
/** Pixels that are looked at, at most: more tell nothing new. */
const SAMPLES = 100_000;

/** The colour that covers most of the image, as `#rrggbb`. White where nothing is opaque. */
export function dominantColor({data, width, height, channels}: Pixels): string {
	const count = new Uint32Array(1 << (3 * (8 - SHIFT)));
	const sums = [new Float64Array(count.length), new Float64Array(count.length), new Float64Array(count.length)] as const;
	const [green, blue] = channels < 3 ? [0, 0] : [1, 2];
	const stride = channels * Math.max(1, Math.floor((width * height) / SAMPLES));
	for (let at = 0; at < data.length; at += stride) {
		if (channels % 2 === 0 && data[at + channels - 1]! < 128) continue;
		const [r, g, b] = [data[at]!, data[at + green]!, data[at + blue]!];
		const bucket = ((r >> SHIFT) << 8) | ((g >> SHIFT) << 4) | (b >> SHIFT);
		count[bucket]! += 1;
		sums[0][bucket]! += r;
		sums[1][bucket]! += g;
		sums[2][bucket]! += b;
	}
	const most = count.indexOf(Math.max(...count));
	if (count[most] === 0) return '#ffffff';
	return `#${sums.map(sum => hex(sum[most]! / count[most]!)).join('')}`;
}

function hex(value: number): string {
	return Math.round(value).toString(16).padStart(2, '0');
}
