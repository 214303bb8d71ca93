import {interruption, usageError} from '../errors.ts';
import {loadRecorder} from '../fetched/load-parts.ts';
import type {Output} from '../output.ts';
import {findBrowser, profileFolder} from '../recording/find-browser.ts';
import {isWebUrl} from '../recording/read-recording.ts';

/** Opens a window with a profile of its own, and keeps what its user signs in to for `record`. */
export async function loginBrowser(url: string | undefined, output: Output): Promise<void> {
	if (!isWebUrl(url)) throw usageError('Which application? roteiro login --browser https://app.example.org');
	const browser = await findBrowser(undefined);
	const recorder = await loadRecorder(output);
	const profile = profileFolder();
	const stopped = interruption();
	output.warn('Sign in in the window, and close it.');
	try {
		await recorder.keepProfile({browser, profile, url, signal: stopped.signal});
		stopped.signal.throwIfAborted();
	} finally {
		stopped.end();
	}
	output.line(`"roteiro record" uses what you are signed in to: ${profile}. Remove that folder to be signed out.`);
	output.json({profile});
}
