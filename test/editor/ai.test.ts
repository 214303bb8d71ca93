import {readFile} from 'node:fs/promises';
import test from 'ava';
import type {HTTPRequest, Page} from 'puppeteer';
import {axeViolations} from '../helpers/axe.ts';
import {eventually} from '../helpers/eventually.ts';
import {startFakeCartesia} from '../helpers/fakes/cartesia.ts';
import {startFakeOpenAi} from '../helpers/fakes/openai.ts';
import type {FakeProvider} from '../helpers/fakes/provider.ts';
import type {FakeVoiceHost} from '../helpers/fakes/voice-host.ts';
import {signedIn} from '../helpers/person.ts';
import {type Editor, PATIENCE, PICTURES, startEditor} from './helpers.ts';

/** AI in the editor: in a real browser, against the whole service; providers of texts and voices stand at the edge of the network. */

const WRITTEN = {title: 'Click “Save”', text: 'It keeps what you changed, and closes the form.'};

let model: FakeProvider;
let host: FakeVoiceHost;
let editor: Editor;
test.before(async () => {
	[model, host] = await Promise.all([startFakeOpenAi(), startFakeCartesia()]);
	const texts = {TEXT_PROVIDER: 'openai', OPENAI_BASE_URL: model.baseUrl, OPENAI_API_KEY: model.key, PROVIDER_TIMEOUT_SECONDS: '2'};
	const voices = {VOICE_PROVIDER: 'cartesia', CARTESIA_BASE_URL: host.baseUrl, CARTESIA_API_KEY: host.key};
	editor = await startEditor({...texts, ...voices, AI_TEXTS_PER_MONTH: '40', NARRATION_MINUTES_PER_MONTH: '10'}, {also: ['audio']});
});
test.after.always(async () => {
	await editor?.stop();
	await model?.close();
	await host?.close();
});
test.beforeEach(() => {
	model.mode = 'good';
	host.mode = 'good';
});

type Step = {title?: string; text?: string};

/** A tour of that many slides, open in a browser of somebody new. */
async function openTour(steps: Step[], look: Parameters<Editor['open']>[2] = {}) {
	const person = await signedIn(editor.service);
	const {id} = (await person.call('POST', '/app/v1/tours', {name: 'Invoices'})).body.tour;
	for (const step of steps) await person.call('POST', `/app/v1/tours/${id}/steps`, {type: 'slide', ...step});
	const {page, heard, context} = await editor.open(person, `/tours/${id}`, look);
	await page.waitForSelector('.strip [role=option]', PATIENCE);
	const read = async () => (await person.call('GET', `/app/v1/tours/${id}`)).body.tour;
	return {person, id, page, heard, context, read};
}

const saved = (page: Page) => page.waitForSelector('[data-state=saved]', PATIENCE);
/** Presses the first that is there and shows these words. */
async function press(page: Page, within: string, words: string): Promise<void> {
	const button = await page.waitForFunction(
		(selector, text) =>
			[...document.querySelectorAll<HTMLElement>(`${selector} :is(button, label, summary)`)].find(
				element => (element.textContent?.trim() === text || element.ariaLabel === text) && element.checkVisibility(),
			),
		PATIENCE,
		within,
		words,
	);
	await (button.asElement() as import('puppeteer').ElementHandle<HTMLElement>).evaluate(element => element.click());
}
const shows = (page: Page, selector: string, words: string) =>
	page.waitForFunction((where, text) => document.querySelector(where)?.textContent?.includes(text), PATIENCE, selector, words);
const unfold = async (page: Page) => {
	await press(page, '.inspector', 'Narration');
	await page.waitForSelector('.narrations select', PATIENCE);
};

/** Holds calls whose path ends so; each `next` lets one go on. */
async function hold(page: Page, path: string) {
	const held: HTTPRequest[] = [];
	await page.setRequestInterception(true);
	page.on('request', request => {
		if (request.method() === 'POST' && request.url().endsWith(path)) held.push(request);
		else void request.continue();
	});
	const come = () => eventually(`a call of ${path}`, () => held.length > 0);
	return {
		held,
		come,
		async next() {
			await come();
			await held.shift()!.continue();
		},
	};
}

