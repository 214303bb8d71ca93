import test from 'ava';
import type {Highlight} from '../../../shared/contract/geometry.ts';
import {POPOVER_ALIGNS, POPOVER_SIDES} from '../../../shared/contract/step.ts';
import {shareOf} from '../../../test/helpers/extent.ts';
import {openSite, openTour} from '../../../test/helpers/player-site.ts';
import {sampleImage, sampleNarration, sampleStep, sampleTour} from '../../../test/helpers/sample-snapshot.ts';
import {placementRule, wordRule} from './placement.ts';

const WINDOWS = [
	[360, 740],
	[480, 300],
	[768, 1024],
	[844, 390],
	[1024, 768],
	[1440, 900],
	[1920, 1080],
] as const;

/** With a long text the sheet leaves the first three a picture broader than high; in the last one it lies over the picture. */
const SMALL_WINDOWS = [
	[320, 568],
	[320, 480],
	[360, 640],
	[320, 256],
] as const;

const GRID = [0, 0.25, 0.5, 0.75, 1];
const {image, files} = await sampleImage();
const upright = await sampleImage(780, 1688);
for (const [name, bytes] of upright.files) files.set(name, bytes);
const site = await openSite(files);
test.after.always(site.close);

/** A step for each side, each align and each of 25 places of a highlight of this size. */
function everywhere(width: number, height: number) {
	const places = GRID.flatMap(x => GRID.map(y => ({x: x * (1 - width), y: y * (1 - height), width, height})));
	return POPOVER_SIDES.flatMap(side =>
		POPOVER_ALIGNS.flatMap(align =>
			places.map(highlight => sampleStep({popoverSide: side, popoverAlign: align, highlight, click: null, image})),
		),
	);
}

type Fault = {step: number; fault: string; box: number[]; ring: number[]};

/** Steps that one page holds: with each turn the browser goes over all of them, so that ten pages of 40 take a fraction of one with 400. */
const STEPS_A_PAGE = 40;

/** Walks through all steps in each window with the keyboard and measures every balloon. */
async function measure(
	steps: ReturnType<typeof sampleStep>[],
	windows: readonly (readonly [number, number])[],
): Promise<Record<string, Fault[]>> {
	const faults: Record<string, Fault[]> = {};
	for (let from = 0; from < steps.length; from += STEPS_A_PAGE) {
		const some = await measureTour(steps.slice(from, from + STEPS_A_PAGE), windows);
		for (const [window, found] of Object.entries(some)) {
			faults[window] = [...(faults[window] ?? []), ...found.map(fault => ({...fault, step: from + fault.step}))];
		}
	}
	return faults;
}

async function measureTour(
	steps: ReturnType<typeof sampleStep>[],
	windows: readonly (readonly [number, number])[],
): Promise<Record<string, Fault[]>> {
	site.show(sampleTour(steps));
	const page = await site.browser.newPage();
	await page.emulateMediaFeatures([{name: 'prefers-reduced-motion', value: 'reduce'}]);
	const faults: Record<string, Fault[]> = {};
	for (const [width, height] of windows) {
		await page.setViewport({width, height});
		await openTour(page, `${site.url}/p/tour?${width}`);
		faults[`${width}x${height}`] = await page.evaluate(count => {
			const found: {step: number; fault: string; box: number[]; ring: number[]}[] = [];
			const {bottom} = document.querySelector('main')!.getBoundingClientRect();
			for (let step = 0; step < count; step++) {
				const shown = document.querySelector('.step.on')!;
				if (shown.id !== `s${step + 1}`) throw new Error(`Step ${step + 1} was expected, ${shown.id} is shown.`);
				const box = shown.querySelector('.balloon')!.getBoundingClientRect();
				const go = shown.querySelector('.go')!.getBoundingClientRect();
				const ring = shown.querySelector('.ring')!.getBoundingClientRect();
				const add = (fault: string) =>
					found.push({step, fault, box: [box.left, box.top, box.right, box.bottom], ring: [ring.left, ring.top, ring.right, ring.bottom]});
				if (box.left < -0.5 || box.top < -0.5 || box.right > innerWidth + 0.5 || box.bottom > bottom + 0.5) add('off-screen');
				if (go.bottom > box.bottom + 0.5 || go.right > box.right + 0.5 || go.height < 24) add('buttons outside');
				if (box.left < ring.right - 1 && box.right > ring.left + 1 && box.top < ring.bottom - 1 && box.bottom > ring.top + 1) add('over');
				const click = shown.querySelector('.ring + i')!.getBoundingClientRect();
				const isIn = ({left, right, top, bottom}: DOMRect, by: number) =>
					click.x > left + by && click.x < right - by && click.y > top + by && click.y < bottom - by;
				if (isIn(box, 0.5)) add('over the click');
				if (!isIn(shown.querySelector('.shot')!.getBoundingClientRect(), -0.5)) add('click out of view');
				if (ring.left < -6 || ring.top < -6 || ring.right > innerWidth + 6 || ring.bottom > bottom + 6) add('highlight off-screen');
				dispatchEvent(new KeyboardEvent('keydown', {key: 'PageDown'}));
			}
			return found;
		}, steps.length);
	}
	await page.close();
	return faults;
}

