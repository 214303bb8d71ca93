import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import test from 'ava';
import puppeteer from 'puppeteer';
import {extensionPackage} from '../api/docs/packages.ts';
import {LivePlan} from '../cli/recorder/plan-actions.ts';
import {readZip} from '../cli/zip/index.ts';
import {readConfig} from '../shared/config/config.ts';
import {serveApp} from '../test/helpers/recorded-app.ts';
import {PAGES} from '../test/helpers/recorded-pages.ts';
import type {Announced} from './messages.ts';

/** The script of the recorded pages in a browser, with a worker that says yes to everything. */

const folder = await mkdtemp(join(tmpdir(), 'roteiro-listen-'));
await writeFile(join(folder, 'extension.zip'), await extensionPackage());
const files = await readZip(join(folder, 'extension.zip'), () => true, {entries: 100, bytesEach: 1e7, bytes: 1e7});
const script = String(files.find(({name}) => name === 'content.js')!.bytes);
const app = await serveApp({
	...PAGES,
	'framed-keys': '<html lang="en"><button id="outside">Outside<br>here</button><iframe src="/keys" width="900" height="700"></iframe>',
});
const browser = await puppeteer.launch({executablePath: readConfig().chromium, args: ['--no-sandbox']});
test.after.always(async () => {
	await browser.close();
	await app.stop();
	await rm(folder, {recursive: true, force: true});
});

async function open(name: string) {
	const page = await browser.newPage();
	const told: Announced[] = [];
	await page.exposeFunction('tellTest', (message: {type: string} & Announced) => void (message.type === 'act' && told.push(message)));
	await page.evaluateOnNewDocument(
		`globalThis.chrome = {runtime: {onMessage: {addListener() {}}, sendMessage: async message => { await tellTest(message); await new Promise(resolve => setTimeout(resolve, 50)); globalThis.lists = [...document.querySelectorAll('#choice')].map(one => one.shadowRoot?.querySelector('#inner').dataset.open); return true; }}}`,
	);
	await page.evaluateOnNewDocument(script);
	await page.goto(`${app.baseUrl}/${name}`);
	const steps = () => {
		const plan = new LivePlan();
		const names: Array<string | null> = [];
		for (const {doing, named} of told) names[plan.add(doing)] ??= named?.name ?? null;
		return plan.actions.map(({kind, value, held, onto, keys}, index) => [
			kind,
			names[index] ?? null,
			value || held.join() || onto,
			...keys,
		]);
	};
	return {page, steps};
}

test('keys that press, shortcuts, and a text of several lines, as one step each', async t => {
	const {page, steps} = await open('keys');
	for (const id of ['more', 'agree']) {
		await page.focus(`#${id}`);
		await page.keyboard.press('Space');
	}
	await page.keyboard.down('Control');
	await page.keyboard.down('Shift');
	await page.keyboard.press('P');
	await page.keyboard.up('Shift');
	await page.click('#apply');
	await page.keyboard.up('Control');
	await page.focus('#node').catch(() => undefined);
	await page.click('#comment');
	await page.keyboard.type('First\nSecond');
	await page.evaluate(() => document.querySelector('#part')!.remove());
	await page.focus('#written');
	await page.keyboard.type('Hi\nthere');
	await page.click('#zone');
	const [, , , , , written, ...rest] = steps();
	t.deepEqual(steps().slice(0, 5), [
		['click', 'More actions', ''],
		['click', 'I agree', ''],
		['press', null, '', 'Control + Shift + P'],
		['click', 'Authorize', 'Control'],
		['fill', 'Comment', 'First\nSecond'],
	]);
	t.deepEqual([written![0], written![1], String(written![2]).split(/\n+/)], ['fill', 'Story', ['Hi', 'there']]);
	t.deepEqual(rest, [['click', 'Done list', '']]);
});

test('a drag says onto what, and a key after it is a step of its own', async t => {
	const {page, steps} = await open('keys');
	const [from, to] = await Promise.all(['#node', '#zone'].map(async selector => (await (await page.$(selector))!.boundingBox())!));
	await page.mouse.move(from!.x + 3, from!.y + 3);
	await page.mouse.down();
	await page.mouse.move(to!.x + 20, to!.y + 20, {steps: 5});
	await page.mouse.up();
	await page.evaluate(() => getSelection()!.removeAllRanges());
	await page.keyboard.press('Delete');
	t.deepEqual(steps(), [
		['drag', 'Node A', 'Done list'],
		['press', null, '', 'Delete'],
	]);
});

test('what is typed in a frame stays with its field, though the press outside comes first', async t => {
	const {page, steps} = await open('framed-keys');
	const frame = await page.waitForFrame(one => one.url().endsWith('/keys'));
	await frame.click('#mail');
	await page.keyboard.type('bob');
	await page.click('#outside');
	await new Promise(resolve => setTimeout(resolve, 300));
	t.deepEqual(steps(), [
		['fill', 'E-mail', 'bob'],
		['click', 'Outside here', ''],
	]);
});

test('the echo of a secret that is being typed is covered, of a field of any type', async t => {
	const {page} = await open('keys');
	await page.evaluate(() => document.querySelector('#password')!.setAttribute('type', 'text'));
	await page.focus('#password');
	await page.keyboard.type('Zan');
	const cover = await page.evaluate(() => {
		(globalThis as unknown as Record<symbol, {hide(patterns: string[], picture: string): number}>)[Symbol.for('roteiro')]!.hide([], 'one');
		return document.querySelector('#echo')!.hasAttribute('data-roteiro-cover');
	});
	t.true(cover);
});

test('a list that opens when it is pressed is told before it opens', async t => {
	const {page, steps} = await open('keys');
	await page.evaluate(() => {
		const inner = document.querySelector('#choice')!.shadowRoot!.querySelector('#inner')!;
		inner.addEventListener('mousedown', () => inner.setAttribute('data-open', 'open'));
	});
	await page.click('>>> #inner input');
	await page.waitForFunction(() => document.querySelector('#choice')!.shadowRoot!.querySelector('[data-open]'));
	t.deepEqual(steps(), [['click', 'Plan', '']]);
	// The list was closed while the picture was taken.
	t.deepEqual(await page.evaluate('lists'), [null]);
});
