import test from 'ava';
import {COVER} from '../../shared/tour/embed.ts';
import {DIVISIONS, type Division, frameOf, placed, windowOf} from './frame.ts';

const IMAGES = [
	[2880, 1800],
	[1440, 900],
	[1920, 1080],
	[800, 800],
	[390, 844],
	[1440, 9000],
	[4000, 300],
	[10, 10],
].map(([width, height]) => ({width: width!, height: height!}));

const HIGHLIGHTS = [
	{x: 0, y: 0, width: 0.1, height: 0.05},
	{x: 0.9, y: 0.95, width: 0.1, height: 0.05},
	{x: 0.45, y: 0.3, width: 0.14, height: 0.08},
	{x: 0.02, y: 0.02, width: 0.96, height: 0.96},
	{x: 0.5, y: 0.5, width: 0, height: 0},
];

const ALL = Object.keys(DIVISIONS) as Division[];

test("what is seen lies inside the screenshot, in the frame's proportions, around the highlight", t => {
	for (const [image, division] of IMAGES.flatMap(image => ALL.map(division => [image, division] as const))) {
		const frame = frameOf(image, division);
		for (const highlight of [null, ...HIGHLIGHTS]) {
			const seen = windowOf(image, highlight, frame);
			const what = JSON.stringify({image, division, highlight, seen});
			t.true(seen.left >= 0 && seen.top >= 0 && seen.left + seen.width <= 1.000001 && seen.top + seen.height <= 1.000001, what);
			const ratio = (seen.width * image.width) / (seen.height * image.height);
			t.true(Math.abs(ratio - frame.width / (frame.height - frame.bar)) < 0.001, what);
			if (!highlight || highlight.width > seen.width || highlight.height > seen.height) continue;
			t.true(highlight.x >= seen.left - 0.000001 && highlight.x + highlight.width <= seen.left + seen.width + 0.000001, what);
			t.true(highlight.y >= seen.top - 0.000001 && highlight.y + highlight.height <= seen.top + seen.height + 0.000001, what);
		}
	}
});

test('a screenshot without a highlight is seen from its top, whole where the proportions allow it', t => {
	const image = {width: 1440, height: 900};
	const seen = windowOf(image, null, frameOf(image));
	t.is(seen.top, 0);
	t.true(seen.height === 1 || seen.width === 1);
});

test('a small highlight is brought near, but not beyond 1.6 times', t => {
	const image = {width: 1440, height: 900};
	const whole = windowOf(image, null, frameOf(image));
	t.true(Math.abs(whole.width / windowOf(image, HIGHLIGHTS[0]!, frameOf(image)).width - 1.6) < 0.001);
	t.is(windowOf(image, HIGHLIGHTS[3]!, frameOf(image)).width, whole.width);
});

test('phones get the frame of a phone, and every frame stands in the picture beside the words', t => {
	t.is(frameOf({width: 390, height: 844}).kind, 'phone');
	t.is(frameOf({width: 844, height: 390}).kind, 'window');
	t.is(frameOf({width: 1280, height: 6000}).kind, 'window', 'a page that is scrolled');
	for (const division of ALL) {
		const words = division === 'picture' ? 0 : 64 + DIVISIONS[division].column;
		for (const {left, top, width, height} of IMAGES.map(image => frameOf(image, division))) {
			t.true(left >= words && top > 0 && left + width <= COVER.width && top + height <= COVER.height, division);
		}
	}
});

test('a part of the screenshot is placed where it is seen', t => {
	const seen = {left: 0.5, top: 0.25, width: 0.5, height: 0.5};
	t.deepEqual(placed({left: 0.75, top: 0.5, width: 0.25, height: 0.1}, seen, {left: 100, top: 50, width: 400, height: 300}), {
		left: 300,
		top: 200,
		width: 200,
		height: 60,
	});
});
