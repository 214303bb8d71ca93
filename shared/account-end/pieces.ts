import {createCipheriv, createDecipheriv, hkdfSync, randomBytes} from 'node:crypto';
import {type FileStore, fileName} from '../files/file-store.ts';

/**
 * A large file as pieces in the folder `exports`, each encrypted and bound to its place: what is in there are leads and all else that an account
 * has, and once the row with the salt is gone no piece can be read.
 */

/** Bytes of a piece before it is encrypted; the last one has what remains. One is held in memory at a time. */
export const PIECE_BYTES = 8 * 1024 * 1024;

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Derives the key of a copy from a key of the service and the row's salt. */
export function pieceKey(secret: Buffer, salt: Buffer): Buffer {
	return Buffer.from(hkdfSync('sha256', secret, salt, 'roteiro account export', 32));
}

/** Encrypts piece `number` of the file `id`: nonce, tag, cipher text. */
function sealPiece(key: Buffer, id: string, number: number, bytes: Buffer): Buffer {
	const nonce = randomBytes(NONCE_BYTES);
	const cipher = createCipheriv(CIPHER, key, nonce).setAAD(placeOf(id, number));
	const sealed = [cipher.update(bytes), cipher.final()];
	return Buffer.concat([nonce, cipher.getAuthTag(), ...sealed]);
}

/** The bytes of a piece, or null where none of the keys opens it. */
export function openPiece(keys: readonly Buffer[], id: string, number: number, sealed: Buffer): Buffer | null {
	const nonce = sealed.subarray(0, NONCE_BYTES);
	const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
	for (const key of keys) {
		const decipher = createDecipheriv(CIPHER, key, nonce, {authTagLength: TAG_BYTES}).setAAD(placeOf(id, number)).setAuthTag(tag);
		try {
			return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
		} catch {
			// Another secret's, from before it was rotated.
		}
	}
	return null;
}

/** Stores what comes as pieces; `named` hears of the name of each before it is stored. Returns how many bytes came. */
export async function storePieces(
	chunks: AsyncIterable<Buffer>,
	{files, key, id, named}: {files: FileStore; key: Buffer; id: string; named: (number: number, file: string) => Promise<void>},
): Promise<number> {
	let bytes = 0;
	let number = 0;
	for await (const piece of piecesOf(chunks)) {
		const sealed = sealPiece(key, id, number, piece);
		await named(number, fileName('exports', sealed));
		await files.put('exports', sealed);
		number++;
		bytes += piece.length;
	}
	return bytes;
}

async function* piecesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
	let held: Buffer[] = [];
	let length = 0;
	for await (const chunk of chunks) {
		held.push(chunk);
		length += chunk.length;
		while (length >= PIECE_BYTES) {
			const all = Buffer.concat(held);
			yield all.subarray(0, PIECE_BYTES);
			const rest = all.subarray(PIECE_BYTES);
			held = [rest];
			length = rest.length;
		}
	}
	if (length > 0) yield Buffer.concat(held);
}

function placeOf(id: string, number: number): Buffer {
	return Buffer.from(`${id} ${number}`);
}
