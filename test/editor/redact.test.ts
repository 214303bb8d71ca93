import test from 'ava';
import type {Frame} from 'puppeteer';
import {axeViolations} from '../helpers/axe.ts';
import {eventually} from '../helpers/eventually.ts';
import {signedIn} from '../helpers/person.ts';
import {secretPicture, secretShare} from '../redaction/secret-picture.ts';
import {drag, type Editor, PATIENCE, type Person, stageOf, startEditor} from './helpers.ts';

/** Redaction in the editor, in a real browser, against the whole service. */

let editor: Editor;
test.before(async () => {
	editor = await startEditor();
});
test.after.always(() => editor?.stop());

/** A page with a tour whose first step has a picture. */
async function open(person: Person, path: string, look: Parameters<Editor['open']>[2] = {}) {
	const opened = await editor.open(person, path, look);
	const stage = await stageOf(opened.page);
	await stage.waitForSelector('.pic img', PATIENCE);
	return {...opened, stage};
}

/** A tour of two steps with the same picture, and another that shows it too. */
async function tourWithSecret(person: Person, mark: number): Promise<{id: string; other: string; mediaId: string}> {
	const image = {base64: (await secretPicture(mark)).toString('base64')};
	const [id, other] = await Promise.all(
		['To redact', 'Shows it too'].map(async name => (await person.call('POST', '/app/v1/tours', {name})).body.tour.id as string),
	);
	const {step} = (await person.call('POST', `/app/v1/tours/${id}/steps`, {title: 'First', image})).body;
	for (const tour of [id, other])
		await person.call('POST', `/app/v1/tours/${tour}/steps`, {title: 'Second', image: {mediaId: step.image.mediaId}});
	return {id: id!, other: other!, mediaId: step.image.mediaId};
}

const areas = (stage: Frame) =>
	stage.$$eval('.area', found => found.map(area => ({style: (area as HTMLElement).dataset.style, left: (area as HTMLElement).style.left})));
async function fileOf(url: string): Promise<Buffer> {
	return Buffer.from(await (await fetch(url)).bytes());
}

