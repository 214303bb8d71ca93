import test from 'ava';
import {PRESETS} from '../../shared/contract/theme.ts';
import {resolveTheme} from '../../shared/tour/themes.ts';
import {shareOf} from '../../test/helpers/extent.ts';
import {button, spot, to} from '../../test/helpers/forked-tour.ts';
import {LEAD_TARGET, openSite} from '../../test/helpers/player-site.ts';
import {sampleForm, sampleImage, sampleSlide, sampleStep, sampleTour} from '../../test/helpers/sample-snapshot.ts';

/** Letters of twice their size, and windows zoomed to 400 %: words are read, and what has the focus is seen and hit. */

const {image, files} = await sampleImage();
const site = await openSite(files);
test.after.always(site.close);

/** Width, height, size of letters; and who sets that: the browser's owner, or a style, of which conditions of the window know nothing. */
const WINDOWS = [
	[390, 844, 32, 'owner'],
	[390, 844, 32, 'style'],
	[390, 844, 24, 'owner'],
	[390, 844, 16, 'owner'],
	[360, 640, 32, 'owner'],
	[320, 256, 16, 'owner'],
	[1280, 800, 32, 'owner'],
	[1280, 800, 32, 'style'],
	[1440, 900, 32, 'style'],
	[1440, 900, 16, 'owner'],
	[844, 390, 20, 'owner'],
] as const;

const text = 'Press **Add** to go on. The list shows who paid and who did not; you can sort it by any column.';
const area = {x: 0.01, y: 0.46, width: 0.12, height: 0.05};
const actions = {
	buttons: [button('invoices', to('last')), button('payments', to('plain')), button('more', to('last'))],
	hotspots: [{...spot('menu', 0, to('last')), area}],
};
const highlight = {x: 0.19, y: 0.13, width: 0.12, height: 0.06};
const steps = [
	sampleStep({id: 'plain', title: 'The list of customers', text, highlight, click: null, image}),
	sampleStep({id: 'asks', title: 'The list of customers', text, highlight, click: null, image, actions}),
	sampleSlide({id: 'slide', title: 'The list', text: text.repeat(3)}),
	sampleSlide({id: 'chooses', title: 'The list of customers', text, actions: {buttons: actions.buttons}}),
	sampleStep({id: 'last', text, highlight: null, click: null, image}),
];

for (const [preset, [width, height, letters, by]] of shareOf(
	PRESETS.flatMap(preset => WINDOWS.map(window => [preset, window] as const)),
	([, window]) => window.join(),
)) {
	test.serial(`${preset}, ${width} x ${height}, letters of ${letters} pixels by ${by}: words are read, controls are seen`, async t => {
		site.show(sampleTour(steps, {language: 'en', theme: resolveTheme({preset}), leadCapture: sampleForm()}), {lead: LEAD_TARGET});
		const {page} = await site.visit({
			width,
			height,
			path: `/p/tour?${preset}${width}x${height}${letters}${by}`,
			prepare: async page => {
				const fontSizes = {standard: letters, fixed: letters};
				if (by === 'owner') await (await page.createCDPSession()).send('Page.setFontSizes', {fontSizes});
			},
		});
		if (by === 'style') await page.evaluate(size => (document.documentElement.style.fontSize = `${size}px`), letters);
		for (const id of ['lead', ...steps.map((_, index) => `s${index + 1}`), 'end']) {
			if (id !== 'lead') await page.evaluate(hash => (location.hash = hash), id);
			await page.waitForFunction(wanted => document.querySelector('.step.on')?.id === wanted, {}, id);
			t.deepEqual(await page.evaluate(faults), [], id);
		}
		await page.close();
	});
}

/** Runs in the page: lists words that are not read, and controls behind something else once they have the focus. */
async function faults(): Promise<string[]> {
	const found: string[] = [];
	// Two frames: a change of size has been seen by then.
	for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
	const step = document.querySelector<HTMLElement>('.step.on')!;
	const balloon = step.querySelector<HTMLElement>('.balloon');
	const tools = document.querySelector('.tools')!.getBoundingClientRect();
	if (balloon) {
		const [box, say] = [balloon, balloon.querySelector('.say')!].map(each => each.getBoundingClientRect()) as [DOMRect, DOMRect];
		const go = balloon.querySelector('.go')!.getBoundingClientRect();
		const lines =
			(Math.min(box.bottom, say.bottom, go.top) - say.top) / Number.parseFloat(getComputedStyle(balloon.querySelector('p')!).lineHeight);
		if (lines < 3) found.push(`${lines} lines of the words are seen`);
	}
	const card = step.querySelector('.card');
	if (card && matchMedia('(height<480px)').matches) {
		if (card.getBoundingClientRect().top + card.clientTop < tools.bottom - 1) found.push('the tools lie over words that scroll');
		const words = card.querySelector('.say')!;
		const lines = words.clientHeight / Number.parseFloat(getComputedStyle(words.querySelector('p') ?? words).lineHeight);
		if (words.scrollHeight > words.clientHeight + 1 && lines < 3) found.push(`words scroll in a box of ${lines} lines`);
	}
	for (const control of step.querySelectorAll<HTMLElement>('a:not(.ring), button, input:not([type=hidden],[tabindex="-1"])')) {
		control.focus();
		const {left, top, width, height} = control.getBoundingClientRect();
		// A long button may be higher than what is left of a low window: its middle and its upper part are seen.
		for (const [x, y] of [
			[0.5, 0.5],
			[0.15, 0.25],
			[0.85, 0.25],
		] as const) {
			const hit = document.elementFromPoint(left + x * width, top + y * height);
			if (hit !== control && !control.contains(hit))
				found.push(`${control.textContent || control.id}: ${hit?.outerHTML.slice(0, 60)} lies over it`);
		}
		control.blur();
	}
	for (const box of step.querySelectorAll('.card, .balloon')) box.scrollTop = 0;
	return found;
}
