import test from 'ava';
import type {Page} from 'puppeteer';
import {openSite, PUBLIC} from '../../../test/helpers/player-site.ts';
import {sampleSlide, sampleTour} from '../../../test/helpers/sample-snapshot.ts';
import {renderPage} from '../page.ts';
import {chaptersOf} from './body.ts';

const site = await openSite(new Map());
test.after.always(site.close);

/** A tour whose steps are in these scenes. */
const inScenes = (...scenes: (number | null)[]) =>
	sampleTour(scenes.map((scene, index) => sampleSlide({id: `step_${index + 1}`, title: `Slide ${index + 1}`, scene})));
const namesOf = (page: Page) => page.$$eval('.progress a', marks => marks.map(mark => mark.textContent));
/** Right edge of each mark and left edge of the next: how far they are apart. */
const gapsOf = (page: Page) =>
	page.$$eval('.progress a', marks =>
		marks.slice(1).map((mark, i) => Math.round(mark.getBoundingClientRect().left - marks[i]!.getBoundingClientRect().right)),
	);
const fills = (page: Page) =>
	page.$$eval('.progress a', marks => marks.map(mark => Number(mark.style.getPropertyValue('--at')).toFixed(2)));

test('consecutive steps of one scene are a chapter; steps without a scene stand together as well', t => {
	const chapters = (...scenes: (number | null)[]) =>
		chaptersOf(scenes.map(scene => ({scene}))).map(({scene, count}) => `${scene}x${count}`);
	t.deepEqual(chapters(1, 1, 2, 2, 2), ['1x2', '2x3']);
	t.deepEqual(chapters(null, 7, 7, null, null, 7), ['nullx1', '7x2', 'nullx2', '7x1']);
	t.deepEqual(chapters(null, null), ['nullx2']);
	t.deepEqual(chapters(3, 3), ['3x2']);
	t.deepEqual(chapters(), []);
});

test('chapters are named in the words of the page', t => {
	const label = (language: string) =>
		renderPage({...inScenes(1, 1, 2), language}, PUBLIC).html.match(/role="group" aria-label="([^"]+)"><a href="#s3"/)?.[1];
	t.deepEqual(['pt-BR', 'en', 'es', 'de'].map(label), ['Cena 2', 'Scene 2', 'Escena 2', 'Scene 2']);
	t.notRegex(renderPage(inScenes(4, 4, 4), PUBLIC).html, /role="group"/, 'one chapter is no chapter');
	t.notRegex(renderPage(inScenes(null, null), PUBLIC).html, /role="group"/);
});

test.serial('chapters stand apart in the bar, and assistive technology hears them as groups', async t => {
	site.show(inScenes(1, 1, 2, 2, null));
	const {page, complaints} = await site.visit();
	const gaps = await gapsOf(page);
	t.deepEqual(
		gaps.map(gap => (gap > gaps[0]! * 2 ? 'wide' : 'narrow')),
		['narrow', 'wide', 'narrow', 'wide'],
	);
	t.truthy(await page.$('::-p-aria([name="Cena 2"][role="group"])'));
	t.is((await namesOf(page))[2], 'Passo 3 de 5: Slide 3');
	t.deepEqual(await fills(page), ['1.00', '0.00', '0.00', '0.00', '0.00']);
	// The closing card is no step: all marks are full, and none is current.
	await page.keyboard.press('End');
	t.true((await fills(page)).every(fill => Number(fill) >= 1));
	t.is(await page.$('.progress [aria-current=step]'), null);
	t.deepEqual(complaints, []);
	await page.close();
});

test.serial('in a long tour each chapter is one mark that fills by its share; a step inside it leaves it current', async t => {
	site.show(inScenes(...Array.from({length: 20}, (_, index) => 1 + Math.floor(index / 5))));
	const {page} = await site.visit();
	t.deepEqual(await namesOf(page), ['Cena 1: Passos 1 a 5', 'Cena 2: Passos 6 a 10', 'Cena 3: Passos 11 a 15', 'Cena 4: Passos 16 a 20']);
	await page.click('.progress a:nth-child(2)');
	await page.keyboard.press('ArrowRight');
	t.is(await page.$eval('.step.on', ({id}) => id), 's7');
	t.deepEqual((await fills(page)).slice(0, 3), ['1.00', '0.40', '0.00']);
	t.is(await page.$eval('.progress [aria-current=step]', mark => mark.textContent), 'Cena 2: Passos 6 a 10');
	await page.close();
});

test.serial('a long tour without scenes, or with more of them than marks find room, has a plain bar', async t => {
	for (const scenes of [Array.from({length: 30}, () => null), Array.from({length: 30}, (_, index) => 1 + (index % 2))]) {
		site.show(inScenes(...scenes));
		const {page} = await site.visit({path: '/p/tour#s15'});
		t.deepEqual(await fills(page), [(15 / 30).toFixed(2)]);
		t.is(await page.$('.progress a[href], nav'), null);
		await page.close();
	}
});

test.serial('marks can be hit: each is at least 24 px high, and stands 24 px from the next one, also on a narrow telephone', async t => {
	site.show(inScenes(1, 1, 2, 2, 3, 3, null, null, 4, 4, 4, 4));
	const {page} = await site.visit({width: 360, height: 640});
	const boxes = await page.$$eval('.progress a', marks => marks.map(mark => mark.getBoundingClientRect().toJSON()));
	t.is(boxes.length, 12);
	for (const [index, {left, width, height}] of boxes.entries()) {
		t.true(height >= 24);
		const next = boxes[index + 1];
		if (next) t.true(next.left + next.width / 2 - (left + width / 2) >= 24, `${index}`);
	}
	await page.close();
});
