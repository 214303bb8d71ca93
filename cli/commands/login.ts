import {chosenService, serviceUrl} from '../connection.ts';
import {interruption, usageError} from '../errors.ts';
import {loadSignIn} from '../fetched/load-parts.ts';
import type {Output} from '../output.ts';

type LoginValues = {key?: string | boolean; 'no-browser'?: string | boolean; timeout?: string | boolean};

const WAIT_SECONDS = '300';

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
