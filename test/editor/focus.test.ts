import test from 'ava';
import type {Page} from 'puppeteer';
import {signedIn} from '../helpers/person.ts';
import {choose, chord, type Editor, PATIENCE, PICTURES, stageOf, startEditor} from './helpers.ts';
import {tourOf} from './path-tours.ts';

/** The keyboard's place on the page: it is never lost, whatever is deleted and whichever screen comes next. */

let editor: Editor;
test.before(async () => {
	editor = await startEditor();
});
test.after.always(() => editor?.stop());

/** Waits until the focus is on an element that matches; an error says where it is instead. */
async function holds(page: Page, selector: string, why: string): Promise<void> {
	const found = (wanted: string) => document.activeElement?.matches(wanted);
	await page.waitForFunction(found, {timeout: 10_000}, selector).catch(async error => {
		throw new Error(`${why}: ${await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200))}`, {cause: error});
	});
	// It stays there once everything is drawn.
	await new Promise(done => setTimeout(done, 150));
	if (!(await page.evaluate(found, selector))) throw new Error(`${why}: it went on to another place`);
}

const press = async (page: Page, selector: string, key: 'Enter' | 'Space' = 'Enter') => {
	await page.waitForSelector(selector, PATIENCE);
	await page.focus(selector);
	await page.keyboard.press(key);
};

test.serial('each change of screen leads to the heading of the next one, and the first screen takes nothing', async t => {
	const person = await signedIn(editor.service);
	await tourOf(person, ['One', 'Two']);
	const {page, context} = await editor.open(person, '/');
	t.true(await page.evaluate(() => document.activeElement === document.body));
	const places = await page.$$eval('.side .ways a', all => all.map(way => way.getAttribute('href')!));
	t.true(places.length >= 5);
	for (const place of [...places.slice(1), places[0]!]) {
		await press(page, `.side .ways a[href="${place}"]`);
		await page.waitForFunction(path => location.pathname === path, PATIENCE, place);
		await holds(page, '.content h1', place);
	}
	await press(page, '.card .open');
	await stageOf(page);
	await holds(page, '.bar h1', 'the editor');
	await page.keyboard.press('n');
	await page.waitForFunction(() => document.querySelectorAll('.strip .row').length === 3, PATIENCE);
	await press(page, '.bar .wide[aria-haspopup=menu]');
	await page.keyboard.press('Enter');
	await page.waitForSelector('.presets', PATIENCE);
	await holds(page, 'h1', 'the theme');
	await press(page, '.screens a:not([aria-current])');
	await page.waitForSelector('.lookfields:not(:has(.presets))', PATIENCE);
	await holds(page, 'h1', 'the form');
	await press(page, '.back');
	await stageOf(page);
	await holds(page, '.bar h1', 'the editor again');
	await page.goBack();
	await page.waitForSelector('.lookfields', PATIENCE);
	await holds(page, 'h1', 'back by the browser');
	await context.close();
});

test.serial('files that become a tour lead to its name', async t => {
	const {page, context} = await editor.open(await signedIn(editor.service), '/');
	await choose(page, PICTURES.slice(0, 1));
	await stageOf(page);
	await t.notThrowsAsync(holds(page, '.bar h1', 'the new tour'));
	await context.close();
});

