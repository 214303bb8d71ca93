import {mkdir, mkdtemp, readdir, rename, rm, rmdir, writeFile} from 'node:fs/promises';
import {basename, dirname, join, relative, resolve} from 'node:path';
import {writeTour} from '../../shared/folder/write-tour.ts';
import {removeAbandonedFolders} from '../../shared/process/temporary-folder.ts';
import {CommandError, refused, unwritable} from '../errors.ts';
import {readFolder, TOUR_FILES, type TourFolder} from '../folder/read-folder.ts';
import type {Output} from '../output.ts';

/** A folder of a tour while it is made. Nothing of it is seen where it is to be before all of it is there. */
export type NewFolder = {
	path: string;
	/** `file`: from the folder on, with slashes. */
	saveFile(file: string, bytes: Uint8Array): Promise<void>;
	writeTour(tour: Record<string, unknown>, schemaUrl: string | null): Promise<void>;
	/** Brings the folder to its place. Throws what is wrong with it, where something is. */
	place(): Promise<TourFolder>;
	/** Takes away what was not finished. */
	discard(): Promise<void>;
};

/** Begins a folder. Throws if something is in its way; with `force` the tour there is replaced and other files stay. */
export async function beginFolder(given: string, {force}: {force: boolean}): Promise<NewFolder> {
	const path = resolve(given);
	const there = await readdir(path).catch((error: NodeJS.ErrnoException) => {
		if (error.code === 'ENOENT') return null;
		throw refused(error.code === 'ENOTDIR' ? `${given} is a file: name a folder.` : `${given} cannot be read (${error.code}).`);
	});
	if (there && there.length > 0 && !force)
		throw refused(`${given} is not empty. Name another folder with --out, or replace the tour in it with --force.`);
	const refuse = (error: Error) => Promise.reject(error instanceof CommandError ? error : unwritable(given, error));
	await mkdir(dirname(path), {recursive: true}).catch(refuse);
	// Beside it, so that it is brought to its place in one step; a run that was killed has left its own there.
	const name = `.${basename(path)}-`;
	removeAbandonedFolders(dirname(path), other => (other.startsWith(name) ? Number.parseInt(other.slice(name.length), 10) : Number.NaN));
	const work = await mkdtemp(join(dirname(path), `${name}${process.pid}-`)).catch(refuse);
	return {
		path,
		async saveFile(file, bytes) {
			await mkdir(dirname(join(work, file)), {recursive: true}).catch(refuse);
			await writeFile(join(work, file), bytes).catch(refuse);
		},
		async writeTour(tour, schemaUrl) {
			await writeFile(join(work, TOUR_FILES[0]), writeTour(tour, schemaUrl)).catch(refuse);
		},
		async place() {
			// It has a name of its own only until it is in its place.
			const made = await readFolder(work, '');
			await (there && there.length > 0 ? replace(work, path, made.file) : place(work, path, given)).catch(refuse);
			return made;
		},
		discard: () => rm(work, {recursive: true, force: true}),
	};
}

async function place(work: string, path: string, given: string): Promise<void> {
	// An empty folder gives way; one that has got something meanwhile does not.
	await rmdir(path).catch((error: NodeJS.ErrnoException) => {
		if (error.code === 'ENOTEMPTY' || error.code === 'EEXIST') throw refused(`Another program wrote into ${given} in the meantime.`);
	});
	await rename(work, path);
}

/** Writes the pictures, then the file that names them; then removes pictures that no tour names any more. */
async function replace(work: string, path: string, tour: string): Promise<void> {
	const before = await readFolder(path).then(
		({file, pictures}) => ({file, pictures: pictures.map(picture => picture.file)}),
		() => ({file: null, pictures: []}),
	);
	const files = (await readdir(work, {recursive: true, withFileTypes: true}))
		.filter(entry => entry.isFile())
		.map(entry => relative(work, join(entry.parentPath, entry.name)));
	const ordered = [...files.filter(file => file !== tour), tour];
	for (const file of ordered) {
		await mkdir(dirname(join(path, file)), {recursive: true});
		await rename(join(work, file), join(path, file));
	}
	const gone = [...before.pictures, before.file].filter(file => file !== null && !files.includes(file));
	for (const file of gone) await rm(join(path, file!), {force: true});
	await rm(work, {recursive: true, force: true});
}

/** Everything that each way of importing needs. */
export type Importing = {folder: NewFolder; schemaUrl: string | null; signal: AbortSignal; output: Output};