test.serial('alternative texts that are missing are written from the pictures; a person’s own stays, and what failed says why', async t => {
	const person = await signedIn(editor.service);
	const {id} = (await person.call('POST', '/app/v1/tours', {name: 'Invoices'})).body.tour;
	const image = {base64: (await readFile(PICTURES[0]!)).toString('base64')};
	for (const alt of [null, 'Mine', null]) await person.call('POST', `/app/v1/tours/${id}/steps`, {image, alt});
	const alts = async () => (await person.call('GET', `/app/v1/tours/${id}`)).body.tour.steps.map((step: {alt: string | null}) => step.alt);
	const {page, context} = await editor.open(person, `/tours/${id}`);
	await (await page.waitForSelector('.bar .primary', PATIENCE))!.click();
	await press(page, '.checks', 'Write them');
	model.mode = 'declined';
	await press(page, '.alts', 'Write with AI');
	await page.waitForSelector('.alts .ai-fault', PATIENCE);
	model.mode = 'good';
	await press(page, '.alts', 'Write with AI');
	await page.waitForFunction(() => !document.querySelector('.write-alts'), PATIENCE);
	t.deepEqual(await axeViolations(page), []);
	await press(page, '.alts', 'Done');
	await saved(page);
	const written = 'The form of an invoice, with the button “Save” highlighted';
	t.deepEqual(await alts(), [written, 'Mine', written]);
	const {quotas} = (await person.call('GET', '/app/v1/account/usage')).body;
	t.is(quotas.aiTexts.used, 2);
	await context.close();
});

test.serial(
	'what was written for a step is shown beside its words: left, it changes nothing; taken, it is undone like anything else',
	async t => {
		const {page, person, id, read, heard, context} = await openTour([{title: 'Mine', text: 'My words'}]);
		const {version} = await read();
		await press(page, '.assist', 'Write with AI');
		await shows(page, '.proposal', WRITTEN.text);
		await shows(page, '.assist', '39 of 40 texts');
		await press(page, '.proposal', 'Dismiss');
		await page.waitForSelector('.proposal', {hidden: true, ...PATIENCE});
		t.is((await read()).version, version, 'nothing is written without a person');

		await press(page, '.assist', 'Write with AI');
		await page.waitForSelector('.proposal', PATIENCE);
		t.is(await page.$('.proposal .old'), null);
		await press(page, '.proposal', 'Use only Title');
		await saved(page);
		t.like((await read()).steps[0], {title: WRITTEN.title, text: 'My words'});
		t.is(await page.$('.proposal .old'), null, 'what was taken from it makes it no older');
		// Kept by the browser: a reload loses nothing that was paid for.
		await page.reload({waitUntil: 'networkidle2', ...PATIENCE});
		await page.waitForSelector('.proposal', PATIENCE);
		const {steps} = await read();
		await person.call('PATCH', `/app/v1/tours/${id}/steps/${steps[0].id}`, {text: 'Theirs'});
		await page.reload({waitUntil: 'networkidle2', ...PATIENCE});
		await shows(page, '.proposal .old', 'has changed');
		await press(page, '.proposal', 'Use');
		await saved(page);
		t.like((await read()).steps[0], WRITTEN);
		await press(page, '.bar', 'Undo');
		await page.waitForSelector('.save:not([data-state=saved])', PATIENCE).catch(() => null);
		await saved(page);
		t.is((await read()).steps[0].text, 'Theirs');
		t.deepEqual(heard, []);
		await context.close();
	},
);

