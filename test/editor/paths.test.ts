import test from 'ava';
import type {Page} from 'puppeteer';
import {axeViolations} from '../helpers/axe.ts';
import {signedIn} from '../helpers/person.ts';
import {type Editor, PATIENCE, type Person, stageOf, startEditor} from './helpers.ts';
import {middle, press, shows} from './on-page.ts';
import {readTour, storedTour, type Tour, tourOf} from './path-tours.ts';

/** Ways through a tour, made by hand: on the map, in the fields and on the stage. */

let editor: Editor;
let person: Person;
test.before(async () => {
	editor = await startEditor();
	person = await signedIn(editor.service);
});
test.after.always(() => editor?.stop());

const makeTour = (titles: string[]) => tourOf(person, titles);
const read = (id: string) => readTour(person, id);
const stored = (page: Page, id: string, isSo: (tour: Tour) => boolean) => storedTour(person, page, id, isSo);

test('a fork is made by a pointer, is named at once, and taken back', async t => {
	t.timeout(120_000);
	const id = await makeTour(['Ask', 'Prices', 'Reports']);
	const {page, context, heard} = await editor.open(person, `/tours/${id}`, {bypass: true});
	await page.click('.bar [aria-label=Paths]');
	const [first, , third] = (await read(id)).steps;
	await page.waitForSelector(`[data-step="${third.id}"]`, PATIENCE);
	await page.mouse.move(...(await middle(page, `[data-handle="${first.id}"]`)));
	await page.mouse.down();
	await page.mouse.move(...(await middle(page, `[data-step="${third.id}"] .title`)), {steps: 8});
	await page.waitForSelector('.loose', PATIENCE);
	await page.mouse.up();
	await page.waitForSelector('.flow-foot input', PATIENCE);
	await page.keyboard.type('See reports');
	await page.keyboard.press('Enter');
	const tour = await stored(page, id, ({steps}) => steps[0].actions?.buttons?.[0]?.label === 'See reports');
	const {id: _id, ...button} = tour.steps[0].actions.buttons[0];
	t.deepEqual(button, {label: 'See reports', target: {to: 'step', step: third.id}});
	t.deepEqual(tour.steps[0].actions.next, {to: 'next'}, 'the way that was there stays');
	t.deepEqual(await axeViolations(page), []);
	await press(page, '.flow .views button', 'List');
	await shows(page, 'Button “See reports”', '.flow-list');
	await page.keyboard.down('Control');
	await page.keyboard.press('z');
	await page.keyboard.press('z');
	await page.keyboard.up('Control');
	t.is((await stored(page, id, ({steps}) => !steps[0].actions)).steps[0].actions, undefined);
	t.deepEqual(heard, []);
	await context.close();
});

test('a fork is made by the keyboard alone', async t => {
	t.timeout(120_000);
	const id = await makeTour(['Ask', 'Prices', 'Reports']);
	const {page, context} = await editor.open(person, `/tours/${id}`, {bypass: true});
	const {steps} = await read(id);
	await page.keyboard.press('f');
	const focus = (step: string) =>
		page.waitForFunction(wanted => (document.activeElement as SVGElement | null)?.dataset.step === wanted, PATIENCE, step);
	await focus(steps[0].id);
	await page.keyboard.press('l');
	await page.keyboard.press('ArrowRight');
	await focus(steps[1].id);
	await page.keyboard.press('ArrowRight');
	await focus(steps[2].id);
	await page.keyboard.press('Enter');
	await page.waitForSelector('.flow-foot input:focus', PATIENCE);
	await page.keyboard.type('Reports');
	await page.keyboard.press('Enter');
	await focus(steps[0].id);
	// A second one, to the end; and one that is begun and left.
	await page.keyboard.press('l');
	await page.keyboard.press('e');
	await page.waitForSelector('.flow-foot input:focus', PATIENCE);
	await page.keyboard.press('Enter');
	await focus(steps[0].id);
	await page.keyboard.press('l');
	await page.waitForSelector('.flow-room.linking', PATIENCE);
	await page.keyboard.press('Escape');
	await page.waitForSelector('.flow-room:not(.linking)', PATIENCE);
	await page.keyboard.press('ArrowRight');
	await focus(steps[1].id);
	await page.keyboard.press('Enter');
	await page.waitForSelector('.flow', {...PATIENCE, hidden: true});
	await page.waitForSelector('.row.shown[title^="2."]', PATIENCE);
	const tour = await stored(page, id, ({steps}) => steps[0].actions?.buttons?.length === 2);
	t.deepEqual(
		tour.steps[0].actions.buttons.map(({label, target}: {label: string; target: object}) => [label, target]),
		[
			['Reports', {to: 'step', step: steps[2].id}],
			['Button 2', {to: 'end'}],
		],
	);
	await context.close();
});

