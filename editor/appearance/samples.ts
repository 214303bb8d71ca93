import type {SnapshotStep} from '../../shared/contract/snapshot.ts';
import type {Step} from '../../shared/contract/step.ts';
import {shownTexts} from '../../shared/contract/step-fields.ts';
import type {Tour} from '../../shared/contract/tour.ts';
import {words} from '../../shared/locales/en/editor/appearance.ts';
import {BLANK} from '../saving/new-step.ts';
import {asSnapshot} from '../stage/as-snapshot.ts';

/** Sample steps that show a theme: the tour's own, or a stand-in for a kind that it lacks. */

/** Pixels. */
const [WIDTH, HEIGHT] = [1440, 900];
/** Place of a sample: with a step before and one after it. */
const OF_SAMPLES = {index: 1, count: 3};
let picture: Promise<string> | null = null;

/** `index` is its place among the tour's steps, of which there are `count`. */
export type ShownStep = {step: SnapshotStep; index: number; count: number};

/** `chosen` is the step that the author comes from. */
export async function stepsToShow({steps}: Tour, chosen: string): Promise<Record<'step' | 'slide', ShownStep>> {
	const screens = steps.filter(({type, image}) => type === 'screen' && image);
	const screen = screens.find(({id}) => id === chosen) ?? screens.find(({highlight}) => highlight) ?? screens[0];
	const slides = steps.filter(step => step.type === 'slide' && shownTexts(step).length > 0);
	const slide = slides.find(({id}) => id === chosen) ?? slides[0];
	const placed = (step: SnapshotStep, known: Step | undefined): ShownStep =>
		known ? {step, index: steps.indexOf(known), count: steps.length} : {step, ...OF_SAMPLES};
	return {
		step: placed(screen ? asSnapshot(screen) : await sampleScreen(), screen),
		slide: placed(asSnapshot(slide ?? {...BLANK, id: 'sample', type: 'slide', title: words.slideTitle, text: words.slideText}), slide),
	};
}

async function sampleScreen(): Promise<SnapshotStep> {
	picture ??= drawScreen();
	const image = {mediaId: '', url: await picture, thumbnailUrl: '', width: WIDTH, height: HEIGHT};
	const highlight = {x: 0.78, y: 0.12, width: 0.16, height: 0.07};
	return asSnapshot({
		...BLANK,
		id: 'sample',
		image,
		highlight,
		click: {x: 0.86, y: 0.155},
		title: words.sampleTitle,
		text: words.sampleText,
	});
}

/** Returns an application that does not exist, without a word in it. */
async function drawScreen(): Promise<string> {
	const canvas = new OffscreenCanvas(WIDTH, HEIGHT);
	const pen = canvas.getContext('2d')!;
	const box = (color: string, x: number, y: number, width: number, height: number, radius = 8) => {
		pen.fillStyle = color;
		pen.beginPath();
		pen.roundRect(x, y, width, height, radius);
		pen.fill();
	};
	box('#f4f5f8', 0, 0, WIDTH, HEIGHT, 0);
	box('#ffffff', 0, 0, 280, HEIGHT, 0);
	box('#5b6478', 32, 36, 150, 24);
	for (let entry = 0; entry < 6; entry++) box(entry === 1 ? '#c9d1e3' : '#e4e7ee', 32, 120 + entry * 56, 120 + ((entry * 47) % 80), 18);
	box('#3a4152', 328, 112, 260, 40);
	box('#3d5a99', 1123, 108, 230, 63);
	box('#ffffff', 1188, 130, 100, 18);
	box('#ffffff', 328, 210, 1064, 630, 14);
	for (let row = 0; row < 6; row++) {
		box('#d5dae6', 360, 250 + row * 96, 48, 48, 24);
		box('#6b7385', 432, 256 + row * 96, 160 + ((row * 53) % 120), 16);
		box('#c3c9d6', 432, 284 + row * 96, 240 + ((row * 31) % 90), 12);
	}
	return URL.createObjectURL(await canvas.convertToBlob({type: 'image/png'}));
}
