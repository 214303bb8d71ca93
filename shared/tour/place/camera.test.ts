import test from 'ava';
import {seededRandom} from '../../../test/helpers/random.ts';
import {LIMITS} from '../../contract/limits.ts';
import {aimOf, cameraOf, frameRatioOf, isPhone, isTall, type Size, viewOf, zoomOf} from './camera.ts';

const random = seededRandom(36);
const between = (least: number, most: number) => least + random.next() * (most - least);
const PICTURES = [
	[1440, 900],
	[2880, 1800],
	[780, 1688],
	[1280, 9000],
	[4000, 300],
	[64, 64],
] as const;
const SMALL = 1e-6;

/** Targets of 12 px and more, at corners, edges and anywhere; zooms of all kinds; frames of the picture's proportions and of others. */
function randomCase() {
	const [width, height] = random.pick(PICTURES);
	const share = random.pick([0, 0.05, 0.3, 1]);
	const size = {width: Math.min(1, Math.max(12 / width, between(0, share))), height: Math.min(1, Math.max(12 / height, between(0, share)))};
	const place = (extent: number) => random.pick([0, 1 - extent, between(0, 1 - extent)]);
	const highlight = {x: place(size.width), y: place(size.height), ...size};
	const click = {x: highlight.x + random.next() * size.width, y: highlight.y + random.next() * size.height};
	const zoom = random.pick(['auto', 'none', 1, 1.3, 2, 4, between(1, 4)] as const);
	const frame: Size = random.pick<Size>([
		[between(200, 1920), between(120, 1080)],
		[width, height],
		[1200, 630],
		[390, 490],
	]);
	return {image: {width, height}, highlight, click, camera: {zoom}, frame};
}

const cases = Array.from({length: 20_000}, randomCase).map(each => ({...each, view: cameraOf(each, each.frame)}));
/** From a share of the picture to pixels of the frame. */
function seen({image, frame, view}: (typeof cases)[number], axis: 0 | 1, share: number): number {
	const fit = Math.min(frame[0] / image.width, frame[1] / image.height);
	return [view.left, view.top][axis]! + share * [image.width, image.height][axis]! * fit * view.scale;
}

test('target and click are always in view', t => {
	for (const each of cases) {
		const {
			highlight: {x, y, width, height},
			click,
			frame,
		} = each;
		const points = [
			[seen(each, 0, x), seen(each, 1, y)],
			[seen(each, 0, x + width), seen(each, 1, y + height)],
			[seen(each, 0, click.x), seen(each, 1, click.y)],
		];
		for (const [left, top] of points as [number, number][]) {
			if (left >= -SMALL && left <= frame[0] + SMALL && top >= -SMALL && top <= frame[1] + SMALL) continue;
			t.deepEqual(each, null as never);
		}
	}
	t.pass();
});

test('the scale is the whole picture at the least, and never more than was asked for', t => {
	for (const {
		camera: {zoom},
		view: {scale},
	} of cases) {
		const most = zoom === 'auto' ? 2.2 : zoom === 'none' ? 1 : zoom;
		if (scale < 1 - SMALL || scale > most + SMALL || scale > LIMITS.zoomMax) t.fail(`${zoom}: ${scale}`);
	}
	t.true(cases.some(({view}) => view.scale > 3.9));
});

test('no edge of the picture comes into the frame where the picture is larger than it, else it is in the middle', t => {
	for (const each of cases) {
		for (const axis of [0, 1] as const) {
			const [from, to, room] = [seen(each, axis, 0), seen(each, axis, 1), each.frame[axis]];
			const good = to - from >= room - SMALL ? from <= SMALL && to >= room - SMALL : Math.abs(from + to - room) < SMALL;
			if (!good) t.deepEqual(each, null as never);
		}
	}
	t.pass();
});

test('by itself it comes near only to what is small', t => {
	const image = {width: 1440, height: 900};
	const zoom = (width: number, height: number) =>
		zoomOf({image, highlight: {x: 0.4, y: 0.4, width: width / 1440, height: height / 900}, click: null});
	t.is(zoom(17, 17), 2.2);
	t.is(zoom(0, 0), 2.2);
	t.true(zoom(120, 32) > 1.25 && zoom(120, 32) < 2.2);
	t.is(zoom(120, 36), 1);
	t.is(zoom(300, 200), 1);
	// A row as wide as the page would leave the balloon no room.
	t.is(zoom(1300, 20), 1);
	t.is(zoomOf({image: null, highlight: null, click: null}), 1);
	t.is(zoomOf({image, highlight: null, click: null, camera: {zoom: 3}}), 1);
});

test('the larger the target, the less near: no jump from one to the next', t => {
	const zooms = Array.from({length: 36}, (_, px) =>
		zoomOf({image: {width: 1440, height: 900}, highlight: {x: 0, y: 0, width: 0.1, height: px / 900}, click: null}),
	);
	for (const [px, zoom] of zooms.entries()) t.true(zoom <= (zooms[px - 1] ?? zoom), `${px}`);
	t.true(zooms.at(-1)! > 1.5);
});

test('a zoom of 0 is the whole picture in the middle of any frame', t => {
	t.deepEqual(viewOf(aimOf({highlight: null}), 0, [702, 439], [390, 439]), {scale: 390 / 702, left: 0, top: (439 - (439 * 390) / 702) / 2});
});

test('phones are told from captures of whole pages by shape, and by the widths that only windows have', t => {
	const kindOf = (width: number, height: number) => (isPhone({width, height}) ? 'phone' : isTall({width, height}) ? 'tall' : 'whole');
	for (const [kind, sizes] of Object.entries({
		phone: '390x844 360x800 412x915 750x1334 828x1792 1080x1920 1080x2400 1080x2520 1170x2532 1179x2556 1290x2796 1344x2992',
		tall: '1280x2000 1280x2500 1280x3000 1280x20000 1440x3200 1920x4000 800x1500 1024x2000 390x3000 1170x9000 1000x1500 640x1600',
		whole: '1440x900 1280x1280 1000x1400 1280x1700 1668x2388 1640x2360 1240x1754 1536x2048 768x1024 600x1000 700x1100 3440x900 64x64',
	})) {
		for (const size of sizes.split(' ')) {
			const [width, height] = size.split('x').map(Number) as [number, number];
			t.is(kindOf(width, height), kind, size);
		}
	}
});

test("a tall picture's frame is as wide as a window of 800 pixels' height, no wider than 16 to 10, and holds what is pointed at", t => {
	const frame = (width: number, height: number, change: object = {}) =>
		frameRatioOf({image: {width, height}, highlight: {x: 0.2, y: 0.5, width: 0.2, height: 0.01}, click: null, ...change});
	t.is(frame(1280, 6000), 1.6);
	t.is(frame(2560, 9000), 1.6);
	t.is(frame(960, 6000), 1.2);
	t.is(frame(390, 3000), 0.6);
	t.is(frame(1280, 6000, {highlight: null}), 1.6);
	t.is(frame(1280, 6000, {camera: {zoom: 2}}), 1.6);
	t.is(frame(1280, 6000, {camera: {zoom: 'none'}}), 1280 / 6000);
	t.true(Math.abs(frame(1000, 4000, {highlight: {x: 0, y: 0.2, width: 1, height: 0.5}}) - 0.46) < 0.001);
	t.is(frame(1000, 4000, {highlight: {x: 0, y: 0, width: 1, height: 1}}), 0.25, 'all of it');
	t.is(frame(1440, 900), 1.6);
	t.is(frame(1000, 1000), 1);
	t.is(frame(8000, 600), 1.6);
});
