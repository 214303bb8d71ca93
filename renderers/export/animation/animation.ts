import {join} from 'node:path';
import type {GifOptions, WebpOptions} from '../../../shared/contract/exports/options.ts';
import {AppError} from '../../../shared/errors.ts';
import {type Timeline, timelineOf} from '../../../shared/tour/timeline.ts';
import type {Exported, Exporter, ExportSource, ExportWarning, ExportWork} from '../../exporter.ts';
import {type DrawnPart, drawnParts} from '../../video/draw-parts.ts';
import {type AnimationFormat, encodeAnimation} from '../../video/encode-animation.ts';
import type {Scene} from '../../video/film.ts';
import {loadScene} from '../../video/layers.ts';
import {presentTour} from '../../video/present.ts';
import {ANIMATION_STAGE} from '../../video/sizes.ts';
import {missingLetters} from '../missing-letters.ts';
import {ladderOf, nextRung, type Rung} from './ladder.ts';

type Options = GifOptions | WebpOptions;

/** Animated WebP, for READMEs and wikis. */
export const webpExporter: Exporter<WebpOptions> = {version: 2, make: (...args) => makeAnimation('webp', ...args)};
/** Animated GIF, for whatever shows nothing else. */
export const gifExporter: Exporter<GifOptions> = {version: 2, make: (...args) => makeAnimation('gif', ...args)};

/** Share of the whole work that draws the steps' pictures; each try of the encoder has half of the rest. */
const DRAWN_SHARE = 0.5;

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
		if (size <= options.maxBytes) return finished(path, format, rung, [...stillWarnings(parts, source, rung), ...warnings]);
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
		captions: [],
		scale: width / ANIMATION_STAGE.width,
		docked: false,
		size: {width, height},
		format: 'gbrp',
		frameMs: 1000 / fps,
	});
}

function finished(path: string, format: AnimationFormat, {gave}: Rung, warnings: ExportWarning[]): Exported {
	const reduced = {code: 'reduced', message: `To stay small enough it has ${gave.join(', ')}.`};
	return {path, contentType: `image/${format}`, extension: `.${format}`, warnings: gave.length > 0 ? [reduced, ...warnings] : warnings};
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
