import test from 'ava';
import type {Page} from 'puppeteer';
import {PASSWORD, signedIn} from '../helpers/person.ts';
import {type Editor, PATIENCE, type Person, saved, stageOf, startEditor} from './helpers.ts';

/** Leaves a tour and opens it again without a reload of the page; menus, and one undo, across its screens. */

let editor: Editor;
test.before(async () => {
	editor = await startEditor();
});
test.after.always(() => editor?.stop());

/** A tour of one slide without words; returns its id. */
async function tourOf(person: Person, name: string): Promise<string> {
	const {id} = (await person.call('POST', '/app/v1/tours', {name})).body.tour;
	await person.call('POST', `/app/v1/tours/${id}/steps`, {type: 'slide', title: 'Before'});
	return id;
}

/** Keeps changes from the service until the returned function is called. */
async function cutChanges(page: Page): Promise<() => void> {
	let cut = true;
	await page.setRequestInterception(true);
	page.on('request', request => {
		if (cut && request.url().endsWith('/changes')) request.abort();
		else request.continue();
	});
	return () => {
		cut = false;
	};
}

/** Writes into the balloon of the tour that is open, and waits until the page says that it cannot send it. */
async function writeUnsent(page: Page, words: string): Promise<void> {
	const stage = await stageOf(page);
	await stage.focus('[data-field=text]');
	await page.keyboard.type(words);
	await page.waitForSelector('[data-state=offline]', PATIENCE);
}

const storedText = async (person: Person, id: string) => (await person.call('GET', `/app/v1/tours/${id}`)).body.tour.steps[0].text;

test('what could not be sent is taken up when the tour is opened again in the same page', async t => {
	const person = await signedIn(editor.service);
	const id = await tourOf(person, 'Left and back');
	const {page, context} = await editor.open(person, '/');
	const mend = await cutChanges(page);
	await page.click('.card a, .grid a');
	await writeUnsent(page, 'Written without a network');
	await page.click('.bar .back');
	await page.waitForSelector('.side', PATIENCE);
	mend();
	await page.evaluate(() => history.back());
	await stageOf(page);
	await page.waitForFunction(
		() => [...document.querySelectorAll('textarea')].some(({value}) => value === 'Written without a network'),
		PATIENCE,
	);
	await saved(page);
	t.is(await storedText(person, id), 'Written without a network');
	await context.close();
});

test('a laptop that slept with unsent words wakes up signed out: they are sent once its person has signed in again', async t => {
	const person = await signedIn(editor.service);
	const id = await tourOf(person, 'Asleep');
	const {page, context} = await editor.open(person, `/tours/${id}`);
	await stageOf(page);
	await page.setOfflineMode(true);
	await writeUnsent(page, 'Written on the way');
	await editor.service.services.database.manager.query('DELETE FROM sessions WHERE account_id = ?', [person.accountId]);
	await page.setOfflineMode(false);
	const link = await page.waitForSelector('[data-state=signedOut] a', PATIENCE);
	const answered = page.waitForResponse(response => response.status() === 401, PATIENCE);
	// A press on the link gives the window the focus, by which the editor looks if the person is back.
	await page.evaluate(() => dispatchEvent(new Event('focus')));
	await answered;
	t.true(await link!.evaluate(node => node.isConnected), 'the link that is being pressed stays');
	const opened = context.waitForTarget(target => target.url().includes('/account/sign-in'), PATIENCE);
	// Waits until the link has its place: the bar grows by these words.
	await page.locator('[data-state=signedOut] a').click();
	const door = (await (await opened).page())!;
	await door.waitForSelector('input[name=password]', PATIENCE);
	await door.type('input[name=email]', person.email);
	await door.type('input[name=password]', PASSWORD);
	await Promise.all([door.waitForNavigation(PATIENCE), door.click('main form [type=submit], main form button')]);
	await door.close();
	await page.bringToFront();
	await saved(page);
	const again = await signedIn(editor.service, {accountId: person.accountId});
	t.is(await storedText(again, id), 'Written on the way');
	await context.close();
});

test('a tour that was left by a link with unsent words and is restored by "back" shows and sends them', async t => {
	const person = await signedIn(editor.service);
	const id = await tourOf(person, 'Left by a link');
	const {page, context} = await editor.open(person, `/tours/${id}`);
	const mend = await cutChanges(page);
	await writeUnsent(page, 'Written before leaving');
	await page.evaluate(() => location.assign('/welcome'));
	await page.waitForFunction(() => location.pathname === '/welcome' && document.querySelector('main'), PATIENCE);
	mend();
	await page.goBack(PATIENCE);
	await stageOf(page);
	await saved(page);
	t.is(await storedText(person, id), 'Written before leaving');
	await context.close();
});

test('a tour that is not there is said within the page that leads on', async t => {
	const person = await signedIn(editor.service);
	const {page, context} = await editor.open(person, '/tours/tour_00000000000000000000000000');
	await page.waitForSelector('.content .nothing h1', PATIENCE);
	t.truthy(await page.$('.side [aria-current=page]'));
	await context.close();
});