test('areas are drawn by the pointer, burnt in for all steps and the published page, and undo brings nothing back', async t => {
	t.timeout(120_000);
	const person = await signedIn(editor.service);
	const {id, other, mediaId} = await tourWithSecret(person, 60);
	const tourNow = async () => (await person.call('GET', `/app/v1/tours/${id}`)).body.tour;
	await person.call('POST', `/app/v1/tours/${id}/publish`, {});
	const {page, stage, heard, context} = await open(person, `/tours/${id}`);
	await page.click('.tools .tool:nth-of-type(4)');
	await page.waitForSelector('section.redact', PATIENCE);
	await drag(page, [0.28, 0.28], [0.58, 0.53]);
	await stage.waitForSelector('.area', PATIENCE);
	await drag(page, [0.05, 0.7], [0.15, 0.8]);
	await page.waitForFunction(() => document.querySelectorAll('.redact li').length === 2, PATIENCE);
	await page.select('.redact li:nth-child(2) select', 'blur');
	await stage.waitForSelector('.area[data-style=blur] canvas[width="3"], .area[data-style=blur] canvas[width="4"]', PATIENCE);
	t.deepEqual(
		(await areas(stage)).map(({style}) => style),
		['box', 'blur'],
	);
	await page.click('.redact li:nth-child(2) .icon');
	await page.waitForFunction(() => document.querySelectorAll('.redact li').length === 1, PATIENCE);

	// An area that a key has put into the middle is only a beginning: left as it is, it is not burnt in beside what is drawn.
	await page.keyboard.press('r');
	await stage.waitForFunction(() => [...document.querySelectorAll<HTMLElement>('.area')].at(-1)?.style.left === '40%', PATIENCE);
	await drag(page, [0.05, 0.7], [0.15, 0.8]);
	await stage.waitForFunction(() => {
		const left = [...document.querySelectorAll<HTMLElement>('.area')].map(area => area.style.left);
		return left.length === 2 && !left.includes('40%');
	}, PATIENCE);
	const inView = await page.$eval(
		'.redact ol',
		list => list.lastElementChild!.getBoundingClientRect().right <= list.getBoundingClientRect().right + 1,
	);
	t.true(inView, 'the newest area can be changed without a search');
	await page.click('.redact li:nth-child(2) .icon');
	await page.waitForFunction(() => document.querySelectorAll('.redact li').length === 1, PATIENCE);

	await page.click('.redact .primary');
	await page.waitForSelector('dialog.redacting', PATIENCE);
	const cut = await page.$$eval('.redacting p', all => all.filter(p => p.scrollWidth > p.clientWidth).map(p => p.textContent));
	t.deepEqual(cut, [], 'every sentence is there to its end');
	await page.click('.redacting .choice:nth-of-type(2) input');
	await page.click('.redacting .actions .primary');
	await page.waitForSelector('.redacting .all-good', PATIENCE);
	await page.waitForFunction(() => document.activeElement?.matches('.redacting h2'), PATIENCE);
	t.deepEqual(await page.$$eval('.redacting a', links => links.map(link => link.getAttribute('href')!.split('#')[0])), [`/tours/${other}`]);
	await page.click('.redacting .actions .primary');
	const tour = await tourNow();
	t.is(new Set(tour.steps.map((step: {image: {mediaId: string}}) => step.image.mediaId)).size, 1);
	t.not(tour.steps[0].image.mediaId, mediaId);
	t.is(await secretShare(await fileOf(tour.steps[0].image.url)), 0);
	const html = await (await fetch(tour.publishedLink.url)).text();
	t.true(html.includes(tour.steps[0].image.url.split('/').at(-1)));
	await stage.waitForFunction(url => document.querySelector('.pic img')?.getAttribute('src') === url, PATIENCE, tour.steps[0].image.url);
	t.is((await areas(stage)).length, 0);
	t.is(await page.$('.toast'), null, 'nobody else has done anything');

	// The other tour is redacted as well: now it is gone for good.
	const second = await person.call('GET', `/app/v1/tours/${other}`);
	const [{id: stepId}] = second.body.tour.steps;
	const area = {x: 0.28, y: 0.28, width: 0.3, height: 0.25, style: 'box'};
	await person.call('POST', `/app/v1/tours/${other}/steps/${stepId}/redact`, {areas: [area]}, {'Idempotency-Key': crypto.randomUUID()});
	await eventually('the picture is gone', async () => (await person.call('GET', `/app/v1/media/${mediaId}`)).status === 404);
	t.deepEqual(heard, []);
	await context.close();
});

test('areas that were drawn wait on their picture, and publishing names them', async t => {
	const person = await signedIn(editor.service);
	const {id} = await tourWithSecret(person, 65);
	const {page, stage, context} = await open(person, `/tours/${id}`);
	await page.click('.tools .tool:nth-of-type(4)');
	await page.waitForSelector('section.redact', PATIENCE);
	await drag(page, [0.28, 0.28], [0.58, 0.53]);
	await page.waitForFunction(() => document.querySelectorAll('.redact li').length === 1, PATIENCE);
	// The list on the page and the areas on the stage follow one another.
	await stage.waitForSelector('.area', PATIENCE);
	const drawn = await areas(stage);
	const choose = (place: number) => page.$$eval('.strip [role=option]', (all, at) => (all[at] as HTMLElement).click(), place);
	await choose(1);
	await page.waitForFunction(() => document.querySelectorAll('.redact li').length === 0, PATIENCE);
	await choose(0);
	await page.waitForFunction(() => document.querySelectorAll('.redact li').length === 1, PATIENCE);
	await stage.waitForSelector('.area', PATIENCE);
	t.deepEqual(await areas(stage), drawn);
	await choose(1);
	await page.keyboard.down('Control');
	await page.keyboard.press('Enter');
	await page.keyboard.up('Control');
	await page.waitForFunction(
		() => /Areas drawn on a picture are not redacted/.test(document.querySelector('dialog.publish')?.textContent ?? ''),
		PATIENCE,
	);
	await page.click('dialog.publish .places button[aria-label="Step 1"]');
	await page.waitForFunction(() => document.querySelectorAll('.redact li').length === 1, PATIENCE);
	await context.close();
});

