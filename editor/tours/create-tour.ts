import {signal} from '@preact/signals';
import {words} from '../../shared/locales/en/editor/tours.ts';
import {m} from '../messages/index.ts';
import {newStepId} from '../saving/new-step.ts';
import {keepWaiting, type Waiting} from '../saving/waiting.ts';
import {account, client} from '../shell/session-data.ts';
import {say} from '../shell/toast.tsx';
import {faultBefore, UploadError} from './upload.ts';

/** Progress of a tour that is made from dropped files, in words; null while there is none. */
export const making = signal<string | null>(null);

/** Makes an empty tour in the language of its author, whose visitors read its buttons in it; returns its id. */
export async function createEmpty(name = m.tours.untitled): Promise<string> {
	const {tour} = await client.call('POST /tours', {name, language: account.language});
	return tour.id;
}

/**
 * Makes a tour for pictures and returns its id: they wait there, in their order, to be sent when it is opened. Returns null if none of them can
 * get in, which is said.
 */
export async function createFromPictures(files: File[]): Promise<string | null> {
	const faults = files.map(faultBefore);
	if (files.length > 0 && faults.every(fault => fault !== null)) {
		say(files.map((file, index) => faultOf(new UploadError(faults[index]!), file)).join('\n'));
		return null;
	}
	making.value = m.loading;
	try {
		const id = await createEmpty();
		keepWaiting(id, await inARow(files, null));
		return id;
	} finally {
		making.value = null;
	}
}

/** Returns a new step for each picture in the order of their names, each behind the one before. */
export async function inARow(files: File[], after: string | null): Promise<Array<Omit<Waiting, 'key'>>> {
	let behind = after ? [after] : [];
	return (await inOrder(files)).map(file => {
		const picture = {file, step: newStepId(), behind};
		behind = [picture.step, ...behind];
		return picture;
	});
}

/** Loads what knows names and folders. Without the service, which has it, files keep the browser's order, and folders are files. */
const filesCode = () => import('./dropped-files.ts').catch(() => null);

async function inOrder(files: File[]): Promise<File[]> {
	return (files[1] && (await filesCode())?.filesByName(files)) || files;
}

/** Returns dropped files, and in place of folders the pictures in them. */
export async function picturesIn(entries: ReadonlyArray<FileSystemEntry | null>, files: File[]): Promise<File[]> {
	return (await filesCode())?.picturesIn(entries, files) ?? files;
}

/** Returns the fault in words, for the person who dropped the file. */
export function faultOf(error: unknown, {name}: File): string {
	const fault = error instanceof UploadError ? error.fault : 'notStored';
	if (fault === 'unreadable' || fault === 'gone' || fault === 'notStored') return words[fault](name);
	return m.tours[fault](name);
}
