import {del, getMany, keys, set} from 'idb-keyval';
import {account} from '../shell/session-data.ts';
import {journals, lockName, TAB, withLock} from './journal.ts';

/**
 * Pictures that are not stored yet, kept in the browser by account, tour and tab. If the page was closed or killed, sending goes on when
 * the tour is opened next.
 */
export type Waiting = {
	key: string;
	file: File;
	/** The step that gets the picture. */
	step: string;
	/** The steps behind which a new one stands, the nearest first, as some of them may not be there; null if the step is there already. */
	behind: string[] | null;
};

/** Waiting pictures of this tab, by tour: also if the browser keeps nothing. */
const here = new Map<string, Waiting[]>();
const writing = new Map<string, Promise<void>>();
let last = 0;

const namesOf = (tourId: string) => `pictures ${account.id} ${tourId} `;

/** Keeps waiting pictures in their order. Sending does not wait for it. */
export function keepWaiting(tourId: string, pictures: ReadonlyArray<Omit<Waiting, 'key'>>): Waiting[] {
	// Of one length until the year 2286: sorted as text they are in their order.
	last = Math.max(last + 1, Date.now() * 1000);
	const waiting = pictures.map(picture => ({...picture, key: `${namesOf(tourId)}${TAB} ${last++}`}));
	here.set(tourId, [...(here.get(tourId) ?? []), ...waiting]);
	// A browser that keeps nothing (private windows, no space) must not stop anybody: they are sent all the same.
	for (const one of waiting)
		writing.set(
			one.key,
			set(one.key, one, journals).catch(() => {}),
		);
	return waiting;
}

/** Forgets a picture that is stored, or never will be. */
export async function forget(tourId: string, {key}: Waiting): Promise<void> {
	const left = (here.get(tourId) ?? []).filter(one => one.key !== key);
	if (left.length > 0) here.set(tourId, left);
	else here.delete(tourId);
	await writing.get(key);
	writing.delete(key);
	await del(key, journals).catch(() => {});
}

/** Resumes what this tab has still to send, and what closed tabs left behind, now or later. */
export async function takeUpWaiting(tourId: string, signal: AbortSignal, goOn: (waiting: Waiting[]) => Promise<void>): Promise<void> {
	const mine = here.get(tourId);
	if (mine) goOn(mine);
	const found = await waitingNames(namesOf(tourId));
	for (const tab of new Set(found.map(tabOf).filter(tab => tab !== TAB))) {
		const take = async () => {
			// Another tab may have sent some of them meanwhile.
			const names = (await waitingNames(`${namesOf(tourId)}${tab} `)).sort();
			const left = await getMany<Waiting>(names, journals);
			if (!signal.aborted) await goOn(left.filter(one => one !== undefined));
		};
		// Held until all of them are stored: of two tabs one does it.
		withLock(lockName(tab), {signal}, take).catch(() => {});
	}
}

function waitingNames(start: string): Promise<string[]> {
	return keys<string>(journals).then(
		names => names.filter(name => name.startsWith(start)),
		() => [],
	);
}

function tabOf(name: string): string {
	return name.split(' ')[3]!;
}
