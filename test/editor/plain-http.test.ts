import test from 'ava';
import {LAN_HOST} from '../helpers/loopback-browser.ts';
import {signedIn} from '../helpers/person.ts';
import {choose, drag, listen, PATIENCE, PICTURES, saved, show, stageOf, startEditor, writeBalloon} from './helpers.ts';

/** The editor at a name of the local network, without HTTPS: browsers leave out what they keep for secure pages, such as `crypto.randomUUID`. */

test('over plain HTTP a tour is made, changed, published and its link copied; what a closed tab had not sent is sent', async t => {
	t.timeout(240_000);
	const editor = await startEditor({}, {host: LAN_HOST});
	t.teardown(() => editor.stop());
	const {baseUrl} = editor.service.config;
	const person = await signedIn(editor.service);
	const context = await editor.browser.createBrowserContext();
	await context.setCookie({name: 'roteiro_session', value: person.token, domain: LAN_HOST, path: '/', httpOnly: true, sameSite: 'Lax'});
	const heard: string[] = [];
	const openTab = async (path: string) => {
		const tab = await context.newPage();
		listen(tab, heard);
		await tab.setViewport({width: 1440, height: 900});
		await show(tab, baseUrl + path);
		return tab;
	};
	const page = await openTab('/');
	t.false(await page.evaluate(() => isSecureContext || 'randomUUID' in crypto || 'clipboard' in navigator));
	await choose(page, PICTURES);
	await stageOf(page);
	await page.keyboard.press('h');
	await drag(page, [0.2, 0.2], [0.4, 0.4]);
	await writeBalloon(page, await stageOf(page), 'Open the menu', 'It is at the top.');
	await page.keyboard.press('Escape');
	await saved(page);

	await page.click('.bar .primary');
	await page.waitForSelector('dialog .primary:enabled', PATIENCE);
	await page.click('dialog .primary');
	await page.waitForSelector('dialog .copyline', PATIENCE);
	const copy = () => page.$eval('dialog .copyline .button', button => button.textContent);
	const before = await copy();
	await page.click('dialog .copyline .button');
	await page.waitForFunction(word => document.querySelector('dialog .copyline .button')!.textContent !== word, PATIENCE, before);
	const link = await page.$eval('dialog .copyline input', input => input.value);
	await page.keyboard.press('Escape');
	await page.focus('.bar .title');
	await page.keyboard.down('Control');
	await page.keyboard.press('a');
	await page.keyboard.press('v');
	await page.keyboard.up('Control');
	t.is(await page.$eval('.bar .title', field => (field as HTMLTextAreaElement).value), link, 'what was copied is pasted');
	t.deepEqual(heard, []);

	// Without a network the tab cannot send the name before it is closed.
	await page.setOfflineMode(true);
	await page.type('.bar .title', 'x');
	await page.waitForSelector('[data-state=offline]', PATIENCE);
	const {pathname} = new URL(page.url());
	await page.close();
	const next = await openTab(pathname);
	await next.waitForFunction(name => document.querySelector<HTMLTextAreaElement>('.bar .title')!.value === name, PATIENCE, `${link}x`);
	await saved(next);
});
