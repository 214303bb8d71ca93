import type {PageWords} from '../../cli/recorder/page/facts.ts';
import type {Answer, Order, Recording, Refusal} from '../messages.ts';

/** Chrome takes two pictures a second and no more. Milliseconds. */
const APART_MS = 520;
/** Pictures taken at most: one during which the page redrew a secret is covered and taken again. */
const ATTEMPTS = 3;
/** The top document answers sooner, even if its frames are silent. Milliseconds. */
const PAGE_MS = 2000;
const SCRIPT_MS = 500;

/** The script that runs in the recorded pages. */
const SCRIPT = {
	id: 'roteiro',
	js: ['content.js'],
	matches: ['http://*/*', 'https://*/*'],
	allFrames: true,
	matchOriginAsFallback: true,
	runAt: 'document_start',
	persistAcrossSessions: false,
};

export type Taken = {picture: Blob; page: PageWords};

/**
 * Returns a picture of a tab without secrets and the page's words, or the reason why there is none. The top document must report, before and
 * after the picture, that it and each visible frame have covered their secrets.
 */
export async function capture(recording: Recording, tab: number): Promise<Taken | Refusal> {
	const shot = {tab, patterns: recording.secrets, picture: crypto.randomUUID(), mayHaveErrors: false, page: {title: '', heading: ''}};
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
			if (found === 0) return {picture: await (await fetch(url)).blob(), page: shot.page};
		}
		return 'restless';
	} catch {
		// The tab is closed, or no extension may see its page.
		return 'closed';
	} finally {
		void say(tab, {type: 'show'});
	}
}

/** `mayHaveErrors`: a frame did not answer before. */
type Shot = {tab: number; patterns: string[]; picture: string; mayHaveErrors: boolean; page: PageWords};

/** Covers secrets in the top document and its frames. Returns how many were not covered before, or the reason why that is unknown. */
async function cover(shot: Shot): Promise<number | Refusal> {
	const {tab, patterns, picture} = shot;
	for (const isLast of [false, true]) {
		const errors = shot.mayHaveErrors ? await countErrors(tab) : 0;
		const order: Order = {type: 'cover', patterns, picture, ask: crypto.randomUUID(), errors};
		// All documents receive the order; only the top one responds, once its frames have reported to it.
		const answer = (await say(tab, order, {ms: PAGE_MS})) as Answer | null;
		if (answer?.isHidden) return 'hidden';
		shot.page = answer?.page ?? shot.page;
		if (answer && !answer.isSilent) return answer.found;
		shot.mayHaveErrors = true;
		// A document from the cache may lack the script.
		if (!isLast && !(await Promise.race([bringIn(tab), pause(SCRIPT_MS).then(() => true)]))) return 'closed';
	}
	return 'silent';
}

/**
 * Returns the number of frames that show the browser's error page, which no script can enter. Returns 0 if another
 * frame is too busy to answer.
 */
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

/** Sends an order to all documents of a tab, or to one. Returns the first response, or null if none comes in time. */
export async function say(
	tab: number,
	order: Order,
	{documentId, ms = SCRIPT_MS}: {documentId?: string; ms?: number} = {},
): Promise<unknown> {
	const asked = documentId ? chrome.tabs.sendMessage(tab, order, {documentId}) : chrome.tabs.sendMessage(tab, order);
	return Promise.race([asked.catch(() => null), pause(ms).then(() => null)]);
}

function pause(ms: number): Promise<void> {
	return new Promise(resolve => setTimeout(resolve, Math.max(0, ms)));
}

/** Registers the script for all documents loaded from now on. */
export async function register(): Promise<void> {
	await unregister();
	await chrome.scripting.registerContentScripts([SCRIPT]);
}

export function unregister(): Promise<void> {
	return chrome.scripting.unregisterContentScripts({ids: [SCRIPT.id]}).catch(() => undefined);
}

/** Injects the script into a tab's documents; a second injection does nothing. Returns false if the browser forbids it. */
export async function bringIn(tab: number): Promise<boolean> {
	return chrome.scripting.executeScript({target: {tabId: tab, allFrames: true}, files: SCRIPT.js}).then(
		() => true,
		() => false,
	);
}
