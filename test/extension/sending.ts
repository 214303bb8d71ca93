import {join} from 'node:path';
import type {Browser, Page} from 'puppeteer';
import {signedIn} from '../helpers/person.ts';
import {startService} from '../helpers/service.ts';

/** What is pressed on the page that asks: the button's value. */
type Decision = 'allow' | 'deny';

const STEPS = /^\d+ steps?$/m;

/**
 * Sends the recording that is in the browser to a real service, through everything that can come between. Returns what did not hold. `shots`: where
 * pictures of each state go, light and dark.
 */
export async function followSending(
	browser: Browser,
	popup: Page,
	{elsewhere, shots}: {elsewhere: string; shots?: string},
): Promise<string[]> {
	const found: string[] = [];
	const service = await startService();
	const person = await signedIn(service);
	await browser.setCookie({name: 'roteiro_session', value: person.token, domain: '127.0.0.1', path: '/', httpOnly: true});
	const look = (name: string) => shoot(popup, shots, name);
	// By the clock: a page that is not in front draws no frames.
	const expect = async (what: string, words: RegExp) => {
		await popup
			.waitForFunction(source => new RegExp(source).test(document.body.innerText), {timeout: 30_000, polling: 200}, words.source)
			.catch(async () => {
				found.push(`${what}: ${(await popup.evaluate(() => document.body.innerText)).replaceAll('\n', ' | ')}`);
			});
		await look(what);
	};
	const signInAt = async (url: string) => {
		if (!(await popup.$('details[open]'))) await popup.click('summary');
		await popup.$eval('details input', (input, value) => Object.assign(input, {value}), url);
		await popup.click('details button');
	};
	const apps = async () => (await person.call('GET', '/app/v1/account/apps')).body.apps as Array<{id: string; name: string; host: string}>;
	try {
		await popup.reload();
		await popup.waitForSelector('summary');
		await signInAt('http://tours.example.org');
		await expect('insecure', /not encrypted/);
		const kept = await popup.$eval('details input', input => (input as HTMLInputElement).value);
		if (kept !== 'http://tours.example.org') found.push(`the address is ${kept} after an error`);
		await signInAt(elsewhere);
		await expect('not-roteiro', /No Roteiro service at this address/);
		await signInAt(service.baseUrl);
		await expect('in-window', /Continue in the window/);
		await decide(browser, 'deny');
		await expect('denied', /not allowed.*still here/);
		await signInAt(service.baseUrl);
		await decide(browser, 'allow', shots);
		await expect('sent', /there as a draft/);
		await popup.bringToFront();
		const [app] = await apps();
		if (app?.name !== 'Roteiro extension' || !app.host.endsWith('.chromiumapp.org')) found.push(`connected as ${JSON.stringify(app)}`);
		const opened = await browser
			.waitForTarget(one => one.url().startsWith(`${service.baseUrl}/tours/tour_`), {timeout: 20_000})
			.catch(() => null);
		if (!opened) found.push('the editor was not opened');
		const tours = (await person.call('GET', '/app/v1/tours')).body.tours as Array<{id: string}>;
		if (tours.length !== 1) found.push(`${tours.length} tours`);

		// Started over, with the sign-in from before.
		await popup.evaluate(() => chrome.storage.session.remove('sending'));
		await expect('signed-in', /Send to 127\.0\.0\.1/);
		await person.call('DELETE', `/app/v1/account/apps/${app?.id}`);
		await new Promise(resolve => setTimeout(resolve, 1100));
		await popup.click('button.main');
		await expect('ended', /no longer signed in there.*still here/);
		await popup.click('details button');
		await decide(browser, 'allow');
		await expect('sent-again', /there as a draft/);
		await popup.bringToFront();
		if ((await apps()).length !== 1) found.push('signed in twice');
		await popup.evaluate(() => chrome.storage.session.remove('sending'));
		await expect('signed-in-again', /Send to 127\.0\.0\.1/);
	} finally {
		await service.stop();
	}
	await popup.click('button.main');
	await expect('unreachable', /Cannot reach the service.*still here/);
	if (!STEPS.test(await popup.evaluate(() => document.body.innerText))) found.push('the recording is lost');
	await popup.waitForSelector('button.main');
	if ((await popup.$eval('button.main', button => button.textContent)) !== 'Try again') found.push('there is no way to try again');
	const local = JSON.stringify(await popup.evaluate(() => chrome.storage.local.get('account')));
	if (!local.includes('accessToken')) found.push('the sign-in was not kept');
	return found;
}

/** Answers the question in the window that the browser has opened. */
async function decide(browser: Browser, decision: Decision, shots?: string): Promise<void> {
	const target = await browser.waitForTarget(one => one.url().includes('/oauth/consent/'), {timeout: 30_000});
	const page = (await target.page()) ?? (await target.asPage());
	const button = `button[value=${decision}]`;
	await page.waitForSelector(button);
	if (shots) await page.screenshot({path: join(shots, 'consent.png')}).catch(() => undefined);
	await page.click(button).catch(() => undefined);
}

async function shoot(popup: Page, folder: string | undefined, name: string): Promise<void> {
	if (!folder) return;
	await popup.bringToFront();
	for (const scheme of ['light', 'dark']) {
		await popup.emulateMediaFeatures([{name: 'prefers-color-scheme', value: scheme}]);
		await popup.screenshot({path: join(folder, `popup-${name}-${scheme}.png`)});
	}
}
