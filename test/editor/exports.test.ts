import {readFile} from 'node:fs/promises';
import test from 'ava';
import type {Page} from 'puppeteer';
import {chosenOptions, FORMATS, type OfferedFormat} from '../../editor/export/choices.ts';
import {completeOptions, EXPORT_FORMATS} from '../../shared/contract/exports/index.ts';
import {compileSchema} from '../../shared/schema/schema.ts';
import {axeViolations} from '../helpers/axe.ts';
import {signedIn} from '../helpers/person.ts';
import {type Editor, PATIENCE, type Person, PICTURES, startEditor} from './helpers.ts';

/** Exports from the publish dialog: in a real browser, against the whole service. */

let editor: Editor;
test.before(async () => {
	editor = await startEditor({}, {also: ['export']});
});
test.after.always(() => editor?.stop());

async function newTour(person: Person): Promise<string> {
	const {tour} = (await person.call('POST', '/app/v1/tours', {name: 'To take along'})).body;
	const image = {base64: (await readFile(PICTURES[0]!)).toString('base64')};
	await person.call('POST', `/app/v1/tours/${tour.id}/steps`, {title: 'Take inject', text: 'Drag it.', image});
	return tour.id;
}

async function openExports(page: Page): Promise<void> {
	await page.waitForSelector('.bar .button.primary', PATIENCE);
	await page.click('.bar .button.primary');
	await page.waitForSelector('.take-along .link', PATIENCE);
	await page.click('.take-along .link');
	await page.waitForSelector('.dialog.export .recent .hint, .dialog.export .recent li', PATIENCE);
}

test('what the dialog offers is what the formats take, and its first value is the default', t => {
	for (const format of Object.keys(FORMATS) as OfferedFormat[]) {
		const faults = compileSchema(EXPORT_FORMATS[format].options);
		for (const {option, values} of FORMATS[format].choices) {
			t.is(values[0], completeOptions(format)[option] as string, `${format} ${option}`);
			for (const value of values) t.deepEqual(faults(completeOptions(format, {[option]: value})), [], `${format} ${option} ${value}`);
		}
	}
	t.deepEqual(
		chosenOptions(
			'gif',
			new Map<string, unknown>([
				['gif.style', 'motion'],
				['gif.width', 800],
				['mp4.size', '720p'],
			]),
		),
		{style: 'motion'},
	);
});

test.serial('a format is chosen by the keys, exported with its progress, downloaded, and deleted', async t => {
	const person = await signedIn(editor.service);
	const id = await newTour(person);
	const {page, heard, context} = await editor.open(person, `/tours/${id}`, {bypass: true});
	await openExports(page);
	t.is(await page.$eval('.dialog.export h2', title => title.textContent), 'Export');
	await page.focus('.formats input:checked');
	const chosen = () => page.$eval('.formats input:checked', input => (input as HTMLInputElement).value);
	while ((await chosen()) !== 'pdf') await page.keyboard.press('ArrowDown');
	await page.select('.export-options select', 'letter');
	await page.keyboard.press('Tab');
	await page.focus('.dialog.export [type=submit]');
	await page.keyboard.press('Enter');
	await page.waitForSelector('.recent progress', PATIENCE);
	t.deepEqual(await axeViolations(page), []);
	const link = await page.waitForSelector('.recent a[download]', PATIENCE);
	t.regex(await page.$eval('.dialog.export [role=status]', one => one.textContent ?? ''), /Ready: PDF/);
	const url = await link!.evaluate(one => (one as HTMLAnchorElement).href);
	const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
	t.is(bytes.toString('latin1', 0, 5), '%PDF-');
	const {exports} = (await person.call('GET', `/app/v1/tours/${id}/exports`)).body;
	t.like(exports[0], {format: 'pdf', options: {paper: 'letter', layout: 'portrait'}});
	t.deepEqual(await axeViolations(page), []);
	await page.click('.recent button.icon');
	await page.waitForFunction(() => !document.querySelector('.recent a[download]'), PATIENCE);
	t.is((await fetch(url)).status, 404);
	t.deepEqual(heard, []);
	await context.close();
});

test.serial('branches are printed where the tour has paths, and no word of them is seen elsewhere', async t => {
	const person = await signedIn(editor.service);
	const id = await newTour(person);
	const {page, context} = await editor.open(person, `/tours/${id}`);
	const fields = () => page.$$eval('.export-options .choice span', labels => labels.map(({textContent}) => textContent));
	await openExports(page);
	await page.click('.formats [value=pdf]');
	await page.waitForFunction(() => document.querySelectorAll('.export-options select').length === 2, PATIENCE);
	t.deepEqual(await fields(), ['Paper', 'Page']);
	const {steps} = (await person.call('GET', `/app/v1/tours/${id}`)).body.tour;
	const {status} = await person.call('PUT', `/app/v1/tours/${id}/steps/${steps[0].id}/actions`, {
		buttons: [{label: 'Stop', target: {to: 'end'}}],
	});
	t.is(status, 200);
	await page.reload();
	await openExports(page);
	for (const format of ['pdf', 'guide']) {
		await page.click(`.formats [value=${format}]`);
		const select = await page.waitForSelector('.export-options select:has([value=sections])', PATIENCE);
		t.is((await fields()).at(-1), 'Branches', format);
		await select!.select('sections');
	}
	await page.click('.dialog.export [type=submit]');
	await page.waitForSelector('.recent li', PATIENCE);
	const {exports} = (await person.call('GET', `/app/v1/tours/${id}/exports`)).body;
	t.like(exports[0], {format: 'guide', options: {branches: 'sections'}});
	await context.close();
});

test.serial('one that failed says why, and is tried again', async t => {
	const person = await signedIn(editor.service);
	const id = await newTour(person);
	const ordered = (await person.call('POST', `/app/v1/tours/${id}/exports`, {format: 'bundle'})).body.export;
	const {database} = editor.service.services;
	for (;;) {
		const [job] = await database.query('SELECT state FROM jobs WHERE id = ?', [ordered.jobId]);
		if (job.state === 'succeeded') break;
		await new Promise(resolve => setTimeout(resolve, 100));
	}
	const outcome = JSON.stringify({error: {code: 'unavailable', status: 503, message: 'The export took longer than 60 s and was ended.'}});
	await database.query("UPDATE jobs SET state = 'failed', outcome = ? WHERE id = ?", [outcome, ordered.jobId]);
	await database.query('UPDATE tour_exports SET ready_at = NULL WHERE id = ?', [ordered.id]);
	const {page, context} = await editor.open(person, `/tours/${id}`, {bypass: true, width: 390, height: 844, dark: true});
	await openExports(page);
	t.regex(await page.$eval('.recent .why', one => one.textContent ?? ''), /took longer/);
	t.deepEqual(await axeViolations(page), []);
	await page.click('.recent li .button');
	await page.waitForSelector('.recent a[download]', PATIENCE);
	await context.close();
});
