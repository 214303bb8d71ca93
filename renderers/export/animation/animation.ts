import {join} from 'node:path';
import type {GifOptions, WebpOptions} from '../../../shared/contract/exports/options.ts';
import {AppError} from '../../../shared/errors.ts';
import {type Timeline, timelineOf} from '../../../shared/tour/timeline.ts';
import type {Exported, Exporter, ExportSource, ExportWarning, ExportWork} from '../../exporter.ts';
import {type DrawnPart, drawnParts} from '../../video/draw-parts.ts';
import {type AnimationFormat, type Effort, encodeAnimation} from '../../video/encode-animation.ts';
import type {Scene} from '../../video/film.ts';
import {loadScene} from '../../video/layers.ts';
import {ANIMATION_STAGE, presentTour} from '../../video/present.ts';
import {missingLetters} from '../missing-letters.ts';

type Options = GifOptions | WebpOptions;

/** Animated WebP, for READMEs and wikis. */
export const webpExporter: Exporter<WebpOptions> = {make: (...args) => makeAnimation('webp', ...args)};
/** Animated GIF, for programs that show no newer format. */
export const gifExporter: Exporter<GifOptions> = {make: (...args) => makeAnimation('gif', ...args)};

/** Share of the whole work that draws the steps' pictures; each try of the encoder has half of the rest. */
const DRAWN_SHARE = 0.5;

type Style = 'slides' | 'motion';
/** One way to make the animation; `share` is its estimated size relative to the first way's. */
type Rung = Effort & {style: Style; share: number; gave: string[]};

const FPS = {most: 12, least: 8};
/** Frames a second of slides: each step begins with half a second. */
const SLIDES_FPS = 2;
const WIDTHS = [640, 480, 320];
const COLORS = {most: 128, least: 64};
const QUALITY = {most: 75, least: 50};
/** A screen is 8 : 5. */
const RATIO = 5 / 8;
/** Share of the bytes that is left with half of the colours or the lower quality, and without motion. */
const PLAIN_SHARE = 0.75;
const SLIDES_SHARE = 0.1;

async function makeAnimation(format: AnimationFormat, given: ExportSource, options: Options, work: ExportWork): Promise<Exported> {
	const {source, warnings} = await presentTour(given);
	warnings.push(...(await missingLetters(work.browser, source.snapshot)));
	const {folder, progress} = work;
	const ladder = ladderOf(format, options.style, options.width);
	const path = join(folder, `tour.${format}`);
	let at = 0;
	let done = 0;
	for (;;) {
		const rung = ladder[at]!;
		const timeline = timelineFor(source, options, rung);
		const parts = drawnParts(timeline, {source, work, stage: ANIMATION_STAGE, burnt: false});
		if (done === 0)
			for (const [index, part] of parts.entries()) {
				await part.load();
				progress((DRAWN_SHARE * (index + 1)) / parts.length);
			}
		const scenes = parts.map((part, index) => () => loadPart(part, parts[index - 1] ?? null, source, rung));
		const size = await encodeAnimation(path, format, {...options, scenes, durationMs: timeline.durationMs}, rung, work);
		if (size <= options.maxBytes) return finished(path, rung, [...stillWarnings(parts, source, rung), ...warnings]);
		done = (1 + done) / 2;
		progress(DRAWN_SHARE + (1 - DRAWN_SHARE) * done);
		const next = nextRung(ladder, at, size, options.maxBytes);
		if (next === null) throw tooLarge(size, options.maxBytes);
		at = next;
	}
}

function timelineFor({snapshot}: ExportSource, {opening, closing}: Options, {fps}: Rung): Timeline {
	const timeline = timelineOf(snapshot, {narration: false, opening, closing, grid: 1000 / fps});
	if (timeline.parts.length === 0) throw new Error('There is nothing to show: a tour without steps has no animation.');
	return timeline;
}

