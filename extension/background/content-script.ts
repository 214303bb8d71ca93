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
