import {readFile} from 'node:fs/promises';
import test from 'ava';
import type {Page} from 'puppeteer';
import {editorBundle} from '../../api/editor/bundle.ts';
import {compileForBrowsers} from '../../shared/process/build-cache.ts';
import {signedIn} from '../helpers/person.ts';
import {type Editor, PATIENCE, type Person, saved, show, stageOf, startEditor, writeBalloon} from './helpers.ts';

/** The ways of Safari and Firefox, shown in Chromium: an interface is taken away, or does what theirs does. The lab's `browsers` opens these themselves. */

let editor: Editor;
let person: Person;
test.before(async () => {
	editor = await startEditor();
	person = await signedIn(editor.service);
});
test.after.always(() => editor?.stop());

/** Opens a path in a browser that is changed before its first script runs. */
async function openChanged(path: string, change: () => void, who = person): Promise<{page: Page; close: () => Promise<void>}> {
	const {page, context} = await editor.open(who, '/settings/limits');
	await page.evaluateOnNewDocument(change);
	await show(page, editor.service.baseUrl + path);
	return {page, close: () => context.close()};
}

async function tourOfOneSlide(): Promise<string> {
	const {id} = (await person.call('POST', '/app/v1/tours', {name: 'Elsewhere'})).body.tour;
	await person.call('POST', `/app/v1/tours/${id}/steps`, {type: 'slide', title: 'Begin'});
	return id;
}

test('line breaks stay in a text, also where innerText has spaces in their places, as in Safari', async t => {
	const id = await tourOfOneSlide();
	const {page, close} = await openChanged(`/tours/${id}`, () => {
		const innerText = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'innerText')!;
		Object.defineProperty(HTMLElement.prototype, 'innerText', {
			...innerText,
			get(this: HTMLElement) {
				const text: string = innerText.get!.call(this);
				return getComputedStyle(this).whiteSpace === 'pre-line' ? text.replaceAll('\n', ' ') : text;
			},
		});
	});
	const stage = await stageOf(page);
	await page.click('.strip [role=option]');
	await writeBalloon(page, stage, '', 'One');
	await page.keyboard.press('Enter');
	await page.keyboard.press('Enter');
	await page.keyboard.type('two');
	await page.keyboard.press('Escape');
	await saved(page);
	const stored = async () => (await person.call('GET', `/app/v1/tours/${id}`)).body.tour.steps[0].text;
	t.is(await stored(), 'One\n\ntwo');
	// As a browser does that translates the page.
	await stage.$eval('[data-field=text]', text => {
		const element = document.createElement('font');
		element.append(...text.childNodes);
		text.append(element, ' or three');
		text.dispatchEvent(new InputEvent('input', {bubbles: true}));
	});
	await page.waitForSelector('[data-state]:not([data-state=saved])', PATIENCE);
	await saved(page);
	t.is(await stored(), 'One\n\ntwo or three');
	await close();
});

test('publishing copies the link, also where a press alone may copy, as in Safari', async t => {
	const id = await tourOfOneSlide();
	const {page, close} = await openChanged(`/tours/${id}`, () => {
		let pressed = false;
		addEventListener(
			'click',
			() => {
				pressed = true;
				setTimeout(() => {
					pressed = false;
				});
			},
			true,
		);
		const refused = () => Promise.reject(new DOMException('Not by a press.', 'NotAllowedError'));
		Clipboard.prototype.writeText = refused;
		Clipboard.prototype.write = async ([item]) => {
			if (!pressed) return refused();
			document.title = await (await item!.getType('text/plain')).text();
		};
	});
	await stageOf(page);
	await page.click('.bar .primary');
	await page.waitForSelector('.dialog .actions .primary:not(:disabled)', PATIENCE);
	await page.click('.dialog .actions .primary');
	const url = await (await page.waitForSelector('.published input', PATIENCE))!.evaluate(field => (field as HTMLInputElement).value);
	await page.waitForFunction(link => document.title === link, PATIENCE, url);
	await page.click('.published .copyline button');
	await page.waitForFunction(() => document.activeElement?.matches('.published input'), PATIENCE);
	t.is(await page.evaluate(() => String(getSelection())), url, 'a link that may not be copied is chosen for the keys');
	await close();
});

test('the keys are those of a Mac on a Mac', async t => {
	const onMac = () => Object.defineProperty(navigator, 'platform', {value: 'MacIntel'});
	const {page, close} = await openChanged('/', onMac, await signedIn(editor.service));
	t.is(await page.$eval('.first p .by-mouse', hint => hint.textContent), 'or paste with ⌘ V.');
	await close();
});

test('the documents say from which versions on the pages work, and these are compiled for them', async t => {
	for (const [path, source] of [
		['docs/editor.md', 'api/editor/bundle.ts'],
		['docs/player.md', 'shared/process/build-cache.ts'],
	] as const) {
		const [, chrome, firefox, safari] = /Chrome and Edge (\S+), Firefox (\S+), Safari (\S+?),? or later/.exec(
			await readFile(path, 'utf8'),
		)!;
		t.true((await readFile(source, 'utf8')).includes(`target: ['chrome${chrome}', 'firefox${firefox}', 'safari${safari}']`), path);
	}
});

/** Names that one of the documented browsers lacks; code that first asks whether they exist may have them. */
const LACKING =
	/(?<![\w$?])(?:requestIdleCallback|scheduler\.|showSaveFilePicker|navigator\.userAgentData|onscrollend|Promise\.try|Array\.fromAsync|Iterator\.|RegExp\.escape|Intl\.DurationFormat|CloseWatcher|moveBefore|getOrInsert\w*|startViewTransition)|["'`]scrollend["'`]|\.(?:values|keys|entries)\(\)\.(?:map|filter|some|every|find|toArray|take|drop|reduce|flatMap|forEach)\(/g;

test('the scripts ask for nothing that a documented browser lacks, and no style for what Safari has under its own name alone', async t => {
	const {assets} = await editorBundle();
	const texts = [...assets]
		.filter(([name]) => /\.(?:js|css)$/.test(name))
		.map(([name, {bytes}]) => [name, bytes.identity.toString()] as const);
	t.true(texts.length > 20);
	const player = ['steps', 'report', 'narration', 'paths', 'lead-form', 'autoplay', 'camera'].map(
		name => [name, compileForBrowsers({entryPoints: [`renderers/player/client/${name}.ts`]} as never)] as const,
	);
	const pages = await Promise.all(
		['api/pages/page.css', 'api/pages/base.css', 'api/landing/landing.css'].map(
			async path => [path, await readFile(path, 'utf8')] as const,
		),
	);
	for (const [name, text] of [...texts, ...player, ...pages]) {
		t.deepEqual(text.match(LACKING) ?? [], [], name);
		for (const property of ['user-select', 'box-decoration-break']) {
			const count = (pattern: string) => text.match(new RegExp(pattern, 'g'))?.length ?? 0;
			t.is(count(`(?<![\\w-])${property}:`), count(`-webkit-${property}:`), `${name}: ${property}`);
		}
	}
});
