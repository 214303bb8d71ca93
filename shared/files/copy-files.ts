import {extname} from 'node:path';
import {FILE_PARTS, type FileStore, FOLDERS, type Folder} from './file-store.ts';

/** Files that are copied at the same time. */
const AT_ONCE = 8;

export type CopiedFile = {folder: Folder; name: string; bytes: number; isNew: boolean};

/** Copies every file that the other store lacks; yields each one, in order. Files removed meanwhile are skipped. */
export async function* copyFiles(from: FileStore, to: FileStore): AsyncIterable<CopiedFile> {
	for (const folder of FOLDERS) {
		for (const part of FILE_PARTS)
			yield* copyNamed(
				from,
				to,
				(await from.list(folder, part)).sort().map(name => ({folder, name})),
			);
	}
}

/** Copies these files alone. Throws if the bytes of one do not match its name. */
export async function* copyNamed(
	from: FileStore,
	to: FileStore,
	files: Iterable<{folder: Folder; name: string}> | AsyncIterable<{folder: Folder; name: string}>,
): AsyncIterable<CopiedFile> {
	let batch: Array<Promise<CopiedFile | null>> = [];
	const copied = async () => {
		const done = await Promise.all(batch);
		batch = [];
		return done.filter(file => file !== null);
	};
	for await (const {folder, name} of files) {
		batch.push(copyFile(from, to, folder, name));
		if (batch.length === AT_ONCE) yield* await copied();
	}
	yield* await copied();
}

async function copyFile(from: FileStore, to: FileStore, folder: Folder, name: string): Promise<CopiedFile | null> {
	const there = await to.size(folder, name);
	if (there !== null) return {folder, name, bytes: there, isNew: false};
	const bytes = await from.read(folder, name);
	if (!bytes) return null;
	const written = await to.put(folder, bytes, extname(name));
	if (written !== name) throw new Error(`The file ${folder}/${name} is damaged: its bytes are those of ${written}.`);
	return {folder, name, bytes: bytes.length, isNew: true};
}