test.serial('what is deleted hands the focus on to what lies beside it', async t => {
	const person = await signedIn(editor.service);
	const id = await tourOf(person, ['One', 'Two', 'Three']);
	const {page, context} = await editor.open(person, `/tours/${id}`);
	await stageOf(page);
	await press(page, '.inspector .section:has(.count), .inspector details.section:not([open]) summary');
	for (const kind of ['Add a button', 'Draw a hotspot']) {
		for (const [index] of [0, 1, 2].entries()) {
			const button = await page.waitForFunction(
				words => [...document.querySelectorAll<HTMLElement>('.inspector .button')].find(({textContent}) => textContent === words),
				PATIENCE,
				kind,
			);
			await button.asElement()!.evaluate(element => (element as HTMLElement).focus());
			await page.keyboard.press('Enter');
			await page.waitForFunction((list, count) => document.querySelectorAll(list).length === count, PATIENCE, '.action', index + 1);
		}
		const left = (count: number) => page.waitForFunction(wanted => document.querySelectorAll('.action').length === wanted, PATIENCE, count);
		const bin = '.does .icon:last-child';
		await press(page, `.action:first-child ${bin}`);
		await left(2);
		await holds(page, `.action:first-child ${bin}`, `${kind}: the next one`);
		await press(page, `.action:last-child ${bin}`);
		await left(1);
		await holds(page, `.action ${bin}`, `${kind}: the one that is left`);
		await page.keyboard.press('Enter');
		await left(0);
		await holds(page, '.inspector .button', `${kind}: to add another`);
		t.is(await page.evaluate(() => document.activeElement!.textContent), kind);
	}

	await page.focus('.strip .row');
	await chord(page, 'Control', 'a');
	await page.keyboard.press('Delete');
	await page.waitForSelector('.strip .row', {hidden: true, ...PATIENCE});
	await holds(page, '.strip .heading button', 'the place of an empty list');
	await chord(page, 'Control', 'z');
	await holds(page, '.strip .row.shown', 'the steps are back');

	await page.keyboard.press('Home');
	await page.keyboard.press('r');
	await (await stageOf(page)).waitForSelector('.area:focus', PATIENCE);
	await page.keyboard.press('Escape');
	await holds(page, '.strip .row.shown', 'redacting was left');

	for (const name of ['Undo', 'Redo'] as const) {
		const button = `.bar [aria-label=${name}]`;
		await page.focus(button);
		for (let turn = 0; turn < 20 && (await page.$(`${button}[aria-disabled=false]`)); turn++) await page.keyboard.press('Enter');
		await holds(page, `${button}[aria-disabled=true]`, name);
	}
	await context.close();
});

test.serial('a tour that goes to the bin hands the focus on to its neighbour, and the last one to what makes another', async t => {
	const person = await signedIn(editor.service);
	for (const title of ['One', 'Two']) await tourOf(person, [title]);
	const {page, context} = await editor.open(person, '/');
	// The first focus loads what follows it.
	await page.focus('.card [aria-haspopup=menu]');
	await page.waitForNetworkIdle({idleTime: 200});
	for (const [left, place] of [
		[1, '.card [aria-haspopup=menu]'],
		[0, '.content .button'],
	] as const) {
		await press(page, '.card [aria-haspopup=menu]');
		await page.keyboard.press('End');
		await page.keyboard.press('Enter');
		await page.waitForFunction(count => document.querySelectorAll('.card').length === count, PATIENCE, left);
		await t.notThrowsAsync(holds(page, place, `${left} left`));
	}
	await context.close();
});

test.serial('the colours of the preset come back, and the focus stays among the colours', async t => {
	const person = await signedIn(editor.service);
	const {page, context} = await editor.open(person, `/tours/${await tourOf(person, ['One'])}/theme`);
	const field = await page.waitForSelector('.color .hex', PATIENCE);
	await field!.click({count: 3});
	await page.keyboard.type('#112233');
	await press(page, '.colors .titled .link');
	await page.waitForSelector('.colors .titled .link', {hidden: true, ...PATIENCE});
	await t.notThrowsAsync(holds(page, '.colors input', 'beside it'));
	await context.close();
});

test.serial('arrows go through the languages; Enter takes one, and the focus stays on the list', async t => {
	const person = await signedIn(editor.service);
	const {page, context} = await editor.open(person, '/');
	await page.waitForSelector('.language select', PATIENCE);
	await page.focus('.language select');
	await page.keyboard.press('ArrowDown');
	await page.keyboard.press('ArrowUp');
	await page.keyboard.press('ArrowDown');
	await new Promise(done => setTimeout(done, 300));
	t.is(await page.$eval('html', html => html.lang), 'en');
	const wanted = await page.$eval('.language select', select => (select as HTMLSelectElement).value);
	t.not(wanted, 'en');
	await Promise.all([page.waitForNavigation(PATIENCE), page.keyboard.press('Enter')]);
	await holds(page, '.language select', 'the list of languages');
	t.is(await page.$eval('html', html => html.lang.toLowerCase()), wanted);
	await context.close();
});

