import {setTimeout as sleep} from 'node:timers/promises';
import test from 'ava';
import type {Page} from 'puppeteer';
import {ENTRANCE_MS} from '../../shared/tour/pace.ts';
import {cameraOf} from '../../shared/tour/place/camera.ts';
import {eventually} from '../../test/helpers/eventually.ts';
import {openSite, type VisitOptions} from '../../test/helpers/player-site.ts';
import {sampleImage, sampleStep, sampleTour} from '../../test/helpers/sample-snapshot.ts';

const {image, files} = await sampleImage();
const other = await sampleImage(1440, 900, '#ffeeaa');
const upright = await sampleImage(780, 1688);
for (const {files: more} of [other, upright]) for (const [name, bytes] of more) files.set(name, bytes);
const site = await openSite(files);
test.after.always(site.close);

/** An icon of 17 px at this place of a screen of 1440 x 900. */
const icon = (x: number, y: number, change = {}) => {
	const highlight = {x, y, width: 17 / 1440, height: 17 / 900};
	return sampleStep({image, highlight, click: {x: x + 8 / 1440, y: y + 8 / 900}, ...change});
};
const steps = [icon(0.2, 0.3), icon(0.3, 0.4), icon(0.98, 0.97, {image: other.image}), sampleStep({image: other.image}), icon(0.5, 0.5)];

/** What is drawn now: shares of the frame that the picture and the highlight take, where the balloon is, and whether it moves. */
const look = (page: Page) =>
	page.evaluate(() => {
		const step = document.querySelector('.step.on')!;
		const [shot, pic, ring, balloon] = ['.shot', '.pic', '.ring', '.balloon'].map(part =>
			step.querySelector(part)!.getBoundingClientRect(),
		) as [DOMRect, DOMRect, DOMRect, DOMRect];
		const {left, right, top, bottom} = ring;
		const seen = left > shot.left - 1 && right < shot.right + 1 && top > shot.top - 1 && bottom < shot.bottom + 1;
		const apart = Math.max(balloon.left - right, left - balloon.right, balloon.top - bottom, top - balloon.bottom);
		return {
			scale: pic.width / shot.width,
			x: (pic.left - shot.left) / shot.width,
			y: (pic.top - shot.top) / shot.width,
			seen,
			apart,
			moving: step.matches('.moving'),
		};
	});
const standing = (page: Page) =>
	page.waitForFunction(
		() => document.querySelector('.step.on:not(.moving)') && document.querySelector('.on .pic')!.getAnimations().length === 0,
	);

/** On to the step of this id, at leisure: one that is asked for while another comes stands at once. */
async function press(page: Page, id: string): Promise<void> {
	await sleep(ENTRANCE_MS);
	await page.keyboard.press('PageDown');
	await page.waitForSelector(`#${id}.on`);
}

/** Opens the tour with time standing still in every movement, which `to` lets pass. */
async function held(options: VisitOptions = {}) {
	const {page, complaints} = await site.visit({
		motion: true,
		width: 1440,
		height: 900,
		...options,
		prepare: page =>
			page.evaluateOnNewDocument(() => {
				const {animate} = Element.prototype;
				Element.prototype.animate = function (this: Element, ...args: Parameters<typeof animate>) {
					const animation = animate.apply(this, args);
					animation.pause();
					return animation;
				};
			}),
	});
	const to = (ms: number) =>
		page.evaluate(time => {
			for (const animation of document
				.querySelectorAll('.on .pic, .on .balloon')
				.values()
				.flatMap(element => element.getAnimations())) {
				if (!('animationName' in animation)) animation.currentTime = time;
			}
		}, ms);
	return {page, complaints, to};
}

