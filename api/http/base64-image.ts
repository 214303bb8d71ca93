import {setImmediate as turn} from 'node:timers/promises';
import {sha256InSlices} from '../../shared/ids.ts';
import {hexValue, type Range} from './json-pass.ts';

/** Images that came with a call, by what stands for them in its input: a name that no base64 can have, made of their sha256. */
export type Images = Map<string, Buffer>;

/** Stands in for a long text that is not base64, and is refused as such. */
export const NOT_BASE64 = 'not:base64';

const STANDING = /^sha256:[0-9a-f]{64}$/;
const DATA_PREFIX = /^data:image\/[a-z0-9.+-]{1,40};base64,/i;
const PREFIX_BYTES = 100;
/** Bytes that are worked on before others have their turn; a multiple of 4 and of 3. */
const SLICE = 3 * 512 * 1024;

const BACKSLASH = 0x5c;

/** True for what `holdImage` has put in the place of an image, or for what looks like it. */
export function standsForImage(text: string): boolean {
	return STANDING.test(text);
}

/** Keeps the bytes of an image beside the input, and returns what stands for them in it. */
export async function holdImage(bytes: Buffer, images: Images): Promise<string> {
	const name = nameOf((await sha256InSlices(bytes)).toString('hex'));
	images.set(name, bytes);
	return name;
}

/** Returns the name that the input has in place of the image with this sha256 (hex). */
export function nameOf(digest: string): string {
	return `sha256:${digest}`;
}

/** The sha256 that a name of `holdImage` is made of, hex. */
export function hashOf(name: string): string {
	return name.slice('sha256:'.length);
}

/**
 * Decodes the base64 (or data: string of an image) that stands in these bytes as a JSON text, into its own place: an image of 15 MB is in
 * memory once. Null where it is none. Others have their turn in between.
 */
export async function decodeInPlace(bytes: Buffer, text: Range): Promise<Buffer | null> {
	const plain = await withoutEscapes(bytes, text);
	if (!plain) return null;
	const prefix = DATA_PREFIX.exec(bytes.toString('latin1', plain.start, Math.min(plain.end, plain.start + PREFIX_BYTES)))?.[0] ?? '';
	const start = plain.start + prefix.length;
	let {end} = plain;
	for (let padding = 0; padding < 2 && bytes[end - 1] === 0x3d; padding++) end--;
	if (end <= start || (end - start) % 4 === 1) return null;
	let out = plain.start;
	for (let at = start; at < end; at += SLICE) {
		const letters = bytes.toString('latin1', at, Math.min(end, at + SLICE));
		// What comes out never overtakes what is still to be read. The decoder passes over what is not base64, so that less comes out.
		const written = bytes.write(letters, out, 'base64');
		if (written !== Math.floor((letters.length * 3) / 4)) return null;
		out += written;
		if (at + SLICE < end) await turn();
	}
	return bytes.subarray(plain.start, out);
}

/** The text without what JSON escapes and what breaks lines, moved together in its place; null where it has what base64 never has. */
async function withoutEscapes(bytes: Buffer, {start, end}: Range): Promise<Range | null> {
	const part = bytes.subarray(start, end);
	if (!part.includes(BACKSLASH) && !part.includes(0x20)) return {start, end};
	let out = start;
	for (let at = start; at < end; ) {
		const stop = Math.min(end, at + SLICE);
		while (at < stop) {
			const byte = bytes[at]!;
			if (byte === BACKSLASH) {
				const letter = escaped(bytes, at);
				if (letter === null) return null;
				if (letter > 0x20) bytes[out++] = letter;
				at += bytes[at + 1] === 0x75 ? 6 : 2;
				continue;
			}
			if (byte !== 0x20) bytes[out++] = byte;
			at++;
		}
		if (at < end) await turn();
	}
	return {start, end: out};
}

/** The letter that an escape stands for, where it is one that base64 may have or a break of a line; null for any other. */
function escaped(bytes: Buffer, at: number): number | null {
	switch (bytes[at + 1]) {
		case 0x2f:
			return 0x2f;
		case 0x6e:
		case 0x72:
		case 0x74:
			return 0x0a;
		case 0x75: {
			if (bytes[at + 2] !== 0x30 || bytes[at + 3] !== 0x30) return null;
			const [high, low] = [hexValue(bytes[at + 4]!), hexValue(bytes[at + 5]!)];
			return high < 0 || low < 0 ? null : high * 16 + low;
		}
		default:
			return null;
	}
}
