import type {ByteRange, FileStore, Folder} from '../../shared/files/file-store.ts';

/** What is read at once of a file that is sent: two of them are held for each reader. */
export const PIECE_BYTES = 64 * 1024;

/** A file that is open while its reader takes its time would be one that nobody else can open: each piece is opened anew. */
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
