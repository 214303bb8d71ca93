import type {Page} from 'puppeteer';
import type {Highlight} from '../../shared/contract/geometry.ts';
import {type Finding, VIEWPORTS, type Viewport} from '../../shared/contract/pictures/step-picture.ts';
import type {Snapshot, SnapshotStep} from '../../shared/contract/snapshot.ts';
import {lastText, type ShownTexts, shownTexts} from '../../shared/contract/step-fields.ts';
import {IN_VIEW} from '../../shared/tour/place/camera.ts';
import type {Browser} from '../browser/browser.ts';
import {renderPage} from '../player/page.ts';
import {answersOf, type Box, drawnPage, hideWords, measure, rest, type Seen} from './measure.ts';

export type Jpeg = {bytes: Buffer; width: number; height: number};
/** `crop`: the target without the words; null if nothing is pointed at. */
type StepPicture = {picture: Jpeg; crop: Jpeg | null; findings: Finding[]};

const URL_OF_PAGE = 'https://step.invalid/p/step';
/** Most bytes of a picture, which travels in an agent's response. */
const MAX_BYTES = 200_000;
const QUALITIES = [85, 65, 40];
/** Pixels of the crop for each of the page. */
const CROP_SCALE = 2;
/** CSS pixels: around the target, and of the whole crop. */
const CROP = {around: 32, least: {width: 320, height: 200}, most: {width: 720, height: 450}};

type Step = ShownTexts & Pick<SnapshotStep, 'type' | 'image' | 'highlight' | 'click' | 'popoverSide' | 'camera'>;

/** CSS pixels of the target's shorter side below which a finger misses it and an eye does. */
const SMALL = 12;
/** Share of the target that must be seen, and that the balloon may cover: heights are rounded. */
const IN_SIGHT = 0.75;
const COVERED = 0.01;
/** Enlargement of a picture at which letters lose their shape. */
const COARSE = 2.5;

/**
 * Draws one step in the real player at rest, with its target beside it, and lists its faults. `readMedia` returns
 * files that the page names.
 */
export async function drawStepPicture(
	browser: Browser,
	{snapshot, index, viewport}: {snapshot: Snapshot; index: number; viewport: Viewport},
	readMedia: (file: string) => Promise<Buffer | null>,
): Promise<StepPicture> {
	const drawn = renderPage(snapshot, drawnPage(URL_OF_PAGE));
	const step = snapshot.steps[index]!;
	const look = async (page: Page): Promise<StepPicture> => {
		await page.evaluate(rest);
		const seen = await page.evaluate(measure);
		const picture = await photograph(page, {left: 0, top: 0, ...VIEWPORTS[viewport]});
		const target = step.highlight && seen.picture && targetBox(step.highlight, seen.picture);
		const crop = target && (await photographTarget(page, target, viewport));
		return {picture, crop, findings: findingsOf(step, seen)};
	};
	const load = answersOf(URL_OF_PAGE, drawn, readMedia);
	return browser.visit({url: `${URL_OF_PAGE}#s${index + 1}`, ...VIEWPORTS[viewport], mobile: viewport === 'phone', load, look});
}

/** Takes a picture of the target with twice the pixels, for which the page chooses the larger variant. */
async function photographTarget(page: Page, target: Box, viewport: Viewport): Promise<Jpeg> {
	const part = around(target, VIEWPORTS[viewport]);
	await page.setViewport({...VIEWPORTS[viewport], isMobile: viewport === 'phone', deviceScaleFactor: CROP_SCALE});
	// A phone with other pixels loads the page again.
	await page.evaluate(rest);
	await page.evaluate(hideWords);
	await page.evaluate(rest);
	return photograph(page, part, CROP_SCALE);
}

/** Returns the target with what is beside it, whole pixels inside the window. */
function around(target: Box, window: {width: number; height: number}): Box {
	const along = (start: number, length: number, side: 'width' | 'height') => {
		const wanted = Math.max(CROP.least[side], Math.min(length + 2 * CROP.around, CROP.most[side]));
		const size = Math.round(Math.min(wanted, window[side]));
		const centred = Math.round(start + length / 2 - size / 2);
		return [Math.min(Math.max(0, centred), window[side] - size), size] as const;
	};
	const [left, width] = along(target.left, target.width, 'width');
	const [top, height] = along(target.top, target.height, 'height');
	return {left, top, width, height};
}

async function photograph(page: Page, {left: x, top: y, width, height}: Box, scale = 1): Promise<Jpeg> {
	let bytes = Buffer.alloc(0);
	for (const quality of QUALITIES) {
		bytes = Buffer.from(await page.screenshot({type: 'jpeg', quality, clip: {x, y, width, height}, captureBeyondViewport: false}));
		if (bytes.length <= MAX_BYTES) break;
	}
	return {bytes, width: width * scale, height: height * scale};
}

/** Lists faults of a step, as it was drawn, that visitors would stumble over. */
export function findingsOf(step: Step, seen: Seen): Finding[] {
	return [...wordFindings(step, seen), ...pictureFindings(step, seen), ...targetFindings(step, seen)];
}

