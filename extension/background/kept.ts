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
const NAME = 'roteiro';
const STORE = 'pictures';

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

// Pictures of the recording: too many for the memory of a session.

export async function keepPicture(index: number, picture: Blob): Promise<void> {
	await inStore('readwrite', store => store.put(picture, index));
}

export async function readPicture(index: number): Promise<Blob> {
	return (await inStore('readonly', store => store.get(index))) as Blob;
}

export async function forgetPictures(): Promise<void> {
	await inStore('readwrite', store => store.clear());
}

async function inStore(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
	const opening = indexedDB.open(NAME, 1);
	opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
	const database = (await done(opening)) as IDBDatabase;
	try {
		const transaction = database.transaction(STORE, mode);
		const result = await done(work(transaction.objectStore(STORE)));
		return result;
	} finally {
		database.close();
	}
}

function done(request: IDBRequest): Promise<unknown> {
	return new Promise((resolve, reject) => {
		request.onsuccess = () => resolve(request.result);
		request.onerror = () => reject(request.error);
	});
}
