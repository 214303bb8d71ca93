/** What runs in the pages that are recorded. */
const SCRIPT = {
	id: 'roteiro',
	js: ['content.js'],
	matches: ['http://*/*', 'https://*/*'],
	allFrames: true,
	matchOriginAsFallback: true,
	runAt: 'document_start',
	persistAcrossSessions: false,
};

/** Brings it into every document that comes from now on. */
export async function register(): Promise<void> {
	await unregister();
	await chrome.scripting.registerContentScripts([SCRIPT]);
}

export function unregister(): Promise<void> {
	return chrome.scripting.unregisterContentScripts({ids: [SCRIPT.id]}).catch(() => undefined);
}

/** Brings it into the documents that a tab shows; where it is already, it does nothing. Returns false where the browser lets nobody. */
export async function bringIn(tab: number): Promise<boolean> {
	return chrome.scripting.executeScript({target: {tabId: tab, allFrames: true}, files: SCRIPT.js}).then(
		() => true,
		() => false,
	);
}