/** A slide stands still. */
async function loadPart({part, load, moving}: DrawnPart, before: DrawnPart | null, {snapshot}: ExportSource, rung: Rung): Promise<Scene> {
	const {width, height, fps} = rung;
	const isStill = rung.style === 'slides';
	return loadScene({
		snapshot,
		part: isStill ? {...part, fade: null, camera: null, cursor: null} : part,
		drawn: await load(),
		moving: isStill ? null : await moving(),
		before: before && !isStill ? {part: before.part, drawn: await before.load(), moving: await before.moving()} : null,
		fades: part.fade !== null && !isStill,
		captions: [],
		scale: width / ANIMATION_STAGE.width,
		docked: false,
		size: {width, height},
		format: 'gbrp',
		frameMs: 1000 / fps,
	});
}

function finished(path: string, {gave}: Rung, warnings: ExportWarning[]): Exported {
	const reduced = {code: 'reduced', message: `To stay small enough it has ${gave.join(', ')}.`};
	return {path, warnings: gave.length > 0 ? [reduced, ...warnings] : warnings};
}

/** One frame a step is the first one of an animated picture. */
function stillWarnings(parts: DrawnPart[], {snapshot}: ExportSource, {style}: Rung): ExportWarning[] {
	const stills = style === 'slides' ? parts.filter(({animated}) => animated) : [];
	const message = 'Of an animated picture the first frame is shown.';
	return stills.map(({part}) => ({code: 'animation_still', message, stepId: snapshot.steps[part.index]!.id}));
}

function tooLarge(bytes: number, maxBytes: number): AppError {
	const message = `The smallest picture of this tour has more than ${Math.min(bytes, maxBytes)} bytes: raise maxBytes, or export a video.`;
	return new AppError('tour_too_large', {message});
}

/** Lists tries for smaller files: each gives up more of the frames, width, colours and motion. */
export function ladderOf(format: AnimationFormat, style: Style, width: number): Rung[] {
	const colors = format === 'gif' ? `${COLORS.least} colours instead of ${COLORS.most}` : 'a lower quality';
	const widths = WIDTHS.filter(each => each < width);
	const rungs: Rung[] = [];
	const add = (fps: number, across: number, plain: boolean, moves: Style, share: number) => {
		const even = 2 * Math.round(across / 2);
		const gave = [
			moves !== style && 'one frame a step instead of motion',
			moves === 'motion' && fps < FPS.most && `${fps} frames a second instead of ${FPS.most}`,
			across < width && `${across} pixels across instead of ${width}`,
			plain && colors,
		];
		rungs.push({
			fps,
			width: even,
			height: 2 * Math.round((across * RATIO) / 2),
			colors: plain ? COLORS.least : COLORS.most,
			quality: plain ? QUALITY.least : QUALITY.most,
			style: moves,
			share: share * (across / width) ** 2 * (plain ? PLAIN_SHARE : 1),
			gave: gave.filter(each => each !== false),
		});
	};
	const slow = FPS.least / FPS.most;
	if (style === 'motion') {
		add(FPS.most, width, false, 'motion', 1);
		add(FPS.least, width, false, 'motion', slow);
		// Smaller than 480 pixels nothing can be read: rather without motion.
		for (const across of widths.filter(each => each >= 480)) add(FPS.least, across, false, 'motion', slow);
		add(FPS.least, Math.min(width, 480), true, 'motion', slow);
	}
	const still = style === 'slides' ? 1 : SLIDES_SHARE;
	for (const across of [width, ...widths]) add(SLIDES_FPS, across, false, 'slides', still);
	add(SLIDES_FPS, widths.at(-1) ?? width, true, 'slides', still);
	return rungs;
}

/**
 * Returns the next rung to try after this one, which came to so many bytes: the next that may be small enough, else
 * the following one. Null after the last.
 */
export function nextRung(ladder: Rung[], tried: number, bytes: number, maxBytes: number): number | null {
	if (tried >= ladder.length - 1) return null;
	const perShare = bytes / ladder[tried]!.share;
	const next = ladder.findIndex((rung, index) => index > tried && perShare * rung.share <= maxBytes * HOPE);
	return next < 0 ? tried + 1 : next;
}

/** Factor by which a try may seem too large and is still made, since the shares are guesses. */
const HOPE = 1.3;
