import type {ByteRange, FileStore, Folder} from '../../shared/files/file-store.ts';

/** Bytes read at once from a file that is sent: two pieces are held for each reader. */
export const PIECE_BYTES = 64 * 1024;

/** Yields a file's pieces and opens the file for each: one held open by a slow reader would block others. */
export async function* piecesOf(
	files: FileStore,
	{folder, name}: {folder: Folder; name: string},
	{start, end}: ByteRange,
): AsyncGenerator<Buffer> {
	for (let at = start; at <= end; at += PIECE_BYTES) {
		const last = Math.min(at + PIECE_BYTES - 1, end);
		const bytes = await files.read(folder, name, {start: at, end: last});
		// Swept since, or cut by somebody: the response must not look whole.
		if (bytes?.length !== last - at + 1) throw new Error(`The file ${name} ended before its size.`);
		yield bytes;
	}
}