test('the address of a tour in the bin says so, and leads there', async t => {
	const person = await signedIn(editor.service);
	const {id} = (await person.call('POST', '/app/v1/tours', {name: 'Thrown away'})).body.tour;
	await person.call('DELETE', `/app/v1/tours/${id}`);
	const {page, context} = await editor.open(person, `/tours/${id}`);
	await page.waitForSelector('.content .nothing a[href="/bin"]', PATIENCE);
	t.is(await page.$eval('.content .nothing h1', ({textContent}) => textContent), 'This tour is in the bin');
	await context.close();
});

test('a part of a release that was replaced meanwhile comes with a reload of the page; without a network nothing is reloaded', async t => {
	const person = await signedIn(editor.service);
	const {page, heard, context} = await editor.open(person, '/');
	await page.waitForSelector('.side', PATIENCE);
	let loads = 0;
	await page.setRequestInterception(true);
	page.on('request', request => {
		if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads++;
		if (/\/assets\/part-.*\.js$/.test(request.url()) && loads === 0) request.respond({status: 404, body: ''});
		else request.continue();
	});
	await page.setOfflineMode(true);
	await page.click('.side a[href="/statistics"]');
	await page.waitForSelector('.nothing[role=alert] button', PATIENCE);
	await page.click('.nothing button');
	await page.waitForSelector('.toast', PATIENCE);
	t.is(loads, 0);
	await page.setOfflineMode(false);
	await page.click('.side a[href="/leads"]');
	await page.waitForFunction(
		() => location.pathname === '/leads' && document.querySelector('.side') && document.querySelector('h1'),
		PATIENCE,
	);
	t.is(loads, 1, 'the page is reloaded once, and shows what was asked for');
	t.deepEqual(
		heard.filter(line => !/ERR_INTERNET_DISCONNECTED|status of 404/.test(line)),
		[],
	);
	await context.close();
});

test('one undo spans the screens of a tour, and says on each what it takes back and does again', async t => {
	const person = await signedIn(editor.service);
	const id = await tourOf(person, 'Across screens');
	const {page, context} = await editor.open(person, `/tours/${id}`);
	await stageOf(page);
	const buttons = () =>
		page.$$eval('.bar :is([aria-label=Undo],[aria-label=Redo])', all => all.map(button => (button as HTMLButtonElement).title));
	const stored = async () => {
		await saved(page);
		const {tour} = (await person.call('GET', `/app/v1/tours/${id}`)).body;
		return [tour.theme.preset, tour.steps[0].title];
	};
	const [preset] = await stored();
	await page.type('.inspector .sections input', ' and after');
	await saved(page);
	await page.click('.bar .wide[aria-haspopup=menu]');
	await page.keyboard.press('Enter');
	await page.waitForSelector('.presets', PATIENCE);
	await page.click('input[value=violet] + .swatch');
	await page.waitForFunction(() => document.querySelector<HTMLElement>('[aria-label=Undo]')?.title === 'Undo: theme', PATIENCE);
	t.deepEqual(await stored(), ['violet', 'Before and after']);
	await page.click('.back');
	await stageOf(page);
	t.deepEqual(await buttons(), ['Undo: theme', 'Redo']);
	const press = async (label: string, after: string[]) => {
		await page.click(`.bar [aria-label=${label}]`);
		await page.waitForFunction(
			wanted =>
				[...document.querySelectorAll<HTMLElement>('.bar :is([aria-label=Undo],[aria-label=Redo])')].map(({title}) => title).join() ===
				wanted,
			PATIENCE,
			after.join(),
		);
		await page.keyboard.down('Control');
		await page.keyboard.press('s');
		await page.keyboard.up('Control');
		return stored();
	};
	t.deepEqual(await press('Undo', ['Undo: words', 'Redo: theme']), [preset, 'Before and after']);
	t.deepEqual(await press('Undo', ['Undo', 'Redo: words']), [preset, 'Before']);
	t.deepEqual(await press('Redo', ['Undo: words', 'Redo: theme']), [preset, 'Before and after']);
	t.deepEqual(await press('Redo', ['Undo: theme', 'Redo']), ['violet', 'Before and after']);
	await context.close();
});

test('an open menu has the keys: they move in it and Escape closes it, and the step behind it stays', async t => {
	const person = await signedIn(editor.service);
	const {page, context} = await editor.open(person, `/tours/${await tourOf(person, 'Menus')}`);
	await stageOf(page);
	const button = '.bar .wide[aria-haspopup=menu]';
	const focused = () => page.evaluate(() => document.activeElement?.getAttribute('role') ?? document.activeElement?.className);
	for (const open of [() => page.click(button), () => page.focus(button).then(() => page.keyboard.press('Enter'))]) {
		await open();
		t.is(await focused(), 'menuitem');
		for (const key of ['ArrowDown', 'Delete', 'n'] as const) await page.keyboard.press(key);
		t.is(await focused(), 'menuitem');
		await page.keyboard.press('Escape');
		await page.waitForFunction(() => !document.querySelector('.menu:popover-open'), PATIENCE);
		t.is(await focused(), 'icon wide');
	}
	t.true(await page.$eval('.bar [aria-label=Undo]', undo => undo.ariaDisabled === 'true'));
	await context.close();
});
