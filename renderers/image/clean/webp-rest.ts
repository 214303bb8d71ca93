import {decode} from '../decode.ts';

/** What encoders leave behind the last bit that is needed: two bytes at most. */
const SLACK = 4;

/**
 * The coded pixels without what follows their end, which no field of the format says: the decoder needs them up to there, and no further.
 * `asImage` makes an image of the first bytes of them.
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
