import type {Media, MediaVariant} from '../contract/image.ts';
import type {Narration} from '../contract/step.ts';
import type {SpeechRow} from '../store/entities/narration.ts';
import type {MediaRow} from '../store/entities/tours.ts';
import type {NewMedia} from '../store/media/media.ts';
import type {NarrationTarget} from '../store/media/speech.ts';
import type {StoredNarration, StoredStep} from '../tour/document/document.ts';
import {isStale} from '../tour/narration.ts';
import {type Bases, mediaUrl, thumbnailSize, thumbnailUrl} from '../tour/urls.ts';

/** Images and sounds as they are returned, with public URLs. */

/** The variants of an image as anyone may fetch them, smallest first, its thumbnail before all. */
export function presentVariants(media: Pick<MediaRow, 'variants' | 'avif'>, bases: Bases): MediaVariant[] {
	const largest = media.variants.at(-1)!;
	const shown = [...media.variants, ...media.avif].sort((one, other) => one.width - other.width);
	return [
		{url: thumbnailUrl(bases.baseUrl, largest.file), ...thumbnailSize(largest), format: 'webp', bytes: null},
		...shown.map(({file, width, height, format, bytes}) => ({url: mediaUrl(bases, file), width, height, format, bytes})),
	];
}

export function presentMedia(media: NewMedia, bases: Bases): Media {
	const {mediaId, name, width, height, format, bytes} = media;
	return {mediaId, name, width, height, format, bytes, url: mediaUrl(bases, media.variants.at(-1)!.file)};
}

export function presentNarration(narration: StoredNarration, step: StoredStep, bases: Bases): Narration {
	const {file, durationMs, bytes, language, lang, voice} = narration;
	return {url: mediaUrl(bases, file), durationMs, bytes, language, lang, voice, stale: isStale(narration, step)};
}

/** The speech of a narration call, as it is returned; `reused`: it existed already. */
export function presentSpeech(
	{file, durationMs, bytes, script}: Pick<SpeechRow, 'file' | 'durationMs' | 'bytes' | 'script'>,
	{spoken, lang, voice}: Pick<NarrationTarget, 'spoken' | 'lang' | 'voice'>,
	{reused, bases}: {reused: boolean; bases: Bases},
) {
	return {url: mediaUrl(bases, file), durationMs, bytes, language: spoken, lang, voice: voice.id, script, reused};
}

/** Words spoken to hear a voice; `reused`: they had been spoken already. */
export function presentSample({file, durationMs, bytes}: Pick<SpeechRow, 'file' | 'durationMs' | 'bytes'>, reused: boolean, bases: Bases) {
	return {url: mediaUrl(bases, file), durationMs, bytes, reused};
}
