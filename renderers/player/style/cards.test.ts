import test from 'ava';
import type {Page} from 'puppeteer';
import sharp from 'sharp';
import {PRESETS} from '../../../shared/contract/theme.ts';
import {resolveTheme} from '../../../shared/tour/themes.ts';
import {shareOf} from '../../../test/helpers/extent.ts';
import {openSite} from '../../../test/helpers/player-site.ts';
import {sampleSlide, sampleTour} from '../../../test/helpers/sample-snapshot.ts';

/** The marks of cards, as they are painted: the seal on its disc, the bar beside the first slide, the disc in a corner. */

const site = await openSite(new Map());
test.after.always(site.close);

const WINDOWS = [
	['window', 1440, 900],
	['window', 390, 844],
	['window', 720, 450],
	['window', 844, 390],
	['frame', 900, 562],
	['frame', 700, 438],
	['frame', 640, 420],
	['frame', 400, 260],
] as const;
const cases = PRESETS.flatMap(preset => WINDOWS.map(window => [preset, window] as const));

for (const [preset, [kind, width, height]] of shareOf(cases, ([, window]) => window.join())) {
	for (const language of ['pt-BR', 'ar']) {
		test.serial(`${preset}, ${language}, ${kind} of ${width} x ${height}: the seal is on its disc, and the bar is whole`, async t => {
			const theme = resolveTheme({preset});
			const accent = theme.colors.accent.toUpperCase();
			site.show(sampleTour([sampleSlide({text: 'Parte'}), sampleSlide()], {theme, language}));
			const path = kind === 'frame' ? `/framed?${width}x${height}` : `/p/tour?${preset}${width}`;
			const {page} = await site.visit({path, width, height});
			const frame = page.frames().at(-1)!;
			// What stands is painted two frames later, also on a busy machine.
			await frame.waitForSelector(':root.up:not(.soon) .on');
			await frame.evaluate(async () => {
				for (let count = 0; count < 3; count++) await new Promise(requestAnimationFrame);
			});
			const places = () =>
				frame.evaluate(() => {
					const of = (selector: string) => {
						const {left, top, right, bottom} = document.querySelector(selector)!.getBoundingClientRect();
						return {left, top, right, bottom};
					};
					return {card: of('.on .card'), tools: of('.tools'), seal: of('.seal svg')};
				});
			const {top: frameTop} = await page.evaluate(() =>
				(document.querySelector('iframe') ?? document.body).getBoundingClientRect().toJSON(),
			);
			const {card, tools} = await places();
			const side = language === 'ar' ? card.right - 3 : card.left + 3;
			// Away from round corners.
			for (const y of [card.top + 20, (card.top + card.bottom) / 2, card.bottom - 20])
				t.is(await colorAt(page, side, frameTop + y), accent, `${y}`);
			if (kind === 'frame') {
				t.is(await colorAt(page, side, frameTop + card.top + 1), accent);
				for (const x of [tools.left + 2, tools.right - 2]) t.not(await colorAt(page, x, frameTop + tools.bottom - 2), accent);
			}
			await frame.evaluate(() => (location.hash = 'end'));
			await frame.waitForSelector('#end.on:not(.next)');
			const {seal} = await places();
			await frame.evaluate(() => (document.querySelector<HTMLElement>('.seal')!.style.visibility = 'hidden'));
			const [middle, lower] = [(seal.left + seal.right) / 2, (seal.top + seal.bottom) / 2];
			const around = [
				[seal.left, lower],
				[seal.right, lower],
				[middle, seal.top],
				[middle, seal.bottom - 1],
			] as const;
			for (const [x, y] of around) t.is(await colorAt(page, x, frameTop + y), accent, `disc at ${x}, ${y}`);
			await page.close();
		});
	}
}

/** Returns the colour of a point of the page, #RRGGBB. */
async function colorAt(page: Page, x: number, y: number): Promise<string> {
	const png = await page.screenshot({clip: {x: Math.round(x), y: Math.round(y), width: 1, height: 1}});
	const [red, green, blue] = await sharp(png).removeAlpha().raw().toBuffer();
	return `#${[red!, green!, blue!].map(value => value.toString(16).padStart(2, '0')).join('')}`.toUpperCase();
}
