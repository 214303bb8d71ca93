import test from 'ava';
import type {Page} from 'puppeteer';
import {openSite} from '../../../test/helpers/player-site.ts';
import {sampleForm, sampleNarration, sampleSlide, sampleTour} from '../../../test/helpers/sample-snapshot.ts';

const files = new Map<string, Buffer>();
const site = await openSite(files);
test.after.always(site.close);

/** The tour that plays by itself where nothing is narrated. */
const slides = (...durations: number[]) =>
	durations.map((durationMs, index) => sampleSlide({id: `step_${index + 1}`, title: `Slide ${index + 1}`, durationMs}));
const {visit} = site;
const become = (page: Page, id: string) => page.waitForFunction(wanted => document.querySelector('.step.on')!.id === wanted, {}, id);
const label = (page: Page) => page.$eval('.play', button => (button as HTMLElement).innerText.trim());
const shown = (page: Page) => page.$eval('.step.on', ({id}) => id);
const LONG = 60_000;

test.serial('a press plays the tour to its end, each step for its time, and the next press from the start', async t => {
	// Long enough to be looked at on a machine that is busy with other things.
	site.show(sampleTour(slides(3000, 3000)));
	const {page, complaints} = await visit();
	t.is(await label(page), 'Reproduzir');
	t.is(await page.$$eval('.play', buttons => buttons.length), 1);
	await page.click('.play');
	t.is(await label(page), 'Pausar');
	await page.waitForFunction(() => {
		const share = Number(document.querySelector<HTMLElement>('.progress a')!.style.getPropertyValue('--at'));
		return share > 0 && share < 1;
	});
	await become(page, 's2');
	t.regex(await page.$eval('[role=status]', ({textContent}) => textContent), /^Passo 2 de 2/);
	await become(page, 'end');
	t.is(await label(page), 'Reproduzir');
	await page.click('.play');
	await become(page, 's1');
	t.is(await label(page), 'Pausar');
	t.deepEqual(complaints, []);
	await page.close();
});

test.serial('without a closing card it stops at the last step', async t => {
	const endCta = {...sampleTour([]).endCta, enabled: false};
	site.show(sampleTour(slides(300, 300), {endCta}));
	const {page} = await visit();
	await page.click('.play');
	await become(page, 's2');
	await page.waitForFunction(() => document.querySelector<HTMLElement>('.play')!.innerText.trim() === 'Reproduzir');
	t.is(await shown(page), 's2');
	await page.close();
});

test.serial("Escape pauses it and the same press goes on; so does every move of the visitor's, for it is theirs then", async t => {
	site.show(sampleTour(slides(LONG, LONG, LONG)));
	const {page, complaints} = await visit({motion: true});
	await page.focus('.play');
	await page.keyboard.press('Enter');
	t.is(await label(page), 'Pausar');
	await page.keyboard.press('Escape');
	t.is(await label(page), 'Reproduzir');
	const moves: (() => Promise<unknown>)[] = [
		() => page.keyboard.press('ArrowRight'),
		() => page.click('.progress a:first-child'),
		() => page.click('.on [rel=next]'),
	];
	for (const move of moves) {
		await page.click('.play');
		t.is(await label(page), 'Pausar');
		const before = await shown(page);
		await move();
		await page.waitForFunction(id => document.querySelector('.step.on')!.id !== id, {}, before);
		t.is(await label(page), 'Reproduzir');
	}
	t.deepEqual(complaints, []);
	await page.close();
});

test.serial('a tour of one step has nothing to play', async t => {
	site.show(sampleTour(slides(300)));
	const {page} = await visit({path: '/p/tour?autoplay=1'});
	t.is(await page.$('.play'), null);
	t.is(await shown(page), 's1');
	await page.close();
});

test.serial('it never begins by itself, unless the URL asks for it, and not for people who prefer less motion', async t => {
	site.show(sampleTour(slides(LONG, LONG)));
	for (const [path, motion, playing] of [
		['/p/tour', true, false],
		['/p/tour?autoplay=0', true, false],
		['/p/tour?autoplay=1', false, false],
		['/p/tour?autoplay=1', true, true],
	] as const) {
		const {page} = await visit({path, motion});
		t.is(await label(page), playing ? 'Pausar' : 'Reproduzir', `${path} ${motion}`);
		await page.close();
	}
});

test.serial('a narrated tour that plays unasked is silent; the next press on its one button lets it sound', async t => {
	const {narration, mp3} = sampleNarration(20, 500);
	files.set(narration.file, mp3);
	const steps = slides(LONG, LONG).map(step => ({...step, narrations: [narration]}));
	site.show(sampleTour(steps));
	const {page, complaints} = await visit({path: '/p/tour?autoplay=1', motion: true});
	t.is(await page.$$eval('.play', buttons => buttons.length), 1);
	t.is(await label(page), 'Pausar');
	await page.waitForFunction(() => document.querySelector('.sound p')!.textContent!.startsWith('Aqui'));
	t.true(await page.$eval('.sound audio', ({paused}) => paused));
	t.false(site.requests.some(path => path.endsWith('.mp3')));
	await page.click('.play');
	t.is(await label(page), 'Ouvir');
	await page.click('.play');
	await page.waitForFunction(() => document.querySelector<HTMLAudioElement>('.sound audio')!.currentTime > 0.05);
	t.deepEqual(complaints, []);
	await page.close();
});

test.serial('with an opening form it waits for the form to be passed', async t => {
	site.show(sampleTour(slides(LONG, LONG), {leadCapture: sampleForm()}), {lead: {id: 'f', action: '/p/tour/lead'}});
	const {page} = await visit({path: '/p/tour?autoplay=1', motion: true});
	t.is(await shown(page), 'lead');
	t.is(await label(page), 'Reproduzir');
	await page.keyboard.press('PageDown');
	await become(page, 's1');
	t.is(await label(page), 'Pausar');
	await page.close();
});
