import {readFile} from 'node:fs/promises';
import test from 'ava';
import {axeViolations} from '../helpers/axe.ts';
import {signedIn} from '../helpers/person.ts';
import {type Editor, PATIENCE, type Person, PICTURES, saved, stageOf, startEditor} from './helpers.ts';

/** The dialog that publishes: its button is always in view, what is missing is said once for all steps, and each finding leads to its place. */

let editor: Editor;
let person: Person;
let id: string;
test.before(async () => {
	editor = await startEditor();
	person = await signedIn(editor.service);
	id = (await person.call('POST', '/app/v1/tours', {name: 'Much is missing'})).body.tour.id;
	const base64 = (await readFile(PICTURES[0]!)).toString('base64');
	const {step} = (await person.call('POST', `/app/v1/tours/${id}/steps`, {image: {base64}})).body;
	for (let count = 1; count < 15; count++) await person.call('POST', `/app/v1/tours/${id}/steps`, {image: {mediaId: step.image.mediaId}});
	for (let count = 0; count < 5; count++) await person.call('POST', `/app/v1/tours/${id}/steps`, {type: 'slide'});
	await person.call('POST', `/app/v1/tours/${id}/publish`);
	await person.call('PATCH', `/app/v1/tours/${id}`, {name: 'Much is missing still'});
	await person.call('PUT', `/app/v1/tours/${id}/end-cta`, {enabled: true});
});
test.after.always(() => editor?.stop());

for (const [width, height] of [
	[1440, 900],
	[390, 844],
] as const) {
	test(`at ${width} x ${height} the button that publishes is in view, also of a tour that is published and lacks much`, async t => {
		const {page, context} = await editor.open(person, `/tours/${id}`, {width, height});
		await stageOf(page);
		await page.click('.bar .primary');
		await page.waitForSelector('.dialog.publish .weight a', PATIENCE);
		t.is((await page.$$('.checks li')).length, 4, 'balloons, slides, alternative texts, card: one line each');
		const inView = await page.$eval('.dialog.publish .actions .primary', button => {
			const {left, top, right, bottom} = button.getBoundingClientRect();
			const front = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
			return top >= 0 && bottom <= innerHeight && right <= innerWidth && button.contains(front);
		});
		t.true(inView);
		t.deepEqual(await axeViolations(page), []);
		await context.close();
	});
}

test('alternative texts are written for all pictures at once, and a finding leads to its step or card', async t => {
	t.timeout(120_000);
	const {page, context} = await editor.open(person, `/tours/${id}`);
	await stageOf(page);
	const open = async () => {
		await page.click('.bar .primary');
		await page.waitForSelector('.checks', PATIENCE);
	};
	await open();
	await page.click('.checks .button');
	await page.waitForSelector('.alts textarea', PATIENCE);
	const named = await page.$$eval('.alts li label:first-child', all => all.map(({textContent}) => textContent));
	t.is(named.length, 15);
	for (const name of named) t.regex(name, /^\d+\. \S/);
	t.deepEqual(await axeViolations(page), []);
	// A pause behind a space: what is saved meanwhile takes nothing away.
	await page.type('.alts li:nth-child(1) textarea', 'The editor ');
	await page.waitForSelector('[data-state=unsaved]', PATIENCE);
	await saved(page);
	await page.type('.alts li:nth-child(1) textarea', 'with an empty flow');
	await page.click('.alts li:nth-child(2) .check input');
	t.is((await page.$$('.alts li')).length, 15, 'what is written stays where it is');
	await page.click('.alts .primary');
	await page.waitForSelector('.checks', PATIENCE);
	await saved(page);
	const {steps} = (await person.call('GET', `/app/v1/tours/${id}`)).body.tour;
	t.like(steps[0], {alt: 'The editor with an empty flow', altDecorative: false});
	t.like(steps[1], {altDecorative: true});
	// The places of the alternative texts begin with the third step now.
	await page.click('.checks li:has(.button) .places button');
	await page.waitForSelector('.strip [role=option]:nth-child(3)[aria-selected=true]', PATIENCE);
	t.is(await page.$('.dialog[open]'), null);
	await open();
	// Not before the dialog stands still.
	await page.locator('.checks a[href$="/cards"]').click();
	await page.waitForFunction(() => location.pathname.endsWith('/cards'), PATIENCE);
	t.pass();
	await context.close();
});

test('steps to which no way leads, and from which none leads to the end, are named where a tour has paths', async t => {
	const path = `/app/v1/tours/${(await person.call('POST', '/app/v1/tours', {name: 'Lost ways'})).body.tour.id}`;
	const ids: string[] = [];
	for (const title of ['Begin', 'Beside', 'Circle', 'Round'])
		ids.push((await person.call('POST', `${path}/steps`, {type: 'slide', title})).body.step.id);
	const [begin, , circle, round] = ids;
	const next = (step: string) => ({next: {to: 'step', step}});
	await person.call('PUT', `${path}/steps/${begin}/actions`, next(circle!));
	await person.call('PUT', `${path}/steps/${round}/actions`, next(circle!));
	const {page, context} = await editor.open(person, path.replace('/app/v1', ''));
	await stageOf(page);
	await page.click('.bar .primary');
	await page.waitForSelector('.checks', PATIENCE);
	t.deepEqual(await page.$$eval('.checks li', all => all.map(({textContent}) => textContent)), [
		'No way leads to one stepStep 2',
		'From 3 steps no way leads to the end134',
	]);
	await context.close();
});
