import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {text} from 'node:stream/consumers';
import {setTimeout as sleep} from 'node:timers/promises';
import test from 'ava';
import type {Page} from 'puppeteer';
import {eventually} from '../../../test/helpers/eventually.ts';
import {LEAD_TARGET, openBrowser, PUBLIC} from '../../../test/helpers/player-site.ts';
import {sampleForm, sampleImage, sampleNarration, sampleSlide, sampleStep, sampleTour} from '../../../test/helpers/sample-snapshot.ts';
import {renderPage} from '../page.ts';

/** Every control of a page that has all there is: what a press of it counts. */

const {image, files} = await sampleImage();
const {narration, mp3} = sampleNarration(1, 440);
const {narration: english, mp3: englishMp3} = sampleNarration(1, 550, {language: 'en'});
files.set(narration.file, mp3).set(english.file, englishMp3);
const narrations = [narration, english];
const steps = [
	sampleSlide({id: 'step_a', narrations}),
	sampleStep({id: 'step_b', title: 'Segundo', image, narrations}),
	sampleStep({id: 'step_c', title: 'Terceiro', image}),
];
const page = renderPage(sampleTour(steps, {leadCapture: sampleForm()}), {...PUBLIC, reportPath: '/p/tour/events', lead: LEAD_TARGET});

/** What was reported, each event in a word: a step's id, the kind and the target of a click. */
const counted: string[] = [];
type Sent = {events: Array<{type: string; step?: string; target?: string}>};
const server = createServer(async (request, response) => {
	const {url = '', method} = request;
	if (method === 'POST') {
		const sent = await text(request);
		if (url.endsWith('/events')) counted.push(...(JSON.parse(sent) as Sent).events.map(({type, step, target}) => step ?? target ?? type));
		return response.writeHead(204).end();
	}
	if (url.startsWith('/p/tour')) {
		response.setHeader('Content-Security-Policy', page.csp);
		return response.setHeader('Content-Type', 'text/html; charset=utf-8').end(page.html);
	}
	const bytes = files.get(url.replace('/media/', ''));
	return response.writeHead(bytes ? 200 : 404).end(bytes);
});
await new Promise<void>(resolve => server.listen(0, resolve));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/p/tour`;
const browser = await openBrowser();
test.after.always(async () => {
	await browser.close();
	server.close().closeAllConnections();
});

/** Whatever a visitor can press, in the order of the page. */
const CONTROLS = 'a[href], button, summary, select, input:not([tabindex="-1"])';

/** The places of the page by the part of its URL after #, and what has been counted of who has passed the form and gone there. */
const SHOWN: Record<string, string[]> = {
	lead: ['view'],
	s1: ['view', 'step_a'],
	s2: ['view', 'step_a', 'step_b'],
	s3: ['view', 'step_a', 'step_c', 'complete'],
	end: ['view', 'step_a'],
};
const clicks = () => counted.filter(event => event === 'whatsapp' || event === 'link');

async function open(place: string): Promise<Page> {
	const opened = await browser.newPage();
	await opened.emulateMediaFeatures([{name: 'prefers-reduced-motion', value: 'reduce'}]);
	counted.length = 0;
	await opened.goto(url, {waitUntil: 'load'});
	await eventually('the view is counted', () => counted.includes('view'));
	if (place !== 'lead') {
		await opened.click('#lead [rel=next]');
		await eventually('the first step is counted', () => counted.includes('step_a'));
		await opened.evaluate(hash => {
			location.hash = hash;
		}, place);
		await opened.waitForFunction(id => document.querySelector('.step.on')!.id === id, {polling: 50}, place);
	}
	await eventually(`${place} is counted`, () => counted.length >= SHOWN[place]!.length);
	return opened;
}

for (const place of Object.keys(SHOWN)) {
	test.serial(
		`#${place}: of all controls that can be pressed there, only the buttons of the closing card count as clicks on it`,
		async t => {
			const opened = await open(place);
			t.deepEqual(counted, SHOWN[place]);
			const pressed = await opened.$$eval(CONTROLS, controls => {
				// The page stays: where a link leads outside is not what this is about.
				addEventListener('click', event => (event.target as Element).closest('[target]') && event.preventDefault());
				const here = controls.filter(control => {
					const step = control.closest('.step');
					return control.checkVisibility({visibilityProperty: true}) && (!step || step.matches('.on'));
				}) as HTMLElement[];
				return here.map(control => {
					control.click();
					return {to: control.dataset.to ?? '', label: control.textContent.trim()};
				});
			});
			const wanted = pressed.flatMap(({to}) => (to ? [to] : []));
			await eventually('the clicks are counted', () => clicks().length >= wanted.length);
			// For what should not come.
			await sleep(300);
			t.true(pressed.length >= 5, pressed.map(({label}) => label).join(', '));
			t.deepEqual(clicks(), wanted, pressed.map(({label}) => label).join(', '));
			t.deepEqual(wanted, place === 'end' ? ['whatsapp', 'link'] : []);
			await opened.close();
		},
	);
}

test.serial('nothing on the page counts as a button of the closing card but its buttons', async t => {
	const opened = await open('end');
	const marked = await opened.$$eval('[data-to]', all =>
		all.map(element => [element.closest('section')!.id, (element as HTMLElement).dataset.to]),
	);
	t.deepEqual(marked, [
		['end', 'whatsapp'],
		['end', 'link'],
	]);
	await opened.close();
});
