import type {TextLanguage} from '../../shared/contract/ai/text.ts';
import type {DocumentStep} from '../../shared/contract/document.ts';
import {PAGE_LANGUAGES, primaryLanguage} from '../../shared/contract/page-language.ts';

/** The messages between the command and the recorder, which is a program of its own: plain values. */

/** The languages of a tour's words by what the command calls them. */
export const LANGUAGES: Record<string, TextLanguage> = Object.fromEntries(PAGE_LANGUAGES.map(tag => [primaryLanguage(tag), tag]));

/** Pages are photographed without the browser around them: the tour shows them with the bar of one. */
export const PAGES = {frame: 'browser'} as const;

export type RecordOptions = {
	/** Path of the browser's program. */
	browser: string;
	/** Folder of the browser's profile; null for a new one that is forgotten. */
	profile: string | null;
	headed: boolean;
	/** CSS pixels. */
	viewport: {width: number; height: number};
	/** Pixels of the picture for each of them. */
	scale: number;
	/** Viewports as the recording says. */
	asRecorded: boolean;
	/** A key of LANGUAGES; null: the one that the application says it is in. */
	language: string | null;
	/** Milliseconds for everything that one recorded step waits for; null: those of the recording. */
	timeoutMs: number | null;
	signal: AbortSignal;
	savePicture(file: string, png: Uint8Array): Promise<void>;
	progress(done: number, total: number): void;
	/** `step`: index in the recording. */
	warn(step: number | null, message: string): void;
};

export type RecordedStep = Pick<
	DocumentStep,
	'key' | 'type' | 'title' | 'text' | 'alt' | 'highlight' | 'click' | 'popoverSide' | 'popoverAlign'
> & {
	simulateClick?: boolean;
	image: string;
};
/** `refused`: number of pictures that were not taken, because they might show a secret. */
export type RecordedTour = {name: string; language: string; steps: RecordedStep[]; refused: number};

/** Exports of the recorder's program. */
export type Recorder = {
	recordFlow(flow: object, options: RecordOptions): Promise<RecordedTour>;
	recordElements(elements: readonly unknown[], url: string, options: RecordOptions): Promise<RecordedTour>;
	keepProfile(options: {browser: string; profile: string; url: string; signal: AbortSignal}): Promise<void>;
};

/** A recording cannot be done as it is. `step`: which of its steps, from 0; null: all of it. */
export class RecordingError extends Error {
	override readonly name = 'RecordingError';
	readonly step: number | null;

	constructor(step: number | null, message: string, options?: ErrorOptions) {
		super(message, options);
		this.step = step;
	}
}
