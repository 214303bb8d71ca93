import {createStore, del, get, keys, set, type UseStore} from 'idb-keyval';
import {randomId} from '../../client/index.ts';
import type {Parcel} from './batch.ts';
import type {Conflict} from './conflicts.ts';

/**
 * Keeps unsent work in the browser: by account, tour, tab and opening. Two tabs keep out of each other's way, and a tour that is opened
 * again in the page takes up the work it left.
 */

/** Unsent changes, and conflicts not yet shown. */
export type Kept = {parcels: Parcel[]; conflicts: Conflict[]};
export type Journal = {
	/** Keeps this; `last` without waiting for what is being written, as the page may end at any moment. */
	write(kept: Kept, last?: boolean): void;
	/** Resolves when all that was written is kept. */
	kept(): Promise<void>;
	/**
	 * Takes over the work of closed tabs, and later that of tabs which are still open: it is in this tab's own journal before it is
	 * removed from theirs.
	 */
	takeUp(adopt: (kept: Kept) => void): Promise<void>;
	close(): void;
};

/** The tab, as other tabs know it. */
export const TAB = randomId();
export const lockName = (tab: string) => `roteiro-tab-${tab}`;

/**
 * Works while it holds a lock of all tabs; `isFree` is false if another tab has it and `options` do not wait. Browsers have no locks where a
 * page came over plain HTTP: it works at once there.
 */
export function withLock<T>(name: string, options: LockOptions, work: (isFree: boolean) => Promise<T>): Promise<T> {
	return navigator.locks?.request(name, options, lock => work(lock !== null)) ?? work(true);
}

let store: UseStore | null = null;
/** The browser's store of unsent work. Rejects if the browser forbids it, which would throw at once otherwise. */
export const journals: UseStore = async (mode, work) => {
	store ??= createStore('roteiro', 'journals');
	return store(mode, work);
};

// Held as long as the tab lives; another tab that finds it free may take up its journals.
withLock(lockName(TAB), {}, () => new Promise(() => {})).catch(() => {});

/** Journals of this tab that are open at this moment. */
const opened = new Set<string>();
let openings = 0;
const tabOf = (name: string) => name.split(' ')[2]!;

export function openJournal(accountId: string, tourId: string): Journal {
	const mine = `${accountId} ${tourId} `;
	const key = `${mine}${TAB} ${++openings}`;
	opened.add(key);
	let latest: Kept | null = null;
	let writing: Promise<void> | null = null;
	const closing = new AbortController();
	const awaited = new Set<string>();

	// A browser that keeps nothing (private windows, no space) must not stop anybody from writing: it is sent all the sooner.
	const keep = ({parcels, conflicts}: Kept) =>
		(parcels.length + conflicts.length === 0 ? del(key, journals) : set(key, {parcels, conflicts}, journals)).catch(() => {});
	async function run(): Promise<void> {
		while (latest) {
			// Behind the frame that shows what is written.
			await new Promise(resolve => setTimeout(resolve));
			const kept = latest;
			latest = null;
			await keep(kept);
		}
		writing = null;
	}
	const kept = () => writing ?? Promise.resolve();

	return {
		write(entries, last = false) {
			if (last) keep(entries);
			latest = entries;
			writing ??= run();
		},
		kept,
		async takeUp(adopt) {
			const names = (await keys<string>(journals).catch(() => [])).filter(name => name.startsWith(mine) && !opened.has(name));
			for (const name of names) {
				const take = async () => {
					const found = await get<Kept>(name, journals);
					if (found) adopt(found);
					await kept();
					await del(name, journals);
				};
				if (tabOf(name) === TAB) {
					await take();
					continue;
				}
				const lock = lockName(tabOf(name));
				// Held meanwhile: of two tabs that open at once one takes it up. Without locks both may, and what both send is stored once by its number.
				const taken = await withLock(lock, {ifAvailable: true}, async isFree => isFree && take().then(() => true));
				if (taken || awaited.has(name)) continue;
				// Open elsewhere, or about to end.
				awaited.add(name);
				const over = () => void awaited.delete(name);
				withLock(lock, {signal: closing.signal}, take).then(over, over);
			}
		},
		close() {
			opened.delete(key);
			closing.abort();
		},
	};
}

/** Returns the prefix of names under which the browser keeps AI's work for a tour: beside the journal, so that signing out erases both. */
export function keptOf(accountId: string, tourId: string): string {
	return `ai ${accountId} ${tourId} `;
}
