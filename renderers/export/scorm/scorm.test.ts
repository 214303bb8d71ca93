import {rm} from 'node:fs/promises';
import test from 'ava';
import type {Frame, Page} from 'puppeteer';
import type {ScormExportOptions} from '../../../shared/contract/exports/options.ts';
import type {Snapshot} from '../../../shared/contract/snapshot.ts';
import {runWithoutBrowser} from '../../../test/helpers/exporting/bench.ts';
import {button, spot, to} from '../../../test/helpers/forked-tour.ts';
import {openLms, type WithCalls} from '../../../test/helpers/lms.ts';
import {openBrowser} from '../../../test/helpers/player-site.ts';
import {sampleForm, sampleImage, sampleNarration, sampleStep, sampleSteps, sampleTour} from '../../../test/helpers/sample-snapshot.ts';
import {readZip} from '../../../test/helpers/zip.ts';
import {scormExporter} from './scorm.ts';

const {image, files: media} = await sampleImage();
const {narration, mp3} = sampleNarration(1, 440);
media.set(narration.file, mp3);
const browser = await openBrowser();
const system = await openLms();
const folders: string[] = [];
test.after.always(async () => {
	await browser.close();
	await system.close();
	for (const folder of folders) await rm(folder, {recursive: true});
});

const tour = sampleTour(sampleSteps(image).map((step, index) => ({...step, id: `step_${index + 1}`, narrations: [narration]})));

async function exported(snapshot: Snapshot, options: Partial<ScormExportOptions> = {}) {
	const made = await runWithoutBrowser(scormExporter, {snapshot, media, options: {status: 'completed', narration: true, ...options}});
	folders.push(made.folder);
	return {...made, files: await readZip(made.bytes)};
}

async function openPage(url: string) {
	const page = await browser.newPage();
	const complaints: string[] = [];
	page.on('console', message => ['error', 'warn'].includes(message.type()) && complaints.push(message.text()));
	page.on('pageerror', error => complaints.push(String(error)));
	page.on('requestfailed', request => complaints.push(request.url()));
	await page.setViewport({width: 1200, height: 800});
	await page.goto(url, {waitUntil: 'networkidle0'});
	const course = page.frames().find(frame => frame.url().includes('/course/')) ?? page.mainFrame();
	return {page, complaints, course};
}

const launch = (path = '/') => openPage(system.url + path);
const shown = (course: Frame) => course.$eval('.step.on', ({id}) => id);
/** What the course has asked and said since this was asked last; times are left out. */
async function heard(page: Page): Promise<string[]> {
	const calls = await page.evaluate(() => (globalThis as unknown as WithCalls).calls.splice(0));
	return calls.map(call => call.replace(/^(SetValue cmi\.core\.session_time) \d{4}:[0-5]\d:[0-5]\d\.\d\d: true$/, '$1'));
}
async function press(course: Frame, key: string): Promise<string> {
	await course.evaluate(key => void dispatchEvent(new KeyboardEvent('keydown', {key, cancelable: true})), key);
	return shown(course);
}
const SAVED = ['SetValue cmi.core.session_time', 'Commit: true'];
/** Chromium lets no script wait for a server while a frame goes; scorm-again sends its last words all the same. */
const FINISHED = ['SetValue cmi.core.session_time', 'Commit: false', 'Finish: true'];

