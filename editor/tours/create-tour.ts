import {signal} from '@preact/signals';
import {m} from '../messages/index.ts';
import {account, client} from '../shell/boot.ts';
import {type Media, UploadError, uploadPicture} from './upload.ts';

/** Of each picture of a tour that is being made, how much of it is sent. */
export type Making = {files: Array<{name: string; share: number}>; faults: string[]; done: boolean};
export const making = signal<Making | null>(null);

/** What a tour is in where nobody says it. */
const DEFAULT_LANGUAGE = 'pt-BR';

/** Makes an empty tour in the language of its author, whose visitors read its buttons in it; returns its id. */
export async function createEmpty(name = m.tours.untitled): Promise<string> {
	const {tour} = await client.call('POST /tours', {name});
	const {id} = tour;
	const {language} = account;
	if (language !== DEFAULT_LANGUAGE) await client.call('PUT /tours/{id}/narration-settings', {id, language});
	return id;
}

/**
 * Makes a tour with a step for each picture, in their order; returns its id, or null where no picture got in. What did not get in is named in
 * `making`, which then stays.
 */
export async function createFromPictures(files: File[]): Promise<string | null> {
	making.value = {files: files.map(({name}) => ({name, share: 0})), faults: [], done: false};
	const sent = files.map((file, index) =>
		uploadPicture(file, share => progress(index, share)).catch((error: unknown) => faultOf(error, file)),
	);
	let id: string | null = null;
	for (const [index, upload] of sent.entries()) {
		const media = await upload;
		progress(index, 1);
		if (typeof media === 'string') {
			making.value = {...making.value!, faults: [...making.value!.faults, media]};
			continue;
		}
		id ??= await createEmpty();
		await addPicture(id, media);
	}
	making.value = making.value!.faults.length > 0 ? {...making.value!, done: true} : null;
	return id;
}

async function addPicture(id: string, {mediaId}: Media): Promise<void> {
	await client.call('POST /tours/{id}/steps', {id, image: {mediaId}});
}

function progress(index: number, share: number): void {
	const now = making.value!;
	making.value = {...now, files: now.files.with(index, {...now.files[index]!, share})};
}

/** In words, for the person who dropped it. */
export function faultOf(error: unknown, {name}: File): string {
	return m.tours[error instanceof UploadError ? error.fault : 'notStored'](name);
}
