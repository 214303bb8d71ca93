import {LIMITS} from '../../../shared/contract/limits.ts';
import type {Services} from '../../../shared/services/services.ts';
import {tx} from '../../../shared/store/database.ts';
import {imageFiles, imageFilesInUse} from '../../../shared/store/media/file-uses.ts';
import {deleteUnusedMedia, findUnusedMedia, originalsInUse} from '../../../shared/store/media/media.ts';
import {deleteUnusedSpeech, findUnusedSpeech, speechFilesInUse} from '../../../shared/store/media/speech.ts';
import {FILE_AGE_MS} from './sweep-files.ts';

const BATCH = 500;

/** Removes images that no tour and no link has used for a while, with their files; returns how many. */
export async function sweepMedia({database, files}: Services): Promise<number> {
	const before = unusedSince();
	const swept = [];
	for (const media of await findUnusedMedia(database.manager, before, BATCH)) {
		if (await tx(database, db => deleteUnusedMedia(db, media, before))) swept.push(media);
	}
	const names = swept.flatMap(imageFiles);
	const inUse = await imageFilesInUse(database.manager, names);
	const aged = new Date(Date.now() - FILE_AGE_MS);
	for (const name of names) {
		if (inUse.has(name)) continue;
		for (const folder of ['thumbnails', 'media'] as const) await files.remove(folder, name, aged);
	}
	for (const {original} of swept) {
		if (!(await originalsInUse(database.manager, [original])).has(original)) await files.remove('originals', original, aged);
	}
	return swept.length;
}

/** Deletes unused speech as `sweepMedia` does images. */
export async function sweepSpeech({database, files}: Services): Promise<number> {
	const before = unusedSince();
	const swept: string[] = [];
	for (const speech of await findUnusedSpeech(database.manager, before, BATCH)) {
		if (await tx(database, db => deleteUnusedSpeech(db, speech, before))) swept.push(speech.file);
	}
	const inUse = await speechFilesInUse(database.manager, swept);
	const aged = new Date(Date.now() - FILE_AGE_MS);
	for (const file of swept) if (!inUse.has(file)) await files.remove('media', file, aged);
	return swept.length;
}

function unusedSince(): Date {
	return new Date(Date.now() - LIMITS.unreferencedMediaMs);
}
