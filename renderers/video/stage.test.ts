import test from 'ava';
import sharp from 'sharp';
import {readConfig} from '../../shared/config/config.ts';
import {PRESETS} from '../../shared/contract/theme.ts';
import {resolveTheme} from '../../shared/tour/themes.ts';
import {sampleImage, sampleStep, sampleTour} from '../../test/helpers/sample-snapshot.ts';
import {openBrowser} from '../browser/browser.ts';
import {STAGES} from './present.ts';
import {drawFilmed, filmedStep} from './stage.ts';

const browser = openBrowser({executablePath: readConfig({}).chromium, timeout: 60_000});
const {image, files} = await sampleImage();
test.after.always(() => browser.close());

/** CSS pixels around the balloon that its shadow may reach. */
const SHADOW = 80;

test('the words of a film are a layer of the balloon alone, whatever the page has around it', async t => {
	const highlight = {x: 0.1, y: 0.4, width: 0.08, height: 0.06};
	const steps = [sampleStep({id: 'first', image}), sampleStep({image, highlight, click: null, camera: {zoom: 2}})];
	const read = async (file: string) => files.get(file) ?? null;
	for (const preset of PRESETS) {
		const snapshot = {...sampleTour(steps, {theme: resolveTheme({preset})}), browserBar: true} as const;
		const {words, seen} = await drawFilmed(browser, filmedStep(snapshot, 1, true, false), STAGES['720p'], read);
		const {data, info} = await sharp(words!).ensureAlpha().raw().toBuffer({resolveWithObject: true});
		const {left, top, width, height} = seen.balloon!;
		let outside = 0;
		for (let y = 0; y < info.height; y++)
			for (let x = 0; x < info.width; x++) {
				const near = x > left - SHADOW && x < left + width + SHADOW && y > top - SHADOW && y < top + height + SHADOW;
				if (!near && data[4 * (y * info.width + x) + 3]! > 0) outside += 1;
			}
		t.is(outside, 0, preset);
	}
});