test('the browser’s Back leads from the map and the preview to the step, and from there to the tours, however the map was closed', async t => {
	const id = await makeTour(['Ask', 'Prices']);
	const {page, context} = await editor.open(person, '/');
	await page.click(`.card a[href^="/tours/${id}"]`);
	const open = async () => {
		await page.waitForSelector('.strip [aria-selected=true]', PATIENCE);
		await page.click('.bar [aria-label=Paths]');
		await page.waitForSelector('.flow[open]', PATIENCE);
	};
	await open();
	const entries = await page.evaluate(() => history.length);
	await page.goBack();
	await page.waitForSelector('.flow', {hidden: true, ...PATIENCE});
	t.is(new URL(page.url()).pathname, `/tours/${id}`);
	for (const end of ['Escape', 'back'] as const) {
		await open();
		if (end === 'back') await page.evaluate(() => history.back());
		else await page.keyboard.press(end);
		await page.waitForSelector('.flow', {hidden: true, ...PATIENCE});
	}
	// Opened again as soon as it is closed, it is open.
	await open();
	await page.keyboard.press('Escape');
	// Closed, and known as closed: the browser reports it a task later.
	await page.waitForFunction(() => !document.querySelector('.flow'), PATIENCE);
	await page.keyboard.press('f');
	await page.waitForSelector('.flow[open]', PATIENCE);
	await new Promise(resolve => setTimeout(resolve, 300));
	t.not(await page.$('.flow[open]'), null);
	await page.keyboard.press('Escape');
	await page.waitForFunction(() => !document.querySelector('.flow') && !history.state?.over, PATIENCE);
	t.is(await page.evaluate(() => history.length), entries, 'no entry for each time');
	await page.keyboard.press('p');
	await page.waitForSelector('.playing iframe', PATIENCE);
	await page.goBack();
	await page.waitForSelector('.playing', {hidden: true, ...PATIENCE});
	await page.waitForSelector('.strip [aria-selected=true]', PATIENCE);
	await page.goBack();
	await page.waitForSelector('.card', PATIENCE);
	await context.close();
});

test('a map of 500 steps draws what is seen of it, wherever one scrolls', async t => {
	t.timeout(180_000);
	const id = await makeTour(Array.from({length: 500}, (_, index) => `Step ${index + 1}`));
	const {page, context} = await editor.open(person, `/tours/${id}`, {bypass: true});
	await page.keyboard.press('f');
	await page.waitForSelector('.flow .node', PATIENCE);
	const counts = () => page.$eval('.flow', flow => [flow.querySelectorAll('.node').length, flow.querySelectorAll('*').length] as const);
	for (const share of [0, 0.3, 0.99]) {
		const seen = await page.$eval(
			'.flow-room',
			async (room, at) => {
				room.scrollLeft = at * room.scrollWidth;
				await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
				const {left, right} = room.getBoundingClientRect();
				return [...room.querySelectorAll('.node')].filter(
					node => node.getBoundingClientRect().left < right && node.getBoundingClientRect().right > left,
				).length;
			},
			share,
		);
		t.true(seen >= 4, `${seen} steps are seen at ${share}`);
		const [nodes, elements] = await counts();
		t.true(nodes <= 16, `${nodes} steps are drawn`);
		t.true(elements <= 400, `${elements} elements`);
	}
	// Within what is drawn, and a mouse that drags it, nothing is drawn again.
	const changes = await page.$eval('.flow-room', async room => {
		room.scrollLeft = 6 * 264;
		const frame = () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
		await frame();
		const seen: MutationRecord[] = [];
		const watcher = new MutationObserver(records => seen.push(...records));
		watcher.observe(room, {subtree: true, childList: true, attributes: true, characterData: true});
		for (let moved = 0; moved < 12; moved++) {
			room.scrollLeft += 4;
			await frame();
		}
		watcher.disconnect();
		return seen.length;
	});
	t.is(changes, 0, 'the page while the map is moved by 48 pixels');
	const left = () => page.$eval('.flow-room', room => room.scrollLeft);
	const before = await left();
	const {x, y} = await page.$eval('.flow-room', room => {
		const {left, bottom} = room.getBoundingClientRect();
		return {x: left + 600, y: bottom - 40};
	});
	await page.mouse.move(x, y);
	await page.mouse.down();
	await page.mouse.move(x - 300, y, {steps: 10});
	await page.mouse.up();
	t.is(await left(), before + 300);
	await page.keyboard.press('-');
	await page.keyboard.press('-');
	await page.waitForFunction(() => document.querySelector('.zooms')?.textContent?.includes('64 %'), PATIENCE);
	await context.close();
});

