import type {Config} from '../../../shared/config.ts';
import type {Voice} from '../../../shared/contract/ai/voice.ts';

/** A voice as its provider knows it. */
export type ProviderVoice = Omit<Voice, 'default'> & {
	/** The provider's own name for it. */
	key: string;
};

type SpeakRequest = {
	/** Text to say, never empty; plain text, whatever it looks like: markup and phoneme brackets in it are to be read as text or left out. */
	text: string;
	voice: Pick<ProviderVoice, 'id' | 'key' | 'language'>;
};

/**
 * Who speaks. Errors are `AppError`s as those of a `TextProvider`; a text in which there is nothing to say (blanks, signs) is
 * `nothing_to_narrate`.
 */
export type VoiceProvider = {
	name: Config['voiceProvider'];
	/** Returns its voices, the best of each language first. */
	voices(signal: AbortSignal): Promise<ProviderVoice[]>;
	/** Returns the speech in whatever container and encoding ffmpeg reads from memory. */
	speak(request: SpeakRequest, signal: AbortSignal): Promise<Buffer>;
};
