import {createStore} from 'idb-keyval';

/** Where the browser keeps what AI has made for a tour: beside the journal, so that signing out erases both. */

let store: ReturnType<typeof createStore> | null = null;
export function keptStore() {
	store ??= createStore('roteiro', 'journals');
	return store;
}

/** How the names of all that is kept for a tour begin. */
export function keptOf(accountId: string, tourId: string): string {
	return `ai ${accountId} ${tourId} `;
}
