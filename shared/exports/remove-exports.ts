import type {FileStore} from '../files/file-store.ts';
import type {Db} from '../store/database.ts';
import {deletePart, removableParts} from '../store/exports/export-parts.ts';
import {deleteTourExport, removableTourExports} from '../store/exports/tour-exports.ts';

const BATCH = 100;

type Of = {accountId?: string; all?: boolean};
type Equipment = {db: Db; files: FileStore};

/** Removes tour exports whose time is over, of one account or of all, with their files; returns how many. `all`: regardless of time. */
export async function removeTourExports(of: Of, {db, files}: Equipment): Promise<number> {
	for (let removed = 0; ; ) {
		const found = await removableTourExports(db, of, BATCH);
		for (const {id, file} of found) {
			// The file goes first, because only the row names it.
			await files.remove('tour-exports', file, always());
			await deleteTourExport(db, id);
		}
		removed += found.length;
		if (found.length < BATCH) return removed;
	}
}

/** Removes parts that exports share, chosen as exports are. Returns how many. */
export async function removeExportParts(of: Of, {db, files}: Equipment): Promise<number> {
	for (let removed = 0; ; ) {
		const found = await removableParts(db, of, BATCH);
		for (const part of found) {
			await files.remove('tour-export-parts', part.file, always());
			await deletePart(db, part);
		}
		removed += found.length;
		if (found.length < BATCH) return removed;
	}
}

/** Returns a future time, so that age keeps no file: each belongs to one row and is never stored again. */
function always(): Date {
	return new Date(Date.now() + 60_000);
}
