import {ApiError} from '../../client/index.ts';
import {asCommandError, chosenService, connect, serviceUrl} from '../connection.ts';
import {interruption, usageError} from '../errors.ts';
import {loadRecorder, loadSignIn} from '../fetched/load-parts.ts';
import type {Output} from '../output.ts';
import {findBrowser, profileFolder} from '../recording/find-browser.ts';
import {isWebUrl} from '../recording/read-recording.ts';

type LoginValues = {key?: string | boolean; 'no-browser'?: string | boolean; timeout?: string | boolean};

const WAIT_SECONDS = '300';

const ways = {
	environment: 'The key of ROTEIRO_KEY is known.',
	key: 'The key that is kept is known.',
	browser: 'The sign-in by the browser holds.',
};

/** Signs in to a service by the browser or by a key, and keeps that for the next commands. */
export async function login(given: string | undefined, values: LoginValues, output: Output): Promise<void> {
	const seconds = Number(values.timeout ?? WAIT_SECONDS);
	if (!(seconds > 0 && seconds <= 3600)) throw usageError('--timeout is in seconds, 3600 at most.');
	const noBrowser = Boolean(values['no-browser']);
	if (process.env.CI && !values.key && !noBrowser && !process.stdin.isTTY)
		throw usageError('Nobody is here to sign in. Set ROTEIRO_KEY to a key instead.');
	const stopped = interruption();
	try {
		const part = await loadSignIn();
		const options = {key: Boolean(values.key), noBrowser, timeoutMs: seconds * 1000, signal: stopped.signal};
		await part.login(given ?? serviceUrl(), options, output);
	} finally {
		stopped.end();
	}
}

export async function logout(given: string | undefined, all: boolean, output: Output): Promise<void> {
	const part = await loadSignIn();
	await part.logout(all ? null : (given ?? (await chosenService())), output);
}

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

/** Prints the account, the kind of sign-in, and its permissions. */
export async function whoami(output: Output): Promise<void> {
	const {url, client, by} = await connect();
	const me = await client.call('GET /me', {}).catch(error => {
		if (error instanceof ApiError && error.code === 'plan_required') return null;
		throw asCommandError(error, url);
	});
	if (!me) {
		// The service says no more to an account without the plan: what opens it is right all the same.
		output.line(`Signed in at ${url}, plan free. ${ways[by]} What commands do needs the plan Pro: see ${url}/account.`);
		return output.json({url, signedIn: by, account: {plan: 'free'}});
	}
	const {name, scopes, expiresAt} = me.credential;
	output.line(`${me.account.name} <${me.account.email}> at ${url}, plan ${me.account.plan}`);
	const how = {
		environment: `By the key of ROTEIRO_KEY, "${name}"`,
		key: `By the key "${name}"`,
		browser: `Signed in with the browser, as the app "${name}"`,
	}[by];
	output.line(`${how}: ${scopes.join(', ')}${by === 'browser' ? '' : `; until ${expiresAt?.slice(0, 10)}`}.`);
	output.json({url, signedIn: by, ...me});
}
