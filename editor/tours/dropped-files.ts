import {ApiError, createClient} from '../../client/index.ts';
import {LIMITS} from '../../shared/contract/limits.ts';
import {bundleWords as words} from '../../shared/locales/en/editor/tours.ts';
import {orderByName} from '../../shared/tour/files/order-by-name.ts';
import {m} from '../messages/index.ts';
import {say} from '../shell/toast.tsx';

/** Files that people bring: bundles, and pictures by their names and folders. Loaded when somebody brings some. */

/** Unlike the editor's own, it goes on after a response that was lost: what it waits for may take minutes. */
const client = createClient({baseUrl: location.origin, prefix: '/app/v1'});

/** Makes a tour out of a bundle and returns its id; null if it cannot be opened, which is said. `tell` hears the progress in words. */
export async function importBundle(file: File, tell: (progress: string | null) => void): Promise<string | null> {
	if (file.size > LIMITS.bundleBytes) {
		say(words.tooLarge(file.name));
		return null;
	}
	tell(words.sending);
	try {
		const {tour, warnings} = await client.importTour(file, {
			progress: fraction => tell(words.making(Math.round(100 * fraction))),
		});
		if (warnings.some(({field}) => field.startsWith('voices.'))) say(words.voices);
		return tour.id;
	} catch (error) {
		say(whyNot(error, file));
		return null;
	} finally {
		tell(null);
	}
}

function whyNot(error: unknown, {name}: File): string {
	if (!(error instanceof ApiError)) return m.offline;
	const [fault] = error.errors;
	if (!fault) return error.message;
	return words.noBundle(name, fault.field === 'bundle' ? '' : ` (${fault.field})`);
}

/** Sorts files by their paths, where they have any, else by their names. */
export function filesByName(files: readonly File[]): File[] {
	return orderByName(files, ({name, webkitRelativePath}) => webkitRelativePath || name);
}

/** An entry of what was dropped on a page, as browsers describe it. */
type Entry = FileSystemFileEntry & Pick<FileSystemDirectoryEntry, 'createReader'>;

/**
 * Returns the pictures in dropped folders, with their paths, and what was dropped beside them whether a picture or not. If there is nothing, or
 * a folder cannot be read, it returns `dropped`, where each folder is a file.
 */
export async function picturesIn(entries: ReadonlyArray<FileSystemEntry | null>, dropped: File[]): Promise<File[]> {
	if (!entries.some(entry => entry?.isDirectory)) return dropped;
	const found: File[] = [];
	const visit = async (entry: Entry, isInside: boolean): Promise<void> => {
		if (entry.isFile) {
			const file = await new Promise<File>((done, fail) => entry.file(done, fail));
			// Beside them lie what systems keep for themselves: .DS_Store, Thumbs.db, ._Screenshot.png.
			if (isInside && (!file.type.startsWith('image/') || file.name.startsWith('.'))) return;
			found.push(Object.defineProperty(file, 'webkitRelativePath', {value: entry.fullPath}));
			return;
		}
		const reader = entry.createReader();
		for (;;) {
			// A hundred at a time.
			const some = await new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail));
			if (some.length === 0) return;
			for (const one of some) await visit(one as Entry, true);
		}
	};
	try {
		for (const entry of entries) if (entry) await visit(entry as Entry, false);
	} catch {
		return dropped;
	}
	return found.length > 0 ? found : dropped;
}