test('by the keyboard alone: R, arrows, Alt, Delete, Tab and Enter; a replaced picture that is undone comes back redacted', async t => {
	t.timeout(120_000);
	const person = await signedIn(editor.service);
	const {id, mediaId} = await tourWithSecret(person, 70);
	const {page, stage, context} = await open(person, `/tours/${id}`);
	await page.focus('.strip [aria-selected=true]');
	await page.keyboard.press('r');
	await stage.waitForSelector('.area:focus', PATIENCE);
	t.is((await areas(stage))[0]!.left, '40%');
	await page.keyboard.down('Shift');
	for (let press = 0; press < 12; press++) await page.keyboard.press('ArrowLeft');
	await page.keyboard.up('Shift');
	await stage.waitForFunction(() => (document.querySelector('.area') as HTMLElement)?.style.left === '28%', PATIENCE);
	await page.keyboard.press('r');
	await page.waitForFunction(() => document.querySelectorAll('.redact li').length === 2, PATIENCE);
	// The list on the page and the focus on the stage follow one another.
	await stage.waitForSelector('.area[data-index="1"]:focus', PATIENCE);
	await page.keyboard.press('Delete');
	await page.waitForFunction(() => document.querySelectorAll('.redact li').length === 1, PATIENCE);
	await stage.waitForSelector('.area[data-index="0"]:focus', PATIENCE);
	await page.keyboard.press('Delete');
	await page.waitForFunction(() => document.querySelectorAll('.redact li').length === 0, PATIENCE);
	await page.keyboard.press('Delete');
	t.is((await page.$$('.strip [role=option]')).length, 2, 'the step is still there');
	await page.keyboard.press('r');
	await stage.waitForSelector('.area:focus', PATIENCE);
	await page.focus('.redact .primary');
	await page.keyboard.press('Enter');
	await page.waitForSelector('dialog.redacting', PATIENCE);
	await page.focus('.redacting .actions .primary');
	await page.keyboard.press('Enter');
	await page.waitForSelector('.redacting .all-good', PATIENCE);
	await page.keyboard.press('Escape');
	await page.waitForSelector('dialog.redacting', {hidden: true, ...PATIENCE});
	const {steps} = (await person.call('GET', `/app/v1/tours/${id}`)).body.tour;
	t.not(steps[0].image.mediaId, mediaId);
	t.is(steps[1].image.mediaId, mediaId, 'the other step was not asked for');
	await context.close();
});

test('the areas and the dialog have nothing that axe finds, wide and narrow, light and dark', async t => {
	t.timeout(120_000);
	const person = await signedIn(editor.service);
	const {id} = await tourWithSecret(person, 80);
	await person.call('POST', `/app/v1/tours/${id}/publish`, {});
	for (const [dark, width, height] of [
		[false, 1440, 900],
		[true, 1440, 900],
		[false, 390, 844],
		[true, 390, 844],
	] as const) {
		const {page, stage, context} = await open(person, `/tours/${id}`, {dark, width, height, bypass: true});
		await page.focus('.strip [aria-selected=true]');
		await page.keyboard.press('r');
		await stage.waitForSelector('.area', PATIENCE);
		t.deepEqual(await axeViolations(page), [], `areas ${width}`);
		t.is(await page.evaluate(() => document.documentElement.scrollWidth), width);
		await page.click('.redact .primary');
		await page.waitForSelector('dialog.redacting', PATIENCE);
		await page.waitForFunction(() => document.getAnimations().length === 0, PATIENCE);
		t.deepEqual(await axeViolations(page), [], `dialog ${width}`);
		await context.close();
	}
});
