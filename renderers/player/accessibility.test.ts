import test from 'ava';
import type {Page} from 'puppeteer';
import {PRESETS} from '../../shared/contract/theme.ts';
import {resolveTheme} from '../../shared/tour/themes.ts';
import {axeViolations} from '../../test/helpers/axe.ts';
import {shareOf} from '../../test/helpers/extent.ts';
import {LEAD_TARGET, openSite, openTour} from '../../test/helpers/player-site.ts';
import {sampleForm, sampleImage, sampleNarration, sampleSlide, sampleStep, sampleTour} from '../../test/helpers/sample-snapshot.ts';

const {image, files} = await sampleImage();
const {narration, mp3} = sampleNarration(20, 440);
files.set(narration.file, mp3);
const site = await openSite(files);
test.after.always(site.close);

async function openPage(): Promise<Page> {
	const page = await site.browser.newPage();
	// The document is examined as it is; its policy would keep the examiner out.
	await page.setBypassCSP(true);
	await page.emulateMediaFeatures([{name: 'prefers-reduced-motion', value: 'reduce'}]);
	return page;
}

test.serial('axe finds nothing in form, slides, steps, closing cards and small embeds of all presets, nor on telephones', async t => {
	const page = await openPage();
	const steps = [sampleSlide({scene: 1}), sampleStep({title: 'Segundo', image, scene: 2})];
	const windows = PRESETS.flatMap(preset => [[preset, 1280, 800] as const, [preset, 480, 300] as const]);
	const all = [...windows, ['documento', 390, 844], ['dark', 390, 844], ['social', 320, 256]] as const;
	for (const [preset, width, height] of shareOf(all, ([, width]) => `${width}`)) {
		const tour = sampleTour(steps, {theme: resolveTheme({preset}), leadCapture: sampleForm({allowSkip: preset !== 'green'})});
		site.show({...tour, browserBar: true}, {preview: width === 390, lead: LEAD_TARGET});
		await page.setViewport({width, height});
		await openTour(page, `${site.url}/p/tour?${preset}${width}`);
		t.deepEqual(await axeViolations(page), [], `${preset} ${width} form`);
		await page.$eval('#lead', form => form.removeAttribute('data-must'));
		for (const id of width === 480 ? ['s2'] : ['s1', 's2', 'end']) {
			await page.keyboard.press(id === 's2' && width === 480 ? 'End' : 'PageDown');
			if (width === 480) await page.keyboard.press('PageUp');
			t.is(await page.$eval('.step.on', step => step.id), id);
			t.deepEqual(await axeViolations(page), [], `${preset} ${width} ${id}`);
		}
	}
	await page.close();
});

test.serial('axe finds nothing from right to left, nor for visitors who want dark pages, in any preset', async t => {
	const page = await openPage();
	const text = 'Press **Save** or <kbd>F2</kbd>.';
	const steps = [sampleStep({image, text}), sampleSlide({title: 'صفحة', text})];
	const looks = [
		['light', 'ar'],
		['dark', 'ar'],
		['dark', 'pt-BR'],
	] as const;
	for (const [from, preset] of PRESETS.entries()) {
		for (const [value, language] of shareOf(looks, () => 'look', {from})) {
			const look = {theme: resolveTheme({preset}), language, leadCapture: sampleForm(), browserBar: true} as const;
			site.show(sampleTour(steps, look), {lead: LEAD_TARGET});
			await page.emulateMediaFeatures([
				{name: 'prefers-color-scheme', value},
				{name: 'prefers-reduced-motion', value: 'reduce'},
			]);
			await openTour(page, `${site.url}/p/tour?${preset}${value}${language}`);
			for (const id of ['lead', 's1', 's2', 'end']) {
				t.is(await page.$eval('.step.on', step => step.id), id);
				t.deepEqual(await axeViolations(page), [], `${preset} ${value} ${language} ${id}`);
				await page.keyboard.press('PageDown');
			}
		}
	}
	await page.close();
});

test.serial(
	'a screen reader hears title, text and buttons before the picture, one heading a step, and one voice for what changes',
	async t => {
		const page = await openPage();
		site.show(sampleTour([sampleSlide(), sampleStep({title: 'Segundo', image})], {leadCapture: sampleForm()}), {lead: LEAD_TARGET});
		await openTour(page, `${site.url}/p/tour?order#s2`);
		t.is(await page.$$eval('h1', all => all.length), 1);
		t.deepEqual(
			await page.$$eval('.step', all => all.map(step => [...step.querySelectorAll('h1,h2,h3,h4')].map(({localName}) => localName).join())),
			['h2', 'h2', 'h2', 'h2'],
		);
		t.is(await page.$$eval('[aria-live], [role=status]', all => all.length), 1);
		await page.keyboard.press('PageDown');
		const order = await page.$$eval('#s2 :is(h2, p, a, img)', all =>
			all.filter(element => !element.closest('[aria-hidden=true]')).map(element => element.getAttribute('rel') ?? element.localName),
		);
		t.deepEqual(order, ['h2', 'p', 'prev', 'next', 'img']);
		t.is(await page.$eval('html', ({lang}) => lang), 'pt-BR');
		await page.close();
	},
);

test.serial('axe finds nothing while a narrated tour plays with its captions, nor in its document without a player', async t => {
	const page = await openPage();
	const narrations = [narration, {...narration, language: 'en', script: 'Here are the reports.'}];
	const steps = [sampleSlide({narrations}), sampleStep({title: 'Segundo', image, narrations})];
	const everyPreset = PRESETS.map(preset => [preset, 1280, 800] as const);
	const all = [...everyPreset, ['documento', 320, 568], ['dark', 390, 844], ['violet', 480, 300]] as const;
	for (const [preset, width, height] of shareOf(all, ([, width]) => `${width}`)) {
		site.show(sampleTour(steps, {theme: resolveTheme({preset})}));
		await page.setViewport({width, height});
		for (const fragment of ['s1', 's2']) {
			await openTour(page, `${site.url}/p/tour?${preset}${width}${fragment}#${fragment}`);
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
	await openTour(page, `${site.url}/p/tour?forced`);
	await page.click('.sound [aria-pressed]');
	const edges = await page.$$eval('.sound button', buttons => buttons.map(button => getComputedStyle(button).borderColor));
	t.false(edges.includes('rgba(0, 0, 0, 0)'), edges.join());
	t.is(await page.$eval('.sound [aria-pressed] path:last-child', path => getComputedStyle(path).display), 'inline');
	await page.click('.sound [aria-pressed]');
	t.is(await page.$eval('.sound [aria-pressed] path:last-child', path => getComputedStyle(path).display), 'none');
	await page.close();
});
