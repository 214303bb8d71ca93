import {decode} from '../decode.ts';

/** Encoders leave at most two bytes after the last needed bit; the rest is reserve. */
const SLACK = 4;

/**
 * Returns the coded pixels without the bytes after their end. The format has no field for that end; the decoder needs
 * the bytes up to it, and no more. `asImage` makes an image from a prefix of the pixels.
 */
export async function withoutRest(coded: Buffer, asImage: (coded: Buffer) => Buffer): Promise<Buffer> {
	const decoded = (length: number) =>
		decode(asImage(coded.subarray(0, length)))
			.raw()
			.toBuffer()
			.catch(() => null);
	if (coded.length <= SLACK || !(await decoded(coded.length - SLACK))) return coded;
	const wanted = await decoded(coded.length);
	if (!wanted) return coded;
	const isWhole = async (length: number) => (await decoded(length))?.equals(wanted) ?? false;
	let [short, whole] = [0, coded.length];
	while (whole - short > 1) {
		const middle = (short + whole) >> 1;
		if (await isWhole(middle)) whole = middle;
		else short = middle;
	}
	return coded.subarray(0, whole);
}