test.serial('a step begins with the whole picture and comes near, to where its balloon stands already', async t => {
	site.show(sampleTour(steps));
	const {page, complaints, to} = await held();
	const first = await look(page);
	t.true(Math.abs(first.scale - 1) < 0.01 && first.moving, JSON.stringify(first));
	await to(149);
	t.true(Math.abs((await look(page)).scale - 1) < 0.01);
	for (const time of [230, 300, 370, 440, 510]) {
		await to(time);
		const {scale, seen} = await look(page);
		t.true(scale > 1 && scale < 2.2 && seen, `${time}: ${scale}`);
	}
	await to(549.9);
	t.true(Math.abs((await look(page)).scale - 2.2) < 0.01);
	await page.evaluate(
		() => [...document.querySelectorAll('.on .pic, .on .hand')].map(element => element.getAnimations().map(each => each.finish())).length,
	);
	await standing(page);
	const {scale, x, y, seen, apart, moving} = await look(page);
	const view = cameraOf(steps[0]!, [1, 900 / 1440]);
	t.true(
		Math.abs(scale - view.scale) < 0.01 && Math.abs(x - view.left) < 0.01 && Math.abs(y - view.top) < 0.01,
		'as the pure function says',
	);
	t.true(seen && !moving && apart >= 12 && apart < 80, `${apart}`);
	t.deepEqual(complaints, []);
	await page.close();
});

test.serial(
	'on the same picture it goes straight on, on another it begins whole, and back to the whole where nothing is small',
	async t => {
		site.show(sampleTour(steps));
		const {page, to} = await held();
		await press(page, 's2');
		const straight = await look(page);
		t.true(straight.scale > 2.1, JSON.stringify(straight));
		await to(399.9);
		t.true((await look(page)).seen);
		await press(page, 's3');
		t.true(Math.abs((await look(page)).scale - 1) < 0.01);
		await press(page, 's4');
		const back = await look(page);
		t.true(back.scale > 2.1, 'from where the step before stood');
		await to(399.9);
		t.true(Math.abs((await look(page)).scale - 1) < 0.01);
		await page.close();
	},
);

test.serial('nothing is laid out while it moves, and a step that comes near is laid out a few times at once', async t => {
	site.show(sampleTour(steps));
	const {page, to} = await held();
	const layouts = async () => (await page.metrics()).LayoutCount!;
	const frame = () => page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))));
	await page.evaluate(() => document.fonts.ready);
	await to(0);
	await frame();
	const before = await layouts();
	for (let time = 50; time < 550; time += 50) {
		await to(time);
		await frame();
	}
	t.is(await layouts(), before);
	for (const id of ['s2', 's3', 's4', 's5']) {
		if (id !== 's4') await nextStands(page, id);
		const begun = await layouts();
		// What is laid out ahead of the step after it comes later, however busy the machine is.
		const release = await holdTimers(page);
		await press(page, id);
		await frame();
		const count = (await layouts()) - begun;
		await release();
		// Both ways, each for the measurement and for what follows from it, in which the text that can be scrolled is read too; then the status. What was laid out ahead, once.
		t.true(count <= (id === 's4' ? 6 : 3), `${id}: ${count}`);
		t.log(id, count);
	}
	await page.close();
});

/** What the page wants to do later waits until the function that this returns is called. */
async function holdTimers(page: Page): Promise<() => Promise<void>> {
	const timers = await page.evaluateHandle(() => {
		const {setTimeout} = window;
		const waiting: Array<() => void> = [];
		window.setTimeout = ((later: () => void) => -waiting.push(later)) as typeof setTimeout;
		return () => {
			window.setTimeout = setTimeout;
			for (const later of waiting) setTimeout(later);
		};
	});
	return () => timers.evaluate(release => release());
}

/** Boxes of the picture and the balloon of this step once nothing moves, CSS pixels. */
const standingBoxes = async (page: Page, id: string) => {
	await page.waitForSelector(`#${id}.on:not(.moving)`);
	// The words too.
	await page.waitForFunction(() =>
		document
			.querySelector('.on')!
			.getAnimations({subtree: true})
			.every(each => !(Number(each.effect!.getComputedTiming().endTime) < Infinity) || each.playState === 'finished'),
	);
	return page.$$eval('.on .pic, .on .balloon', parts =>
		parts.map(part => {
			const {x, y, width, height} = part.getBoundingClientRect();
			return [x, y, width, height].map(Math.round);
		}),
	);
};
async function nextStands(page: Page, id: string): Promise<void> {
	await page.waitForFunction(() => document.documentElement.classList.contains('dressed'));
	// The font and the observer that begins have it laid out more than once: longer than each of the two waits before that (client/camera.ts).
	await page.evaluate(() => new Promise<void>(resolve => setTimeout(setTimeout, 60, resolve, 60)));
	await page.waitForFunction(next => document.querySelector<HTMLElement>(`#${next}.next .balloon`)?.style.cssText, {}, id);
}

