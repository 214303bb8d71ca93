import test from 'ava';
import type {SnapshotStep} from '../../../shared/contract/snapshot.ts';
import {openSite} from '../../../test/helpers/player-site.ts';
import {sampleImage, sampleStep, sampleTour} from '../../../test/helpers/sample-snapshot.ts';

/** Pictures of all shapes; `dots`: pixels for each point of their own screens. */
const SHAPES = {
	usual: {size: [1440, 900], dots: 1},
	wide: {size: [3440, 900], dots: 1},
	square: {size: [1280, 1280], dots: 1},
	portrait: {size: [900, 1200], dots: 1},
	phone: {size: [1170, 2532], dots: 3},
	page: {size: [1280, 2000], dots: 1},
	long: {size: [1280, 6000], dots: 1},
	longest: {size: [1280, 15_000], dots: 1},
	narrow: {size: [390, 3000], dots: 1},
	small: {size: [320, 200], dots: 1},
} as const;
const WINDOWS = [
	[1280, 800],
	[1440, 900],
	[390, 844],
	[844, 390],
	[800, 500, 'framed'],
] as const;
/** Share of its natural size at which a target can be made out. */
const READABLE = 0.3;
/** In a window in which a tall picture's part has the width for it. */
const READABLE_WIDE = 0.55;

/** A picture is drawn at most this many times as large as it is. */
const LARGEST = 1.51;

const TALL = ['page', 'long', 'longest'];

const names = Object.keys(SHAPES) as Array<keyof typeof SHAPES>;
const pictures = await Promise.all(names.map(name => sampleImage(SHAPES[name].size[0], SHAPES[name].size[1], '#dde3ea', [640])));
const site = await openSite(new Map(pictures.flatMap(({files}) => [...files])));
test.after.always(site.close);

const imageOf = (name: keyof typeof SHAPES) => pictures[names.indexOf(name)]!.image;
/** A target of 300 x 80 points, so far down in the picture. */
const target = (name: keyof typeof SHAPES, y: number, change: Partial<SnapshotStep> = {}) => {
	const {size, dots} = SHAPES[name];
	const [width, height] = [Math.min(0.7, (300 * dots) / size[0]), (80 * dots) / size[1]];
	return sampleStep({image: imageOf(name), highlight: {x: 0.2, y: y * (1 - height), width, height}, click: null, ...change});
};

/** Boxes of what is drawn, and whether the middle of the ring can be pressed. Runs in the page. */
function look() {
	const step = document.querySelector('.step.on')!;
	const box = (part: string) => step.querySelector(part)?.getBoundingClientRect() ?? new DOMRect();
	const [shot, pic, ring, balloon] = [box('.shot'), box('.pic'), box('.ring'), box('.balloon')];
	const hit = document.elementFromPoint(ring.x + ring.width / 2, ring.y + ring.height / 2);
	const covered = [
		Math.min(ring.right, balloon.right) - Math.max(ring.left, balloon.left),
		Math.min(ring.bottom, balloon.bottom) - Math.max(ring.top, balloon.top),
	];
	const within = (outer: DOMRect) =>
		ring.left > outer.left - 3 && ring.right < outer.right + 3 && ring.top > outer.top - 3 && ring.bottom < outer.bottom + 3;
	return {
		width: pic.width,
		shot: [shot.x, shot.y, shot.width, shot.height],
		pic: [pic.x, pic.y, pic.width, pic.height],
		seen: within(shot) && within(new DOMRect(0, 0, innerWidth, innerHeight)),
		pressed: hit?.closest('.ring') !== null && hit?.closest('.step') === step,
		covered: Math.min(...covered) > 1,
		classes: step.className,
	};
}

async function open([width, height, framed]: readonly [number, number, string?]) {
	const {page, complaints} = await site.visit({width, height, path: framed ? `/framed?${width}x${height}` : '/p/tour'});
	const frame = framed ? page.frames()[1]! : page.mainFrame();
	await frame.waitForSelector('.dressed .step.on:not(.moving)');
	return {page, frame, complaints};
}

/** Opens a tour of this step alone in a wide window. */
async function shown(step: SnapshotStep) {
	site.show(sampleTour([step]));
	const {page} = await open([1280, 800]);
	return {page, ...(await page.evaluate(look))};
}

for (const [width, height, framed] of WINDOWS) {
	test.serial(`${width} x ${height}${framed ? ', framed' : ''}: a target can be read and pressed in a picture of any shape`, async t => {
		const cases = names.flatMap(name => [0, 0.75, 1].map(y => ({name, y})));
		site.show(sampleTour(cases.map(({name, y}, index) => target(name, y, {id: `step_${index}`}))));
		const {page, frame, complaints} = await open([width, height, framed]);
		for (const [index, {name, y}] of cases.entries()) {
			await frame.evaluate(
				id => {
					location.hash = id;
				},
				`s${index + 1}`,
			);
			await frame.waitForSelector(`#s${index + 1}.on`);
			const {width: drawn, seen, pressed, covered} = await frame.evaluate(look);
			const {size, dots} = SHAPES[name];
			const scale = (drawn / size[0]) * dots;
			const isRoomy = TALL.includes(name) && width >= 800 && height >= 500;
			t.true(scale >= (isRoomy ? READABLE_WIDE : READABLE), `${name}, ${y}: drawn at ${scale}`);
			// In a frame and in a low window the picture has everything.
			t.true(scale <= LARGEST * dots || height < 800, `${name}, ${y}: drawn at ${scale}`);
			t.true(seen && pressed && !covered, `${name}, ${y}: ${JSON.stringify({seen, pressed, covered})}`);
		}
		t.deepEqual(complaints, []);
		await page.close();
	});
}

