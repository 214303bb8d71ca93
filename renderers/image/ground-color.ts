import type {Pixels} from './decode.ts';

/** Shares: of a picture that may be transparent and still be its corners, and of what is opaque that must be seen on white. */
const CORNERS = 0.05;
const SEEN = 0.002;
/** Brightness of 255 above which a colour is lost on white. */
const LIGHT = 200;
const [WHITE, DARK] = ['#ffffff', '#20242b'];
/** Pixels that are looked at, at most: more tell nothing new. */
const SAMPLES = 100_000;

/**
 * Returns the colour behind an image, as `#rrggbb`: shown until it has loaded, and behind transparent pixels.
 * It is the colour that covers most of the image, so that rounded corners do not show; for a drawing on a
 * transparent ground that would hide most of it, white, as its author saw it, or dark if all of it is light.
 */
export function groundColor(pixels: Pixels): string {
	const {data, width, height, channels} = pixels;
	if (channels % 2 === 1) return dominantColor(pixels);
	const [green, blue] = channels < 3 ? [0, 0] : [1, 2];
	const stride = channels * Math.max(1, Math.floor((width * height) / SAMPLES));
	let [all, opaque, seen] = [0, 0, 0];
	for (let at = 0; at < data.length; at += stride) {
		all += 1;
		if (data[at + channels - 1]! < 128) continue;
		opaque += 1;
		const luma = 0.2126 * data[at]! + 0.7152 * data[at + green]! + 0.0722 * data[at + blue]!;
		if (luma < LIGHT) seen += 1;
	}
	if (opaque > (1 - CORNERS) * all) return dominantColor(pixels);
	return opaque > 0 && seen < SEEN * opaque ? DARK : WHITE;
}

/** Colours that share the first four bits of each channel are one colour here: 4,096 of them. */
const SHIFT = 4;

/** Returns the colour that covers most of the image, as `#rrggbb`. White where nothing is opaque. */
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
