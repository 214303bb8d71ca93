import {sha256} from '../ids.ts';

const MARK_BYTES = 12;
/** A chunk that readers of RIFF pass over. */
const RIFF_CHUNK = 'RTRO';

/**
 * An encoded picture as the public file of one account: with a mark that no decoder looks at, so that the same picture of two accounts has two
 * names, and can be removed for one of them. The mark says nothing of the account, and differs from picture to picture; the same picture of the same
 * account always has the same.
 */
export function ownBytes(picture: Buffer, accountId: string): Buffer {
	const mark = sha256(Buffer.concat([Buffer.from(`${accountId}\n`), picture])).subarray(0, MARK_BYTES);
	if (picture.toString('latin1', 0, 4) === 'RIFF') return withChunk(picture, mark);
	if (picture.toString('latin1', 4, 8) === 'ftyp') return Buffer.concat([picture, boxed(mark)]);
	if (picture[0] === 0xff && picture[1] === 0xd8) return withComment(picture, mark);
	throw new Error('This picture is neither WebP nor AVIF nor JPEG.');
}

/** WebP: one chunk more at the end, within the size that the header says. */
function withChunk(picture: Buffer, mark: Buffer): Buffer {
	const head = Buffer.alloc(8);
	head.write(RIFF_CHUNK, 'latin1');
	head.writeUInt32LE(mark.length, 4);
	const marked = Buffer.concat([picture, head, mark]);
	marked.writeUInt32LE(marked.length - 8, 4);
	return marked;
}

/** AVIF: free space at the end. */
function boxed(mark: Buffer): Buffer {
	const head = Buffer.alloc(8);
	head.writeUInt32BE(head.length + mark.length);
	head.write('free', 4, 'latin1');
	return Buffer.concat([head, mark]);
}

/** JPEG: a comment behind the first segment, which is to be the one that says what the file is. */
function withComment(picture: Buffer, mark: Buffer): Buffer {
	const isApplication = picture[2] === 0xff && (picture[3]! & 0xf0) === 0xe0;
	const at = isApplication ? 4 + picture.readUInt16BE(4) : 2;
	const head = Buffer.from([0xff, 0xfe, 0, 0]);
	head.writeUInt16BE(2 + mark.length, 2);
	return Buffer.concat([picture.subarray(0, at), head, mark, picture.subarray(at)]);
}