test.serial(
	'a step that comes near is laid out while the one before is shown: unseen, unheard, and its change measures nothing',
	async t => {
		site.show(sampleTour(steps));
		const {page, complaints} = await site.visit({motion: true, width: 1440, height: 900});
		await nextStands(page, 's2');
		const seen = await page.evaluate(() => {
			const next = document.querySelector('#s2')!;
			const {x, y} = next.querySelector('.way')!.getBoundingClientRect();
			const [time] = next.getAnimations({subtree: true}).map(each => each.currentTime);
			return {
				visible: next.checkVisibility({visibilityProperty: true}),
				hit: document.elementFromPoint(x + 5, y + 5)!.closest('.step')?.id,
				time,
			};
		});
		t.deepEqual(seen, {visible: false, hit: 's1', time: 0});
		t.is(await page.accessibility.snapshot({root: (await page.$('#s2'))!}), null, 'a reader does not come upon it');
		t.truthy(await page.accessibility.snapshot({root: (await page.$('#s1'))!}));
		const measured = await page.evaluate(() => {
			let count = 0;
			const {get} = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'offsetHeight')!;
			const counted = function (this: HTMLElement) {
				count++;
				return get!.call(this);
			};
			Object.defineProperty(HTMLElement.prototype, 'offsetHeight', {get: counted});
			dispatchEvent(new KeyboardEvent('keydown', {key: 'PageDown'}));
			const prepared = count;
			dispatchEvent(new KeyboardEvent('keydown', {key: 'PageDown'}));
			return {prepared, unprepared: count - prepared, shown: document.querySelector('.on')!.id};
		});
		t.is(measured.prepared, 0);
		t.true(measured.unprepared > 0, 'a visitor who goes on at once sees it as well');
		t.is(measured.shown, 's3');
		t.deepEqual(complaints, []);
		await page.close();
	},
);

test.serial('a step that was laid out ahead stands as one that was not, also where the window has changed meanwhile', async t => {
	site.show(sampleTour(steps));
	const {page} = await site.visit({motion: true, width: 1440, height: 900});
	const {page: fresh} = await site.visit({width: 1000, height: 700, path: '/p/tour?fresh#s2'});
	await nextStands(page, 's2');
	await page.setViewport({width: 1000, height: 700});
	await page.waitForSelector('#s1.on:not(.moving)');
	for (const id of ['s2', 's3']) {
		await nextStands(page, id);
		await press(page, id);
		t.deepEqual(await standingBoxes(page, id), await standingBoxes(fresh, id));
		await fresh.keyboard.press('PageDown');
	}
	// In the middle of the movement, and on before it has ended.
	await page.keyboard.press('Home');
	await nextStands(page, 's2');
	await page.setViewport({width: 1440, height: 900});
	await press(page, 's2');
	const {page: large} = await site.visit({width: 1440, height: 900, path: '/p/tour?large#s2'});
	t.deepEqual(await standingBoxes(page, 's2'), await standingBoxes(large, 's2'));
	for (const each of [page, fresh, large]) await each.close();
});

