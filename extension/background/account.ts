import {askFor, codeFrom, discover, redeem, registerApp, renew, revoke, SignInError, secureServiceUrl} from '../../client/sign-in.ts';
import {signedInFetch} from '../../client/signed-in-fetch.ts';
import {ACCOUNT_KEY, type Account, readAccount} from './kept.ts';

/** Has the service ask the person in a window of the browser, and keeps the tokens. `app`: the name by which it lists this extension. */
export async function signIn(given: string, app: string): Promise<Account> {
	const url = secureServiceUrl(given);
	const server = await discover(url);
	const redirect = chrome.identity.getRedirectURL('roteiro');
	const clientId = await registerApp(server, app, redirect);
	const question = await askFor(server, clientId, redirect);
	const back = await chrome.identity.launchWebAuthFlow({url: question.url, interactive: true}).catch(() => undefined);
	// The window was closed, or nothing could be shown in it.
	if (!back) throw new SignInError('denied', 'The window was closed.');
	const tokens = await redeem(server, codeFrom(back, question, server), question);
	await signOut();
	const account = {url, clientId, tokens, endpoints: {token: server.token, revoke: server.revoke}};
	await write(account);
	return account;
}

/** Forgets the sign-in, and revokes it at the service if that can be reached. */
export async function signOut(): Promise<void> {
	const account = await readAccount();
	if (!account?.tokens) return;
	const {tokens, clientId, endpoints} = account;
	await write({...account, tokens: null});
	await revoke(endpoints, clientId, tokens.refreshToken ?? tokens.accessToken).catch(() => undefined);
}

/** Returns a `fetch` that is signed in at the service, and stays so. Throws if no one is signed in. */
export function accountFetch({url, tokens}: Account): typeof fetch {
	if (!tokens) throw new SignInError('ended', 'Nobody is signed in.');
	return signedInFetch(url, tokens, async () => {
		const account = await readAccount();
		if (!account?.tokens) throw new SignInError('ended', 'Nobody is signed in.');
		const next = await renew(account, account.tokens, next => write({...account, tokens: next}));
		if (!next) throw new SignInError('ended', 'The service has ended this sign-in.');
		return next;
	});
}

/** Keeps the account in this browser for the extension alone: content scripts cannot read it. */
async function write(account: Account): Promise<void> {
	await chrome.storage.local.setAccessLevel({accessLevel: 'TRUSTED_CONTEXTS'});
	await chrome.storage.local.set({[ACCOUNT_KEY]: account});
}
