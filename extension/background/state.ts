import type {Recording} from '../messages.ts';

const KEY = 'recording';

/** The recording that is under way or not saved yet; the worker is ended whenever it is idle, and remembers nothing by itself. */
export async function readRecording(): Promise<Recording | null> {
	const {[KEY]: kept} = await chrome.storage.session.get(KEY);
	return (kept as Recording | undefined) ?? null;
}

export function writeRecording(recording: Recording): Promise<void> {
	return chrome.storage.session.set({[KEY]: recording});
}

export function forgetRecording(): Promise<void> {
	return chrome.storage.session.remove(KEY);
}