/** Returns the target's box in the window. */
function targetBox({x, y, width, height}: Highlight, picture: Box): Box {
	return {
		left: picture.left + x * picture.width,
		top: picture.top + y * picture.height,
		width: width * picture.width,
		height: height * picture.height,
	};
}

function wordFindings(step: Step, {shown}: Seen): Finding[] {
	if (!shownTexts(step).join('').trim()) {
		const what = step.type === 'slide' ? 'slide' : 'balloon';
		const message = `The ${what} is empty: the step has neither title nor text.`;
		return [{code: 'balloon_empty', field: 'title', message, hint: 'Give it a title or a text that says what to do.'}];
	}
	if (shown === 1) return [];
	const message = `The words do not fit: ${percent(shown)} of them is seen without scrolling.`;
	const field = lastText(step);
	const hint = `Shorten the ${field} to about ${percent(0.9 * shown)} of its length, or make two steps of it.`;
	return [{code: 'text_overflows', field, message, hint}];
}

function pictureFindings({type, image, camera}: Step, {picture}: Seen): Finding[] {
	if (type === 'slide') return [];
	if (!image) {
		const hint = 'Give it an image, or make it a slide (type: slide); it cannot be published like this.';
		return [{code: 'picture_missing', field: 'image', message: 'The step is a screen and has no picture.', hint}];
	}
	if (!picture?.pixels) {
		const hint = 'Upload the screenshot again and give the step its mediaId.';
		return [{code: 'picture_unreadable', field: 'image', message: 'The picture could not be shown.', hint}];
	}
	const times = picture.width / image.width;
	if (times <= COARSE) return [];
	const message = `The picture is drawn ${times.toFixed(1)} times its own size, and looks coarse.`;
	const nearer = camera && typeof camera.zoom === 'number';
	const hint = nearer
		? 'Take the screenshot with twice the pixels, or ask for a smaller zoom.'
		: 'Take the screenshot with twice the pixels.';
	return [{code: 'picture_coarse', field: nearer ? 'camera' : 'image', message, hint}];
}

function targetFindings(step: Step, seen: Seen): Finding[] {
	const {highlight, click, image} = step;
	const {picture, frame, words, window} = seen;
	if (!highlight || !image || !picture || !frame) return [];
	const target = targetBox(highlight, picture);
	const shown = common(common(target, frame), window);
	if (area(shown) < IN_SIGHT * area(target)) return [outside(target, shown, picture, frame)];
	const at = click ?? {x: highlight.x + highlight.width / 2, y: highlight.y + highlight.height / 2};
	const point = {left: picture.left + at.x * picture.width, top: picture.top + at.y * picture.height, width: 0, height: 0};
	const covered = area(common(shown, words)) / Math.max(1, area(shown));
	return [
		...(Math.min(target.width, target.height) < SMALL ? [small(target)] : []),
		...(covered > COVERED && step.popoverSide !== 'over' ? [overTarget(covered)] : []),
		...(isInside(point, words) ? [overClick(step.popoverSide)] : []),
	];
}

function outside(target: Box, shown: Box, picture: Box, frame: Box): Finding {
	const message = `Of the target ${percent(area(shown) / Math.max(1, area(target)))} lies in the part of the picture that is seen.`;
	const isWhole = picture.width <= frame.width + 1 && picture.height <= frame.height + 1;
	const hint = isWhole
		? 'Move the highlight into the picture.'
		: `Make the highlight smaller: at this size it has to take less than ${percent(IN_VIEW)} of what is seen; or ask for a smaller camera zoom.`;
	return {code: 'target_outside', field: 'highlight', message, hint};
}

function small({width, height}: Box): Finding {
	const message = `The target is ${Math.round(width)} x ${Math.round(height)} pixels as shown; less than ${SMALL} is hard to see and to hit.`;
	return {
		code: 'target_small',
		field: 'highlight',
		message,
		hint: 'Highlight the whole control, ask for a larger camera zoom, or crop the screenshot around it.',
	};
}

function overTarget(share: number): Finding {
	return {
		code: 'balloon_over_target',
		field: 'highlight',
		message: `The balloon lies over ${percent(share)} of the target.`,
		hint: 'Make the highlight smaller, so that there is room for the balloon beside it, or shorten the text.',
	};
}

function overClick(side: Step['popoverSide']): Finding {
	return {
		code: 'balloon_over_click',
		field: side ? 'popoverSide' : 'click',
		message: 'The balloon hides the place that is clicked.',
		hint: side ? 'Choose another popoverSide, or none.' : 'Make the highlight smaller, or shorten the text.',
	};
}

function common(a: Box, b: Box): Box {
	const left = Math.max(a.left, b.left);
	const top = Math.max(a.top, b.top);
	const width = Math.max(0, Math.min(a.left + a.width, b.left + b.width) - left);
	const height = Math.max(0, Math.min(a.top + a.height, b.top + b.height) - top);
	return {left, top, width, height};
}

/** Returns the area of a box. */
function area({width, height}: Box): number {
	return width * height;
}

function isInside({left, top}: Box, box: Box): boolean {
	return left > box.left && left < box.left + box.width && top > box.top && top < box.top + box.height;
}

function percent(share: number): string {
	return `${Math.max(0, Math.round(100 * share))} %`;
}