test.serial('no balloon leaves the window or lies over its highlight, whatever side and align were asked for', async t => {
	const steps = everywhere(0.14, 0.08);
	t.is(steps.length, 375);
	const windows = shareOf(WINDOWS, ([width]) => (width < 480 ? 'docked' : 'beside'));
	for (const [window, faults] of Object.entries(await measure(steps, windows))) {
		const unwanted = faults.filter(({step, fault}) => fault !== 'over' || steps[step]!.popoverSide !== 'over');
		const allowed = Number.parseInt(window, 10) < 480 ? unwanted.filter(({fault}) => fault !== 'over') : unwanted;
		t.deepEqual(allowed.slice(0, 3), [], `${window}: ${allowed.length}`);
	}
});

test.serial('docked under the picture, a balloon has the whole width, however little it says', async t => {
	site.show(sampleTour([sampleStep({image, title: 'Oi', text: null})]));
	const page = await site.browser.newPage();
	await page.setViewport({width: 768, height: 1024});
	await openTour(page, `${site.url}/p/tour?short`);
	t.is(await page.$eval('.balloon', balloon => balloon.getBoundingClientRect().width), 768);
	await page.close();
});

test.serial('the bar of a narrated tour takes room from the stage, not from the balloons', async t => {
	const {narration} = sampleNarration(1, 440);
	const steps = everywhere(0.14, 0.08)
		.filter(({popoverSide, popoverAlign}) => popoverSide !== 'over' && popoverAlign === 'center')
		.map(step => ({...step, narrations: [narration]}));
	const windows = WINDOWS.filter(([width]) => width >= 480 && width < 1440);
	for (const [window, faults] of Object.entries(await measure(steps, windows))) t.deepEqual(faults.slice(0, 3), [], window);
});

test.serial('points without extent, long bars and highlights that leave no room break nothing', async t => {
	const shapes: Highlight[] = [
		{x: 0, y: 0, width: 0, height: 0},
		{x: 1, y: 1, width: 0, height: 0},
		{x: 0.5, y: 0.5, width: 0, height: 0},
		{x: 0, y: 0.3, width: 1, height: 0.05},
		{x: 0.6, y: 0, width: 0.05, height: 1},
		{x: 0, y: 0, width: 1, height: 1},
		{x: 0.05, y: 0.05, width: 0.9, height: 0.9},
	];
	const steps = shapes.flatMap(highlight =>
		[null, ...POPOVER_SIDES].map(popoverSide => sampleStep({highlight, popoverSide, click: null, image})),
	);
	for (const [window, faults] of Object.entries(await measure(steps, WINDOWS))) {
		// The last two leave no room anywhere; a point at the very edge is drawn inside it.
		const unwanted = faults.filter(({step, fault}) => fault !== 'over' || (step < 5 * 6 && steps[step]!.popoverSide !== 'over'));
		t.deepEqual(unwanted.slice(0, 3), [], `${window}: ${unwanted.length}`);
	}
});

test.serial('in the smallest windows a long text hides no click, whatever is pointed at and wherever it should stand', async t => {
	const shapes: Highlight[] = [
		{x: 0.02, y: 0.06, width: 0.06, height: 0.8},
		{x: 0.93, y: 0.1, width: 0.06, height: 0.85},
		{x: 0.05, y: 0.9, width: 0.9, height: 0.05},
		{x: 0.02, y: 0.95, width: 0.02, height: 0.02},
		{x: 0.5, y: 0.5, width: 0.02, height: 0.02},
		{x: 0.1, y: 0.1, width: 0.8, height: 0.8},
	];
	const text = 'Clique em Salvar para guardar a proposta e escolha o período. '.repeat(9);
	const steps = [image, upright.image].flatMap(image =>
		shapes.flatMap(highlight =>
			[null, ...POPOVER_SIDES].map(popoverSide => sampleStep({highlight, popoverSide, click: null, image, text})),
		),
	);
	for (const [window, faults] of Object.entries(await measure(steps, SMALL_WINDOWS))) {
		const unwanted = faults.filter(({fault}) => fault !== 'over');
		t.deepEqual(unwanted.slice(0, 3), [], `${window}: ${unwanted.length}`);
	}
});

test('a word that may be parted by a hyphen is as broad as its broadest part', t => {
	const breadth = (title: string) => Number(/--l:([\d.]+)/.exec(wordRule('s1', title))?.[1] ?? 0);
	const parts = ['Rechnungs', 'ausgangs', 'buchhaltungs', 'übersicht'];
	t.is(breadth(parts.join('\u00AD')), breadth('buchhaltungs-'));
	t.true(breadth(parts.join('')) > 2 * breadth(parts.join('\u00AD')));
});

test('nothing but numbers and #RRGGBB gets into the style', t => {
	const step = sampleStep({image});
	t.regex(placementRule('s1', step), /^#s1\{--r:1\.6;--n:1440;--c:#dde3ea;--i:40% 46% 52% 40%;--p0:0.47;--p1:0.44;/);
	t.throws(() => placementRule('s1', sampleStep({image: {...image, color: 'red}</style>'}})));
	t.throws(() => placementRule('s1', sampleStep({image, highlight: {x: Number.NaN, y: 0, width: 0, height: 0}})));
	t.is(placementRule('s1', sampleStep({type: 'slide', image})), '');
});
