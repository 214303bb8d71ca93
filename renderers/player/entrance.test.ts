import {setTimeout as sleep} from 'node:timers/promises';
import test from 'ava';
import type {Page} from 'puppeteer';
import {ENTRANCE_MS, HOLD_MS, MOVE_MS, PRESS} from '../../shared/tour/pace.ts';
import {openSite, type VisitOptions} from '../../test/helpers/player-site.ts';
import {sampleImage, sampleStep, sampleTour} from '../../test/helpers/sample-snapshot.ts';

const {image, files} = await sampleImage();
const other = await sampleImage(1440, 900, '#ffeeaa');
for (const [name, bytes] of other.files) files.set(name, bytes);
const site = await openSite(files);
test.after.always(site.close);

const at = (x: number, y: number, change = {}) =>
	sampleStep({image, highlight: {x, y, width: 0.012, height: 0.02}, click: {x: x + 0.006, y: y + 0.01}, ...change});
const steps = [
	at(0.2, 0.3),
	at(0.8, 0.7, {image: other.image}),
	at(0.3, 0.2, {image: other.image}),
	at(0.5, 0.5, {highlight: {x: 0.5, y: 0.5, width: 0.2, height: 0.2}, click: {x: 0.6, y: 0.6}}),
	at(0.1, 0.1, {image: other.image, simulateClick: false}),
	sampleStep({image, highlight: null, click: null}),
];

type Frame = {
	ms: number;
	picture: {x: number; y: number};
	words: {x: number; y: number};
	opacity: number;
	tip: {x: number; y: number} | null;
};

/** Goes on by a key, and says of each frame of a screen of 60 a second where things are: at its time, however long this machine takes. */
const frames = (page: Page, key = 'PageDown') =>
	page.evaluate(async (key: string) => {
		dispatchEvent(new KeyboardEvent('keydown', {key}));
		await new Promise(requestAnimationFrame);
		const step = document.querySelector('.on')!;
		const parts = ['.balloon', '.pic', '.hand'].map(name => step.querySelector(name));
		const moves = step.getAnimations({subtree: true});
		for (const move of moves) move.pause();
		const seen: Frame[] = [];
		for (let ms = 0; ms < 1250; ms += 1000 / 60) {
			for (const move of moves) move.currentTime = ms;
			const [words, picture, tip] = parts.map(part => {
				const {x, y} = part?.getBoundingClientRect() ?? {x: 0, y: 0};
				return {x, y};
			}) as [Frame['words'], Frame['picture'], Frame['words']];
			seen.push({ms, words, picture, opacity: Number(getComputedStyle(parts[0]!).opacity), tip: parts[2] ? tip : null});
		}
		for (const move of moves) move.play();
		return seen;
	}, key);

const apart = (one: {x: number; y: number}, two: {x: number; y: number}) => Math.hypot(one.x - two.x, one.y - two.y);

async function open(options: VisitOptions = {}): Promise<Page> {
	site.show(sampleTour(steps));
	const {page} = await site.visit({motion: true, width: 1440, height: 900, ...options});
	await sleep(ENTRANCE_MS);
	return page;
}

for (const [width, height] of [
	[1440, 900],
	[390, 844],
] as const) {
	test.serial(`${width} x ${height}: no text moves once it can be read, and all of a step stands within ${ENTRANCE_MS} ms`, async t => {
		const page = await open({width, height});
		for (let index = 1; index < steps.length; index++) {
			const seen = await frames(page);
			const last = seen.at(-1)!;
			t.true(seen[0]!.opacity === 0 && last.opacity === 1, `${index}: words come last`);
			for (const {ms, words, picture, opacity} of seen) {
				if (opacity > 0.5) t.true(apart(words, last.words) < 0.5, `${index}: ${ms} ms`);
				if (ms >= ENTRANCE_MS) t.true(opacity === 1 && apart(picture, last.picture) < 0.5, `${index}: ${ms} ms`);
			}
			await sleep(ENTRANCE_MS);
		}
		await page.close();
	});
}

test.serial('the pointer comes from where it pressed last, on a slight arc, and presses where the picture stands still', async t => {
	t.true(PRESS.ms * PRESS.arrives >= HOLD_MS + MOVE_MS);
	const page = await open();
	let pressed = await page.$eval('.on .hand', hand => hand.getBoundingClientRect().toJSON() as {x: number; y: number});
	for (const index of [1, 2, 3]) {
		const tips = (await frames(page)).map(({ms, tip}) => ({ms, ...tip!}));
		const last = tips.at(-1)!;
		const length = apart(pressed, last);
		t.true(apart(tips[0]!, pressed) < 1, `${index}: begins ${apart(tips[0]!, pressed)} of ${length} away`);
		const away = tips.map(({x, y}) => ((x - pressed.x) * (last.y - pressed.y) - (y - pressed.y) * (last.x - pressed.x)) / length ** 2);
		const bow = Math.max(...away.map(Math.abs));
		t.true(bow > 0.05 && bow < 0.15, `${index}: ${bow}`);
		for (const {ms, ...tip} of tips) if (ms >= PRESS.ms * PRESS.arrives) t.true(apart(tip, last) < 0.5, `${index}: ${ms}`);
		pressed = last;
		await sleep(ENTRANCE_MS);
	}
	await page.close();
});

test.serial('a key ends what is coming, and a step that is asked for meanwhile stands at once', async t => {
	const page = await open();
	for (const keys of [
		['PageDown', 'Shift'],
		['PageDown', 'PageDown'],
	]) {
		const {moving, opacity, moved} = await page.evaluate(async keys => {
			for (const key of keys) dispatchEvent(new KeyboardEvent('keydown', {key}));
			const [step, words] = [document.querySelector('.on')!, document.querySelector('.on .balloon')!];
			const before = step.querySelector('.pic')!.getBoundingClientRect().x;
			const moving = step.getAnimations({subtree: true}).filter(({effect, playState}) => {
				return Number(effect!.getComputedTiming().endTime) < Infinity && playState !== 'finished';
			});
			const {opacity} = getComputedStyle(words);
			await new Promise(resolve => setTimeout(resolve, 300));
			return {moving: moving.length, opacity, moved: step.querySelector('.pic')!.getBoundingClientRect().x - before};
		}, keys);
		t.deepEqual({moving, opacity, moved}, {moving: 0, opacity: '1', moved: 0}, keys.join());
		await sleep(ENTRANCE_MS);
	}
	await page.close();
});
