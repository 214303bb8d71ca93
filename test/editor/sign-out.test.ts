import test from 'ava';
import type {Page} from 'puppeteer';
import {eventually} from '../helpers/eventually.ts';
import {PASSWORD, signedIn} from '../helpers/person.ts';
import {signIn} from '../helpers/signed-in-context.ts';
import {type Editor, fieldsOf, PATIENCE, saved, startEditor} from './helpers.ts';
import {press, shows} from './on-page.ts';
import {readTour, tourOf} from './path-tours.ts';

/** Signing out erases what the browser keeps of that person: never unasked what is not sent, and never what is another's. */

let editor: Editor;
test.before(async () => {
	editor = await startEditor();
});
test.after.always(() => editor?.stop());

const TITLE = '.inspector .sections input';

const signOut = (page: Page) => press(page, '.who form button');

test('unsent words of another person stay, and are saved once that person is back', async t => {
	const [noor, ana] = [await signedIn(editor.service), await signedIn(editor.service)];
	const id = await tourOf(noor, ['One']);
	const {page: hers, context} = await editor.open(noor, `/tours/${id}`);
	await fieldsOf(hers, 'One');
	await noor.send('/account/sign-out-everywhere', {});
	await hers.type(TITLE, ' and more');
	await hers.waitForSelector('[data-state=signedOut]', PATIENCE);

	const page = await context.newPage();
	await signIn(context, ana.token);
	await page.goto(`${editor.service.baseUrl}/`);
	await hers.bringToFront();
	await hers.evaluate(() => dispatchEvent(new Event('focus')));
	await hers.waitForSelector('[data-state=elsewhere]', PATIENCE);
	await page.bringToFront();
	await Promise.all([page.waitForNavigation(PATIENCE), signOut(page)]);
	t.true(page.url().includes('done=out'), page.url());
	await hers.close();

	const back = await signedIn(editor.service, {accountId: noor.accountId});
	await signIn(context, back.token);
	await page.goto(`${editor.service.baseUrl}/tours/${id}`);
	await fieldsOf(page, 'One and more');
	await saved(page);
	t.is((await readTour(back, id)).steps[0].title, 'One and more');
	await context.close();
});

test('one’s own unsent words are asked about; staying keeps them, and going erases them', async t => {
	const person = await signedIn(editor.service);
	const id = await tourOf(person, ['One']);
	const {page, context} = await editor.open(person, `/tours/${id}`);
	await fieldsOf(page, 'One');
	await page.setRequestInterception(true);
	page.on('request', request => (request.url().includes('/changes') ? request.abort() : request.continue()));
	await page.type(TITLE, ' and more');
	await page.waitForSelector('[data-state=offline]', PATIENCE);
	await page.goto(`${editor.service.baseUrl}/settings/security`);
	await press(page, '.button.bad', 'Sign out everywhere');
	await shows(page, 'One tour has changes', 'dialog[open]');
	await press(page, 'dialog[open] .button:not(.danger)');
	await page.waitForSelector('dialog[open]', {hidden: true, ...PATIENCE});
	t.is((await person.get('/app/v1/account')).status, 200);
	t.is((await keptNames(page)).length, 1);
	await signOut(page);
	await page.waitForSelector('dialog[open] .danger', PATIENCE);
	await Promise.all([page.waitForNavigation(PATIENCE), press(page, 'dialog[open] .danger')]);
	t.true(page.url().includes('done=out'), page.url());
	await eventually('nothing is kept', async () => (await keptNames(page)).length === 0);
	t.is((await person.get('/app/v1/account')).status, 401);
	await context.close();
});

test('deleting the account erases what the browser keeps of it, and leaves what it keeps of others', async t => {
	const person = await signedIn(editor.service);
	const id = await tourOf(person, ['One']);
	const {page, context} = await editor.open(person, `/tours/${id}`);
	await fieldsOf(page, 'One');
	await page.type(TITLE, ' and more');
	await saved(page);
	const names = [`${person.accountId} ${id} tab`, `acc_of_another ${id} tab`];
	await page.goto(`${editor.service.baseUrl}/settings/data`);
	await page.evaluate(async kept => {
		const request = indexedDB.open('roteiro');
		await new Promise(resolve => Object.assign(request, {onsuccess: resolve}));
		const writing = request.result.transaction('journals', 'readwrite');
		for (const name of kept) writing.objectStore('journals').put({}, name);
		await new Promise(resolve => Object.assign(writing, {oncomplete: resolve}));
		request.result.close();
	}, names);
	await press(page, '#leave ~ .actions .bad');
	await page.waitForSelector('dialog[open] [type=password]', PATIENCE);
	await page.type('dialog[open] [type=email]', person.email);
	await page.type('dialog[open] [type=password]', PASSWORD);
	await Promise.all([page.waitForNavigation(PATIENCE), press(page, 'dialog[open] .danger')]);
	t.true(page.url().includes('done=closing'), page.url());
	t.deepEqual(await keptNames(page), [names[1]!]);
	await context.close();
});

/** Names of what the browser keeps of tours that are written. */
function keptNames(page: Page): Promise<string[]> {
	return page.evaluate(
		() =>
			new Promise<string[]>(resolve => {
				indexedDB.open('roteiro').onsuccess = ({target}) => {
					const {result} = target as IDBOpenDBRequest;
					if (!result.objectStoreNames.contains('journals')) return resolve([]);
					result.transaction('journals').objectStore('journals').getAllKeys().onsuccess = found =>
						resolve((found.target as IDBRequest<string[]>).result);
				};
			}),
	);
}
