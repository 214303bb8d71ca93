import type {Answer, Order, Recording, Refusal} from '../messages.ts';
import {bringIn} from './content-script.ts';

/** Chrome takes two pictures a second and no more. Milliseconds. */
const APART_MS = 520;
/** What was drawn anew while the picture was taken is covered, and another one taken. */
const ATTEMPTS = 3;
/** The page itself answers before, for the frames that do not. */
const PAGE_MS = 2000;
const SCRIPT_MS = 500;

/**
 * A picture of what a tab shows, without what is secret, or why there is none: it is taken where the document in front has answered, before
 * and after, that in itself and in each frame that can be seen everything is covered.
 */
export async function capture(recording: Recording, tab: number): Promise<Blob | Refusal> {
	const picture = crypto.randomUUID();
	try {
		for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
			await pause(recording.capturedAt + APART_MS - Date.now());
			const {active, windowId} = await chrome.tabs.get(tab);
			if (!active) return 'hidden';
			const covered = await cover(recording, tab, picture);
			if (typeof covered === 'string') return covered;
			recording.capturedAt = Date.now();
			const url = await chrome.tabs.captureVisibleTab(windowId, {format: 'png'});
			const found = await cover(recording, tab, picture);
			if (typeof found === 'string') return found;
			if (found === 0) return await (await fetch(url)).blob();
		}
		return 'restless';
	} catch {
		// The tab is gone, or it is a page that no extension may look at.
		return 'closed';
	} finally {
		void say(tab, {type: 'show'});
	}
}

/** Covers what is secret in the document in front and its frames; returns how much was not covered before, or why that is not known. */
async function cover({secrets: patterns}: Recording, tab: number, picture: string): Promise<number | Refusal> {
	for (const isLast of [false, true]) {
		// Said to all documents; the one in front responds once the frames in it have told it.
		const answer = (await say(tab, {type: 'cover', patterns, picture, ask: crypto.randomUUID()}, {ms: PAGE_MS})) as Answer | null;
		if (answer?.isHidden) return 'hidden';
		if (answer && !answer.isSilent) return answer.found;
		// A document that came another way than by loading, such as out of the cache, may be without the script.
		if (!isLast && !(await Promise.race([bringIn(tab), pause(SCRIPT_MS).then(() => true)]))) return 'closed';
	}
	return 'silent';
}

/** Says something to all documents of a tab, or to one; returns the first response, null where none comes in time. */
export async function say(
	tab: number,
	order: Order,
	{documentId, ms = SCRIPT_MS}: {documentId?: string; ms?: number} = {},
): Promise<unknown> {
	const asked = documentId ? chrome.tabs.sendMessage(tab, order, {documentId}) : chrome.tabs.sendMessage(tab, order);
	return Promise.race([asked.catch(() => null), pause(ms).then(() => null)]);
}

export function pause(ms: number): Promise<void> {
	return new Promise(resolve => setTimeout(resolve, Math.max(0, ms)));
}