test.serial('a step is spoken, heard, marked once its words change, spoken in another language, and made silent again', async t => {
	const {page, read, heard, context} = await openTour([{title: 'Salvar', text: 'Clique em salvar.'}]);
	await unfold(page);
	const sounds: string[] = [];
	page.on('response', response => response.url().endsWith('.mp3') && sounds.push(response.url()));
	await press(page, '.narrations', 'Listen to the voice');
	await page.waitForSelector('.narrations [aria-busy=false]', PATIENCE);
	await eventually('the voice is heard', () => sounds.length > 0);
	t.is((await read()).steps[0].narration, null, 'a sample is not the narration of a step');

	await press(page, '.narrations', 'Generate narration');
	const url = await (await page.waitForSelector('.spoken audio', PATIENCE))!.evaluate(audio => (audio as HTMLAudioElement).src);
	t.is((await read()).steps[0].narration.url, url);
	const seconds = await page.$eval('.spoken audio', audio => {
		const element = audio as HTMLAudioElement;
		element.preload = 'auto';
		return new Promise<number>((resolve, reject) => {
			element.onloadedmetadata = () => resolve(element.duration);
			element.onerror = () => reject(new Error(String(element.error?.message)));
			element.load();
		});
	});
	t.true(seconds > 0, 'the policy of the page lets it be heard');

	await page.type('.narrations textarea', 'Agora clique em salvar.');
	await saved(page);
	await page.waitForSelector('.spoken .stale', PATIENCE);
	await page.waitForSelector('.row .ai-marks .old', PATIENCE);
	await press(page, '.narrations', 'Generate again');
	await page.waitForSelector('.spoken .stale', {hidden: true, ...PATIENCE});
	t.like((await read()).steps[0], {narrationScript: 'Agora clique em salvar.', text: 'Clique em salvar.', narration: {stale: false}});

	const toasts = await page.$$eval('.toast', all => all.map(({textContent}) => textContent));
	t.deepEqual(toasts, [], "what one speaks oneself is nobody else's work");

	await page.select('.add-language select', 'en');
	await press(page, '.add-language', 'Add');
	await page.waitForFunction(() => document.querySelectorAll('.spoken').length === 2, PATIENCE);
	const translated = (await read()).steps[0].narrations[0];
	t.is(translated.lang, 'en');
	t.is(await page.$eval('.spoken textarea', field => (field as HTMLTextAreaElement).value), translated.script);
	await page.type('.spoken textarea', ' Please.');
	await press(page, '.narrations', 'Generate again: English');
	const script = `${translated.script} Please.`;
	await eventually('the corrected words are spoken', async () => (await read()).steps[0].narrations[0].script === script);
	await page.waitForSelector('.spoken [aria-disabled=true]', {hidden: true, ...PATIENCE});
	await press(page, '.narrations', 'Remove the narration: English');
	await page.waitForFunction(() => document.querySelectorAll('.spoken').length === 1, PATIENCE);
	t.deepEqual((await read()).steps[0].narrations, []);
	const {length} = host.requests;
	await press(page, '.toast', 'Undo');
	await page.waitForFunction(() => document.querySelectorAll('.spoken').length === 2, PATIENCE);
	t.is((await read()).steps[0].narrations[0].script, script);
	t.is(host.requests.length, length, 'what was spoken once is not spoken and paid for again');
	t.deepEqual(heard, []);
	await context.close();
});

test.serial(
	'all steps are written one by one, stopped in the middle, left by a reload, gone on with, reviewed; nothing is stored before',
	async t => {
		const {page, read, context} = await openTour([{title: 'One'}, {}, {title: 'Three'}, {title: 'Four', text: 'Has both'}]);
		const before = await read();
		const gate = await hold(page, '/generate-text');
		await page.click('.ai-button');
		await shows(page, '.cost', 'Uses 3 texts');
		await page.waitForSelector('.task', PATIENCE);
		await page.select('.task .choice:last-child select', 'all');
		await shows(page, '.cost', 'Uses 4 texts');
		await shows(page, '.cost', '40 of 40 texts');
		const asked = model.requests.length;
		await press(page, '.task', 'Start');
		await gate.next();
		await shows(page, '.run .head', '1 of 4');
		await gate.come();
		await page.waitForSelector('.row .shimmer', PATIENCE);
		await press(page, '.run', 'Stop');
		await page.waitForSelector('.run[data-state=stopping]', PATIENCE);
		await gate.next();
		await page.waitForSelector('.run[data-state=stopped]', PATIENCE);
		await shows(page, '.run .summary', '2 steps written · 2 still to do');
		t.is(model.requests.length - asked, 2, 'stopped, no other text is asked for');

		await press(page, '.run', 'Continue');
		await gate.come();
		await page.reload({waitUntil: 'load', ...PATIENCE});
		await shows(page, '.toasts', 'The AI task stopped at 2 of 4.');
		gate.held.length = 0;
		await press(page, '.toast', 'Continue');
		await page.waitForSelector('.run[data-state=paused]', PATIENCE);
		await press(page, '.run', 'Continue');
		await gate.next();
		await gate.next();
		await page.waitForSelector('.run[data-state=done]', PATIENCE);
		t.is(model.requests.length - asked, 4);
		t.is((await page.$$('.review li')).length, 4);
		t.deepEqual([(await read()).version, (await read()).steps], [before.version, before.steps]);

		await press(page, '.review li:first-child', 'Dismiss');
		await press(page, '.review li:first-child', 'Use');
		await page.waitForFunction(() => document.querySelectorAll('.review li').length === 2, PATIENCE);
		await press(page, '.review .head', 'Use all');
		await page.waitForSelector('.review', {hidden: true, ...PATIENCE});
		await page.waitForFunction(() => !document.querySelector('[data-state=unsaved], [data-state=saving]'), PATIENCE);
		await saved(page);
		const titles = (await read()).steps.map(({title}: {title: string}) => title);
		t.deepEqual(titles, ['One', WRITTEN.title, WRITTEN.title, WRITTEN.title]);
		await context.close();
	},
);

