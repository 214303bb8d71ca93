import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import test, {type ExecutionContext} from 'ava';
import type {CDPSession, HTTPRequest, Page} from 'puppeteer';
import type {LeadCaptureInput} from '../../shared/contract/cards.ts';
import {LEAD_HONEYPOT} from '../../shared/contract/visitors/lead.ts';
import {axeViolations} from '../helpers/axe.ts';
import {eventually} from '../helpers/eventually.ts';
import {type FormTour, publishForm} from '../helpers/lead.ts';
import {type Person, signedIn} from '../helpers/person.ts';
import {openBrowser} from '../helpers/player-site.ts';
import {type Client, startService, type TestService} from '../helpers/service.ts';

/** The opening form from the page to its owner's list, in the real browser. */

let service: TestService;
let ana: Client;
let owner: Person;
let browser: Awaited<ReturnType<typeof openBrowser>>;
test.before(async () => {
	service = await startService();
	ana = await service.client();
	owner = await signedIn(service, {accountId: ana.accountId});
	browser = await openBrowser();
});
test.after.always(async () => {
	await browser?.close();
	await service?.stop();
});

const ALL = {name: 'optional', email: 'required', phone: 'optional'} as const;
const MUST: LeadCaptureInput = {fields: ALL, allowSkip: false};
const leadsOf = async ({tourId}: FormTour) => (await owner.call('GET', `/app/v1/leads?tourId=${tourId}`)).body.leads;
const shown = (page: Page) => page.$$eval('.step', steps => steps.filter(step => step.getClientRects().length > 0).map(step => step.id));
const becomes = (page: Page, id: string) => page.waitForFunction(wanted => document.querySelector('.step.on')?.id === wanted, {}, id);

async function open(url: string, {width = 1280, height = 800}: {width?: number; height?: number} = {}) {
	const page = await browser.newPage();
	const complaints: string[] = [];
	page.on('console', message => ['error', 'warn'].includes(message.type()) && complaints.push(message.text()));
	page.on('pageerror', error => complaints.push(String(error)));
	await page.emulateMediaFeatures([{name: 'prefers-reduced-motion', value: 'reduce'}]);
	await page.setViewport({width, height});
	await page.evaluateOnNewDocument(() => addEventListener('lead', () => document.documentElement.classList.add('thanked')));
	await page.goto(url);
	return {page, complaints};
}

test('somebody who is quick, and clicks twice, leaves one lead and goes on to the step that the URL asked for', async t => {
	const tour = await publishForm(ana, {fields: ALL, title: 'Olá'});
	const {page, complaints} = await open(`${tour.url}#s2`);
	t.deepEqual(await shown(page), ['lead']);
	await page.type('#name', 'Bia');
	await page.keyboard.press('Tab');
	await page.keyboard.type('bia@private.example');
	await page.click('[name=consent]');
	const sent: HTTPRequest[] = [];
	await page.setRequestInterception(true);
	page.on('request', request => (request.method() === 'POST' && request.url().endsWith('/lead') ? sent.push(request) : request.continue()));
	await page.click('button.button', {count: 2});
	await page.waitForFunction(() => document.querySelector('button.button')!.ariaBusy === 'true');
	while (sent.length === 0) await new Promise(resolve => setTimeout(resolve, 20));
	await page.click('button.button');
	t.deepEqual(await shown(page), ['lead'], 'nobody goes on before the answer');
	await sent[0]!.continue();
	await becomes(page, 's2');
	t.deepEqual(await shown(page), ['s2']);
	t.truthy(await page.$('.thanked'));
	t.is(await page.$('#lead'), null);
	t.is(sent.length, 1);
	const leads = await leadsOf(tour);
	t.is(leads.length, 1);
	t.like(leads[0], {name: 'Bia', email: 'bia@private.example', phone: null});
	t.deepEqual(complaints, []);
	await page.close();
});

test('faults stand at their fields, are read out, and the first one gets the focus; what was typed stays', async t => {
	const tour = await publishForm(ana, MUST);
	const {page} = await open(tour.url);
	await page.type('#name', 'Bia');
	await page.type('#phone', '12');
	await page.click('button.button');
	await page.waitForSelector('[aria-invalid=true]');
	const state = () =>
		page.evaluate(() =>
			['name', 'email', 'phone', 'consent'].map(name => {
				const field = document.querySelector<HTMLInputElement>(`[name=${name}]`)!;
				const fault = document.getElementById(field.getAttribute('aria-describedby')!)!;
				return [field.ariaInvalid, fault.role, fault.textContent !== ''];
			}),
		);
	t.deepEqual(await state(), [
		['false', 'alert', false],
		['true', 'alert', true],
		['true', 'alert', true],
		['true', 'alert', true],
	]);
	t.is(await page.evaluate(() => document.activeElement!.id), 'email');
	t.is(await page.$eval('#name', field => (field as HTMLInputElement).value), 'Bia');

	await page.keyboard.type('bia@private.example');
	await page.click('[name=consent]');
	await page.focus('button.button');
	await page.keyboard.press('Enter');
	await page.waitForFunction(() => document.activeElement!.id === 'phone');
	t.deepEqual(
		(await state()).map(([invalid]) => invalid),
		['false', 'false', 'true', 'false'],
	);
	t.deepEqual(await leadsOf(tour), []);
	await page.keyboard.type('34 5678-9012');
	await page.keyboard.press('Enter');
	await becomes(page, 's1');
	t.like((await leadsOf(tour))[0], {phone: '1234 5678-9012'});
	await page.close();
});