test.serial('a course is begun, left and taken up again where it was, and completed the moment the last step is reached', async t => {
	system.teach((await exported(tour)).files);
	const first = await launch();
	t.deepEqual(await heard(first.page), [
		'Initialize: true',
		'GetValue cmi.core.lesson_status: not attempted',
		'SetValue cmi.core.lesson_status incomplete: true',
		'SetValue cmi.core.exit suspend: true',
		'GetValue cmi.core.lesson_location: ',
		'SetValue cmi.core.lesson_location step_1: true',
		...SAVED,
	]);
	t.is(await press(first.course, 'ArrowRight'), 's2');
	t.deepEqual(await heard(first.page), ['SetValue cmi.core.lesson_location step_2: true', ...SAVED]);
	t.like(system.committed().core, {lesson_location: 'step_2', lesson_status: 'incomplete'});
	// The frame is taken away: what is left to say is said once.
	await first.page.$eval('iframe', frame => frame.remove());
	t.deepEqual(await heard(first.page), FINISHED);
	t.is(system.committed().core.exit, 'suspend');
	t.deepEqual(first.complaints, []);
	await first.page.close();

	const second = await launch();
	t.is(await shown(second.course), 's2');
	await heard(second.page);
	t.is(await press(second.course, 'ArrowRight'), 's3');
	t.deepEqual(await heard(second.page), [
		'SetValue cmi.core.lesson_location step_3: true',
		'SetValue cmi.core.lesson_status completed: true',
		'SetValue cmi.core.exit: true',
		...SAVED,
	]);
	t.like(system.committed().core, {lesson_location: 'step_3', lesson_status: 'completed'});
	t.is(await press(second.course, 'ArrowRight'), 'end');
	await heard(second.page);
	await second.page.$eval('iframe', frame => frame.remove());
	t.deepEqual(await heard(second.page), FINISHED);
	await second.page.close();

	// Completed stays completed, and is looked at from the start.
	const third = await launch();
	t.is(await shown(third.course), 's1');
	await press(third.course, 'ArrowRight');
	t.false((await heard(third.page)).some(call => call.includes('lesson_status i')));
	t.is(system.committed().core.lesson_status, 'completed');
	t.deepEqual(third.complaints, []);
	await third.page.close();
});

test.serial('a tour that forks is completed at each of its ends, and not where it leads back', async t => {
	const forked = sampleTour([
		sampleStep({
			id: 'ask',
			title: 'ask',
			image,
			actions: {buttons: [button('one', to('one')), button('two', to('two')), button('back', to('back')), button('stop', {to: 'end'})]},
		}),
		sampleStep({id: 'one', title: 'one', image, actions: {next: {to: 'end'}}}),
		sampleStep({id: 'two', title: 'two', image, actions: {next: {to: 'end'}, hotspots: [spot('again', 0.5, {to: 'restart'})]}}),
		sampleStep({id: 'back', title: 'back', image, actions: {next: to('ask')}}),
	]);
	const {files} = await exported(forked);
	const statusAfter = async (...actions: string[]) => {
		system.teach(files);
		const {page, course} = await launch();
		for (const action of actions) await course.$eval(`.on ${action}`, link => (link as HTMLElement).click());
		// What is left to say is said before the next one is taught.
		await page.$eval('iframe', frame => frame.remove());
		await page.waitForNetworkIdle();
		const {lesson_status: status} = system.committed().core;
		await page.close();
		return status;
	};
	t.is(await statusAfter('[data-action=one]'), 'completed');
	t.is(await statusAfter('[data-action=stop]'), 'completed');
	t.is(await statusAfter('[data-action=two]'), 'incomplete', 'another way is left');
	t.is(await statusAfter('[data-action=two]', '[rel=next]'), 'completed');
	t.is(await statusAfter('[data-action=back]'), 'incomplete', 'the last of the list is no end');
});

test.serial('the window is closed or left for another page: what was reached is there, and the visit has ended', async t => {
	system.teach((await exported(tour, {status: 'passed'})).files);
	const first = await launch();
	await press(first.course, 'ArrowRight');
	await first.page.close();
	const second = await launch();
	t.is(await shown(second.course), 's2');
	t.is(await press(second.course, 'End'), 'end', 'past the last step is reached as well');
	t.is(system.committed().core.lesson_status, 'passed');
	await second.page.goto('about:blank');
	t.is(system.committed().core.exit, '');
	await second.page.close();
});

test.serial('the LMS is found further out and in the window that opened this one; without it the tour plays on', async t => {
	system.teach((await exported(tour)).files);
	const deep = await launch('/deep');
	await press(deep.course, 'ArrowRight');
	t.is(system.committed().core.lesson_location, 'step_2');
	await deep.page.close();

	const {page} = await launch('/window');
	const opened = new Promise<Page>(resolve => page.once('popup', popup => resolve(popup!)));
	await page.evaluate(() => void open('/course/index.html', '_blank', 'width=900,height=700'));
	const popup = await opened;
	await popup.waitForSelector('.step.on');
	t.is(await shown(popup.mainFrame()), 's2');
	await press(popup.mainFrame(), 'ArrowRight');
	t.is(system.committed().core.lesson_status, 'completed');
	await popup.close();
	await page.close();

	const alone = await openPage(`${system.url}/course/index.html`);
	t.is(await press(alone.course, 'End'), 'end');
	t.is(await press(alone.course, 'Home'), 's1');
	t.deepEqual(alone.complaints, []);
	await alone.page.close();
});