test('buttons are made in the fields: named, led elsewhere by the list, by the strip and out of the tour, and faults are said', async t => {
	t.timeout(120_000);
	const id = await makeTour(['Ask', 'Prices', 'Reports']);
	const {page, context} = await editor.open(person, `/tours/${id}`, {bypass: true});
	const {steps} = await read(id);
	await press(page, '.section summary', 'Buttons and hotspots');
	await press(page, '.section button', 'Add a button');
	await page.waitForSelector('.action input:focus', PATIENCE);
	await page.keyboard.type('Go on');
	await press(page, '.section button', 'Add a button');
	await page.waitForFunction(() => document.querySelectorAll('.action').length === 2, PATIENCE);
	await shows(page, 'Decide before you publish', '.action:nth-child(2)');
	await press(page, '.action:nth-child(2) .chosen');
	await press(page, '.targets:popover-open [role=option]', 'Reports');
	t.deepEqual(
		(await stored(page, id, tour => tour.steps[0].actions?.buttons?.[1]?.target.to === 'step')).steps[0].actions.buttons[1].target,
		{
			to: 'step',
			step: steps[2].id,
		},
	);
	// In the strip; Escape leaves that.
	for (const key of ['Escape', 'pick'] as const) {
		await press(page, '.action:nth-child(2) .chosen');
		await press(page, '.targets:popover-open .pick');
		await page.waitForSelector('.strip.picking', PATIENCE);
		if (key === 'Escape') await page.keyboard.press('Escape');
		else await page.click('.strip [role=option]:nth-child(2)');
		await page.waitForSelector('.strip:not(.picking)', PATIENCE);
		await page.waitForSelector('.row.shown[title^="1."]', PATIENCE);
	}
	const picked = await stored(page, id, tour => tour.steps[0].actions.buttons[1].target.step === steps[1].id);
	t.is(picked.steps[0].actions.buttons[1].target.step, steps[1].id);
	t.is(picked.steps[0].actions.buttons[0].label, 'Go on');
	// Out of the tour.
	await press(page, '.action:nth-child(1) .chosen');
	await press(page, '.targets:popover-open [role=option]', 'A URL outside the tour');
	await page.waitForSelector('.action:nth-child(1) input[placeholder="https://"]:focus', PATIENCE);
	await page.keyboard.type('javascript:alert(1)');
	await shows(page, 'A full URL with https://', '.action:nth-child(1)');
	t.is((await read(id)).steps[0].actions.buttons[0].target.to, 'next');
	await page.$eval('.action input[placeholder="https://"]', input => (input as HTMLInputElement).select());
	await page.keyboard.type('https://example.com/prices');
	const out = await stored(page, id, tour => tour.steps[0].actions.buttons[0].target.url === 'https://example.com/prices');
	t.is(out.steps[0].actions.buttons[0].target.url, 'https://example.com/prices');
	t.deepEqual(await axeViolations(page), []);
	await page.setViewport({width: 1024, height: 480});
	t.is(await page.evaluate(() => document.documentElement.scrollHeight), 480, 'the fields scroll, the page does not');
	await context.close();
});

