import {createStore, del, get, set} from 'idb-keyval';

/** What has not reached the service yet, kept by the browser beside the journals of steps: by account, tour and part. */

export type Kept<T> = {value: T; was: T};

let store: ReturnType<typeof createStore> | null = null;
function drafts() {
	store ??= createStore('roteiro', 'journals');
	return store;
}

export function keptDraft<T>(accountId: string, tourId: string, part: string) {
	const key = `look ${accountId} ${tourId} ${part}`;
	return {
		// A browser that keeps nothing (private windows, no space) must not stop anybody.
		read: () => get<Kept<T>>(key, drafts()).catch(() => undefined),
		keep: (draft: Kept<T> | null) => void (draft ? set(key, draft, drafts()) : del(key, drafts())).catch(() => {}),
	};
}