test.serial(
	'keys without Ctrl mean the steps on the strip, the stage and the page, and nothing on a control that was come to by keys',
	async t => {
		const person = await signedIn(editor.service);
		const {page, context} = await editor.open(person, `/tours/${await tourOf(person, ['One', 'Two', 'Three', 'Four'])}`);
		await stageOf(page);
		const state = () =>
			page.evaluate(() =>
				[
					document.querySelectorAll('.strip .row').length,
					document.querySelectorAll('dialog[open], .tools .redact, .room.zoomed').length,
				].join(),
			);
		const untouched = await state();
		await page.focus('.bar .title');
		const visited = new Set<string>();
		// Once around the page, by Tab: each control that has the focus is tried.
		for (let turn = 0; turn < 80; turn++) {
			await page.keyboard.press('Tab');
			const name = await page.evaluate(() => {
				const {activeElement: one} = document;
				return one?.matches('a,button,select,summary') ? `${one.className} ${one.ariaLabel ?? one.textContent}` : null;
			});
			if (!name || visited.has(name)) continue;
			visited.add(name);
			const isList = await page.evaluate(() => document.activeElement!.matches('select'));
			for (const key of ['n', 'Delete', 'Backspace', 'h', 'c', 'r', 'p', 'f', '+', '?'] as const)
				if (!isList) await page.keyboard.press(key);
			t.is(await state(), untouched, name);
		}
		t.true(visited.size > 20, [...visited].join());
		const becomes = (count: number) =>
			page.waitForFunction(most => document.querySelectorAll('.strip .row').length === most, PATIENCE, count);
		await page.focus('.strip .row.shown');
		await page.keyboard.press('End');
		await page.waitForSelector('.strip .row.shown:last-of-type:focus', PATIENCE);
		await page.keyboard.press('Home');
		await page.waitForSelector('.strip .row.shown:first-of-type:focus', PATIENCE);
		await page.keyboard.press('n');
		await becomes(5);
		await page.keyboard.press('Backspace');
		await becomes(4);
		// A pointer leaves the focus on what it presses, which means nothing.
		await page.click('.bar [aria-label=Undo]');
		await becomes(5);
		await page.keyboard.press('n');
		await becomes(6);
		await page.keyboard.press('Delete');
		await becomes(5);
		await page.keyboard.press('Backspace');
		t.is((await page.$$('.strip .row')).length, 5);
		await context.close();
	},
);

test.serial('what keys have done is said: undo and redo, copies, new slides, all steps, the place of a mark', async t => {
	const person = await signedIn(editor.service);
	const {page, context} = await editor.open(person, `/tours/${await tourOf(person, ['One', 'Two'])}`);
	const stage = await stageOf(page);
	const said = (words: string) =>
		page.waitForFunction(
			text => [...document.querySelectorAll('[role=status]')].some(({textContent}) => textContent.includes(text)),
			{timeout: 10_000},
			words,
		);
	await page.focus('.strip .row.shown');
	for (const [key, words] of [
		['a', '2 steps selected'],
		['d', 'Duplicate: Position 3 of 4'],
		['z', 'Undone: new step'],
		['y', 'Redone: new step'],
	] as const) {
		await chord(page, 'Control', key);
		await t.notThrowsAsync(said(words), words);
	}
	await page.keyboard.press('Home');
	await page.keyboard.press('n');
	await t.notThrowsAsync(said('Slide: Position 2 of 5'));
	await page.keyboard.press('Home');
	await page.waitForSelector('.strip .row.shown:first-of-type:focus', PATIENCE);
	await page.keyboard.press('h');
	await stage.waitForSelector('.frame:focus', PATIENCE);
	await page.keyboard.press('ArrowRight');
	await t.notThrowsAsync(said('Y 44 %, Width 20 %, Height 12 %'));
	await context.close();
});

test.serial('a finding of publishing leads to the control at fault, from the tour and from its theme', async t => {
	const person = await signedIn(editor.service);
	const id = await tourOf(person, ['One', 'Two']);
	const {steps} = (await person.call('GET', `/app/v1/tours/${id}`)).body.tour;
	await person.call('PUT', `/app/v1/tours/${id}/steps/${steps[1].id}/actions`, {buttons: [{label: 'Prices', target: {to: 'later'}}]});
	for (const path of [`/tours/${id}`, `/tours/${id}/theme`]) {
		const {page, context} = await editor.open(person, path);
		await press(page, '.bar .button.primary');
		await (await page.waitForSelector('.checks .bad .places button', PATIENCE))!.focus();
		await page.keyboard.press('Enter');
		await holds(page, '.action .chosen[aria-invalid=true]', path);
		const why = await page.evaluate(() => document.getElementById(document.activeElement!.getAttribute('aria-describedby')!)?.textContent);
		t.regex(why ?? '', /^Decide before you publish/);
		await context.close();
	}
});
