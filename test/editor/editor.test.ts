import {readFile} from 'node:fs/promises';
import test from 'ava';
import {axeViolations} from '../helpers/axe.ts';
import {signedIn, stranger} from '../helpers/person.ts';
import {choose, chord, drag, type Editor, PATIENCE, PICTURES, saved, show, stageOf, startEditor, writeBalloon} from './helpers.ts';

/** The editor in a real browser, against the whole service. */

let editor: Editor;
let service: Editor['service'];
const open: Editor['open'] = (...how) => editor.open(...how);
test.before(async () => {
	editor = await startEditor();
	({service} = editor);
});
test.after.always(() => editor?.stop());

test('three screenshots become a tour that visitors see: marked by the pointer, written in the balloon, published', async t => {
	const person = await signedIn(service);
	const {page, heard, context} = await open(person, '/');
	await choose(page, PICTURES);
	await page.waitForFunction(() => location.pathname.startsWith('/tours/'), PATIENCE);
	const id = new URL(page.url()).pathname.split('/')[2]!;
	const stage = await stageOf(page);
	t.is((await page.$$('.strip [role=option]')).length, 3);

	await page.click('.bar .title');
	await page.keyboard.type('My own');
	await page.keyboard.press('Enter');
	t.is(await page.$eval('.bar h1', name => name.textContent), 'My own', 'the name of a new tour is written over, not into');

	await drag(page, [0.03, 0.49], [0.13, 0.55]);
	await stage.waitForSelector('.frame', PATIENCE);

	await writeBalloon(page, stage, 'Start with inject', 'Drag it onto the canvas.');
	await saved(page);
	const {tour} = (await person.call('GET', `/app/v1/tours/${id}`)).body;
	t.like(tour.steps[0], {title: 'Start with inject', text: 'Drag it onto the canvas.'});
	for (const [side, wanted] of Object.entries({x: 0.03, y: 0.49, width: 0.1, height: 0.06})) {
		t.true(Math.abs(tour.steps[0].highlight[side] - wanted) < 0.01, `${side}: ${tour.steps[0].highlight[side]}`);
	}

	for (const key of ['P', 'F']) {
		const opener = `.editor [title$="(${key})"]`;
		await page.click(opener);
		await (await page.waitForSelector('.playing .bar > .icon:last-child', PATIENCE))!.click();
		await page.waitForSelector('.playing', {hidden: true, ...PATIENCE});
		t.true(await page.$eval(opener, button => button === document.activeElement), `the focus is back where ${key} was pressed`);
	}

	await chord(page, 'Control', 'Enter');
	await (await page.waitForSelector('.dialog .primary:not(:disabled)', PATIENCE))!.click();
	await page.waitForSelector('.published input', PATIENCE);
	await page.waitForFunction(() => document.activeElement?.matches('.dialog h2'), PATIENCE);
	const link = await (await page.waitForSelector('.published input', PATIENCE))!.evaluate(input => (input as HTMLInputElement).value);
	const visitor = await stranger(service).get(link);
	t.is(visitor.status, 200);
	t.true(visitor.body.includes('Start with inject'));
	t.deepEqual(heard, []);
	await context.close();
});

test('by the keyboard alone: a step is added, written, marked, moved, deleted and brought back, and every undo arrives', async t => {
	const person = await signedIn(service);
	const {id} = (await person.call('POST', '/app/v1/tours', {name: 'By keys'})).body.tour;
	const base64 = (await readFile(PICTURES[0]!)).toString('base64');
	await person.call('POST', `/app/v1/tours/${id}/steps`, {title: 'First', image: {base64}});
	const {page, heard, context} = await open(person, `/tours/${id}`);
	const stage = await stageOf(page);
	const stored = async () => {
		await chord(page, 'Control', 's');
		await saved(page);
		return (await person.call('GET', `/app/v1/tours/${id}`)).body.tour.steps as Array<{title: string; highlight: {x: number} | null}>;
	};
	const titles = async () => (await stored()).map(({title}) => title);

	await page.focus('.strip [aria-selected=true]');
	await page.keyboard.press('h');
	await stage.waitForSelector('.frame:focus', PATIENCE);
	await page.keyboard.press('ArrowRight');
	await chord(page, 'Shift', 'ArrowRight');
	t.is((await stored())[0]!.highlight!.x, 0.411);
	// A key that is held comes more often than the stage is drawn.
	await stage.$eval('.frame', frame => {
		for (let count = 0; count < 5; count++) frame.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight', bubbles: true}));
	});
	t.is((await stored())[0]!.highlight!.x, 0.416);

	await page.focus('.strip [aria-selected=true]');
	// Keys may be quicker than the stage.
	await page.evaluate(() => {
		for (const key of ['n', 'Enter']) document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true}));
	});
	await page.waitForFunction(() => document.querySelectorAll('.strip [role=option]').length === 2, PATIENCE);
	await stage.waitForFunction(() => document.activeElement?.matches('.card [data-field=title]'), PATIENCE);
	await page.keyboard.type('Second');
	await page.keyboard.press('Escape');
	t.deepEqual(await titles(), ['First', 'Second']);
	await chord(page, 'Alt', 'ArrowUp');
	t.deepEqual(await titles(), ['Second', 'First']);
	await page.keyboard.press('Delete');
	t.deepEqual(await titles(), ['First']);
	await chord(page, 'Control', 'z');
	t.deepEqual(await titles(), ['Second', 'First']);
	await chord(page, 'Control', 'z');
	t.deepEqual(await titles(), ['First', 'Second']);
	await chord(page, 'Control', 'Shift', 'Z');
	t.deepEqual(await titles(), ['Second', 'First']);
	t.deepEqual(heard, []);
	await context.close();
});