test.serial('where the quota ends or a provider is away the task says so, and what is left can be done later', async t => {
	const {page, person, read, context} = await openTour([{text: 'One'}, {text: 'Two'}, {text: 'Three'}]);
	const db = editor.service.services.database.manager;
	const period = new Date().toISOString().slice(0, 7);
	await db.query('INSERT INTO quotas (account_id, kind, period, used, reserved) VALUES (?, ?, ?, 39, 0)', [
		person.accountId,
		'aiTexts',
		period,
	]);
	const {version} = await read();
	await page.click('.ai-button');
	await page.waitForSelector('.task', PATIENCE);
	await page.select('.task .choice:last-child select', 'all');
	await shows(page, '.cost', 'It is enough for about 1');
	await press(page, '.task', 'Start');
	await page.waitForSelector('.run[data-state=halted]', PATIENCE);
	await shows(page, '.run .ai-fault', "This month's quota is used up.");
	await shows(page, '.run .summary', '1 step written · 2 still to do');
	t.is((await read()).version, version);
	await db.query('UPDATE quotas SET used = 0 WHERE account_id = ?', [person.accountId]);

	// Busy, and says for how long: it waits, and can be stopped.
	model.mode = 'busy';
	await press(page, '.run', 'Continue');
	await shows(page, '.run', 'The provider is busy');
	await press(page, '.run', 'Stop');
	await page.waitForSelector('.run[data-state=stopped]', PATIENCE);
	// Not there at all.
	model.mode = 'silent';
	await press(page, '.run', 'Continue');
	await page.waitForSelector('.run[data-state=halted]', PATIENCE);
	await shows(page, '.run .ai-fault', 'The AI provider is not available.');
	model.mode = 'good';
	await press(page, '.run', 'Continue');
	await page.waitForSelector('.run[data-state=done]', PATIENCE);
	const used = await db.query('SELECT used, reserved FROM quotas WHERE account_id = ?', [person.accountId]);
	t.deepEqual(
		used.map(Object.values).map((row: unknown[]) => row.map(Number)),
		[[2, 0]],
		'what failed costs nothing',
	);
	await press(page, '.review .head', 'Dismiss all');
	await page.waitForSelector('.review', {hidden: true, ...PATIENCE});
	t.is((await read()).version, version);

	await press(page, '.run', 'Another task');
	await press(page, '.task', 'Narrate');
	await shows(page, '.cost', 'of narration are left');
	await press(page, '.task', 'Start');
	await page.waitForSelector('.run[data-state=done]', PATIENCE);
	await shows(page, '.run .summary', '3 steps narrated');
	t.true((await read()).steps.every(({narration}: {narration: object | null}) => narration));
	await context.close();
});

test.serial('panel and dialog, light and dark, wide and narrow, have nothing that axe finds', async t => {
	for (const [dark, width, height] of [
		[false, 1440, 900],
		[true, 390, 844],
	] as const) {
		const {page, context} = await openTour([{title: 'Salvar', text: 'Clique em salvar.'}, {}], {dark, width, height, bypass: true});
		if (width < 720) await press(page, '.inspector', 'Properties of the step');
		await press(page, '.assist', 'Write with AI');
		await page.waitForSelector('.proposal', PATIENCE);
		await unfold(page);
		await press(page, '.narrations', 'Generate narration');
		await page.waitForSelector('.spoken audio', PATIENCE);
		await press(page, '.wish', 'Options');
		t.deepEqual(await axeViolations(page), [], `panel ${width}`);
		await page.click('.ai-button');
		for (const kind of ['Write', 'Narrate', 'Add a language']) {
			await press(page, '.kinds', kind);
			await page.waitForSelector('.task .cost', PATIENCE);
			t.deepEqual(await axeViolations(page), [], `${kind} ${width}`);
		}
		await press(page, '.kinds', 'Write');
		model.mode = 'garbage';
		await press(page, '.task', 'Start');
		await page.waitForSelector('.run[data-state=done] .left-out', PATIENCE);
		model.mode = 'good';
		t.deepEqual(await axeViolations(page), [], `run ${width}`);
		t.is(await page.evaluate(() => document.documentElement.scrollWidth), width);
		await context.close();
	}
});
