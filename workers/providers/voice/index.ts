import type {Config} from '../../../shared/config/config.ts';
import {openCartesia} from './cartesia.ts';
import {openLocalVoices} from './local.ts';
import {openOpenaiVoices} from './openai.ts';
import type {VoiceProvider} from './provider.ts';

const OPEN: Record<Config['voiceProvider'], (config: Config) => VoiceProvider> = {
	local: openLocalVoices,
	cartesia: openCartesia,
	openai: openOpenaiVoices,
};

/** The provider that VOICE_PROVIDER names. One whose settings cannot work opens all the same; each call of it says what to mend. */
export function openVoiceProvider(config: Config): VoiceProvider {
	return OPEN[config.voiceProvider](config);
}
