import {DAY_MS, HOUR_MS} from '../../../shared/contract/limits.ts';
import {FILE_PARTS, type Folder} from '../../../shared/files/file-store.ts';
import type {Services} from '../../../shared/services/services.ts';
import {piecesInUse} from '../../../shared/store/account-end/exports.ts';
import type {Db} from '../../../shared/store/database.ts';
import {partFilesInUse} from '../../../shared/store/exports/export-parts.ts';
import {tourExportFilesInUse} from '../../../shared/store/exports/tour-exports.ts';
import {originalsInUse} from '../../../shared/store/media/media.ts';
import {speechFilesInUse} from '../../../shared/store/media/speech.ts';
import {filesRecorded, imageFilesInUse, publicationFilesInUse} from '../../../shared/store/media/uses.ts';

/** A file younger than this may belong to work that is not committed yet. */
export const FILE_AGE_MS = DAY_MS;
/** Parts of the folder that one sweep looks at: each part of 256 about once a day. */
const PARTS = 11;
/** Names that are looked up with one statement. */
const BATCH = 1000;

type InUse = (db: Db, names: readonly string[]) => Promise<Set<string>>;
type Kind = {
	folder: Folder;
	/** Matches the names of this kind by their ends. */
	extension: RegExp;
	/** Quick, by an index; what it does not know is looked up by `proof`. */
	known: InUse;
	/** Looks in the rows themselves: asked only for old and unknown files. */
	proof: InUse;
};

/** Kinds of stored files, and how each is known to be in use. Fonts stay. */
const KINDS: Kind[] = [
	{folder: 'originals', extension: /^/, known: originalsInUse, proof: originalsInUse},
	{folder: 'media', extension: /\.(webp|avif)$/, known: filesRecorded, proof: imageFilesInUse},
	// Under the names of the images of which they were made.
	{folder: 'thumbnails', extension: /^/, known: filesRecorded, proof: imageFilesInUse},
	{folder: 'media', extension: /\.mp3$/, known: speechFilesInUse, proof: speechFilesInUse},
	{folder: 'media', extension: /\.jpg$/, known: filesRecorded, proof: publicationFilesInUse},
	{folder: 'pages', extension: /^/, known: filesRecorded, proof: publicationFilesInUse},
	{folder: 'snapshots', extension: /^/, known: filesRecorded, proof: publicationFilesInUse},
	{folder: 'exports', extension: /^/, known: piecesInUse, proof: piecesInUse},
	{folder: 'tour-exports', extension: /^/, known: tourExportFilesInUse, proof: tourExportFilesInUse},
	{folder: 'tour-export-parts', extension: /^/, known: partFilesInUse, proof: partFilesInUse},
];

/** The parts whose turn it is in this hour. */
export function partsDue(now = Date.now()): string[] {
	const first = Math.floor(now / HOUR_MS) * PARTS;
	return Array.from({length: PARTS}, (_, index) => FILE_PARTS[(first + index) % FILE_PARTS.length]!);
}

/**
 * Removes files that no row names and that are older than a day: pages and covers that a later publish replaced, what was cut off before it
 * was committed. Reads no rows but those of files that look so; returns how many files of each folder are gone.
 */
export async function sweepFiles({database, files}: Services, parts: readonly string[] = partsDue()): Promise<Record<Folder, number>> {
	const swept = Object.fromEntries(KINDS.map(({folder}) => [folder, 0])) as Record<Folder, number>;
	const aged = new Date(Date.now() - FILE_AGE_MS);
	for (const {folder, extension, known, proof} of KINDS) {
		let suspects: string[] = [];
		const remove = async () => {
			const used = await proof(database.manager, suspects);
			for (const name of suspects) if (!used.has(name) && (await files.remove(folder, name, aged))) swept[folder]++;
			suspects = [];
		};
		for (const part of parts) {
			const names = (await files.list(folder, part)).filter(name => extension.test(name));
			for (let start = 0; start < names.length; start += BATCH) {
				const batch = names.slice(start, start + BATCH);
				const inUse = await known(database.manager, batch);
				for (const name of batch) {
					if (inUse.has(name)) continue;
					const storedAt = await files.storedAt(folder, name);
					if (storedAt && storedAt < aged) suspects.push(name);
				}
			}
			if (suspects.length >= BATCH) await remove();
		}
		if (suspects.length > 0) await remove();
	}
	return swept;
}
