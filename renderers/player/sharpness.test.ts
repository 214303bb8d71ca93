import {setTimeout as sleep} from 'node:timers/promises';
import test from 'ava';
import type {SnapshotStep} from '../../shared/contract/snapshot.ts';
import {shareOf} from '../../test/helpers/extent.ts';
import {openSite} from '../../test/helpers/player-site.ts';
import {sampleImage, sampleStep, sampleTour} from '../../test/helpers/sample-snapshot.ts';
import {denseSizes, variantSizes} from '../image/sizes.ts';

/** Screens of usual and of dense displays, two of them side by side, and a phone's; each in the widths that the service keeps. */
const pictures = await Promise.all(
	(
		[
			[1440, 900, '#dde3ea'],
			[2880, 1800, '#ffeeaa'],
			[3440, 900, '#eeffee'],
			[1170, 2532, '#ffeeee'],
		] as const
	).map(async ([width, height, color]) => {
		const {image, files} = await sampleImage(
			width,
			height,
			color,
			variantSizes({width, height}).map(size => size.width),
		);
		const dense = denseSizes({width, height}, image.variants.at(-1)!).map(size => size.width);
		// The file is a WebP under another name: the browser reads what it is, and here only which one it fetches counts.
		const {image: more, files: denseFiles} = await sampleImage(width, height, color, dense);
		return {image: {...image, avif: more.variants}, files: new Map([...files, ...denseFiles])};
	}),
);
const site = await openSite(new Map(pictures.flatMap(({files}) => [...files])));
test.after.always(site.close);

/** Two steps of each picture: a small target, to which the camera comes, and a large one. */
const steps: SnapshotStep[] = pictures.flatMap(({image}) => [
	sampleStep({image, highlight: {x: 0.7, y: 0.2, width: 20 / image.width, height: 20 / image.height}, click: null}),
	sampleStep({image, highlight: {x: 0.2, y: 0.5, width: 0.2, height: 0.2}, click: null}),
]);

/** Of the pixels of the screen that a picture covers, its file has so many at least, a second after it is shown; or all that there are. */
const SHARP = 0.95;

for (const [from, [width, height]] of [[1440, 900] as const, [390, 844] as const].entries()) {
	for (const deviceScaleFactor of shareOf([1, 2, 3], () => 'density', {from})) {
		test.serial(`${width} x ${height} at ${deviceScaleFactor}x: every picture is as sharp as the screen or as its original`, async t => {
			// The camera is watched from the first step on, whichever it is.
			for (const first of [0, 2, 4, 6]) {
				site.show(sampleTour([...steps.slice(first), ...steps.slice(0, first)]));
				const {page} = await site.visit({
					width,
					height,
					path: `/p/tour?${width}${deviceScaleFactor}${first}`,
					prepare: page => page.setViewport({width, height, deviceScaleFactor}),
				});
				for (let index = 0; index < (first ? 1 : steps.length); index++) {
					await sleep(1000);
					const {share, whole} = await page.$eval('.on img', element => {
						const image = element as HTMLImageElement;
						// `naturalWidth` is what `sizes` makes of it: the file has so many pixels.
						const source = image.parentElement!.querySelector<HTMLSourceElement>('source[type="image/avif"]') ?? image;
						const widths = source.srcset.split(', ').map(entry => entry.split(' ') as [string, string]);
						const fetched = Number.parseInt(widths.find(([url]) => image.currentSrc.endsWith(url))![1], 10);
						const largest = Math.max(...widths.map(([, each]) => Number.parseInt(each, 10)));
						return {share: fetched / (image.getBoundingClientRect().width * devicePixelRatio), whole: fetched === largest};
					});
					t.true(share >= SHARP || whole, `${first}, ${index}: ${share}`);
					await page.keyboard.press('PageDown');
				}
				await page.close();
			}
		});
	}
}
