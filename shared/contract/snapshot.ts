import type {EndCta, LeadCapture} from './cards.ts';
import type {Chapter, StepActions} from './paths/actions.ts';
import type {Camera, Step} from './step.ts';
import type {Theme} from './theme.ts';

/** One encoding of an image. `file` is its name in the public media store: the path under `/media/`. */
export type ImageVariant = {file: string; width: number; height: number; bytes: number; format: 'webp' | 'avif'};

/** An image as a page needs it: pixels as uploaded, smallest variant first, `color` #rrggbb shown until it has loaded. */
export type SnapshotImage = {
	width: number;
	height: number;
	color: string;
	/** WebP. */
	variants: ImageVariant[];
	/** AVIF of those widths where it is the smaller; absent where there was none yet. */
	avif?: ImageVariant[];
	/** How much is drawn where, a `DETAIL_MAP`; absent where it is not known. */
	detail?: string;
	/** First frame of an animated image, for people who prefer reduced motion. */
	still: ImageVariant | null;
};

/** A step's narration as a page needs it. `file` lies in the public media store: MP3, mono, 64 kbit/s. */
export type SnapshotNarration = {
	file: string;
	durationMs: number;
	bytes: number;
	/** Language that is spoken, BCP 47. */
	language: string;
	/** The spoken text, for the captions. */
	script: string;
};

export type SnapshotStep = Omit<Step, 'position' | 'narrationScript' | 'camera' | 'actions' | 'image' | 'narration' | 'narrations'> & {
	image: SnapshotImage | null;
	/** Absent where nothing was chosen: `auto`. */
	camera?: Camera;
	/** Absent where nothing can be pressed but Next. */
	actions?: StepActions;
	/** One per language, that of the tour first. */
	narrations: SnapshotNarration[];
};

/** Everything that a published page, its cover and its bundle are made of, and nothing else. */
export type Snapshot = {
	title: string;
	/** BCP 47, for the page's `lang`. */
	language: string;
	theme: Theme;
	leadCapture: LeadCapture;
	/** `linkFirst` where the link was given before WhatsApp. */
	endCta: EndCta & {linkFirst?: true};
	/** Absent where none is named. */
	chapters?: Chapter[];
	/** True where pictures of a window's shape get the bar of a browser; else absent. */
	browserBar?: true;
	steps: SnapshotStep[];
};