test('a hotspot is drawn on the stage, moved by arrows over the highlight, and deleted without its step', async t => {
	t.timeout(120_000);
	const id = await makeTour(['Ask', 'Prices']);
	await person.call('PATCH', `/app/v1/tours/${id}/steps/${(await read(id)).steps[0].id}`, {
		highlight: {x: 0.2, y: 0.2, width: 0.4, height: 0.4},
	});
	const {page, context} = await editor.open(person, `/tours/${id}`, {bypass: true});
	const stage = await stageOf(page);
	await press(page, '.section summary', 'Buttons and hotspots');
	const draw = await page.waitForFunction(
		() => [...document.querySelectorAll<HTMLElement>('.section button')].find(({textContent}) => textContent.includes('Draw a hotspot')),
		PATIENCE,
	);
	await draw.asElement()!.evaluate(button => (button as HTMLElement).scrollIntoView());
	await (draw.asElement() as import('puppeteer').ElementHandle<HTMLElement>).click();
	await stage.waitForSelector('.drawing-spot', PATIENCE);
	const {drag} = await import('./helpers.ts');
	await drag(page, [0.3, 0.3], [0.5, 0.5]);
	await stage.waitForSelector('.pressed:focus', PATIENCE);
	const first = (await stored(page, id, tour => tour.steps[0].actions?.hotspots?.length === 1)).steps[0].actions.hotspots[0];
	t.true(Math.abs(first.area.x - 0.3) < 0.01 && Math.abs(first.area.width - 0.2) < 0.01, JSON.stringify(first.area));
	await page.keyboard.press('ArrowRight');
	const moved = await stored(page, id, tour => tour.steps[0].actions.hotspots[0].area.x > first.area.x);
	t.is(moved.steps[0].actions.hotspots[0].area.x, Math.round((first.area.x + 0.001) * 10_000) / 10_000);
	await page.keyboard.type('Novo');
	const named = await stored(page, id, tour => tour.steps[0].actions.hotspots[0].label === 'Novo');
	t.is(named.steps.length, 2, 'no letter was a shortcut');
	await drag(page, [0.4, 0.4], [0.6, 0.6]);
	const dragged = await stored(page, id, tour => tour.steps[0].actions.hotspots[0].area.x > 0.45);
	t.deepEqual(dragged.steps[0].highlight, {x: 0.2, y: 0.2, width: 0.4, height: 0.4}, 'the highlight below it stays');
	const areaOf = (tour: Tour) => tour.steps[0].actions.hotspots[0].area;
	const [x, , width] = await page.$$('.actions-list fieldset input');
	const write = async (field: typeof x, text: string) => {
		await field!.click({count: 3});
		await page.keyboard.type(text);
	};
	await write(x, '12,5');
	const placed = await stored(page, id, tour => areaOf(tour).x === 0.125);
	t.is(areaOf(placed).width, areaOf(dragged).width, 'only moved');
	await write(width, '99');
	t.is(areaOf(await stored(page, id, tour => areaOf(tour).width > 0.5)).width, 0.875, 'as wide as the picture has room');
	await stage.focus('.pressed');
	await page.keyboard.press('Delete');
	const gone = await stored(page, id, tour => !tour.steps[0].actions);
	t.is(gone.steps.length, 2);
	t.is(gone.steps[0].actions, undefined);
	await context.close();
});

test('map, list, chapters and fields have nothing that axe finds, wide and narrow, light and dark', async t => {
	t.timeout(240_000);
	const id = await makeTour([
		'What do you want to see?',
		'Prices',
		'Round and round',
		'A title that is longer than there is room for on the map',
	]);
	const {steps} = await read(id);
	const to = (step: number) => ({to: 'step', step: steps[step].id});
	const area = {x: 0.1, y: 0.1, width: 0.3, height: 0.2};
	const hotspots = [{label: 'Menu', area, target: {to: 'later'}}];
	const put = (step: number, body: object) => person.call('PUT', `/app/v1/tours/${id}/steps/${steps[step].id}/actions`, body);
	await put(0, {
		buttons: [
			{label: 'Prices', target: to(1)},
			{label: 'Our site', target: {to: 'url', url: 'https://example.com/'}},
		],
		hotspots,
	});
	await put(1, {next: {to: 'end'}});
	await put(2, {next: to(2)});
	for (const width of [1440, 390]) {
		for (const dark of [false, true]) {
			const {page, context, heard} = await editor.open(person, `/tours/${id}`, {width, height: 844, dark, bypass: true});
			const faults = async (what: string) => t.deepEqual(await axeViolations(page), [], `${what} at ${width}, ${dark ? 'dark' : 'light'}`);
			await (await stageOf(page)).waitForSelector('[data-field=title]', PATIENCE);
			if (width < 720) await page.click('.pull');
			await press(page, '.section summary', 'Buttons and hotspots');
			await page.waitForSelector('.action', PATIENCE);
			await faults('fields');
			await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
			await page.keyboard.press('f');
			await page.waitForSelector('.node.lost', PATIENCE);
			await shows(page, '2 steps that nobody reaches', '.flow-foot');
			await shows(page, '1 choice to be decided', '.flow-foot');
			await faults('map');
			for (const view of ['List', 'Chapters']) {
				await press(page, '.flow .views button', view);
				await faults(view);
			}
			t.deepEqual(heard, []);
			await context.close();
		}
	}
});

