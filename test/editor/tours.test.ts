import {mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import test from 'ava';
import type {ElementHandle} from 'puppeteer';
import {axeViolations} from '../helpers/axe.ts';
import {packBundle} from '../helpers/bundles.ts';
import {signedIn} from '../helpers/person.ts';
import {type Editor, PATIENCE, PICTURES, startEditor} from './helpers.ts';

/** Looking for tours among many. */

let editor: Editor;
test.before(async () => {
	editor = await startEditor();
});
test.after.always(() => editor?.stop());

/** A page of the list and some. */
const COUNT = 60;

test('tours are found, filtered and sorted by the service, a page at a time', async t => {
	const person = await signedIn(editor.service);
	const agent = await editor.service.client({accountId: person.accountId});
	for (let index = 0; index < COUNT; index++)
		await person.call('POST', '/app/v1/tours', {name: `Passo a passo ${String(index).padStart(2, '0')}`});
	await agent('POST', '/v1/tours', {body: {name: 'Configuração do agente'}});
	await person.call('POST', '/app/v1/tours', {name: 'Zebra'});
	const {page, heard, context} = await editor.open(person, '/', {bypass: true});
	const names = () => page.$$eval('.card .name', cards => cards.map(({textContent}) => textContent));
	const shows = (wanted: (names: string[]) => boolean) =>
		page.waitForFunction(
			(source: string) =>
				new Function('names', `return (${source})(names)`)([...document.querySelectorAll('.card .name')].map(name => name.textContent)),
			PATIENCE,
			wanted.toString(),
		);
	t.is((await names()).length, 48);
	t.is((await names())[0], 'Zebra');
	await page.click('.nothing .button');
	await shows(found => found.length === 62);
	// In whatever case, without accents, words in any order; also what no page has shown.
	await page.type('.search input', 'AGENTE configuracao');
	await shows(found => found.length === 1 && found[0] === 'Configuração do agente');
	await page.focus('.search input');
	await page.keyboard.press('x');
	await page.waitForSelector('.nothing [type=button]', PATIENCE);
	await page.click('.nothing [type=button]');
	await shows(found => found.length === 48);
	await page.select('.narrowing select', 'name');
	await shows(found => found[0] === 'Configuração do agente' && found[1] === 'Passo a passo 00');
	await page.click('.filters button:nth-child(4)');
	await shows(found => found.length === 1);
	await page.click('.filters button:nth-child(2)');
	await shows(found => found.length === 0);
	t.deepEqual(await axeViolations(page), []);
	await page.click('.filters button');
	await shows(found => found.length === 48);
	await page.click('.layouts button:last-child');
	await page.waitForSelector('.grid.listed', PATIENCE);
	t.deepEqual(await axeViolations(page), []);
	t.deepEqual(heard, []);
	await context.close();
	const again = await editor.open(person, '/');
	t.is(await again.page.evaluate(() => document.documentElement.scrollWidth), 1440);
	await again.context.close();
});

test('a bundle is opened as a tour; what cannot be opened is said with its place, in the language of the person', async t => {
	const folder = await mkdtemp(join(tmpdir(), 'roteiro-brought-'));
	t.teardown(() => rm(folder, {recursive: true}));
	const picture = await readFile(PICTURES[0]!);
	const steps = [
		{title: 'Um', image: {file: 'media/um.png'}},
		{title: 'Dois', type: 'slide'},
	];
	const tour = {name: 'Trazido', language: 'pt-BR', steps};
	const saved = async (name: string, bytes: Buffer) => {
		await writeFile(join(folder, name), bytes);
		return join(folder, name);
	};
	const whole = await saved('brought.zip', await packBundle(tour, [{name: 'media/um.png', bytes: picture, stored: true}]));
	const empty = await saved('empty.zip', await packBundle(tour));
	const none = await saved('none.ZIP', Buffer.from('No zip at all.'));

	const person = await signedIn(editor.service);
	const {page, heard, context} = await editor.open(person, '/', {bypass: true});
	const bring = async (file: string) => {
		const [, input] = await page.$$('.head input[type=file]');
		await (input as ElementHandle<HTMLInputElement>).uploadFile(file);
	};
	const says = (text: string) =>
		page.waitForFunction(
			(wanted: string) => [...document.querySelectorAll('.toast span')].some(({textContent}) => textContent === wanted),
			PATIENCE,
			text,
		);
	await bring(none);
	await says('none.ZIP: not a tour bundle that can be opened; to use its pictures, extract them');
	await bring(empty);
	await says('empty.zip: not a tour bundle that can be opened (steps[0].image.file); to use its pictures, extract them');
	t.is(await page.$('.making'), null);
	await bring(whole);
	await page.waitForFunction(() => location.pathname.startsWith('/tours/'), PATIENCE);
	await page.waitForFunction(() => document.querySelectorAll('.strip [role=option]').length === 2, PATIENCE);
	const {tours} = (await person.call('GET', '/app/v1/tours')).body;
	t.deepEqual(
		tours.map(({name}: {name: string}) => name),
		['Trazido'],
	);
	t.deepEqual(heard, []);
	await context.close();
});

test('a tour is erased out of the bin once the word is typed, and then the whole bin', async t => {
	const person = await signedIn(editor.service);
	for (const name of ['Um <b>negrito</b>', 'Dois', 'Três', 'x'.repeat(200)]) {
		const {id} = (await person.call('POST', '/app/v1/tours', {name})).body.tour;
		await person.call('DELETE', `/app/v1/tours/${id}`);
	}
	const {page, heard, context} = await editor.open(person, '/bin', {bypass: true, width: 320, height: 640});
	const erase = async (opener: string, left: number) => {
		await page.click(opener);
		await page.waitForSelector('dialog[open] .danger:disabled', PATIENCE);
		// Colours are judged once the dialog has faded in.
		await page.waitForFunction(() => document.getAnimations().every(({playState}) => playState !== 'running'), PATIENCE);
		t.deepEqual(await axeViolations(page), []);
		t.is(await page.evaluate(() => document.documentElement.scrollWidth), 320);
		await page.type('dialog input', 'erase');
		await page.click('dialog .danger:enabled');
		await page.waitForFunction(
			count => !document.querySelector('dialog') && document.querySelectorAll('.rows.bin li').length === count,
			PATIENCE,
			left,
		);
		await page.waitForFunction(() => document.activeElement?.matches('h1'), PATIENCE);
	};
	await page.waitForSelector('.rows.bin li', PATIENCE);
	t.is(await page.evaluate(() => document.documentElement.scrollWidth), 320);
	await erase('.rows.bin [aria-label$="Dois"]:last-child', 3);
	t.false((await person.call('GET', '/app/v1/bin')).body.tours.some(({name}: {name: string}) => name === 'Dois'));
	await erase('.head .button', 0);
	t.is((await person.call('GET', '/app/v1/bin')).body.tours.length, 0);
	t.deepEqual(heard, []);
	await context.close();
});

test('several tours go into the bin at once and come back by one undo; those that could not go stay selected', async t => {
	const person = await signedIn(editor.service);
	for (const name of ['Um', 'Dois', 'Três', 'Quatro']) await person.call('POST', '/app/v1/tours', {name});
	const {page, context} = await editor.open(person, '/', {bypass: true});
	const shows = (names: string[], selected: string[] = []) =>
		page.waitForFunction(
			(wanted: string) => {
				const namesOf = (cards: string) => [...document.querySelectorAll(`${cards} .name`)].map(({textContent}) => textContent);
				return JSON.stringify([namesOf('.card'), namesOf('.card.selected')]) === wanted;
			},
			PATIENCE,
			JSON.stringify([names, selected]),
		);
	const all = ['Quatro', 'Três', 'Dois', 'Um'];
	await shows(all);
	t.is(await page.$('.selection:not(:empty)'), null);
	await page.focus('.card:first-child .open');
	await page.keyboard.press('Space');
	await shows(all, ['Quatro']);
	// While one is selected, a press selects as well and opens nothing.
	await page.keyboard.down('Shift');
	await page.click('.card:nth-child(3) .open');
	await page.keyboard.up('Shift');
	await shows(all, ['Quatro', 'Três', 'Dois']);
	await page.click('.card:nth-child(2) .select input');
	await shows(all, ['Quatro', 'Dois']);
	t.deepEqual(await axeViolations(page), []);
	await page.keyboard.press('Escape');
	await shows(all);
	await page.click('.card:nth-child(2) .select input');
	await page.click('.card:nth-child(4) .open');
	await shows(all, ['Três', 'Um']);
	await page.click('.selection .button');
	await shows(['Quatro', 'Dois']);
	await page.waitForSelector('.toast .link', PATIENCE);
	t.is((await person.call('GET', '/app/v1/bin')).body.tours.length, 2);
	await page.click('.toast .link');
	await shows(['Um', 'Três', 'Quatro', 'Dois']);
	t.is((await person.call('GET', '/app/v1/bin')).body.tours.length, 0);

	let deletions = 0;
	await page.setRequestInterception(true);
	page.on('request', request => (request.method() === 'DELETE' && ++deletions === 2 ? request.abort() : request.continue()));
	await page.click('.card:nth-child(1) .select input');
	await page.click('.card:nth-child(2) .open');
	await page.click('.selection .button');
	await page.waitForFunction(() => document.querySelectorAll('.toast').length >= 2, PATIENCE);
	await shows(['Três', 'Quatro', 'Dois'], ['Três']);

	// Moved in another window meanwhile.
	const {tours} = (await person.call('GET', '/app/v1/tours')).body;
	await person.call('DELETE', `/app/v1/tours/${tours.find(({name}: {name: string}) => name === 'Quatro').id}`);
	await page.click('.card:nth-child(2) .open');
	await page.click('.selection .button');
	await shows(['Dois']);
	await page.waitForFunction(() => document.querySelector('.toasts')!.textContent.includes('“Três” is in the bin'), PATIENCE);
	t.is((await person.call('GET', '/app/v1/bin')).body.tours.length, 3);
	await context.close();
});