test.serial(
	'another picture fades in under the one before, which is gone then; the same one does not, nor for people who prefer no movement',
	async t => {
		site.show(sampleTour(steps));
		const fading = (page: Page) => page.evaluate(() => document.querySelector('.was')?.id);
		const {page} = await site.visit({motion: true, width: 1440, height: 900});
		await press(page, 's2');
		t.is(await fading(page), undefined, 'the same picture');
		await sleep(ENTRANCE_MS);
		const seen = await page.evaluate(() => {
			dispatchEvent(new KeyboardEvent('keydown', {key: 'PageDown'}));
			const before = document.querySelector('.was')!;
			const [fade] = before.getAnimations();
			fade!.pause();
			fade!.currentTime = 150;
			const {opacity, display} = getComputedStyle(before);
			const balloon = document.querySelector('#s3 .balloon')!.getBoundingClientRect();
			const hit = document.elementFromPoint(balloon.x + 20, balloon.y + 20)!.closest('.step')!.id;
			const old = getComputedStyle(before.querySelector('.balloon')!).display;
			fade!.finish();
			return {
				id: before.id,
				between: Number(opacity) > 0 && Number(opacity) < 1,
				display,
				hit,
				old,
				after: getComputedStyle(before).visibility,
			};
		});
		t.deepEqual(seen, {id: 's2', between: true, display: 'grid', hit: 's3', old: 'none', after: 'hidden'});
		await press(page, 's4');
		await press(page, 's5');
		t.is(await fading(page), 's4', 'only the step before');
		await page.close();
		const {page: still} = await site.visit({width: 1440, height: 900});
		for (const id of ['s2', 's3', 's4']) {
			await press(still, id);
			t.is(await fading(still), undefined);
		}
		await still.close();
	},
);

test.serial('for people who prefer reduced motion it is a cut', async t => {
	site.show(sampleTour(steps));
	const {page} = await site.visit({width: 1440, height: 900});
	for (const scale of [2.2, 2.2, 2.2, 1, 2.2]) {
		const shown = await look(page);
		t.true(Math.abs(shown.scale - scale) < 0.01 && shown.seen && !shown.moving, JSON.stringify(shown));
		t.is(await page.evaluate(() => document.getAnimations().length), 0);
		await page.keyboard.press('PageDown');
	}
	await page.close();
});

test.serial('the control shows the whole picture and comes near again, by keyboard, and stays for the steps that follow', async t => {
	site.show(sampleTour(steps));
	const {page} = await site.visit({width: 1440, height: 900});
	await page.focus('.fit');
	t.is(await page.$eval('.fit', button => button.ariaLabel), 'Imagem inteira');
	await page.keyboard.press('Enter');
	t.true(Math.abs((await look(page)).scale - 1) < 0.01);
	t.is(await page.$eval('.fit', button => button.ariaPressed), 'true');
	await page.keyboard.press('PageDown');
	t.true(Math.abs((await look(page)).scale - 1) < 0.01);
	await page.focus('.fit');
	await page.keyboard.press('Space');
	t.true((await look(page)).scale > 2.1);
	t.is(await page.$eval('.fit', button => button.ariaPressed), 'false');
	await page.close();
	site.show(sampleTour([sampleStep({image})]));
	const {page: plain} = await site.visit({path: '/p/tour?plain'});
	t.is(await plain.$('.fit'), null, 'none where nothing comes near');
	await plain.close();
});

test.serial('on a telephone it begins with the whole picture in the frame and the crop comes near; target and frame stay', async t => {
	site.show(
		sampleTour([
			...steps,
			icon(0.9, 0.02, {image: upright.image}),
			icon(0.4, 0.4, {camera: {zoom: 4}, highlight: {x: 0.3, y: 0.3, width: 0.5, height: 0.3}}),
		]),
	);
	const {page, to} = await held({width: 390, height: 844});
	t.true((await look(page)).scale <= 1.01);
	const {page: cut} = await site.visit({width: 390, height: 844, path: '/p/tour?cut'});
	for (let index = 0; index < 7; index++) {
		const {scale, seen} = await look(cut);
		t.true(seen && scale >= 1, `${index}: ${scale}`);
		await cut.keyboard.press('PageDown');
	}
	await to(549.9);
	t.true((await look(page)).scale > 3, 'the crop of a telephone, and the camera');
	await page.close();
	await cut.close();
});

