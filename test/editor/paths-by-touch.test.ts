import test from 'ava';
import {signedIn} from '../helpers/person.ts';
import {drag, type Editor, PATIENCE, type Person, stageOf, startEditor} from './helpers.ts';
import {middle, press} from './on-page.ts';
import {readTour, storedTour, type Tour, tourOf} from './path-tours.ts';

/** Ways through a tour, made with fingers on a tablet and a telephone. */

let editor: Editor;
let person: Person;
test.before(async () => {
	editor = await startEditor();
	person = await signedIn(editor.service);
});
test.after.always(() => editor?.stop());

async function openByTouch(titles: string[], width: number, height: number) {
	const id = await tourOf(person, titles);
	const opened = await editor.open(person, `/tours/${id}`, {width, height, touch: true});
	return {...opened, id, stored: (isSo: (tour: Tour) => boolean) => storedTour(person, opened.page, id, isSo)};
}

for (const [width, height] of [
	[1024, 768],
	[390, 844],
] as const) {
	test.serial(`on the map a finger draws a link, two taps make one, and a swipe moves it: ${width} x ${height}`, async t => {
		t.timeout(120_000);
		const {page, id, context, heard, stored} = await openByTouch(['Ask', 'Prices', 'Reports', 'Staff', 'Orders', 'Stock'], width, height);
		// A telephone's bar has no room for it.
		if (width < 720) await press(page, '.bar [role=menuitem]', 'Paths');
		else await page.tap('.bar [aria-label=Paths]');
		const {steps} = await readTour(person, id);
		const first = `[data-handle="${steps[0].id}"]`;
		const second = `[data-step="${steps[1].id}"] .box`;
		await page.waitForSelector(second, PATIENCE);
		// Its left edge: there is no room for all of it on a telephone.
		const place = () =>
			page.$eval(second, box => {
				const {left, top} = box.getBoundingClientRect();
				return [left + 20, top + 20] as const;
			});
		const name = async (words: string) => {
			await page.waitForSelector('.flow-foot input', PATIENCE);
			await page.tap('.flow-foot input');
			await page.$eval('.flow-foot input', input => (input as HTMLInputElement).select());
			await page.keyboard.type(words);
			await page.tap('.flow-foot [type=submit]');
			await page.waitForSelector('.flow-foot input', {...PATIENCE, hidden: true});
		};
		const to = await place();
		const finger = await page.touchscreen.touchStart(...(await middle(page, first)));
		for (const share of [0.3, 0.6, 1]) {
			const from = await middle(page, first);
			await finger.move(from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share);
		}
		await page.waitForSelector('.loose', PATIENCE);
		await finger.end();
		await name('See prices');
		await page.touchscreen.tap(...(await middle(page, first)));
		await page.waitForSelector('.flow-room.linking', PATIENCE);
		await page.touchscreen.tap(...(await place()));
		await name('Again');
		const tour = await stored(({steps}) => steps[0].actions?.buttons?.[1]?.label === 'Again');
		t.deepEqual(
			tour.steps[0].actions.buttons.map(({label, target}: {label: string; target: object}) => [label, target]),
			['See prices', 'Again'].map(label => [label, {to: 'step', step: steps[1].id}]),
		);
		// To the end, whose button is there while a link is made.
		await page.touchscreen.tap(...(await middle(page, first)));
		await page.waitForSelector('.flow-foot [data-end]', PATIENCE);
		await page.tap('.flow-foot [data-end]');
		await name('Leave');
		t.deepEqual((await stored(({steps}) => steps[0].actions.buttons[2]?.label === 'Leave')).steps[0].actions.buttons[2].target, {
			to: 'end',
		});
		const before = await page.$eval('.flow-room', room => room.scrollLeft);
		const {x, y} = await page.$eval('.flow-room', room => {
			const {right, bottom} = room.getBoundingClientRect();
			return {x: right - 40, y: bottom - 30};
		});
		const swipe = await page.touchscreen.touchStart(x, y);
		for (const by of [50, 100, 150, 200]) await swipe.move(x - by, y);
		await swipe.end();
		await page.waitForFunction(from => document.querySelector('.flow-room')!.scrollLeft > from + 100, PATIENCE, before);
		t.deepEqual(heard, []);
		await context.close();
	});
}

test.serial('on the stage a finger draws a hotspot and moves it, and two taps lead it to a step', async t => {
	t.timeout(120_000);
	const {page, id, context, heard, stored} = await openByTouch(['Ask', 'Prices'], 1024, 768);
	const stage = await stageOf(page);
	await press(page, '.section summary', 'Buttons and hotspots');
	// A press that no pointer made would put one in the middle.
	const draw = await page.waitForSelector('.section ::-p-text(Draw a hotspot)', PATIENCE);
	await draw!.tap();
	await stage.waitForSelector('.drawing-spot', PATIENCE);
	await drag(page, [0.3, 0.3], [0.5, 0.5], 'touch');
	const drawn = (await stored(tour => tour.steps[0].actions?.hotspots?.length === 1)).steps[0].actions.hotspots[0];
	t.true(Math.abs(drawn.area.x - 0.3) < 0.01 && Math.abs(drawn.area.width - 0.2) < 0.01, JSON.stringify(drawn.area));
	await drag(page, [0.4, 0.4], [0.6, 0.5], 'touch');
	const moved = (await stored(tour => tour.steps[0].actions.hotspots[0].area.x > 0.45)).steps[0].actions.hotspots[0];
	t.true(Math.abs(moved.area.x - 0.5) < 0.01 && Math.abs(moved.area.y - 0.4) < 0.01, JSON.stringify(moved.area));
	await page.tap('.action .chosen');
	await page.waitForSelector('.targets:popover-open .pick', PATIENCE);
	await page.tap('.targets:popover-open .pick');
	await page.waitForSelector('.strip.picking', PATIENCE);
	await page.tap('.strip [role=option]:nth-child(2)');
	const {steps} = await readTour(person, id);
	const led = await stored(tour => tour.steps[0].actions.hotspots[0].target.to === 'step');
	t.deepEqual(led.steps[0].actions.hotspots[0].target, {to: 'step', step: steps[1].id});
	t.deepEqual(heard, []);
	await context.close();
});
