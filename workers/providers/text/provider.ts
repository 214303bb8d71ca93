import type {Config} from '../../../shared/config/config.ts';
import type {TextLanguage} from '../../../shared/contract/ai/text.ts';
import type {Click, Highlight, Warning} from '../../../shared/contract/geometry.ts';

/** The content that a step's text is written from. */
export type WriteRequest = {
	/** Language to write in. */
	language: TextLanguage;
	/** True asks for a narration script too. */
	narrationScript: boolean;
	/** True asks for an alternative text of the screenshot too. */
	alt?: boolean;
	/** The caller's wishes: tone, audience, emphasis. */
	instructions: string | null;
	tour: {name: string; steps: Array<{title: string | null; text: string | null}>};
	/** `index`: which of `tour.steps` it is. Highlight and click are fractions of the image. */
	step: {index: number; type: 'screen' | 'slide'; highlight: Highlight | null; click: Click | null; alt: string | null};
	/** The screenshot as it was uploaded (PNG, JPEG, WebP or GIF), or null where there is none or it must not be looked at. */
	image: Buffer | null;
};

export type WrittenText = {
	title: string;
	text: string;
	narrationScript: string | null;
	/** Present if it was asked for. */
	alt?: string;
	/** Parts of the request that could not be done. */
	warnings?: Warning[];
	/** True where what was asked for was not done: nothing is charged. */
	free?: boolean;
};

export type TranslateRequest = {
	text: string;
	/** Language codes: pt, en, es-MX. */
	from: string;
	to: string;
	/** Code points. */
	maxLength: number;
};

/**
 * A writer of texts. Every error is an `AppError`: `provider_failed` if the response cannot be used, `provider_unavailable` if there is none
 * in time or none is configured. Anything else that is thrown is tried again.
 */
export type TextProvider = {
	name: Config['textProvider'];
	write(request: WriteRequest, signal: AbortSignal): Promise<WrittenText>;
	/** Returns the text in the other language. A provider that cannot translate throws `provider_unavailable` and says which could. */
	translate(request: TranslateRequest, signal: AbortSignal): Promise<string>;
};