test('without a network what is typed stays, survives the page, and is stored once there is one; a conflict is shown and chosen', async t => {
	const person = await signedIn(service);
	const {id} = (await person.call('POST', '/app/v1/tours', {name: 'Bad days'})).body.tour;
	const step = (await person.call('POST', `/app/v1/tours/${id}/steps`, {type: 'slide', title: 'Before', text: 'As it was'})).body.step;
	const read = async () => (await person.call('GET', `/app/v1/tours/${id}`)).body.tour.steps[0];
	const {page, context} = await open(person, `/tours/${id}`);
	await stageOf(page);
	const title = '.inspector .textfield input';
	await page.setOfflineMode(true);
	await page.type(title, ' and after');
	await page.waitForSelector('[data-state=offline]', PATIENCE);
	t.is((await read()).title, 'Before');
	// The page is gone before anything was sent; the network comes back with the next one.
	await page.close();
	const next = await context.newPage();
	await show(next, `${service.baseUrl}/tours/${id}`);
	await saved(next);
	t.is((await read()).title, 'Before and after');

	await next.setOfflineMode(true);
	await next.type(title, '!');
	await next.waitForSelector('[data-state=offline]', PATIENCE);
	await person.call('PATCH', `/app/v1/tours/${id}/steps/${step.id}`, {title: 'Theirs', text: 'Changed by somebody else'});
	await next.setOfflineMode(false);
	await (await next.waitForSelector('button.save', PATIENCE))!.click();
	await next.waitForSelector('.sides dd', PATIENCE);
	const sides = await next.$$eval('.sides dd', parts => parts.map(({textContent}) => textContent));
	t.deepEqual(sides, ['Before and after!', 'Theirs']);
	await (await next.waitForSelector('.dialog .primary'))!.click();
	await saved(next);
	t.like(await read(), {title: 'Before and after!', text: 'Changed by somebody else'});
	await context.close();
});

test('where a page is half as wide, as at 200 % zoom, the fields of a step stand below each other', async t => {
	const person = await signedIn(service);
	const {id} = (await person.call('POST', '/app/v1/tours', {name: 'Narrow'})).body.tour;
	const base64 = (await readFile(PICTURES[0]!)).toString('base64');
	await person.call('POST', `/app/v1/tours/${id}/steps`, {title: 'First', image: {base64}});
	for (const [width, height] of [
		[720, 450],
		[390, 844],
	] as const) {
		const {page, context} = await open(person, `/tours/${id}`, {width, height});
		await stageOf(page);
		if (width < 720) await page.$eval('.inspector button', button => (button as HTMLElement).click());
		const [inner, outer] = await page.$eval('.inspector .sections', element => [element.scrollWidth, element.clientWidth]);
		t.true(inner! <= outer!, `${inner} in ${outer} at ${width}`);
		await context.close();
	}
});

test('every screen, light and dark, wide and narrow, has nothing that axe finds', async t => {
	const person = await signedIn(service);
	const empty = await signedIn(service);
	const {id} = (await person.call('POST', '/app/v1/tours', {name: 'To look at'})).body.tour;
	await person.call('POST', `/app/v1/tours/${id}/steps`, {type: 'slide', title: 'A slide'});
	for (const [dark, width, height] of [
		[false, 1440, 900],
		[true, 390, 844],
	] as const) {
		for (const [who, path] of [
			[empty, '/'],
			[person, '/'],
			[person, '/bin'],
			[person, `/tours/${id}`],
		] as const) {
			const {page, context} = await open(who, path, {dark, width, height, bypass: true});
			t.deepEqual(await axeViolations(page), [], `${path} ${width}`);
			t.is(await page.evaluate(() => document.documentElement.scrollWidth), width, `${path} scrolls sideways at ${width}`);
			if (path.startsWith('/tours')) {
				await chord(page, 'Control', 'Enter');
				await page.waitForSelector('.weight a', PATIENCE);
				t.deepEqual(await axeViolations(page), [], `publish ${width}`);
			}
			await context.close();
		}
	}
});

test('the editor is for signed-in people who may make tours; everybody else goes where they can go on', async t => {
	const [person, free, nobody] = [await signedIn(service), await signedIn(service, {plan: 'free'}), stranger(service)];
	const page = await person.get('/');
	t.is(page.status, 200);
	t.regex(page.body, /<script type="module" src="\/app\/assets\/editor-[A-Z0-9]+\.js">/);
	t.regex(page.headers.get('content-security-policy')!, /^default-src 'none'; script-src 'self'; style-src 'self';/);
	t.is(page.headers.get('cache-control'), 'no-store');
	t.true((await nobody.get('/')).body.includes('<iframe src='));
	t.is((await nobody.get('/tours/any')).headers.get('location'), `${service.baseUrl}/account/sign-in?next=%2Ftours%2Fany`);
	t.is((await free.get('/')).headers.get('location'), `${service.baseUrl}/settings/limits`);
	t.is((await nobody.get('/app/stage')).status, 401);
	const script = /\/app\/assets\/editor-[A-Z0-9]+\.js/.exec(page.body)![0];
	const asset = await nobody.get(script, {'Accept-Encoding': 'br'});
	t.like(Object.fromEntries(asset.headers), {'cache-control': 'public, max-age=31536000, immutable', 'content-encoding': 'br'});
	t.is((await nobody.get('/app/assets/editor-NOTHERE.js')).status, 404);
	// What somebody is called ends no element of the page.
	const named = await signedIn(service);
	await named.call('PATCH', '/app/v1/account', {name: '"><script>alert(1)</script>'});
	t.false((await named.get('/')).body.includes('<script>alert'));
});
