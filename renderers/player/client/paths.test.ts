import test from 'ava';
import type {Frame, Page} from 'puppeteer';
import type {SnapshotStep} from '../../../shared/contract/snapshot.ts';
import {axeViolations} from '../../../test/helpers/axe.ts';
import {button, chaptered, fork, SHAPES, spot, to} from '../../../test/helpers/forked-tour.ts';
import {openSite} from '../../../test/helpers/player-site.ts';
import {sampleImage, sampleNarration, sampleSlide, sampleStep, sampleTour} from '../../../test/helpers/sample-snapshot.ts';

/** A page of a tour that forks reports, names the place of a step, plays up to the question, and can be read on paper. */

const {image, files} = await sampleImage();
const site = await openSite(files);
test.after.always(site.close);

const become = (page: Page | Frame, id: string) =>
	page.waitForFunction(wanted => document.querySelector('.step.on')?.id === wanted, {}, id);

test.serial(
	'each action is reported and the end is said once it is reached, with each report after it; a page around hears of both',
	async t => {
		site.show(sampleTour(fork(image)));
		const page = await site.browser.newPage();
		const sent: Array<{visit: string; events: Array<Record<string, unknown>>}> = [];
		page.on('request', async request => {
			if (request.method() === 'POST') sent.push(JSON.parse(request.postData() ?? (await request.fetchPostData()) ?? '{"events":[]}'));
		});
		await page.evaluateOnNewDocument(() => {
			const heard: unknown[] = [];
			Object.assign(globalThis, {heard});
			addEventListener('message', ({data}) => heard.push(data));
		});
		await page.emulateMediaFeatures([{name: 'prefers-reduced-motion', value: 'reduce'}]);
		await page.goto(`${site.url}/framed?900x700`, {waitUntil: 'networkidle0'});
		const frame = page.frames()[1]!;
		await frame.click('.on [data-action=b]');
		await become(frame, 's4');
		await frame.click('.on [data-action=y]');
		await become(frame, 'end');
		await frame.click('.on [rel=prev]');
		await become(frame, 's4');
		await frame.click('.on [rel=next]');
		await become(frame, 's5');
		await page.waitForFunction(() => (globalThis as unknown as {heard: unknown[]}).heard.length > 9);
		await page.waitForNetworkIdle();
		const complete = {type: 'complete', step: 'b1'};
		const events = sent.map(report => report.events);
		t.deepEqual(events.slice(0, 4), [
			[{type: 'view'}, {type: 'step', step: 'ask', n: 1}],
			[{type: 'action', step: 'ask', action: 'b'}],
			[{type: 'step', step: 'b1', n: 2}],
			[{type: 'action', step: 'b1', action: 'y'}],
		]);
		t.deepEqual(events[4], [complete, complete]);
		t.deepEqual(events.slice(-2), [
			[{type: 'action', step: 'b1'}, complete],
			[{type: 'step', step: 'b2', n: 4}, complete],
		]);
		const heard = await page.evaluate(() => (globalThis as unknown as {heard: Array<Record<string, unknown>>}).heard);
		t.deepEqual(
			heard.filter(({type}) => type === 'action' || type === 'complete').map(({type, step, action}) => [type, step, action]),
			[
				['action', 'ask', 'b'],
				['action', 'b1', 'y'],
				['complete', 'b1', undefined],
				['action', 'b1', undefined],
			],
		);
		// Neither a step nor the opening form, which is -1.
		const {position, count} = heard.find(({type}) => type === 'complete')!;
		t.deepEqual([position, count], [6, 6]);
		await page.close();
	},
);

test.serial('on the main path steps are counted, on a branch the chapter is named; the bar fills as far as the way is gone', async t => {
	const steps = fork(image);
	steps[4] = {...steps[4]!, actions: {next: {to: 'end'}}};
	site.show(chaptered(steps));
	const {page, complaints} = await site.visit();
	t.deepEqual(await page.$$eval('.step', all => all.map(({ariaLabel}) => ariaLabel)), [
		'Passo 1 de 4',
		'Passo 2 de 4',
		'Passo 3 de 4',
		'Lager',
		'Lager',
		'Passo 4 de 4',
		'Fim do tour',
	]);
	t.deepEqual(await page.$$eval('.go > span', all => all.map(({textContent}) => textContent)), [
		'1 / 4',
		'2 / 4',
		'3 / 4',
		'Lager',
		'Lager',
		'4 / 4',
	]);
	const filled = () =>
		page.$$eval('.progress a', marks => marks.map(mark => Math.round(Number(mark.style.getPropertyValue('--at')) * 100) / 100));
	t.deepEqual(await filled(), [1, 0, 0, 0]);
	await page.keyboard.press('2');
	await become(page, 's4');
	// The second step of three.
	t.deepEqual(await filled(), [1, 1, 0.67, 0]);
	t.is(await page.$$eval('.progress [aria-current]', marks => marks.length), 1);
	await page.keyboard.press('ArrowRight');
	await become(page, 's5');
	t.deepEqual(await filled(), [1, 1, 1, 0.99]);
	await page.keyboard.press('ArrowRight');
	await become(page, 'end');
	t.deepEqual(await filled(), [1, 1, 1, 1]);
	t.deepEqual(complaints, []);
	await page.close();
});

