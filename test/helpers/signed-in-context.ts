import type {Browser, BrowserContext} from 'puppeteer';

/** A browser of its own in which this person is signed in. */
export async function signedInContext(browser: Browser, {token}: {token: string}): Promise<BrowserContext> {
	const context = await browser.createBrowserContext();
	await signIn(context, token);
	return context;
}

/** Signs in with the token of a session, in the place of the person before. */
export function signIn(context: BrowserContext, token: string): Promise<void> {
	return context.setCookie({name: 'roteiro_session', value: token, domain: '127.0.0.1', path: '/', httpOnly: true, sameSite: 'Lax'});
}
