import {readFile} from 'node:fs/promises';
import test from 'ava';
import type {Frame} from 'puppeteer';
import {signedIn} from '../helpers/person.ts';
import {type Editor, PATIENCE, PICTURES, saved, stageOf, startEditor} from './helpers.ts';

/** Words that are composed by an input method, pasted from elsewhere, or written from right to left. */

let editor: Editor;
test.before(async () => {
	editor = await startEditor();
});
test.after.always(() => editor?.stop());

const TITLE = '.inspector .sections input';
const CELLS = 'Quarter 3\r\n\r\nup\tby 4%\r\n';

test.serial('what is composed over the length of a title neither ends the composition nor is sent', async t => {
	const {page, stage, compose, step, context} = await openTour('a'.repeat(116));
	await page.focus(TITLE);
	await page.keyboard.press('End');
	await compose('とうきょう', '東京');
	t.is(await page.$eval(TITLE, field => (field as HTMLInputElement).value), `${'a'.repeat(116)}東京`);
	await write(stage);
	await compose('にほんばし', '日本橋');
	t.is(await stage.$eval('[data-field=title]', field => field.textContent), `${'a'.repeat(116)}東京日本`, 'cut once it is composed');
	await page.focus(TITLE);
	await compose('えき', '駅');
	t.is(await page.$eval(TITLE, field => [...(field as HTMLInputElement).value].length), 120);
	await saved(page);
	t.is(await page.$('.save.warn, .save.bad'), null);
	t.is([...(await step()).title].length, 120);
	await context.close();
});

test.serial('a title stays on one line whatever is pasted, and takes as much of it as there is room for', async t => {
	const {page, stage, paste, step, context} = await openTour('');
	await write(stage);
	await paste(CELLS);
	t.is(await stage.$eval('[data-field=title]', field => field.textContent), 'Quarter 3 up\tby 4%');
	await write(stage);
	await paste(` ${'word '.repeat(30)}`);
	await write(stage, 'text');
	await paste(CELLS);
	await saved(page);
	t.is((await step()).title, `Quarter 3 up\tby 4% ${'word '.repeat(30)}`.slice(0, 120));
	t.is((await step()).text.trim(), CELLS.replaceAll('\r', '').trim(), 'a text has lines');
	await context.close();
});

test.serial('a name written from right to left reads so in the list and over its steps, also with a Latin word in it', async t => {
	const {page, open, id, context} = await openTour('', 'جولة في Roteiro: الإصدار');
	// The places of the first letter of the name and of its last.
	const ends = (selector: string) =>
		page.$eval(selector, element => {
			const words = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode() as Text;
			const at = (place: number) => {
				const range = document.createRange();
				range.setStart(words, place);
				range.setEnd(words, place + 1);
				return range.getBoundingClientRect().left;
			};
			return [at(0), at(words.data.length - 1)];
		});
	for (const [path, selector] of [
		[`/tours/${id}`, '.named h1'],
		[`/tours/${id}/theme`, '.bar h1'],
		['/', '.card .name'],
	] as const) {
		await open(path);
		await page.waitForSelector(selector, PATIENCE);
		const [first, last] = await ends(selector);
		t.true(first! > last!, `${path}: ${first} ${last}`);
	}
	await context.close();
});

test.serial('numbers are read as an input method writes them, and keys of the map by their place in other alphabets', async t => {
	const {page, commit, step, context} = await openTour('One');
	const scene = await page.evaluateHandle(
		() =>
			[...document.querySelectorAll<HTMLLabelElement>('.inspector .number')]
				.find(({textContent}) => textContent === 'Scene')!
				.querySelector('input')!,
	);
	await scene.evaluate(field => {
		field.closest('details')!.open = true;
		field.focus();
		field.select();
	});
	await commit('１２');
	t.is(await scene.evaluate(({validationMessage}) => validationMessage), '');
	await saved(page);
	t.is((await step()).scene, 12);
	await page.focus('.strip .row');
	await page.keyboard.press('f');
	await page.waitForFunction(() => (document.activeElement as SVGElement | null)?.dataset.step, PATIENCE);
	// A Hebrew keyboard's key at the place of L.
	await page.evaluate(() => document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', {key: 'ך', code: 'KeyL', bubbles: true})));
	await page.waitForSelector('.flow-room.linking', PATIENCE);
	await context.close();
});

/** Puts the cursor behind what a field of the stage has. */
function write(stage: Frame, field = 'title'): Promise<void> {
	return stage.$eval(`[data-field=${field}]`, element => {
		(element as HTMLElement).focus();
		getSelection()!.selectAllChildren(element);
		getSelection()!.collapseToEnd();
	});
}

async function openTour(words: string, name = 'Written') {
	const person = await signedIn(editor.service);
	const {id} = (await person.call('POST', '/app/v1/tours', {name})).body.tour;
	const base64 = (await readFile(PICTURES[0]!)).toString('base64');
	await person.call('POST', `/app/v1/tours/${id}/steps`, {
		title: words || null,
		image: {base64},
		highlight: {x: 0.3, y: 0.4, width: 0.2, height: 0.1},
	});
	const {page, context} = await editor.open(person, `/tours/${id}`);
	const {baseUrl} = editor.service;
	await context.overridePermissions(baseUrl, ['clipboard-read', 'clipboard-write', 'clipboard-sanitized-write']);
	const stage = await stageOf(page);
	const devtools = await page.createCDPSession();
	const commit = (text: string) => devtools.send('Input.insertText', {text});
	const step = async () => (await person.call('GET', `/app/v1/tours/${id}`)).body.tour.steps[0];
	return {
		page,
		stage,
		id,
		context,
		commit,
		/** Composes syllable by syllable, slower than the fields beside follow, and takes this candidate. */
		async compose(syllables: string, candidate: string) {
			for (const [at] of [...syllables].entries()) {
				const text = syllables.slice(0, at + 1);
				await devtools.send('Input.imeSetComposition', {text, selectionStart: text.length, selectionEnd: text.length});
				await new Promise(done => setTimeout(done, 400));
			}
			await commit(candidate);
		},
		async paste(text: string) {
			await page.evaluate(words => navigator.clipboard.writeText(words), text);
			await page.keyboard.down('Control');
			await page.keyboard.press('v', {commands: ['Paste']});
			await page.keyboard.up('Control');
		},
		step,
		open: (path: string) => page.goto(baseUrl + path, {waitUntil: 'networkidle2'}),
	};
}
