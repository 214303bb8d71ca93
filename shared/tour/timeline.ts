import type {Click} from '../contract/geometry.ts';
import {primaryLanguage} from '../contract/page-language.ts';
import type {Snapshot, SnapshotNarration, SnapshotStep} from '../contract/snapshot.ts';
import type {ShownTexts} from '../contract/step-fields.ts';
import {FADE_MS, HOLD_MS, MOVE_MS, PAUSE_AFTER_SPEECH_MS, PRESS, stepDurationMs} from './pace.ts';
import {aimOf, cameraOf, comesNear, frameRatioOf, isTall, type View, viewOf as viewIn, zoomOf} from './place/camera.ts';

/**
 * The events of a playing tour, in order: those of the page's clock (`renderers/player/client/autoplay.ts`) and
 * of a video. Milliseconds from the beginning; places are fractions of the step's picture.
 */
export type Timeline = {parts: Part[]; durationMs: number};

/** A part of the film. `index` of a step; -1 for the opening, the number of steps for the closing card. */
export type Part = {
	kind: 'opening' | 'step' | 'closing';
	index: number;
	at: number;
	durationMs: number;
	/** The cross-fade from the part before; null if there is none, or the camera goes on in one picture. */
	fade: {at: number; ms: number} | null;
	/** The camera's move, `from` and `to` as `cameraOf` returns them for a frame of the picture's size; of a tall picture, for that of its part. */
	camera: {at: number; ms: number; from: View; to: View} | null;
	/** The pointer comes from the last press, presses at `pressed`, and goes. `from` null: it was not seen before. */
	cursor: {at: number; ms: number; from: Click | null; to: Click; pressed: number} | null;
	/** Time at which the step's words are in their place. */
	balloonAt: number;
	/** The speech: `narration.file` from `at` on. */
	voice: {at: number; narration: SnapshotNarration; cues: Cue[]} | null;
};
export type Cue = {at: number; ms: number; text: string};

export type TimelineOptions = {
	/** Language that is spoken, BCP 47: a step that does not speak it is silent. Absent: `mainLanguage`. */
	language?: string | undefined;
	/** False leaves out all speech. */
	narration?: boolean;
	opening?: boolean;
	closing?: boolean;
	/** Milliseconds of a frame: every part is a multiple of it, so that none begins within a frame. */
	grid?: number;
};

/** Time of the cover before the first step. */
const OPENING_MS = 2000;
const WHOLE: View = {scale: 1, left: 0, top: 0};

/** Columns of a caption: two lines on a narrow telephone. Letters of double width count twice. */
const COLUMNS = 68;
const WIDE = /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\u{1F000}-\u{1FAFF}\u{20000}-\u{3FFFD}]/u;

export function timelineOf(
	{steps, endCta, title, language: own}: Pick<Snapshot, 'steps' | 'endCta' | 'title' | 'language'>,
	{
		language = mainLanguage({steps, language: own}) ?? own,
		narration = true,
		opening = true,
		closing = true,
		grid = 1,
	}: TimelineOptions = {},
): Timeline {
	const parts: Part[] = [];
	// Counted in whole parts of the grid, so that nothing adds up to a fraction of one.
	let frames = 0;
	let at = 0;
	const add = (part: Omit<Part, 'at' | 'durationMs' | 'fade'> & {lasts: number; straight?: boolean}) => {
		const {lasts, straight, ...rest} = part;
		const fade = parts.length > 0 && !straight ? {at, ms: FADE_MS} : null;
		const count = Math.ceil(Number((lasts / grid).toFixed(6)));
		parts.push({...rest, at, durationMs: count * grid, fade});
		frames += count;
		at = frames * grid;
	};
	const still = {camera: null, cursor: null, voice: null};
	if (opening && title.trim()) add({kind: 'opening', index: -1, balloonAt: 0, lasts: OPENING_MS, ...still});
	for (const [index, step] of steps.entries()) {
		const spoken = narration ? narrationOf(step, language) : null;
		add({kind: 'step', index, ...movesOf(steps, index, at), voice: spoken && voiceOf(spoken, at), lasts: stepLasts(step, spoken)});
	}
	const {title: heading, text} = endCta;
	const reading = stepDurationMs({title: heading, text, narrations: []});
	if (closing && endCta.enabled) add({kind: 'closing', index: steps.length, balloonAt: at, lasts: reading, ...still});
	return {parts, durationMs: at};
}

/** Returns the language spoken where none is chosen: the tour's own, else that of most steps; null without speech. */
export function mainLanguage({steps, language: own}: Pick<Snapshot, 'steps' | 'language'>): string | null {
	const counts = new Map<string, number>();
	for (const {language} of steps.flatMap(({narrations}) => narrations)) counts.set(language, (counts.get(language) ?? 0) + 1);
	const spoken = [...counts.keys()];
	const most = Math.max(...counts.values());
	return nearestTag(spoken, own) ?? spoken.find(tag => counts.get(tag) === most) ?? null;
}

/** Returns the time of a step, as on the page: that of its speech, else the time to read it. */
function stepLasts(step: ShownTexts, spoken: Pick<SnapshotNarration, 'durationMs'> | null): number {
	return spoken ? spoken.durationMs + PAUSE_AFTER_SPEECH_MS : stepDurationMs({...step, narrations: []});
}

/** Returns a step's narration in this language: an exact match, else one of another region. */
export function narrationOf({narrations}: Pick<SnapshotStep, 'narrations'>, language: string): SnapshotNarration | null {
	const tags = narrations.map(narration => narration.language);
	const tag = nearestTag(tags, language);
	return tag === undefined ? null : narrations[tags.indexOf(tag)]!;
}

