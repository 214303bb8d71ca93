import test from 'ava';
import {openSite} from '../helpers/player-site.ts';
import {sampleImage, sampleStep, sampleTour} from '../helpers/sample-snapshot.ts';
import {clearances, edgeTargets, WAYS, wayName} from './clearance.ts';
import {measure} from './measure.ts';
import {readTargets} from './pages.ts';
import {crowdFaults} from './spots.ts';

/** `npm run lab -- targets` looks at all of them, ten times a second. */
const MOMENTS = [0, 300, 800, 1900, 2600, 4000];
const SAMPLE = [
	['swagger', '20 x 20'],
	['grapes', '216 x 454'],
	['monaco', '17 x 16'],
	['sheet', '18 x 18'],
] as const;

const {targets, files} = await readTargets();
const pictures = await Promise.all([sampleImage(), sampleImage(390, 844)]);
for (const picture of pictures) for (const [name, bytes] of picture.files) files.set(name, bytes);
const site = await openSite(files);
test.after.always(site.close);

test('there are 40 targets and more of six applications and more, from 12 pixels to 500', t => {
	t.true(targets.length >= 40);
	t.true(new Set(targets.map(({app}) => app)).size >= 6);
	const sides = targets.flatMap(({size}) => size.split(' x ').map(Number));
	t.true(Math.min(...sides) <= 16 && Math.max(...sides) >= 450);
	for (const {click, box, app} of targets) {
		t.true(click.x >= box.x && click.x <= box.x + box.width && click.y >= box.y && click.y <= box.y + box.height, app);
	}
});

for (const [width, height] of [
	[1440, 900],
	[390, 844],
] as const) {
	test.serial(`at ${width} pixels a target is seen at every moment, and the balloon keeps off it`, async t => {
		for (const [app, size] of SAMPLE) {
			const target = targets.find(one => one.app === app && one.size === size)!;
			site.show(sampleTour([sampleStep({image: target.image, highlight: target.box, click: target.click})]));
			const {page} = await site.visit({width, height, motion: true, path: `/p/tour?${app}${width}`});
			const {seen, faults} = await measure(page, target, MOMENTS);
			t.deepEqual(faults, [], `${app} ${size}: ${seen}`);
			await page.close();
		}
	});
}

for (const way of WAYS.filter(({width, height, zoom = 1}) => height / zoom < 480 || width / zoom < 480)) {
	test.serial(`${wayName(way)}: balloon, tools and progress bar keep off a target in a corner, and off one another`, async t => {
		const shown = pictures.flatMap(({image}) => edgeTargets(`${image.width} x ${image.height}`, image));
		for (const {name, faults} of await clearances(site, shown, way)) t.deepEqual(faults, [], name);
	});
}

test.serial('six hotspots in every way of lying on a picture leave one another and the buttons free where there is room', async t => {
	const [wide, phone] = pictures.map(({image}) => image);
	const found = [
		await crowdFaults(
			site,
			[wide!],
			[
				{width: 1440, height: 900},
				{width: 1024, height: 768},
			],
		),
		await crowdFaults(site, [phone!], [{width: 390, height: 844}]),
	];
	// Those around the highlight lie wherever the balloon could.
	t.deepEqual(
		found.flatMap(({faults}) => faults).filter(fault => !fault.includes('one over the other, highlighted')),
		[],
	);
});
