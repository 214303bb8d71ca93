import test from 'ava';
import {PASSWORD, signedIn} from '../helpers/person.ts';
import {type Editor, PATIENCE, saved, stageOf, startEditor} from './helpers.ts';

/** A tour that is left and opened again without the page being loaded anew. */

let editor: Editor;
test.before(async () => {
	editor = await startEditor();
});
test.after.always(() => editor?.stop());

test('what could not be sent is taken up when the tour is opened again in the same page', async t => {
	const person = await signedIn(editor.service);
	const {id} = (await person.call('POST', '/app/v1/tours', {name: 'Left and back'})).body.tour;
	await person.call('POST', `/app/v1/tours/${id}/steps`, {type: 'slide', title: 'Before'});
	const {page, context} = await editor.open(person, '/');
	await page.setRequestInterception(true);
	let cut = true;
	page.on('request', request => {
		if (cut && request.url().endsWith('/changes')) request.abort();
		else request.continue();
	});
	await page.click('.card a, .grid a');
	const stage = await stageOf(page);
	await stage.focus('[data-field=text]');
	await page.keyboard.type('Written without a network');
	await page.waitForSelector('[data-state=offline]', PATIENCE);
	await page.click('.bar .back');
	await page.waitForSelector('.side', PATIENCE);
	cut = false;
	await page.evaluate(() => history.back());
	await stageOf(page);
	await page.waitForFunction(
		() => [...document.querySelectorAll('textarea')].some(({value}) => value === 'Written without a network'),
		PATIENCE,
	);
	await saved(page);
	t.is((await person.call('GET', `/app/v1/tours/${id}`)).body.tour.steps[0].text, 'Written without a network');
	await context.close();
});

test('a laptop that slept with unsent words wakes up signed out: they are sent once its person has signed in again', async t => {
	const person = await signedIn(editor.service);
	const {id} = (await person.call('POST', '/app/v1/tours', {name: 'Asleep'})).body.tour;
	await person.call('POST', `/app/v1/tours/${id}/steps`, {type: 'slide', title: 'Before'});
	const {page, context} = await editor.open(person, `/tours/${id}`);
	const stage = await stageOf(page);
	await page.setOfflineMode(true);
	await stage.focus('[data-field=text]');
	await page.keyboard.type('Written on the way');
	await page.waitForSelector('[data-state=offline]', PATIENCE);
	await editor.service.services.database.manager.query('DELETE FROM sessions WHERE account_id = ?', [person.accountId]);
	await page.setOfflineMode(false);
	await page.waitForSelector('[data-state=signedOut] a', PATIENCE);
	const opened = context.waitForTarget(target => target.url().includes('/account/sign-in'), PATIENCE);
	await page.click('[data-state=signedOut] a');
	const door = (await (await opened).page())!;
	await door.waitForSelector('input[name=password]', PATIENCE);
	await door.type('input[name=email]', person.email);
	await door.type('input[name=password]', PASSWORD);
	await Promise.all([door.waitForNavigation(PATIENCE), door.click('main form [type=submit], main form button')]);
	await door.close();
	await page.bringToFront();
	await saved(page);
	const again = await signedIn(editor.service, {accountId: person.accountId});
	t.is((await again.call('GET', `/app/v1/tours/${id}`)).body.tour.steps[0].text, 'Written on the way');
	await context.close();
});

test('a tour that was left by a link with unsent words and is restored by "back" shows and sends them', async t => {
	const person = await signedIn(editor.service);
	const {id} = (await person.call('POST', '/app/v1/tours', {name: 'Left by a link'})).body.tour;
	await person.call('POST', `/app/v1/tours/${id}/steps`, {type: 'slide', title: 'Before'});
	const {page, context} = await editor.open(person, `/tours/${id}`);
	await page.setRequestInterception(true);
	let cut = true;
	page.on('request', request => {
		if (cut && request.url().endsWith('/changes')) request.abort();
		else request.continue();
	});
	const stage = await stageOf(page);
	await stage.focus('[data-field=text]');
	await page.keyboard.type('Written before leaving');
	await page.waitForSelector('[data-state=offline]', PATIENCE);
	await page.evaluate(() => location.assign('/account'));
	await page.waitForFunction(() => location.pathname === '/account' && document.querySelector('form'), PATIENCE);
	cut = false;
	await page.goBack(PATIENCE);
	await stageOf(page);
	await saved(page);
	t.is((await person.call('GET', `/app/v1/tours/${id}`)).body.tour.steps[0].text, 'Written before leaving');
	await context.close();
});

test('a tour that is not there is said within the page that leads on', async t => {
	const person = await signedIn(editor.service);
	const {page, context} = await editor.open(person, '/tours/tour_00000000000000000000000000');
	await page.waitForSelector('.content .nothing h1', PATIENCE);
	t.truthy(await page.$('.side [aria-current=page]'));
	await context.close();
});

test('a part of an edition that was replaced meanwhile comes with the page anew; without a network nothing is reloaded', async t => {
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
	t.is(loads, 1, 'the page is loaded anew once, and shows what was asked for');
	t.deepEqual(
		heard.filter(line => !/ERR_INTERNET_DISCONNECTED|status of 404/.test(line)),
		[],
	);
	await context.close();
});
