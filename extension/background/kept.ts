import {clear, createStore, get, set} from 'idb-keyval';
import type {Tokens} from '../../client/sign-in.ts';
import type {Recording} from '../messages.ts';

/** The service that this browser sends to, and the sign-in there. */
export type Account = {
	url: string;
	clientId: string;
	/** Null if the person is signed out. */
	tokens: Tokens | null;
	endpoints: {token: string; revoke: string};
};

export const ACCOUNT_KEY = 'account';

export async function readAccount(): Promise<Account | null> {
	const {[ACCOUNT_KEY]: kept} = await chrome.storage.local.get(ACCOUNT_KEY);
	return (kept as Account | undefined) ?? null;
}

const KEY = 'recording';

/** Reads the recording that is under way or not saved yet; the idle worker is ended, and loses its memory. */
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

/** Pictures of the recording: too many for the memory of a session. */
const pictures = createStore('roteiro', 'pictures');

export async function keepPicture(index: number, picture: Blob): Promise<void> {
	await set(index, picture, pictures);
}

export async function readPicture(index: number): Promise<Blob> {
	return (await get<Blob>(index, pictures))!;
}

export async function forgetPictures(): Promise<void> {
	await clear(pictures);
}