test.serial('in a wide window a tall picture fills a frame like a window, a phone has its bezel, others are whole', async t => {
	for (const [name, classes, whole] of [
		['usual', '', true],
		['square', '', true],
		['portrait', '', true],
		['phone', 'phone', true],
		['page', 'ultra', false],
		['long', 'ultra', false],
		['wide', 'near ultra', false],
	] as const) {
		const {page, shot, pic, classes: set} = await shown(target(name, 0.75));
		t.is(set.replace(/^step| on$/g, '').trim(), classes, name);
		t.is(Math.abs(pic[2]! - shot[2]!) < 1 && Math.abs(pic[3]! - shot[3]!) < 1, whole, name);
		if (!whole) t.true(Math.abs(shot[2]! / shot[3]! - 1.6) < 0.01, `${name}: ${shot}`);
		await page.close();
	}
});

test.serial('a tall picture is seen from its top without a target, and whole if the step says so or the control is pressed', async t => {
	const without = await shown(target('long', 0.5, {highlight: null}));
	t.true(Math.abs(without.pic[1]! - without.shot[1]!) < 1 && without.width > 1100);
	await without.page.close();
	const none = await shown(target('long', 0.5, {camera: {zoom: 'none'}}));
	t.true(none.pic[3]! <= none.shot[3]! + 1);
	await none.page.close();
	const {page, shot} = await shown(target('long', 0.5));
	await page.click('.fit');
	const whole = await page.evaluate(look);
	t.true(whole.pic[3]! <= shot[3]! + 1 && whole.seen);
	t.deepEqual(whole.shot, shot);
	await page.close();
});

test.serial('a target that is higher than its frame has a narrower one; a small one and a zoom of its own are enlarged', async t => {
	const high = await shown(sampleStep({image: imageOf('long'), highlight: {x: 0.1, y: 0.3, width: 0.5, height: 0.25}, click: null}));
	t.true(high.seen && high.shot[2]! < 600 && high.width <= high.shot[2]! + 1, `${high.shot}`);
	await high.page.close();
	const small = {x: 0.5, y: 0.6, width: 24 / 1280, height: 24 / 6000};
	for (const change of [{highlight: small}, {camera: {zoom: 2}}]) {
		const near = await shown(target('long', 0.5, change));
		t.true(near.width > 1.9 * near.shot[2]! && near.seen && near.pressed && !near.covered);
		await near.page.close();
	}
});

test.serial('each hotspot of a tall picture is in the frame', async t => {
	const hotspot = (id: string, y: number) => ({id, area: {x: 0.2, y, width: 0.1, height: 0.01}, label: id, target: {to: 'end' as const}});
	for (const highlight of [null, {x: 0.2, y: 0.3, width: 0.2, height: 0.02}]) {
		const actions = {hotspots: [hotspot('a', 0.28), hotspot('b', 0.4)]};
		const {page, shot} = await shown(target('long', 0, {highlight, actions}));
		const spots = await page.$$eval('.on .spot', all =>
			all.map(spot => [spot.getBoundingClientRect().top, spot.getBoundingClientRect().bottom]),
		);
		t.is(spots.length, 2);
		for (const [top, bottom] of spots) t.true(top! > shot[1]! - 1 && bottom! < shot[1]! + shot[3]! + 1, `${top} to ${bottom}`);
		await page.close();
	}
});

test.serial('a tall picture does not come from afar, and goes straight on to the next place on it', async t => {
	site.show(sampleTour([target('long', 0.2), target('long', 0.6)]));
	const {page, complaints} = await site.visit({motion: true});
	await page.waitForSelector('.dressed .step.on:not(.moving)');
	t.is(await page.$eval('.on .pic', pic => pic.getAnimations().length), 0);
	await page.waitForFunction(() => performance.now() > 2500);
	// The movement is over after a moment, maybe before a busy browser is asked for it: it is noted where it begins.
	await page.evaluate(() => {
		const {animate} = Element.prototype;
		Element.prototype.animate = function (...how) {
			document.body.dataset.moved = `${document.body.dataset.moved ?? ''} ${this.getAttribute('class')} of ${this.closest('.step')!.id}`;
			return animate.apply(this, how);
		};
		new MutationObserver(() => {
			if (document.querySelector('.was')) document.body.dataset.was = 'shown';
		}).observe(document.body, {subtree: true, attributes: true, attributeFilter: ['class']});
	});
	await page.keyboard.press('PageDown');
	await page.waitForSelector('#s2.on');
	t.deepEqual(await page.$eval('body', ({dataset}) => ({...dataset})), {moved: ' pic of s2 hand of s2'});
	t.deepEqual(complaints, []);
	await page.close();
});

test.serial('on paper and without a script too the part around the target is shown', async t => {
	for (const script of [true, false]) {
		for (const y of [0, 0.5, 1]) {
			site.show(sampleTour([target('long', y)]));
			const {page} = await site.visit({script, width: 718, height: 1047});
			if (script) await page.emulateMediaType('print');
			const [shot, ring] = await Promise.all(
				['.shot', '.ring'].map(part => page.$eval(part, element => element.getBoundingClientRect().toJSON() as DOMRect)),
			);
			t.true(Math.abs(shot!.width / shot!.height - 1.6) < 0.01 && shot!.width > 600, JSON.stringify(shot));
			t.true(ring!.top > shot!.top - 3 && ring!.bottom < shot!.bottom + 3, `${script}, ${y}: ${JSON.stringify([shot, ring])}`);
			await page.close();
		}
	}
});
