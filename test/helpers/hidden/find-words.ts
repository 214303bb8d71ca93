import {brotliDecompressSync, constants, gunzipSync, inflateRawSync, inflateSync} from 'node:zlib';

/** Packed in packed in packed is as deep as anything of ours goes: a PDF or a page with pictures in a zip. */
const DEPTH = 4;
const MOST_BYTES = 64 * 1024 * 1024;

/** Those of the words that are somewhere in the bytes: as they are, in UTF-16, in base64, in packed streams, and in what is packed in these. */
export function findWords(bytes: Buffer, words: readonly string[], depth = DEPTH): string[] {
	const found = new Set<string>();
	for (const word of words) {
		const forms = [Buffer.from(word), Buffer.from(word, 'utf16le'), Buffer.from(word, 'utf16le').swap16()];
		if (forms.some(form => bytes.includes(form))) found.add(word);
	}
	if (depth > 0) for (const inner of unpacked(bytes)) for (const word of findWords(inner, words, depth - 1)) found.add(word);
	return [...found];
}

/** What is packed in these bytes, wherever it begins. */
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
	// A page that is stored as Brotli has no mark to begin with.
	yield* tried(() => brotliDecompressSync(bytes, {maxOutputLength: MOST_BYTES}));
}

function* tried(unpack: () => Buffer): Generator<Buffer> {
	let inner: Buffer | null = null;
	try {
		inner = unpack();
	} catch {
		// No packed bytes begin there.
	}
	if (inner && inner.length > 0) yield inner;
}
