import type {LeadCaptureInput} from '../../contract/cards.ts';
import type {Chapter, StepActions} from '../../contract/paths/actions.ts';
import type {Pictures} from '../../contract/pictures/shown.ts';
import type {Camera, Step} from '../../contract/step.ts';
import type {Colors, Font, Preset} from '../../contract/theme.ts';
import type {NarrationSettings} from '../../contract/tour.ts';
import type {StoredEndCta} from '../cards.ts';
import {usableLanguage} from '../language/language-tag.ts';

/** An image as a step stores it. Media never change, so the copy stays valid. `file` is the largest variant. */
export type StoredImage = {
	mediaId: string;
	file: string;
	width: number;
	height: number;
	/** Absent if the image shows a window, or if that is not known. */
	frameless?: true;
};

/** A narration as a step keeps it. */
export type StoredNarration = {
	/** File name in the folder `media`. */
	file: string;
	durationMs: number;
	bytes: number;
	/** Language that is spoken. */
	language: string;
	/** The target language for which it was made, or null for the narration in the tour's own. */
	lang: string | null;
	/** UUID of the voice. */
	voice: string;
	/** The spoken text. */
	script: string;
	/** The step's words from which it was made: if they have changed, the narration is stale. */
	source: string;
};

/** A step as stored: the given values, `null` for those not given. Its position is its index. */
export type StoredStep = Omit<Step, 'position' | 'image' | 'narration' | 'narrations' | 'durationMs' | 'camera' | 'actions'> & {
	/** The account's own name for the step, where it has given one. */
	key?: string;
	image: StoredImage | null;
	/** Absent where nothing was chosen: `auto`. */
	camera?: Camera;
	/** Absent where nothing can be pressed but Next; targets name steps by id, and each action has an id. */
	actions?: StepActions;
	/** At most one per target language. */
	narrations: StoredNarration[];
};

/** A deleted step, its former neighbours, and the actions that led to it: `action` is an id, `null` is Next. */
export type RemovedStep = {
	step: StoredStep;
	after: string | null;
	before: string | null;
	at: string;
	ledHere?: Array<{step: string; action: string | null}>;
};

/**
 * Which changes of one client a tour has: all up to `last`, except those in `open`, which conflicted and were not
 * made. A client numbers its changes, so that each is made once, however often it is sent.
 */
export type KnownWriter = {id: string; last: number; open: number[]; at: string};

/** The colours are only those that override the preset. */
export type StoredTheme = {preset: Preset; colors: Partial<Colors>; font: Font};

/** The content of a tour. Cards are kept as they were given; defaults are filled in when they are shown. */
export type TourContent = {
	name: string;
	theme: StoredTheme;
	leadCapture: LeadCaptureInput;
	endCta: StoredEndCta;
	narrationSettings: NarrationSettings;
	/** Absent where nothing was chosen: `auto`. */
	pictures?: Pictures;
	/** Absent where none is named. */
	chapters?: Chapter[];
	steps: StoredStep[];
	/** Steps deleted lately, the latest last; absent if there are none. No page, document or copy has them. */
	removed?: RemovedStep[];
	/** Which changes of numbering clients it has, the latest client last. No page, document or copy has them. */
	writers?: KnownWriter[];
};

export const DEFAULT_TOUR_LANGUAGE = 'pt';

export function emptyTour(name: string): TourContent {
	return {
		name,
		theme: {preset: 'documento', colors: {}, font: 'default'},
		leadCapture: {},
		endCta: {},
		narrationSettings: {language: DEFAULT_TOUR_LANGUAGE, voices: {}},
		steps: [],
	};
}

/** The language of the tour's page, BCP 47. */
export function pageLanguage(settings: NarrationSettings): string {
	return languageTag(settings.language);
}

/** Returns the BCP 47 tag of a narration language, even if stored before tags were checked. `pt` means pt-BR. */
export function languageTag(language: string): string {
	return usableLanguage(language);
}

/** The mediaIds of the images and the file names of the narrations that a tour holds, each once. */
export function usesOf({steps}: Pick<TourContent, 'steps'>): string[] {
	const used = steps.flatMap(({image, narrations}) => [...(image ? [image.mediaId] : []), ...narrations.map(({file}) => file)]);
	return [...new Set(used)];
}

/** Returns the image that lists show for a tour: the first that it shows. */
export function firstImageOf({steps}: Pick<TourContent, 'steps'>): string | null {
	const shown = steps.find(({type, image}) => type === 'screen' && image) ?? steps.find(({image}) => image);
	return shown?.image?.mediaId ?? null;
}