test('where the network or the service fails, it says so, thanks nobody and keeps what was typed', async t => {
	const tour = await publishForm(ana, MUST);
	const {page} = await open(tour.url);
	await page.type('#email', 'bia@private.example');
	await page.click('[name=consent]');
	let answer: 'abort' | 'html' | 'continue' = 'abort';
	await page.setRequestInterception(true);
	page.on('request', request => {
		if (!request.url().endsWith('/lead') || answer === 'continue') return request.continue();
		return answer === 'abort' ? request.abort() : request.respond({status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>'});
	});
	for (answer of ['abort', 'html'] as const) {
		await page.click('button.button');
		await page.waitForFunction(() => document.querySelector('[data-of=""]')!.textContent!.includes('tente de novo'));
		await page.waitForFunction(() => document.querySelector('button.button')!.ariaBusy === null);
		t.deepEqual(await shown(page), ['lead']);
		t.is(await page.$('.thanked'), null);
	}
	answer = 'continue';
	await page.click('button.button');
	await becomes(page, 's1');
	t.is((await leadsOf(tour)).length, 1);
	await page.close();
});

test('Skip is as large as Submit and leads on; where it is not offered, no key and no link leads past the form', async t => {
	const optional = await publishForm(ana, {fields: ALL, submitLabel: 'Enviar os meus dados', skipLabel: 'Não'});
	const {page} = await open(`${optional.url}#s2`);
	const [submit, skip] = await page.$$eval('.calls > *', buttons => buttons.map(button => button.getBoundingClientRect().toJSON()));
	t.is(submit.height, skip.height);
	t.true(Math.abs(submit.width - skip.width) < 1);
	await page.click('.calls a');
	await becomes(page, 's2');
	t.deepEqual(await leadsOf(optional), []);
	await page.close();

	const must = await publishForm(ana, MUST);
	const {page: gated} = await open(must.url);
	t.is(await gated.$('.calls a'), null);
	for (const key of ['ArrowRight', 'End', 'PageDown'] as const) await gated.keyboard.press(key);
	await gated.evaluate(() => {
		location.hash = '#s2';
	});
	await new Promise(resolve => setTimeout(resolve, 100));
	t.deepEqual(await shown(gated), ['lead']);
	await gated.close();
});

/** The form in a frame with these attributes, within a page of another origin. */
async function inFrame(t: ExecutionContext, attributes: string) {
	const server = createServer((_, response) => {
		response.setHeader('Content-Type', 'text/html').end(`<iframe ${attributes}></iframe>`);
	});
	await new Promise<void>(resolve => server.listen(0, resolve));
	t.teardown(() => server.close());
	const host = await browser.newPage();
	await host.goto(`http://localhost:${(server.address() as AddressInfo).port}/`);
	const frame = await (await host.waitForSelector('iframe'))!.contentFrame();
	await frame.waitForSelector('.js #email');
	return {host, frame};
}

test('a sandboxed frame, which cannot send the form, says where that is possible', async t => {
	const tour = await publishForm(ana, {fields: ALL, title: 'Olá'});
	for (const sandbox of ['allow-scripts', 'allow-scripts allow-forms']) {
		const {host, frame} = await inFrame(t, `src="${tour.url}" width="480" height="600" sandbox="${sandbox}"`);
		await frame.focus('#email');
		await host.keyboard.press('Enter');
		await frame.waitForFunction(() => /window of its own|janela própria|ventana propia/.test(document.querySelector('#lead')!.textContent));
		t.deepEqual(await leadsOf(tour), [], sandbox);
		await host.close();
	}
});

test('inside a page of another origin it works as well, and a preview says that it keeps nothing', async t => {
	const tour = await publishForm(ana, MUST);
	const {host, frame} = await inFrame(t, `src="${tour.url}" width="480" height="300"`);
	await frame.type('#email', 'framed@private.example');
	await frame.$eval('[name=consent]', box => (box as HTMLElement).click());
	await frame.$eval('button.button', button => button.click());
	await frame.waitForFunction(() => document.querySelector('.step.on')?.id === 's1');
	t.is((await leadsOf(tour)).length, 1);
	await host.close();

	const preview = await publishForm(ana, MUST, {dryRun: true});
	const {page} = await open(preview.url);
	t.regex(await page.$eval('.ask', ask => ask.textContent), /nada do que for enviado aqui é guardado/);
	await page.type('#email', 'bia@private.example');
	await page.click('[name=consent]');
	await page.click('button.button');
	await becomes(page, 's1');
	t.deepEqual(await leadsOf(preview), []);
	await page.close();
});

/** A page without script, touched as a person does: what it shows is asked of the browser itself. */
async function openPlain(url: string) {
	const page = await browser.newPage();
	await page.setJavaScriptEnabled(false);
	await page.setViewport({width: 800, height: 1000});
	await page.goto(url, {waitUntil: 'networkidle0'});
	const client = await page.createCDPSession();
	const node = async (selector: string) => {
		const {root} = await client.send('DOM.getDocument');
		return (await client.send('DOM.querySelector', {nodeId: root.nodeId, selector})).nodeId;
	};
	return {
		page,
		isShown: async (selector: string) => hasBox(client, await node(selector)),
		async type(selector: string, text: string) {
			await client.send('DOM.focus', {nodeId: await node(selector)});
			await page.keyboard.press('End');
			await page.keyboard.sendCharacter(text);
		},
		async click(selector: string) {
			const nodeId = await node(selector);
			await client.send('DOM.scrollIntoViewIfNeeded', {nodeId});
			const {model} = await client.send('DOM.getBoxModel', {nodeId});
			await page.mouse.click(model.content[0]! + model.width / 2, model.content[1]! + model.height / 2);
		},
	};
}

async function hasBox(client: CDPSession, nodeId: number): Promise<boolean> {
	if (nodeId === 0) return false;
	return client.send('DOM.getBoxModel', {nodeId}).then(
		() => true,
		() => false,
	);
}

async function sendsPlainly(t: ExecutionContext, form: LeadCaptureInput): Promise<void> {
	const tour = await publishForm(ana, form);
	const {page, isShown, type, click} = await openPlain(tour.url);
	t.true(await isShown('#lead'));
	t.false(await isShown('#sent'));
	t.is(await isShown('#s1'), form.allowSkip !== false, 'the steps stand below, unless the form comes first');
	await type('#email', 'bia@private');
	await click('[name=consent]');
	await Promise.all([page.waitForNavigation(), click('button.button')]);
	t.true(await isShown('#email-fault'));
	t.deepEqual(await leadsOf(tour), []);
	await type('#email', '.example');
	await Promise.all([page.waitForNavigation(), click('button.button')]);
	t.is(page.url(), `${tour.url}#sent`);
	t.true(await isShown('#sent'));
	t.false(await isShown('#lead'));
	t.true((await isShown('#s1')) && (await isShown('#s2')));
	const [lead] = await leadsOf(tour);
	t.is(lead.email, 'bia@private.example');
	await page.close();
}

test('without script the form is sent, comes back with its faults, and leads on to thanks and the tour', t =>
	sendsPlainly(t, {fields: ALL}));
test('without script a form that must be filled in stands before the steps', t => sendsPlainly(t, MUST));

test('it has no fault that axe finds, also with faults and a long consent, which the keyboard reaches; on paper it is not', async t => {
	for (const preset of ['documento', 'dark']) {
		const tour = await publishForm(ana, {fields: ALL, consentText: 'Um parágrafo que é lido até o fim. '.repeat(140)});
		await ana('PUT', `/v1/tours/${tour.tourId}/theme`, {body: {preset}});
		await ana('POST', `/v1/tours/${tour.tourId}/publish`);
		for (const size of [
			{width: 1440, height: 900},
			{width: 390, height: 844},
		]) {
			const page = await browser.newPage();
			await page.setBypassCSP(true);
			await page.setViewport(size);
			await page.goto(tour.url);
			t.deepEqual(await axeViolations(page), [], `${preset} ${size.width}`);
			await page.click('button.button');
			await page.waitForSelector('[aria-invalid=true]');
			t.deepEqual(await axeViolations(page), [], `${preset} ${size.width} with faults`);
			t.true(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
			await eventually('keys scroll the consent', async () => {
				await page.focus('.terms');
				await page.keyboard.press('PageDown');
				return page.$eval('.terms', terms => terms.scrollTop > 0);
			});
			t.deepEqual(await shown(page), ['lead']);
			await page.emulateMediaType('print');
			t.false((await shown(page)).includes('lead'));
			await page.close();
		}
	}
});

test('what a form filler writes where nobody sees it keeps no visitor out: the second try counts', async t => {
	const tour = await publishForm(ana, MUST);
	const {page} = await open(tour.url);
	await page.type('#email', 'filled@private.example');
	await page.click('[name=consent]');
	await page.$eval(`[name=${LEAD_HONEYPOT}]`, field => {
		(field as HTMLInputElement).value = 'https://example.com';
	});
	await page.click('button.button');
	await page.waitForFunction(() => [...document.querySelectorAll('.fault')].some(({textContent}) => textContent));
	t.is((await leadsOf(tour)).length, 0);
	await page.click('button.button');
	await becomes(page, 's1');
	t.is((await leadsOf(tour)).length, 1);
	await page.close();
});
