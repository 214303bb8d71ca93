import {createCipheriv, createDecipheriv, hkdfSync, randomBytes} from 'node:crypto';
import {type ByteRange, type FileStore, fileName} from '../files/file-store.ts';
import type {Services} from '../services/services.ts';
import {deleteExport, deletePieces, exportsToRemove, insertPiece, readPieces} from '../store/account-end/exports.ts';
import type {Db} from '../store/database.ts';
import type {Lease} from '../store/jobs/jobs.ts';
import {accountEntries, type CopySource} from './account-entries.ts';
import {zipOf} from './zip.ts';

const PURPOSE = 'account exports';
const BATCH = 100;

type Equipment = Pick<Services, 'files' | 'keyFor' | 'keysFor'> & {db: Db};
/** Bytes of a piece before encryption; the last piece is shorter. Only one is in memory at a time. */
export const PIECE_BYTES = 8 * 1024 * 1024;

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Writes the copy as pieces, and replaces pieces of an earlier try; returns the bytes of the zip. Throws `LostLease`. */
export async function writeExport(id: string, source: CopySource & Equipment, lease: Pick<Lease, 'id' | 'token'>): Promise<number> {
	const {db, files, keyFor} = source;
	await removePieces(id, source);
	const found = await readPieces(db, id);
	if (!found) throw new Error('The copy is no longer there.');
	return storePieces(zipOf(accountEntries(source), new Date()), {
		files,
		id,
		key: pieceKey(keyFor(PURPOSE), found.salt),
		named: (number, file) => insertPiece(db, lease, id, number, file),
	});
}

/** Yields a part of the zip. Throws if a piece is gone or unreadable: the bytes sent until then must not look whole. */
export async function* readExport(id: string, {db, files, keysFor}: Equipment, {start, end}: ByteRange): AsyncGenerator<Buffer> {
	const found = await readPieces(db, id);
	if (!found) throw new Error(`The copy ${id} is no longer there.`);
	const keys = keysFor(PURPOSE).map(secrets => pieceKey(secrets[PURPOSE]!, found.salt));
	for (let number = Math.floor(start / PIECE_BYTES); number * PIECE_BYTES <= end; number++) {
		const sealed = await files.read('exports', found.files[number] ?? '');
		const bytes = sealed && openPiece(keys, id, number, sealed);
		if (!bytes) throw new Error(`Piece ${number} of the copy ${id} cannot be read.`);
		const from = number * PIECE_BYTES;
		yield bytes.subarray(Math.max(0, start - from), end - from + 1);
	}
}

/** Removes copies whose time is over, or all of an account; returns how many. */
export async function removeExports(of: Parameters<typeof exportsToRemove>[1], equipment: {db: Db; files: FileStore}): Promise<number> {
	for (let removed = 0; ; ) {
		const ids = await exportsToRemove(equipment.db, of, BATCH);
		for (const id of ids) {
			await removePieces(id, equipment);
			await deleteExport(equipment.db, id);
		}
		removed += ids.length;
		if (ids.length < BATCH) return removed;
	}
}

/** Removes the files before the rows that name them. */
async function removePieces(id: string, {db, files}: {db: Db; files: FileStore}): Promise<void> {
	// Nobody else has a piece of the same bytes: each is encrypted by itself.
	const always = new Date(Date.now() + 60_000);
	for (const file of (await readPieces(db, id))?.files ?? []) await files.remove('exports', file, always);
	await deletePieces(db, id);
}

// Stores a large file as pieces in the folder `exports`, each encrypted and bound to its place. They hold leads and all other data of an
// account; once the row with the salt is gone, no piece can be read.

/** Derives the key of a copy from a key of the service and the row's salt. */
function pieceKey(secret: Buffer, salt: Buffer): Buffer {
	return Buffer.from(hkdfSync('sha256', secret, salt, 'roteiro account export', 32));
}

/** Encrypts piece `number` of the file `id`: nonce, tag, cipher text. */
function sealPiece(key: Buffer, id: string, number: number, bytes: Buffer): Buffer {
	const nonce = randomBytes(NONCE_BYTES);
	const cipher = createCipheriv(CIPHER, key, nonce).setAAD(placeOf(id, number));
	const sealed = [cipher.update(bytes), cipher.final()];
	return Buffer.concat([nonce, cipher.getAuthTag(), ...sealed]);
}

/** Returns the decrypted bytes of a piece; null if none of the keys opens it. */
function openPiece(keys: readonly Buffer[], id: string, number: number, sealed: Buffer): Buffer | null {
	const nonce = sealed.subarray(0, NONCE_BYTES);
	const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
	for (const key of keys) {
		const decipher = createDecipheriv(CIPHER, key, nonce, {authTagLength: TAG_BYTES}).setAAD(placeOf(id, number)).setAuthTag(tag);
		try {
			return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
		} catch {
			// It was encrypted under a secret from before a rotation.
		}
	}
	return null;
}

/** Stores a stream as pieces and calls `named` with each name before the piece is stored. Returns the stream's bytes. */
async function storePieces(
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
