import type {Order, Recording} from '../messages.ts';

/** Chrome takes two pictures a second and no more. Milliseconds. */
const APART_MS = 520;
/** What was drawn anew while the picture was taken is covered, and another one taken. */
const ATTEMPTS = 3;
const FRAME_MS = 800;

/** A picture of what a tab shows, without what is secret; null where none can be taken. */
export async function capture(recording: Recording, tab: number, window: number): Promise<Blob | null> {
	try {
		for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
			await pause(recording.capturedAt + APART_MS - Date.now());
			await order(recording, tab, {type: 'cover', patterns: recording.secrets});
			recording.capturedAt = Date.now();
			const url = await chrome.tabs.captureVisibleTab(window, {format: 'png'});
			if ((await order(recording, tab, {type: 'cover', patterns: recording.secrets})) === 0) return await (await fetch(url)).blob();
		}
		return null;
	} catch {
		// The tab is not in front any more, or it is a page that no extension may look at.
		return null;
	} finally {
		await order(recording, tab, {type: 'show'});
	}
}

/** Says something to all frames of a tab; returns the sum of what they return. */
export async function order({frames}: Pick<Recording, 'frames'>, tab: number, message: Order): Promise<number> {
	const answers = (frames[tab] ?? [0]).map(async frameId => {
		const asked = chrome.tabs.sendMessage(tab, message, {frameId});
		// A frame that is gone has nothing to hide.
		return Promise.race([asked.catch(() => 0), pause(FRAME_MS).then(() => 0)]);
	});
	return (await Promise.all(answers)).reduce<number>((sum, found) => sum + (typeof found === 'number' ? found : 0), 0);
}

export function pause(ms: number): Promise<void> {
	return new Promise(resolve => setTimeout(resolve, Math.max(0, ms)));
}
