import {createHash} from 'node:crypto';
import type {Config} from '../../../shared/config/config.ts';
import type {Voice} from '../../../shared/contract/ai/text.ts';

/** A voice as its provider knows it. */
export type ProviderVoice = Omit<Voice, 'default'> & {
	/** The provider's own name for it. */
	key: string;
};

type SpeakRequest = {
	/** Plain text to say, never empty: markup and phoneme brackets in it must be read as text or left out. */
	text: string;
	voice: Pick<ProviderVoice, 'id' | 'key' | 'language'>;
};

/**
 * A provider of speech. Errors are `AppError`s as those of a `TextProvider`; a text without anything to say (blanks, signs) is
 * `nothing_to_narrate`.
 */
export type VoiceProvider = {
	name: Config['voiceProvider'];
	/** Returns its voices, the best of each language first. */
	voices(signal: AbortSignal): Promise<ProviderVoice[]>;
	/** Returns the speech in whatever container and encoding ffmpeg reads from memory. */
	speak(request: SpeakRequest, signal: AbortSignal): Promise<Buffer>;
};

/** The namespace of Roteiro's voices (RFC 9562, section 6.6). Never changed: tours keep the ids that come of it. */
const NAMESPACE = Buffer.from('6f1d6b0e3c5a4e0d9a6b2f7c1e84d350', 'hex');

/** The UUID (version 5) of a voice that its provider knows by a name: `local:espeak-ng:pt-br` is the same voice everywhere. */
export function voiceId(name: string): string {
	const hash = createHash('sha1').update(NAMESPACE).update(name).digest().subarray(0, 16);
	hash[6] = (hash[6]! & 0x0f) | 0x50;
	hash[8] = (hash[8]! & 0x3f) | 0x80;
	return hash.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
