import {sha256} from '../ids.ts';

const MARK_BYTES = 12;
/** Name of a chunk that readers of RIFF ignore. */
const RIFF_CHUNK = 'RTRO';

/**
 * Returns an encoded picture as one account's public file: with a mark that decoders ignore, so that the same picture of two accounts has two
 * names and can be removed for one of them. The mark reveals nothing about the account and differs from picture to picture; the same picture of the same
 * account always gets the same mark.
 */
export function ownBytes(picture: Buffer, accountId: string): Buffer {
	const mark = sha256(Buffer.concat([Buffer.from(`${accountId}\n`), picture])).subarray(0, MARK_BYTES);
	if (picture.toString('latin1', 0, 4) === 'RIFF') return withChunk(picture, mark);
	if (picture.toString('latin1', 4, 8) === 'ftyp') return Buffer.concat([picture, boxed(mark)]);
	if (picture[0] === 0xff && picture[1] === 0xd8) return withComment(picture, mark);
	throw new Error('This picture is neither WebP nor AVIF nor JPEG.');
}

/** Adds the mark to a WebP as one more chunk at the end, and counts it in the header's size. */
function withChunk(picture: Buffer, mark: Buffer): Buffer {
	const head = Buffer.alloc(8);
	head.write(RIFF_CHUNK, 'latin1');
	head.writeUInt32LE(mark.length, 4);
	const marked = Buffer.concat([picture, head, mark]);
	marked.writeUInt32LE(marked.length - 8, 4);
	return marked;
}

/** Returns the mark as a box of free space, to be put at the end of an AVIF. */
function boxed(mark: Buffer): Buffer {
	const head = Buffer.alloc(8);
	head.writeUInt32BE(head.length + mark.length);
	head.write('free', 4, 'latin1');
	return Buffer.concat([head, mark]);
}

/** Adds the mark to a JPEG as a comment after the first segment, which must be the one that identifies the file. */
function withComment(picture: Buffer, mark: Buffer): Buffer {
	const isApplication = picture[2] === 0xff && (picture[3]! & 0xf0) === 0xe0;
	const at = isApplication ? 4 + picture.readUInt16BE(4) : 2;
	const head = Buffer.from([0xff, 0xfe, 0, 0]);
	head.writeUInt16BE(2 + mark.length, 2);
	return Buffer.concat([picture.subarray(0, at), head, mark, picture.subarray(at)]);
}
