import test from 'ava';
import {PRESETS} from '../../shared/contract/theme.ts';
import {resolveTheme} from '../../shared/tour/themes.ts';
import {openSite} from '../../test/helpers/player-site.ts';
import {sampleImage, sampleStep, sampleTour} from '../../test/helpers/sample-snapshot.ts';

const wide = await sampleImage();
const flat = await sampleImage(1440, 640);
const phone = await sampleImage(780, 1688);
for (const {files} of [flat, phone]) for (const [name, bytes] of files) wide.files.set(name, bytes);
const site = await openSite(wide.files);
test.after.always(site.close);

/** Boxes of the bar, of what it holds, of picture and window, and how far the balloon's tip is from the middle of its target. CSS pixels. */
function measure() {
	const step = document.querySelector('.step.on')!;
	const box = (element: Element) => {
		const {left, top, right, bottom} = element.getBoundingClientRect();
		return {left, top, right, bottom};
	};
	const stage = box(step);
	const made = (pseudo: string) => {
		const {content, left, top, width, height, marginLeft, marginTop} = getComputedStyle(step, pseudo);
		if (content === 'none') return null;
		const from = {left: stage.left + Number.parseFloat(left) + Number.parseFloat(marginLeft), top: stage.top + Number.parseFloat(top)};
		from.top += Number.parseFloat(marginTop);
		return {...from, right: from.left + Number.parseFloat(width), bottom: from.top + Number.parseFloat(height)};
	};
	const balloon = step.querySelector('.balloon')!;
	const tip = getComputedStyle(balloon, '::before');
	const place = box(balloon);
	const ring = box(step.querySelector('.ring')!);
	const pointed = {x: place.left + Number.parseFloat(tip.left), y: place.top + Number.parseFloat(tip.top)};
	return {
		bar: made('::before'),
		pill: made('::after'),
		shot: box(step.querySelector('.shot')!),
		stage,
		balloon: place,
		outside: {
			x: Math.max(ring.left - pointed.x, pointed.x - ring.right, 0),
			y: Math.max(ring.top - pointed.y, pointed.y - ring.bottom, 0),
		},
	};
}

const highlights = [
	{x: 0.02, y: 0.02, width: 0.1, height: 0.05},
	{x: 0.4, y: 0.1, width: 0.2, height: 0.1},
	{x: 0.6, y: 0.8, width: 0.2, height: 0.1},
];

test.serial('the bar stands on the picture, as wide as it, inside the window, and no balloon covers it', async t => {
	for (const {image} of [wide, flat]) {
		const steps = highlights.map(highlight => sampleStep({image, highlight, click: null, simulateClick: false}));
		site.show({...sampleTour(steps), browserBar: true});
		for (const [width, height] of [
			[834, 700],
			[1024, 768],
			[1440, 900],
			[1920, 600],
			[2560, 1440],
		] as const) {
			const {page} = await site.visit({width, height});
			for (const index of steps.keys()) {
				if (index > 0) await page.keyboard.press('PageDown');
				const where = `${image.height} at ${width} x ${height}, step ${index + 1}`;
				const {bar, pill, shot, stage, balloon, outside} = await page.evaluate(measure);
				t.true(Math.abs(bar!.bottom - shot.top) < 1, `${where}: ${bar!.bottom} above ${shot.top}`);
				t.true(Math.abs(bar!.left - shot.left) < 1 && Math.abs(bar!.right - shot.right) < 1, where);
				t.true(bar!.top >= stage.top - 0.5 && shot.bottom <= stage.bottom, where);
				t.true(pill!.top > bar!.top && pill!.bottom < bar!.bottom && pill!.left > bar!.left && pill!.right < bar!.right, where);
				t.true(balloon.top >= bar!.bottom, where);
				// In one direction the tip lies beside its target, in the other it points at it.
				t.true(Math.min(outside.x, outside.y) < 12, `${where}: ${JSON.stringify(outside)}`);
			}
			await page.close();
		}
	}
});

test.serial('it is drawn, light or dark as the picture is, in every preset and for every kind of step', async t => {
	const dark = {...wide.image, color: '#101418'};
	const kinds = [{}, {click: null, simulateClick: false}, {highlight: null, click: null}, {camera: {zoom: 3}}, {image: dark}] as const;
	for (const preset of PRESETS) {
		const steps = kinds.map(kind => sampleStep({image: wide.image, ...kind}));
		site.show({...sampleTour(steps, {theme: resolveTheme({preset})}), browserBar: true});
		const {page} = await site.visit({width: 1440, height: 900, motion: true});
		const drawn = await page.$$eval('.step:not(.end)', all =>
			all.map(step => ({
				isNight: step.matches('.night'),
				layers: getComputedStyle(step, '::before').backgroundImage.match(/gradient\(/g)?.length,
			})),
		);
		await page.close();
		t.deepEqual(
			drawn,
			kinds.map(kind => ({isNight: 'image' in kind, layers: 5})),
			preset,
		);
	}
});

test.serial('telephones, small windows and frames of other pages have no bar, nor have pictures of telephones', async t => {
	const bars = async (options: Parameters<typeof site.visit>[0]) => {
		const {page} = await site.visit(options);
		const {bar} = await page.evaluate(measure);
		await page.close();
		return bar;
	};
	site.show({...sampleTour([sampleStep({image: wide.image})]), browserBar: true});
	t.not(await bars({width: 1440, height: 900}), null);
	t.is(await bars({width: 390, height: 844}), null);
	t.is(await bars({width: 800, height: 700}), null);
	t.is(await bars({width: 1440, height: 420}), null);
	site.show({...sampleTour([sampleStep({image: phone.image})]), browserBar: true});
	t.is(await bars({width: 1440, height: 900}), null);
});
