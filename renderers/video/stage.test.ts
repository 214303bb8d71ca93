import test from 'ava';
import sharp from 'sharp';
import {readConfig} from '../../shared/config/config.ts';
import {PRESETS} from '../../shared/contract/theme.ts';
import {resolveTheme} from '../../shared/tour/themes.ts';
import {sampleImage, sampleStep, sampleTour} from '../../test/helpers/sample-snapshot.ts';
import {openBrowser} from '../browser/browser.ts';
import {ANIMATION_STAGE, STAGES} from './present.ts';
import {drawFilmed, filmedStep, onStage} from './stage.ts';

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

/** Measures the last line of a step's words as it is drawn, and the edge below which nothing of the balloon is seen. */
function lastLine(): {bottom: number; edge: number; top: number; first: number} {
	const balloon = document.querySelector('.step.on .balloon')!.getBoundingClientRect();
	const range = document.createRange();
	range.selectNodeContents(document.querySelector('.step.on .say')!);
	const lines = [...range.getClientRects()].filter(({width}) => width > 0);
	const [top, bottom] = [Math.min(...lines.map(line => line.top)), Math.max(...lines.map(line => line.bottom))];
	return {bottom, edge: Math.min(balloon.bottom, innerHeight), top: balloon.top, first: top};
}

for (const [name, stage] of Object.entries({...STAGES, animation: ANIMATION_STAGE})) {
	test(`${name}: words of any length shrink until they fit, with room below the last line, or are said to be cut`, async t => {
		const read = async (file: string) => files.get(file) ?? null;
		for (const captions of [false, true])
			for (const words of [3, 60, 1000]) {
				const text = Array.from({length: words}, (_, index) => `palavra${index % 10}`).join(' ');
				const filmed = filmedStep(sampleTour([sampleStep({id: 'first', image}), sampleStep({image, text})]), 1, false, captions);
				const {seen} = await drawFilmed(browser, filmed, stage, read);
				const which = `${words} words${captions ? ', captions' : ''}`;
				t.is(seen.cut, words === 1000, which);
				if (words === 3) {
					const line = await onStage(browser, filmed, stage, read, page => page.evaluate(lastLine));
					t.true(line.edge - line.bottom >= (line.first - line.top) * 0.7, `${which}: ${JSON.stringify(line)}`);
				}
			}
	});
}
