import test from 'ava';
import type {Page} from 'puppeteer';
import {PRESETS} from '../../shared/contract/theme.ts';
import {resolveTheme} from '../../shared/tour/themes.ts';
import {axeViolations} from '../../test/helpers/axe.ts';
import {openBrowser, openSite} from './local-site.ts';
import {sampleImage, sampleNarration, sampleSlide, sampleStep, sampleTour} from './sample-tour.ts';

const {image, files} = await sampleImage();
const {narration, mp3} = sampleNarration(20, 440);
files.set(narration.file, mp3);
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

test.serial('axe finds nothing while a narrated tour plays with its captions, nor in its document without a player', async t => {
	const page = await openPage();
	const narrations = [narration, {...narration, language: 'en', script: 'Here are the reports.'}];
	const steps = [sampleSlide({narrations}), sampleStep({title: 'Segundo', image, narrations})];
	const everyPreset = PRESETS.map(preset => [preset, 1280, 800] as const);
	for (const [preset, width, height] of [...everyPreset, ['documento', 320, 568], ['dark', 390, 844], ['violet', 480, 300]] as const) {
		site.show(sampleTour(steps, {theme: resolveTheme({preset})}));
		await page.setViewport({width, height});
		for (const fragment of ['s1', 's2']) {
			await page.goto(`${site.url}/p/tour?${preset}${width}${fragment}#${fragment}`, {waitUntil: 'load'});
			await page.click('.play');
			await page.waitForFunction(() => document.querySelector('.sound p')!.textContent);
			t.deepEqual(await axeViolations(page), [], `${preset} ${width} ${fragment}`);
		}
		// What visitors without JavaScript read; the examiner itself needs it.
		const markup = await (await fetch(`${site.url}/p/tour`)).text();
		await page.setContent(markup.replace(/<script>.*?<\/script>/s, '').replaceAll('scripting:enabled', 'scripting:initial-only'));
		await page.$$eval('details', all => {
			for (const details of all) details.open = true;
		});
		t.deepEqual(await axeViolations(page), [], `${preset} ${width} document`);
	}
	await page.close();
});

test.serial('with forced colours the buttons of the narration keep an edge, and a crossed sign says that captions are off', async t => {
	const page = await openPage();
	const client = await page.createCDPSession();
	await client.send('Emulation.setEmulatedMedia', {features: [{name: 'forced-colors', value: 'active'}]});
	site.show(sampleTour([sampleStep({image, narrations: [narration]})]));
	await page.goto(`${site.url}/p/tour?forced`, {waitUntil: 'load'});
	await page.click('.sound [aria-pressed]');
	const edges = await page.$$eval('.sound button', buttons => buttons.map(button => getComputedStyle(button).borderColor));
	t.false(edges.includes('rgba(0, 0, 0, 0)'), edges.join());
	t.is(await page.$eval('.sound [aria-pressed] path:last-child', path => getComputedStyle(path).display), 'inline');
	await page.click('.sound [aria-pressed]');
	t.is(await page.$eval('.sound [aria-pressed] path:last-child', path => getComputedStyle(path).display), 'none');
	await page.close();
});
