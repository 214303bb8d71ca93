import test from 'ava';
import {openSite} from '../../test/helpers/player-site.ts';
import {sampleImage, sampleNarration, sampleStep, sampleTour} from '../../test/helpers/sample-snapshot.ts';
import {playerStyle} from './assets.ts';

const {image, files} = await sampleImage();
const {narration, mp3} = sampleNarration(1, 440);
files.set(narration.file, mp3);
const site = await openSite(files);
test.after.always(site.close);

const steps = (['bottom', 'right', null, 'over', 'left'] as const).map((popoverSide, index) =>
	sampleStep({popoverSide, highlight: {x: index / 6, y: index / 7, width: 0.1, height: 0.3}, click: null, image, narrations: [narration]}),
);

/** Counts how often a balloon is measured: once for each place that is worked out. */
const COUNT = () => {
	const {get} = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'offsetHeight')!;
	Object.assign(globalThis, {measured: 0});
	Object.defineProperty(HTMLElement.prototype, 'offsetHeight', {
		get(this: HTMLElement) {
			if (this.matches('.balloon')) (globalThis as unknown as {measured: number}).measured++;
			return get!.call(this);
		},
	});
};

test.serial('a place is worked out once for a step, and a bounded number of times for a window that changes', async t => {
	site.show(sampleTour(steps));
	const {page, complaints} = await site.visit({width: 1280, height: 800, prepare: page => page.evaluateOnNewDocument(COUNT)});
	const settled = async () => {
		await page.evaluate(
			() =>
				new Promise<void>(resolve => {
					let frames = 20;
					const wait = () => (frames-- > 0 ? requestAnimationFrame(wait) : resolve());
					wait();
				}),
		);
		return page.evaluate(() => {
			const {measured} = globalThis as unknown as {measured: number};
			Object.assign(globalThis, {measured: 0});
			return measured;
		});
	};
	// When it is first shown, by the observer that begins, and once the font is there; the next one likewise.
	const atFirst = await settled();
	t.true(atFirst >= 1 && atFirst <= 6, `${atFirst}`);
	for (const key of ['PageDown', 'PageDown', 'PageDown', 'PageUp', 'End', 'Home'] as const) {
		await page.keyboard.press(key);
		const count = await settled();
		// The closing card has no balloon, and the other two stood before.
		t.is(count, key === 'PageDown' ? 1 : 0, key);
	}
	for (const width of [900, 1440, 700]) {
		await page.setViewport({width, height: 600});
		const count = await settled();
		t.true(count <= 3, `${width}: ${count}`);
	}
	t.is(await settled(), 0);
	t.deepEqual(complaints, []);
	await page.close();
});

test.serial('in a larger window the balloon moves along with its highlight', async t => {
	site.show(sampleTour(steps));
	const {page} = await site.visit({width: 1280, height: 800});
	const distance = () =>
		page.evaluate(() => {
			const ring = document.querySelector('.on .ring')!.getBoundingClientRect();
			return Math.round(document.querySelector('.on .balloon')!.getBoundingClientRect().top - ring.bottom);
		});
	t.is(await distance(), 12);
	const width = () => page.$eval('.on .ring', ring => ring.getBoundingClientRect().width);
	const before = await width();
	await page.setViewport({width: 1700, height: 1000});
	await page.waitForFunction(was => document.querySelector('.on .ring')!.getBoundingClientRect().width > was, {}, before);
	await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))));
	t.is(await distance(), 12);
	await page.close();
});

test.serial('where the script is blocked the balloon stands in the half of the stage that the highlight leaves', async t => {
	const [low, high] = [0.8, 0.05].map(y => sampleStep({highlight: {x: 0.4, y, width: 0.1, height: 0.1}, click: null, image}));
	site.show(sampleTour([low!, high!]));
	const {page} = await site.visit({
		width: 1280,
		height: 800,
		prepare: async page => {
			await page.setRequestInterception(true);
			page.on('request', async request => {
				if (!request.isNavigationRequest()) return request.continue();
				const body = await (await fetch(request.url())).text();
				return request.respond({contentType: 'text/html', headers: {'Content-Security-Policy': "script-src 'none'"}, body});
			});
		},
	});
	for (const [id, half] of [
		['s1', 'top'],
		['s2', 'bottom'],
	] as const) {
		if (id === 's2') await page.click('#s1 [rel=next]');
		const {box, ring, stage} = await page.$eval(`#${id}`, step => ({
			box: step.querySelector('.balloon')!.getBoundingClientRect().toJSON() as DOMRect,
			ring: step.querySelector('.ring')!.getBoundingClientRect().toJSON() as DOMRect,
			stage: document.querySelector('main')!.getBoundingClientRect().toJSON() as DOMRect,
		}));
		t.true(half === 'top' ? box.bottom < ring.top : box.top > ring.bottom, id);
		t.true(Math.abs(box.left + box.right - stage.left - stage.right) < 2 && box.top >= stage.top && box.bottom <= stage.bottom, id);
	}
	await page.close();
});

test('the style leaves no browser to search for a place: in WebKit that search may never end', t => {
	const style = playerStyle(['cards', 'lead', 'narration']);
	t.notRegex(style, /position-try|position-area|anchor/);
});
