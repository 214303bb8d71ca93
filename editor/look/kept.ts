import {del, get, set} from 'idb-keyval';
import {journals} from '../saving/journal.ts';

/** What has not reached the service yet, kept by the browser beside the journals of steps: by account, tour and part. */

export type Kept<T> = {value: T; was: T};

export function keptDraft<T>(accountId: string, tourId: string, part: string) {
	const key = `look ${accountId} ${tourId} ${part}`;
	return {
		// A browser that keeps nothing (private windows, no space) must not stop anybody.
		read: () => get<Kept<T>>(key, journals).catch(() => undefined),
		keep: (draft: Kept<T> | null) => void (draft ? set(key, draft, journals) : del(key, journals)).catch(() => {}),
	};
}