test.serial('a long name of a chapter takes one line beside the buttons, and leaves the words their room', async t => {
	const title = 'A chapter whose title is as long as titles of chapters may be, in every language';
	site.show(chaptered(fork(image), {chapters: [{scene: 2, title}]}));
	for (const [width, height] of [
		[1440, 900],
		[390, 844],
		[320, 568],
		[844, 390],
	] as const) {
		const {page} = await site.visit({width, height, path: `/p/tour?${width}#s4`});
		const row = await page.$$eval('.on .go > *', all =>
			all.map(each => {
				const {top, bottom, width} = each.getBoundingClientRect();
				return {middle: (top + bottom) / 2, height: bottom - top, width};
			}),
		);
		const middles = row.map(({middle}) => middle);
		t.true(Math.max(...middles) - Math.min(...middles) < 4 && row[0]!.height < 32 && row[0]!.width > 60, JSON.stringify(row));
		t.is(await page.$eval('.on .say', say => say.scrollHeight - say.clientHeight), 0, `${width}x${height}`);
		t.deepEqual(await page.$eval('.on', step => [step.ariaLabel, step.querySelector<HTMLElement>('.go span')!.title]), [title, title]);
		await page.close();
	}
});

test.serial('a tour that plays waits where something can be chosen, its captions say what, and plays on from there', async t => {
	const {narration, mp3} = sampleNarration(1, 300, {script: 'Was nun?'});
	files.set(narration.file, mp3);
	const slide = (id: string, change: Partial<SnapshotStep> = {}) => sampleSlide({id, title: id, durationMs: 700, ...change});
	site.show(
		sampleTour([
			slide('one', {actions: {next: to('ask')}}),
			slide('passed'),
			slide('ask', {narrations: [narration], actions: {buttons: [button('far', to('far')), button('near', {to: 'next'})]}}),
			slide('near'),
			slide('far', {durationMs: 60_000}),
		]),
	);
	const {page, complaints} = await site.visit();
	await page.click('.play');
	await become(page, 's3');
	await page.waitForFunction(() => document.querySelector('.sound p')!.textContent === 'To far · To near');
	t.is(await page.$eval('.step.on', ({id}) => id), 's3', 'it waits');
	await page.click('.on [data-action=far]');
	await become(page, 's5');
	t.is(await page.$eval('.play', play => (play as HTMLElement).innerText.trim()), 'Pausar');
	t.deepEqual(complaints, []);
	await page.close();
});

test.serial(
	'every hotspot can be pressed with a finger, whatever the window: beside a small target, at the edges, one on the other',
	async t => {
		const highlight = {x: 0.45, y: 0.5, width: 0.02, height: 0.015};
		const hotspots = [
			spot('far-left', 0, {to: 'end'}, 0.5),
			spot('corner', 0.999, {to: 'end'}, 0.999),
			{...spot('large', 0.6, {to: 'end'}, 0.1), area: {x: 0.6, y: 0.1, width: 0.3, height: 0.3}},
			{...spot('inside', 0.7, {to: 'end'}, 0.2), area: {x: 0.7, y: 0.2, width: 0.08, height: 0.08}},
		];
		for (const shown of [{highlight}, {highlight: null, click: null}]) {
			site.show(sampleTour([sampleStep({title: 'Press', text: 'Somewhere.', image, actions: {hotspots}, ...shown})], {language: 'ar'}));
			for (const shape of SHAPES) {
				const {page, complaints} = await site.visit(shape);
				const found = await page.$$eval('.on .spot', links =>
					links.map(link => {
						const {left, top, width, height} = link.getBoundingClientRect();
						const at = (x: number, y: number) => document.elementFromPoint(left + width * x, top + height * y);
						const isSeen = [0.1, 0.5, 0.9].some(x => [0.1, 0.5, 0.9].some(y => at(x, y)?.closest('.spot') === link));
						return [(link as HTMLElement).dataset.action, Math.round(width) >= 24 && Math.round(height) >= 24, isSeen];
					}),
				);
				const wanted = ['large', 'inside', 'far-left', 'corner'].map(id => [id, true, true]);
				t.deepEqual(found, wanted, JSON.stringify({shape, shown}));
				t.deepEqual(complaints, []);
				await page.close();
			}
		}
	},
);

test.serial('forced colours leave hotspots and buttons their outlines, axe finds nothing, and paper says where each leads', async t => {
	site.show(chaptered(fork(image)));
	const {page} = await site.visit({path: '/p/tour#s4', prepare: page => page.setBypassCSP(true)});
	t.deepEqual(await axeViolations(page), []);
	const client = await page.createCDPSession();
	await client.send('Emulation.setEmulatedMedia', {features: [{name: 'forced-colors', value: 'active'}]});
	const {outline, boxShadow} = await page.$eval('.on .spot', link => {
		const {outline, boxShadow} = getComputedStyle(link);
		return {outline, boxShadow};
	});
	t.regex(outline, /2px/);
	t.regex(boxShadow, /2px$/, 'two colours, of which one is seen on any screenshot');
	await client.send('Emulation.setEmulatedMedia', {media: 'print', features: []});
	const said = await page.$$eval('.paper', notes => notes.filter(note => note.checkVisibility()).map(({textContent}) => textContent));
	t.deepEqual(said, [
		'1; To a: leva ao passo 2; To b: leva ao passo 4; To web: https://example.com/',
		'2',
		'3; Próximo: leva ao passo 6',
		'4; Spot x: leva ao passo 1; Spot y: leva ao fim',
		'5; To back: leva de volta; To on: leva ao passo 6',
		'6',
	]);
	t.false(await page.$eval('#chapters', list => list.checkVisibility()));
	await page.close();
});
