import test from 'ava';
import type {Page} from 'puppeteer';
import {PRESETS} from '../../shared/contract/theme.ts';
import {resolveTheme} from '../../shared/tour/themes.ts';
import {axeViolations} from '../../test/helpers/axe.ts';
import {openBrowser, openSite} from './local-site.ts';
import {sampleImage, sampleSlide, sampleStep, sampleTour} from './sample-tour.ts';

const {image, files} = await sampleImage();
const site = await openSite(files);
const browser = await openBrowser();
test.after.always(async () => {
	await browser.close();
	await site.close();
});

async function openPage(): Promise<Page> {
	const page = await browser.newPage();
	// The document is examined as it is; its policy would keep the examiner out.
	await page.setBypassCSP(true);
	await page.emulateMediaFeatures([{name: 'prefers-reduced-motion', value: 'reduce'}]);
	return page;
}

test.serial('axe finds nothing in steps, slides and closing cards of all presets, nor on telephones and in small embeds', async t => {
	const page = await openPage();
	const steps = [sampleSlide(), sampleStep({title: 'Segundo', image})];
	const everyPreset = PRESETS.map(preset => [preset, 1280, 800] as const);
	for (const [preset, width, height] of [...everyPreset, ['documento', 390, 844], ['dark', 390, 844], ['documento', 480, 300]] as const) {
		site.show(sampleTour(steps, {theme: resolveTheme({preset})}), {preview: width === 390});
		await page.setViewport({width, height});
		for (const fragment of ['s1', 's2', 'end']) {
			await page.goto(`${site.url}/p/tour?${preset}${width}${fragment}#${fragment}`, {waitUntil: 'load'});
			t.deepEqual(await axeViolations(page), [], `${preset} ${width} ${fragment}`);
		}
	}
	await page.close();
});
