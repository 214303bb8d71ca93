import type {Snapshot} from '../../shared/contract/snapshot.ts';
import {oneLine} from '../../shared/html.ts';
import {type Cue, mainLanguage, type Timeline, type TimelineOptions, timelineOf} from '../../shared/tour/timeline.ts';
import type {ExportSource, ExportWarning} from '../exporter.ts';

/** Lists all captions of the film with their times. */
export function cuesOfFilm({parts}: Timeline): Cue[] {
	return parts.flatMap(({voice, at, durationMs}) => {
		const cues = voice?.cues ?? [];
		// The last words stay until the next step, as on the page.
		return cues.map((cue, index) => (index < cues.length - 1 ? cue : {...cue, ms: at + durationMs - cue.at}));
	});
}

/** BCP 47; null if nothing is said. */
export function spokenLanguage({parts}: Timeline): string | null {
	return parts.find(({voice}) => voice)?.voice?.narration.language ?? null;
}

/** Warns of each step that is silent in the language of the film and speaks another. */
export function silentSteps({parts}: Timeline, {snapshot, language}: Pick<ExportSource, 'snapshot' | 'language'>): ExportWarning[] {
	const message = `This step says nothing in ${language ?? mainLanguage(snapshot)}.`;
	return parts.flatMap(({index, voice}) => {
		const step = snapshot.steps[index];
		return step && !voice && step.narrations.length > 0 ? [{code: 'narration_missing', message, stepId: step.id}] : [];
	});
}

export function webVtt(cues: Cue[], language: string): string {
	// Only a plain tag is written, so that a tour's language cannot add other header lines.
	const tag = /^[a-z0-9-]{2,35}$/i.test(language) ? `\nLanguage: ${language}` : '';
	return `WEBVTT${tag}\n\n${cues.map(cue => `${range(cue, '.')}\n${escapeVtt(line(cue))}\n`).join('\n')}`;
}

export function subRip(cues: Cue[]): string {
	return cues.map((cue, index) => `${index + 1}\n${range(cue, ',')}\n${escapeSrt(line(cue))}\n`).join('\n');
}

/** Returns a caption's text on one line, never empty: an empty line ends it, and a second could pass for another caption's time. */
function line({text}: Cue): string {
	return oneLine(text).trim() || '…';
}

/** Escapes text for WebVTT, in which an arrow ends the text and words between signs are markup. */
function escapeVtt(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** SubRip knows no escape: signs that look alike. */
function escapeSrt(text: string): string {
	return text.replaceAll('-->', '→').replaceAll('<', '‹').replaceAll('>', '›').replaceAll('{', '(').replaceAll('}', ')');
}

function range({at, ms}: Cue, point: string): string {
	return `${time(at, point)} --> ${time(at + ms, point)}`;
}

function time(value: number, point: string): string {
	const ms = Math.round(value);
	const two = (count: number) => String(count).padStart(2, '0');
	const [hours, minutes, seconds] = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60, Math.floor(ms / 1000) % 60];
	return `${two(hours)}:${two(minutes)}:${two(seconds)}${point}${String(ms % 1000).padStart(3, '0')}`;
}

/** A video has 30 frames a second. */
export const FRAME_MS = 1000 / 30;

/** Returns the timeline that a video has, and its captions beside it. */
export function filmTimeline(snapshot: Snapshot, options: Omit<TimelineOptions, 'grid'>): Timeline {
	return timelineOf(snapshot, {...options, grid: FRAME_MS});
}
