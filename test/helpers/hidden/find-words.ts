import {brotliDecompressSync, constants, gunzipSync, inflateRawSync, inflateSync} from 'node:zlib';

/** The deepest nesting of packed data in the service's outputs: a zip with a PDF, or with a page with pictures. */
const DEPTH = 4;
const MOST_BYTES = 64 * 1024 * 1024;

/** Returns those of the words that the bytes have: plain, in UTF-16, in base64, and in packed streams at any level. */
export function findWords(bytes: Buffer, words: readonly string[], depth = DEPTH): string[] {
	const found = new Set<string>();
	for (const word of words) {
		const forms = [Buffer.from(word), Buffer.from(word, 'utf16le'), Buffer.from(word, 'utf16le').swap16()];
		if (forms.some(form => bytes.includes(form))) found.add(word);
	}
	if (depth > 0) for (const inner of unpacked(bytes)) for (const word of findWords(inner, words, depth - 1)) found.add(word);
	return [...found];
}

/** Yields the unpacked data of streams at any offset. */
function* unpacked(bytes: Buffer): Generator<Buffer> {
	const options = {maxOutputLength: MOST_BYTES, finishFlush: constants.Z_SYNC_FLUSH};
	for (let at = 0; at + 6 < bytes.length; at++) {
		const [first, second] = [bytes[at]!, bytes[at + 1]!];
		if (first === 0x78 && ((first << 8) | second) % 31 === 0) yield* tried(() => inflateSync(bytes.subarray(at), options));
		else if (first === 0x1f && second === 0x8b) yield* tried(() => gunzipSync(bytes.subarray(at), options));
		else if (first === 0x50 && second === 0x4b && bytes[at + 2] === 3 && bytes[at + 3] === 4 && bytes[at + 8] === 8) {
			const start = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
			yield* tried(() => inflateRawSync(bytes.subarray(start), options));
		}
	}
	for (const [text] of bytes.toString('latin1').matchAll(/[A-Za-z0-9+/]{64,}={0,2}/g)) yield Buffer.from(text, 'base64');
	// A Brotli stream, such as a stored page, has no mark at its beginning.
	yield* tried(() => brotliDecompressSync(bytes, {maxOutputLength: MOST_BYTES}));
}

function* tried(unpack: () => Buffer): Generator<Buffer> {
	let inner: Buffer | null = null;
	try {
		inner = unpack();
	} catch {
		// This offset begins no packed data.
	}
	if (inner && inner.length > 0) yield inner;
}
