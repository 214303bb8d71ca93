import {createStore, del, get, keys, set} from 'idb-keyval';
import type {Entry} from './join.ts';

/** What has not reached the service yet, kept by the browser: by account, tour and tab, so that two tabs keep out of each other's way. */

export type Journal = {
	write(entries: Entry[]): void;
	/** Resolves when all that was written is kept. */
	kept(): Promise<void>;
	/** Takes up what tabs left behind that are closed by now. */
	leftBehind(): Promise<{entries: Entry[]; forget: () => Promise<void>}>;
};

/** The tab, as other tabs know it. */
const TAB = crypto.randomUUID();
const lockName = (tab: string) => `roteiro-tab-${tab}`;

let store: ReturnType<typeof createStore> | null = null;
function journals() {
	store ??= createStore('roteiro', 'journals');
	return store;
}

// Held as long as the tab lives; whoever finds it free may take up its journals.
navigator.locks?.request(lockName(TAB), () => new Promise(() => {})).catch(() => {});

export function openJournal(accountId: string, tourId: string): Journal {
	const mine = `${accountId} ${tourId} `;
	const key = mine + TAB;
	let latest: Entry[] | null = null;
	let writing: Promise<void> | null = null;

	async function run(): Promise<void> {
		while (latest) {
			const entries = latest;
			latest = null;
			// A browser that keeps nothing (private windows, no space) must not stop anybody from writing: it is sent all the sooner.
			await (entries.length > 0 ? set(key, entries, journals()) : del(key, journals())).catch(() => {});
		}
		writing = null;
	}

	return {
		write(entries) {
			latest = entries;
			writing ??= run();
		},
		kept: () => writing ?? Promise.resolve(),
		async leftBehind() {
			const names = (await keys<string>(journals()).catch(() => [])).filter(name => name.startsWith(mine) && name !== key);
			const [found, closed]: [Entry[], string[]] = [[], []];
			for (const name of names) {
				if (!(await isClosed(name.slice(mine.length)))) continue;
				found.push(...((await get<Entry[]>(name, journals())) ?? []));
				closed.push(name);
			}
			// Only once they stand in this tab's own journal.
			const forget = async () => void (await Promise.all(closed.map(name => del(name, journals()))));
			return {entries: found, forget};
		},
	};
}

async function isClosed(tab: string): Promise<boolean> {
	if (!navigator.locks) return false;
	return navigator.locks.request(lockName(tab), {ifAvailable: true}, lock => lock !== null);
}