test.serial('nothing on the page jumps, at the start and through every step', async t => {
	site.show(sampleTour(steps));
	const {page} = await site.visit({
		motion: true,
		width: 1440,
		height: 900,
		prepare: page =>
			page.evaluateOnNewDocument(() => {
				Object.assign(globalThis, {shifts: 0});
				new PerformanceObserver(list => {
					for (const entry of list.getEntries()) {
						(globalThis as unknown as {shifts: number}).shifts += (entry as PerformanceEntry & {value: number}).value;
					}
				}).observe({type: 'layout-shift', buffered: true});
			}),
	});
	for (const _ of steps) {
		await standing(page);
		await page.keyboard.press('PageDown');
	}
	const moved = await page.evaluate(() => (globalThis as unknown as {shifts: number}).shifts);
	t.true(moved <= 0.01, `${moved}`);
	await page.close();
});

test.serial('without a script the whole picture is shown', async t => {
	site.show(sampleTour(steps));
	const {page} = await site.visit({script: false});
	const [shot, pic] = await Promise.all(['.shot', '.pic'].map(part => page.$eval(part, element => element.getBoundingClientRect().width)));
	t.is(pic, shot);
	await page.close();
});

test.serial('near pictures are fetched as large as they are shown; the first one only after the page has loaded', async t => {
	site.show(sampleTour(steps));
	const {page} = await site.visit({motion: true, width: 700, height: 440});
	const first = await page.$eval('#s1 img', image => [image.getAttribute('sizes'), (image as HTMLImageElement).dataset.sizes]);
	t.is(first[0], first[1]);
	t.regex(await page.$eval('#s2 img', image => (image as HTMLImageElement).sizes), / 510vw.*\(220vw/);
	t.regex(await page.$eval('#s4 img', image => (image as HTMLImageElement).sizes), / 232vw.*\(100vw/);
	await page.close();
});

test.serial('where the browser takes AVIF, the first picture too is fetched in its best width once the page has loaded', async t => {
	const avif = image.variants.map(variant => ({...variant, file: variant.file.replace(/webp$/, 'avif'), format: 'avif' as const}));
	site.show(sampleTour([icon(0.2, 0.3, {image: {...image, avif}}), ...steps.slice(1)]));
	const {page} = await site.visit({motion: true, width: 390, height: 844});
	const sizes = () =>
		page.$eval('#s1 picture', picture => {
			const [source, img] = [picture.querySelector('source')!, picture.querySelector('img')!];
			return {best: img.dataset.sizes, shown: [source.sizes, img.sizes]};
		});
	const {best} = await sizes();
	t.truthy(best);
	await eventually('both have it', async () => (await sizes()).shown.includes(best!));
	t.deepEqual((await sizes()).shown, [best!, best!]);
	await page.close();
});

test.serial('on a telephone every picture is fetched in the width that its crop shows of it', async t => {
	const wide = sampleStep({image, highlight: {x: 0.05, y: 0.4, width: 0.9, height: 0.05}, click: null});
	const tall = sampleStep({image, highlight: {x: 0.4, y: 0.05, width: 0.05, height: 0.9}, click: null});
	const dialog = sampleStep({image: upright.image, highlight: {x: 0.1, y: 0.3, width: 0.5, height: 0.3}, click: null});
	site.show(sampleTour([...steps, wide, tall, dialog, sampleStep({image, highlight: null, click: null})]));
	const {page} = await site.visit({width: 390, height: 844, path: '/p/tour?sizes'});
	for (let index = 0; index < steps.length + 4; index++) {
		const {shown, asked} = await page.$eval('.on img', img => ({
			shown: img.getBoundingClientRect().width / innerWidth,
			asked: Number.parseFloat((img as HTMLImageElement).sizes.split(')')[1]!) / 100,
		}));
		t.true(asked > 0.85 * shown && asked < 1.25 * shown, `${index}: ${shown} is shown, ${asked} asked for`);
		await page.keyboard.press('PageDown');
	}
	await page.close();
});

test.serial('in a frame of another page it comes near as well', async t => {
	site.show(sampleTour(steps));
	const {page} = await site.visit({path: '/framed'});
	const frame = page.frames()[1]!;
	const scale = await frame.evaluate(
		() =>
			document.querySelector('.on .pic')!.getBoundingClientRect().width /
			document.querySelector('.on .shot')!.getBoundingClientRect().width,
	);
	t.true(Math.abs(scale - 2.2) < 0.01);
	await page.close();
});
