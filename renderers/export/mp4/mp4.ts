import {join} from 'node:path';
import {openTurns} from '../../../shared/concurrency.ts';
import type {Mp4Options} from '../../../shared/contract/exports/options.ts';
import type {Snapshot} from '../../../shared/contract/snapshot.ts';
import {oneLine} from '../../../shared/html.ts';
import {playerMessages} from '../../../shared/locales/index.ts';
import type {Part, Timeline} from '../../../shared/tour/timeline.ts';
import type {Exported, Exporter, ExportSource, ExportWarning, ExportWork} from '../../exporter.ts';
import {cuesOfFilm, FRAME_MS, filmTimeline, silentSteps, spokenLanguage, subRip} from '../../video/captions.ts';
import {type DrawnPart, drawnParts, hash} from '../../video/draw-parts.ts';
import {encodePart, joinFilm, type Silent, writeSound} from '../../video/encode-film.ts';
import {type Frames, framesOfPieces} from '../../video/film.ts';
import {loadScene} from '../../video/layers.ts';
import {filmSize, presentTour, STAGES} from '../../video/present.ts';
import {missingLetters} from '../missing-letters.ts';

/** Pieces that are encoded, and steps that are drawn, at once; each takes a core. */
const AT_ONCE = 2;
/** Share of the whole work that the pieces take; the rest is sound and joining. */
const PIECES_SHARE = 0.95;

/** A video that plays as the page does. */
export const mp4Exporter: Exporter<Mp4Options> = {make: makeVideo};

/** Code points of a chapter's title; players cut what is longer anyway. */
const TITLE = 100;

async function makeVideo(given: ExportSource, options: Mp4Options, work: ExportWork): Promise<Exported> {
	const {source, warnings} = await presentTour(given);
	const {snapshot, language} = source;
	const {ffmpeg, folder, signal} = work;
	const {narration, opening, closing} = options;
	const timeline = filmTimeline(snapshot, {language, narration, opening, closing});
	if (timeline.parts.length === 0) throw new Error('There is nothing to show: a tour without steps has no video.');
	const soundPath = join(folder, 'sound.m4a');
	const cues = cuesOfFilm(timeline);
	const [pieces, silent, undrawn] = await Promise.all([
		makePieces(timeline, {source, options, work}),
		writeSound(soundPath, timeline, {ffmpeg, signal, read: source.read}),
		missingLetters(work.browser, snapshot, isBurnt(timeline, options) ? scriptsOf(snapshot, timeline) : []),
	]);
	const spoken = spokenLanguage(timeline) ?? snapshot.language;
	const soft = options.captions === 'soft' && cues.length > 0;
	const path = join(folder, 'video.mp4');
	const film = {pieces, durationMs: timeline.durationMs, metadata: ffMetadata(snapshot, timeline)};
	await joinFilm(
		path,
		{...film, sound: silent && soundPath, captions: soft ? subRip(cues) : null, language: spoken},
		{ffmpeg, folder, signal},
	);
	warnings.push(...warningsOf(timeline, source, narration, silent ?? [], pieces), ...undrawn);
	work.progress(1);
	return {path, warnings};
}

/** Returns the script that is spoken in each step, or null. */
function scriptsOf({steps}: ExportSource['snapshot'], {parts}: Timeline): Array<string | null> {
	const said = new Map(parts.map(({index, voice}) => [index, voice?.narration.script ?? null]));
	return steps.map((_, index) => said.get(index) ?? null);
}

/** A file of the film: frames of a part. `cut`: its words do not fit. */
type Piece = {part: Part; path: string; durationMs: number; cut: boolean};
type Making = {source: ExportSource; options: Mp4Options; work: ExportWork};

/** Returns the film's pieces in their order; makes those that are not kept from before. */
async function makePieces(timeline: Timeline, making: Making): Promise<Piece[]> {
	const {source, options, work} = making;
	const drawn = drawnParts(timeline, {source, work, stage: STAGES[options.size], burnt: isBurnt(timeline, options)});
	// The browser often waits, so the next steps are drawn meanwhile.
	const [drawing, encoding] = [openTurns(AT_ONCE), openTurns(AT_ONCE)];
	let done = 0;
	const stop = new AbortController();
	const signal = AbortSignal.any([work.signal, stop.signal]);
	const ready = drawn.map(each =>
		drawing(async () => {
			signal.throwIfAborted();
			await Promise.all([each.load(), each.captions()]);
		}),
	);
	const pieces: Promise<Piece>[] = drawn.flatMap((each, index) =>
		framesOfPieces(each.part, FRAME_MS).map(frames =>
			Promise.all([ready[index - 1], ready[index]])
				.then(() =>
					encoding(async () => {
						signal.throwIfAborted();
						const piece = await makePiece(each, frames, drawn[index - 1] ?? null, making, signal);
						work.progress((++done / pieces.length) * PIECES_SHARE);
						return piece;
					}),
				)
				.catch(error => {
					// Stops the other pieces, which are of no use now.
					stop.abort(error);
					throw error;
				}),
		),
	);
	// Nothing is drawn any more once the caller takes its folder away.
	await Promise.allSettled([...ready, ...pieces]);
	return Promise.all(pieces);
}

