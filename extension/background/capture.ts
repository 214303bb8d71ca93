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
	const shot = {tab, patterns: recording.secrets, picture: crypto.randomUUID(), mayHaveErrors: false};
	try {
		for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
			await pause(recording.capturedAt + APART_MS - Date.now());
			const {active, windowId} = await chrome.tabs.get(tab);
			if (!active) return 'hidden';
			const covered = await cover(shot);
			if (typeof covered === 'string') return covered;
			recording.capturedAt = Date.now();
			const url = await chrome.tabs.captureVisibleTab(windowId, {format: 'png'});
			const found = await cover(shot);
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

/** `mayHaveErrors`: a frame did not answer before. */
type Shot = {tab: number; patterns: string[]; picture: string; mayHaveErrors: boolean};

/** Covers what is secret in the document in front and its frames; returns how much was not covered before, or why that is not known. */
async function cover(shot: Shot): Promise<number | Refusal> {
	const {tab, patterns, picture} = shot;
	for (const isLast of [false, true]) {
		const errors = shot.mayHaveErrors ? await countErrors(tab) : 0;
		const order: Order = {type: 'cover', patterns, picture, ask: crypto.randomUUID(), errors};
		// Said to all documents; the one in front responds once the frames in it have told it.
		const answer = (await say(tab, order, {ms: PAGE_MS})) as Answer | null;
		if (answer?.isHidden) return 'hidden';
		if (answer && !answer.isSilent) return answer.found;
		shot.mayHaveErrors = true;
		// A document that came another way than by loading, such as out of the cache, may be without the script.
		if (!isLast && !(await Promise.race([bringIn(tab), pause(SCRIPT_MS).then(() => true)]))) return 'closed';
	}
	return 'silent';
}

/** How many frames show an error of the browser, into which no script gets; 0 where another one does not answer: it is busy. */
async function countErrors(tab: number): Promise<number> {
	const frames = (await chrome.webNavigation.getAllFrames({tabId: tab})) ?? [];
	const active = frames.filter(({documentLifecycle}) => documentLifecycle === 'active');
	const answers = active.map(async ({documentId, errorOccurred}) => {
		const here = chrome.tabs.sendMessage(tab, {type: 'here'} satisfies Order, {documentId}).catch(() => errorOccurred && 'error');
		return Promise.race([here, pause(SCRIPT_MS).then(() => false)]);
	});
	const said = await Promise.all(answers);
	return said.includes(false) ? 0 : said.filter(answer => answer === 'error').length;
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
