import {readFile, rm} from 'node:fs/promises';
import {revoke, secureServiceUrl} from '../../client/sign-in.ts';
import {SignInError} from '../../client/sign-in-error.ts';
import type {Output} from '../output.ts';
import {keptFiles, withKept} from './keep.ts';
import {lastFile, readKept, readLast, readSignIn} from './kept.ts';

/** Signs out at one service or, where it is null, at all: what the service gave is taken back there, and forgotten here whatever the service says. */
export async function logout(given: string | null, output: Output): Promise<void> {
	const urls = given === null ? await keptUrls() : [secureServiceUrl(given)];
	const out: string[] = [];
	const unsaid: string[] = [];
	for (const url of urls) {
		if (!(await readSignIn(url))) continue;
		if (!(await signOut(url))) unsaid.push(url);
		out.push(url);
		output.line(`Signed out at ${url}.`);
	}
	if (out.length === 0) output.line(given === null ? 'You are signed in nowhere.' : `You are not signed in at ${given}.`);
	output.json({signedOut: out, notReached: unsaid});
	if (unsaid.length > 0)
		throw new SignInError(
			'unreachable',
			unsaid
				.map(url => `${url} could not be reached and does not know it yet: disconnect this computer in its settings, under Apps.`)
				.join('\n'),
		);
}

/** False where the service does not know of it yet. */
async function signOut(url: string): Promise<boolean> {
	const kept = await withKept(url, async keep => {
		const kept = await readKept(url);
		await keep(kept && 'tokens' in kept ? {...kept, tokens: null} : null);
		return kept;
	});
	if ((await readLast()) === url) await rm(lastFile(), {force: true});
	if (!kept || 'key' in kept || !kept.tokens) return true;
	const {clientId, tokens, endpoints} = kept;
	return revoke(endpoints, clientId, tokens.refreshToken ?? tokens.accessToken).then(
		() => true,
		error => error instanceof SignInError && error.fault === 'unknown_app',
	);
}

async function keptUrls(): Promise<string[]> {
	const urls = await Promise.all(
		(await keptFiles()).map(async file => {
			const text = await readFile(file, 'utf8').catch(() => '');
			try {
				return (JSON.parse(text) as {url?: string}).url ?? null;
			} catch {
				return null;
			}
		}),
	);
	return urls.filter(url => url !== null);
}