test('a step that nobody reaches is marked in the strip, until a way leads there', async t => {
	t.timeout(120_000);
	const id = await makeTour(['Ask', 'Prices', 'Reports']);
	const {page, context, heard} = await editor.open(person, `/tours/${id}`, {bypass: true});
	const {steps} = await read(id);
	const marked = () =>
		page.$$eval('.strip .row:has(.mark[title*="Nothing leads here"])', rows => rows.map(row => row.getAttribute('title')));
	t.deepEqual(await marked(), []);
	const put = (target: object) =>
		person.call('PUT', `/app/v1/tours/${id}/steps/${steps[0].id}/actions`, {buttons: [{label: 'Reports', target}]});
	await put({to: 'step', step: steps[2].id});
	await page.waitForSelector('.strip .row[title^="2."] .mark[title*="Nothing leads here"]', PATIENCE);
	t.deepEqual(await marked(), ['2. Prices']);
	t.deepEqual(await axeViolations(page), []);
	await put({to: 'step', step: steps[1].id});
	await page.waitForSelector('.strip .row[title^="2."] .mark', {...PATIENCE, hidden: true});
	t.deepEqual(await marked(), []);
	t.deepEqual(heard, []);
	await context.close();
});

test('chapters are named beside the map and stand in the strip, and a preview goes the way that is chosen, and back', async t => {
	t.timeout(120_000);
	const id = await makeTour(['Ask', 'Prices', 'Reports']);
	const {steps} = await read(id);
	await person.call('PATCH', `/app/v1/tours/${id}/steps/${steps[0].id}`, {scene: 4});
	await person.call('PUT', `/app/v1/tours/${id}/steps/${steps[0].id}/actions`, {
		buttons: [{label: 'Reports', target: {to: 'step', step: steps[2].id}}],
	});
	const {page, context, heard} = await editor.open(person, `/tours/${id}`);
	await page.keyboard.press('f');
	await press(page, '.flow .views button', 'Chapters');
	await page.waitForSelector('.flow-chapters input', PATIENCE);
	await page.type('.flow-chapters input', 'Begin here');
	t.deepEqual((await stored(page, id, ({chapters}) => chapters?.[0].title === 'Begin here')).chapters, [{scene: 4, title: 'Begin here'}]);
	await page.keyboard.press('Escape');
	await shows(page, 'Begin here', '.strip .scene');
	await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
	await page.keyboard.press('p');
	const frame = await page.waitForFrame(candidate => candidate.url().includes('/app/preview'), PATIENCE);
	const shown = (title: string) =>
		frame.waitForFunction(text => document.querySelector('.step.on')?.textContent?.includes(text), PATIENCE, title);
	await shown('Ask');
	await (await frame.waitForSelector('.step.on .calls a', PATIENCE))!.evaluate(link => (link as HTMLElement).click());
	await shown('Reports');
	await page.keyboard.press('ArrowLeft');
	await shown('Ask');
	t.deepEqual(heard, []);
	await context.close();
});

test('what somebody else makes of a button is said as a sentence, and both buttons stay', async t => {
	t.timeout(120_000);
	const id = await makeTour(['Ask', 'Prices', 'Reports']);
	const {steps} = await read(id);
	const later = (name: string) => ({id: name.toLowerCase(), label: name, target: {to: 'later'}});
	const to = (step: number) => ({to: 'step', step: steps[step].id});
	const put = (buttons: object[]) => person.call('PUT', `/app/v1/tours/${id}/steps/${steps[0].id}/actions`, {buttons});
	await put([later('Pricing'), later('Numbers')]);
	const {page, context} = await editor.open(person, `/tours/${id}`);
	// Once the tour is followed.
	await new Promise(done => setTimeout(done, 2500));
	await put([{...later('Pricing'), target: to(1)}, later('Numbers')]);
	await shows(page, 'Button “Pricing” now leads to step 2, “Prices”');
	await press(page, '.section summary', 'Buttons and hotspots');
	await press(page, '.action:nth-child(2) .chosen');
	await press(page, '.targets:popover-open [role=option]', 'Reports');
	const both = await stored(page, id, tour => tour.steps[0].actions.buttons[1].target.to === 'step');
	t.deepEqual(
		both.steps[0].actions.buttons.map(({target}: {target: object}) => target),
		[to(1), to(2)],
	);
	await context.close();
});
