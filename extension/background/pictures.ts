/** Pictures of the recording: too many for the memory of a session. */

const NAME = 'roteiro';
const STORE = 'pictures';

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
