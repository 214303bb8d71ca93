import type {ByteRange, FileStore} from '../files/file-store.ts';
import type {Services} from '../services/services.ts';
import {deleteExport, deletePieces, exportsToRemove, insertPiece, readPieces} from '../store/account-end/exports.ts';
import type {Db} from '../store/database.ts';
import type {Lease} from '../store/jobs/jobs.ts';
import {accountEntries} from './account-entries.ts';
import type {Leaver} from './leaver.ts';
import {openPiece, PIECE_BYTES, pieceKey, storePieces} from './pieces.ts';
import {zipOf} from './zip.ts';

const PURPOSE = 'account exports';
const BATCH = 100;

type Equipment = Pick<Services, 'files' | 'keyFor' | 'keysFor'> & {db: Db};

/** Writes the copy as pieces, and replaces pieces of an earlier try; returns the bytes of the zip. Throws `LostLease`. */
export async function writeExport(id: string, leaver: Leaver & Equipment, lease: Pick<Lease, 'id' | 'token'>): Promise<number> {
	const {db, files, keyFor} = leaver;
	await removePieces(id, leaver);
	const found = await readPieces(db, id);
	if (!found) throw new Error('The copy is no longer there.');
	return storePieces(zipOf(accountEntries(leaver), new Date()), {
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

/** First the files, which the rows name. */
async function removePieces(id: string, {db, files}: {db: Db; files: FileStore}): Promise<void> {
	// Nobody else has a piece of the same bytes: each is encrypted by itself.
	const always = new Date(Date.now() + 60_000);
	for (const file of (await readPieces(db, id))?.files ?? []) await files.remove('exports', file, always);
	await deletePieces(db, id);
}
