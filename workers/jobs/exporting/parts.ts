import {join} from 'node:path';
import type {Services} from '../../../shared/services/services.ts';
import {isPartWanted, notePart, partFile, usePart} from '../../../shared/store/exports/export-parts.ts';

/** A part of exports: `name` is of all that it is made of. */
export type Part = {
	accountId: string;
	/** The mediaIds that it may show. */
	media: readonly string[];
	/** The folder in which the exporter finds it. */
	folder: string;
	name: string;
	extension: string;
};

const NAME = /^[0-9a-f]{64}$/;
const EXTENSION = /^\.[a-z0-9]{1,10}$/;

/** Returns the part's path, and its bytes if an earlier export has made it. */
export async function findPart(part: Part, {database, files}: Services): Promise<{path: string; bytes: Buffer | null}> {
	const file = fileOf(part);
	const isKept = await usePart(database.manager, part.accountId, file);
	return {path: pathOf(part), bytes: isKept ? await files.read('tour-export-parts', file) : null};
}

/** Keeps a part that was made. Its images may have been redacted meanwhile: then it is not kept. */
export async function putPart(part: Part, {database, files}: Services): Promise<object> {
	const {accountId, media} = part;
	const file = fileOf(part);
	await notePart(database.manager, accountId, file, media);
	await files.putFile('tour-export-parts', file, pathOf(part));
	const isWanted = await isPartWanted(database.manager, accountId, file);
	if (!isWanted) await files.remove('tour-export-parts', file, new Date(Date.now() + 60_000));
	return {};
}

function fileOf({accountId, name, extension}: Part): string {
	if (!NAME.test(name) || !EXTENSION.test(extension))
		throw new Error(`A part is named by a sha256 and an extension, not ${name}${extension}.`);
	return partFile(accountId, name, extension);
}

function pathOf({folder, name, extension}: Part): string {
	return join(folder, name + extension);
}