test.serial('an LMS that refuses or throws does not stop the tour; a step that is no more is not looked for', async t => {
	system.teach((await exported(tour)).files);
	for (const api of [
		'{LMSInitialize: () => "false"}',
		'{LMSInitialize: () => "true", LMSGetValue() { throw new Error("down"); }}',
		'{LMSInitialize: () => true, LMSGetValue: name => /location/.test(name) ? "step_gone" : "incomplete", LMSSetValue: () => "false", LMSCommit: () => "false"}',
	]) {
		const page = await browser.newPage();
		const complaints: string[] = [];
		page.on('pageerror', error => complaints.push(String(error)));
		await page.evaluateOnNewDocument(`globalThis.API = ${api}`);
		await page.goto(`${system.url}/course/index.html`);
		t.is(await shown(page.mainFrame()), 's1');
		t.is(await press(page.mainFrame(), 'ArrowRight'), 's2');
		await page.goto('about:blank');
		t.deepEqual(complaints, []);
		await page.close();
	}
});

test.serial('the package has what its manifest names and nothing else, beside the page and not within', async t => {
	const {files, warnings, bytes} = await exported({...tour, leadCapture: sampleForm()});
	const text = files.get('imsmanifest.xml')!.toString();
	const named = [...text.matchAll(/<file href="([^"]+)"\/>/g)].map(([, href]) => href!);
	t.deepEqual([...files.keys()].toSorted(), ['imsmanifest.xml', ...named].toSorted());
	t.is(named[0], 'index.html');
	const page = files.get('index.html')!.toString();
	for (const file of named.slice(1)) t.true(page.includes(file), file);
	t.notRegex(page, /data:(?:image|audio|font)|<form|data-report/);
	t.deepEqual(
		warnings.map(({code}) => code),
		['lead_form_left_out', 'statistics_left_out'],
	);
	t.deepEqual((await exported({...tour, leadCapture: sampleForm()})).bytes, bytes, 'the same tour is the same bytes');
	t.deepEqual(
		[...(await exported(tour, {narration: false})).files.keys()].filter(file => file.endsWith('.mp3')),
		[],
	);
});

test.serial('hostile titles stay text in the manifest, as an XML parser reads it', async t => {
	const hostile = `]]></title><evil a='"'>&amp; <!-- \u0000\u0007\uFFFE\ud83d 👩‍💻 \u202Egnp`;
	const page = await browser.newPage();
	for (const [title, read] of [
		[hostile, `]]></title><evil a='"'>&amp; <!-- � 👩‍💻 gnp`],
		['جولة في التقارير', 'جولة في التقارير'],
		['\u200F\n', 'Tour'],
	] as const) {
		const text = (await exported(sampleTour([sampleStep({title: hostile})], {title}))).files.get('imsmanifest.xml')!.toString();
		const parsed = await page.evaluate(parse, text);
		t.deepEqual(parsed.titles, [read, read]);
		t.deepEqual(parsed.elements, [
			'manifest metadata schema schemaversion organizations organization title item title resources resource',
			...Array.from({length: parsed.elements.length - 1}, () => 'file'),
		]);
		t.regex(parsed.identifier!, /^[a-z_][a-z0-9_.-]*$/);
		t.deepEqual(parsed.refers, [true, true]);
	}
	await page.close();
});

/** In the browser. Throws where it is no XML. */
function parse(text: string) {
	const xml = new DOMParser().parseFromString(text, 'application/xml');
	const fault = xml.querySelector('parsererror');
	if (fault) throw new Error(fault.textContent!);
	const all = [...xml.querySelectorAll('*')];
	const files = all.filter(({localName}) => localName === 'file');
	const idOf = (name: string) => xml.querySelector(name)!.getAttribute('identifier');
	return {
		titles: [...xml.querySelectorAll('title')].map(({textContent}) => textContent),
		elements: [
			all
				.filter(one => !files.includes(one))
				.map(({localName}) => localName)
				.join(' '),
			...files.map(() => 'file'),
		],
		identifier: idOf('manifest'),
		refers: [
			xml.querySelector('organizations')!.getAttribute('default') === idOf('organization'),
			xml.querySelector('item')!.getAttribute('identifierref') === idOf('resource'),
		],
	};
}