/** Returns the tag that is this language, else the first of another region. */
function nearestTag(tags: readonly string[], language: string): string | undefined {
	const same = tags.find(tag => tag.toLowerCase() === language.toLowerCase());
	return same ?? tags.find(tag => primaryLanguage(tag) === primaryLanguage(language));
}

/** True if both show one picture: it does not fade into itself, and the camera goes on from its place. */
function samePicture(one: SnapshotStep | undefined, other: SnapshotStep | undefined): boolean {
	return pictureOf(one) !== null && pictureOf(one) === pictureOf(other);
}

function pictureOf(step: SnapshotStep | undefined): string | null {
	return step?.type === 'screen' ? (step.image?.variants.at(-1)?.file ?? null) : null;
}

/** Returns the movements of a step that begins at this time. */
function movesOf(steps: SnapshotStep[], index: number, at: number) {
	const step = steps[index]!;
	const straight = samePicture(steps[index - 1], step);
	const near = viewOf(step);
	// A part of a tall picture is shown at once.
	const from = straight ? viewOf(steps[index - 1]!) : comesNear(step) ? WHOLE : near;
	const moves = step.type === 'screen' && step.image !== null && `${Object.values(from)}` !== `${Object.values(near)}`;
	const camera = moves ? {at: straight ? at : at + HOLD_MS, ms: MOVE_MS, from, to: near} : null;
	const rests = camera ? camera.at + camera.ms : at;
	return {straight, camera, balloonAt: rests, cursor: cursorOf(steps, index, rests)};
}

function viewOf(step: SnapshotStep): View {
	const {image} = step;
	if (!image) return WHOLE;
	const {width, height} = image;
	if (isTall(image)) return viewIn(aimOf(step), zoomOf(step), [width, height], [width, width / frameRatioOf(step)]);
	return zoomOf(step) === 1 ? WHOLE : cameraOf(step, [width, height]);
}

function cursorOf(steps: SnapshotStep[], index: number, at: number): Part['cursor'] {
	const to = pressedIn(steps[index]!);
	if (!to) return null;
	const last = steps[index - 1];
	return {at, ms: PRESS.ms, from: last ? pressedIn(last) : null, to, pressed: at + PRESS.ms * PRESS.presses};
}

/** Returns the place of the step's click; null if it shows none. */
function pressedIn({type, image, highlight, click, simulateClick}: SnapshotStep): Click | null {
	if (type !== 'screen' || !image || !highlight || !simulateClick) return null;
	return click ?? {x: highlight.x + highlight.width / 2, y: highlight.y + highlight.height / 2};
}

/** Returns the speech with its captions: each is shown for a share of the sound in proportion to its letters. */
function voiceOf(narration: SnapshotNarration, at: number): NonNullable<Part['voice']> {
	const texts = cuesOf(narration.script, narration.language);
	const letters = texts.reduce((sum, text) => sum + text.length, 0);
	let said = 0;
	const cues = texts.map((text): Cue => {
		const from = (said / letters) * narration.durationMs;
		said += text.length;
		return {at: at + from, ms: (said / letters) * narration.durationMs - from, text: text.trim()};
	});
	return {at, narration, cues: cues.filter(({text}) => text !== '')};
}

/**
 * Splits the script into pieces that can be read at a glance, for captions. Joined, they are the script again (trimmed); no piece
 * ends within a word that fits into one. Short sentences share a piece, long ones are divided evenly.
 */
export function cuesOf(script: string, language: string): string[] {
	const cues: string[] = [];
	let cue = '';
	const flush = () => {
		if (cue) cues.push(cue);
		cue = '';
	};
	for (const sentence of segments(script.trim(), 'sentence', language)) {
		const width = columns(sentence);
		if (columns(cue) + width > COLUMNS) flush();
		if (width <= COLUMNS) {
			cue += sentence;
			continue;
		}
		const share = width / Math.ceil(width / COLUMNS);
		for (const word of words(sentence, language)) {
			if (cue && columns(cue + word) > COLUMNS) flush();
			cue += word;
			// A comma may end a piece a little earlier than other places.
			if (columns(cue) >= share * (/[,;:)，、；：]\s*$/.test(word) ? 0.75 : 1)) flush();
		}
		flush();
	}
	flush();
	return cues;
}

/**
 * Splits a sentence into pieces that must not be cut: words with the space and marks after them, and single
 * letters of a word longer than a caption.
 */
function words(sentence: string, language: string): string[] {
	const spaced = sentence.match(/\s*\S+\s*/g) ?? [];
	return spaced.flatMap(word => {
		// Languages without spaces: their words, never beginning with a mark.
		if (columns(word) <= 24) return [word];
		const parts: string[] = [];
		for (const part of segments(word, 'word', language)) {
			if (parts.length > 0 && /^[\p{P}\p{M}\s]/u.test(part)) parts.push(parts.pop() + part);
			else parts.push(part);
		}
		return parts.flatMap(part => (columns(part) > COLUMNS ? segments(part, 'grapheme', language) : [part]));
	});
}

function columns(text: string): number {
	let count = 0;
	for (const letter of text) count += WIDE.test(letter) ? 2 : 1;
	return count;
}

function segments(text: string, granularity: 'sentence' | 'word' | 'grapheme', language: string): string[] {
	return Array.from(new Intl.Segmenter(localeOf(language), {granularity}).segment(text), ({segment}) => segment);
}

function localeOf(language: string): string {
	try {
		return Intl.getCanonicalLocales(language)[0] ?? 'en';
	} catch {
		return 'en';
	}
}