function isBurnt(timeline: Timeline, {captions}: Mp4Options): boolean {
	return captions === 'burnt' && cuesOfFilm(timeline).length > 0;
}

async function makePiece(
	each: DrawnPart,
	frames: Frames,
	before: DrawnPart | null,
	{source, options, work}: Making,
	signal: AbortSignal,
): Promise<Piece> {
	const {part} = each;
	const stage = STAGES[options.size];
	const fades = part.fade !== null && frames.from === 0;
	const needsBefore = fades || part.cursor?.from || (part.camera && part.index > 0);
	const [drawn, last] = await Promise.all([each.load(), needsBefore && before ? before.load() : null]);
	const name = hash('piece', [
		each.name,
		frames,
		// It fades from the frame that an animated picture ended with.
		fades ? [before?.name, before?.animated ? sinceStart(before.part) : null] : [last?.seen.pic, last?.seen.click],
		sinceStart(part),
		options.quality,
		stage,
		source.snapshot.theme.colors,
	]);
	const path = await work.kept(name, '.mp4', async file => {
		const scene = await loadScene({
			snapshot: source.snapshot,
			part,
			drawn,
			moving: await each.moving(),
			before: last && before ? {part: before.part, drawn: last, moving: fades ? await before.moving() : null} : null,
			fades,
			captions: await each.captions(),
			scale: stage.scale,
			docked: stage.width < DOCKED_BELOW,
			size: filmSize(stage),
			format: 'yuv420p',
			frameMs: FRAME_MS,
		});
		await encodePart(scene, frames, file, {ffmpeg: work.ffmpeg, quality: options.quality, signal});
	});
	return {part, path, durationMs: (frames.to - frames.from) * FRAME_MS, cut: drawn.seen.cut};
}

/** Returns a part's events, counted from its beginning: a piece is the same at any place in the film. */
function sinceStart({at, durationMs, fade, camera, cursor, voice}: Part) {
	const after = <T extends {at: number}>(event: T | null) => event && {...event, at: round(event.at - at)};
	const cues = voice?.cues.map(cue => round(cue.at - at));
	return {durationMs: round(durationMs), fade: after(fade), camera: after(camera), cursor: after(cursor && {...cursor, pressed: 0}), cues};
}

/** Rounds milliseconds, since sums of fractions differ in their last digits. */
function round(ms: number): number {
	return Math.round(ms * 1000);
}

/** CSS pixels below which the page puts words below the picture (`placement.css`, 52rem). */
const DOCKED_BELOW = 832;

function warningsOf(timeline: Timeline, source: ExportSource, narration: boolean, silent: Silent, pieces: Piece[]): ExportWarning[] {
	const warnings = narration ? silentSteps(timeline, source) : [];
	const cut = new Set(pieces.filter(piece => piece.cut).map(({part}) => part));
	for (const [index, part] of timeline.parts.entries()) {
		const step = source.snapshot.steps[part.index];
		if (cut.has(part)) warnings.push({code: 'text_cut', message: 'Not all words of this step fit in the picture.', stepId: step?.id});
		if (!step) continue;
		if (silent.includes(index))
			warnings.push({code: 'narration_missing', message: 'The narration of this step could not be read.', stepId: step.id});
	}
	return warnings;
}

/** Returns the film's title, and a chapter for each of its parts, in the format in which ffmpeg reads them. */
export function ffMetadata(snapshot: Pick<Snapshot, 'title' | 'language' | 'steps' | 'endCta'>, {parts}: Timeline): string {
	const words = playerMessages(snapshot.language);
	const titles = parts.map(({kind, index}) => {
		if (kind === 'opening') return snapshot.title;
		if (kind === 'closing') return snapshot.endCta.title || words.end;
		const {label, title} = snapshot.steps[index]!;
		return label || title || words.step(index + 1, snapshot.steps.length);
	});
	const chapters = parts.map(
		({at, durationMs}, index) =>
			`[CHAPTER]\nTIMEBASE=1/1000\nSTART=${Math.round(at)}\nEND=${Math.round(at + durationMs)}\ntitle=${value(titles[index]!)}\n`,
	);
	return `;FFMETADATA1\ntitle=${value(snapshot.title)}\n${chapters.join('')}`;
}

/** Escapes a text as a value of one line. */
function value(text: string): string {
	const line = [...oneLine(text).trim()].slice(0, TITLE).join('');
	return line.replace(/[=;#\\]/g, '\\$&').replaceAll('\0', '');
}
