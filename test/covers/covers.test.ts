import test from 'ava';
import puppeteer from 'puppeteer';
import {readConfig} from '../../shared/config/config.ts';
import {FONTS, PRESETS} from '../../shared/contract/theme.ts';
import {COVER} from '../../shared/tour/embed.ts';
import {screenshot} from '../helpers/images.ts';
import {judgeCover} from './judge.ts';
import {coverTour} from './titles.ts';

/** Prime to everything that changes from tour to tour, so that a share of the 2,000 of `npm run lab -- covers` has all of it. */
const STRIDE = 7;
const COVERS = 130;

test('no cover breaks a word, and none cuts a name that a smaller size would hold: all presets, fonts and divisions', async t => {
	const image = await screenshot(1440, 900).webp().toBuffer();
	const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
	const chromium = await puppeteer.launch({executablePath: readConfig().chromium, headless: 'shell', pipe: true, args});
	t.teardown(() => chromium.close());
	const page = await chromium.newPage();
	await page.setViewport(COVER);
	const seen = new Set<string>();
	for (let at = 0; at < COVERS; at++) {
		const tour = coverTour(at * STRIDE);
		const {division, broken, cut} = await judgeCover(page, tour, image);
		t.deepEqual({broken, cut}, {broken: [], cut: []}, `${tour.theme.preset}, ${tour.theme.font}: ${tour.title}`);
		for (const fact of [division, tour.theme.preset, tour.theme.font]) seen.add(fact);
	}
	t.deepEqual([...seen].sort(), [...new Set(['even', 'words', ...PRESETS, ...FONTS.filter(font => font !== 'default')])].sort());
});
