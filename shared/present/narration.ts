import type {Narration} from '../contract/step.ts';
import type {SpeechRow} from '../store/entities/narration.ts';
import type {NarrationTarget} from '../store/media/narrations.ts';
import type {StoredNarration, StoredStep} from '../tour/document/document.ts';
import {isStale} from '../tour/narration.ts';
import {type Bases, mediaUrl} from '../tour/urls.ts';

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
