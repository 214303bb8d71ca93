import {offerVoices as saveVoices} from '../../../shared/store/media/speech.ts';
import type {Dependencies} from '../../runtime/handler.ts';

/** Milliseconds that a provider may take to list its voices. */
const PATIENCE_MS = 60_000;

/** Tells the API with which voices this worker can speak: it knows neither the programs nor the provider itself. */
export async function offerVoices({services, voiceProvider}: Pick<Dependencies, 'services' | 'voiceProvider'>): Promise<{voices: number}> {
	const voices = await voiceProvider.voices(AbortSignal.timeout(PATIENCE_MS));
	await saveVoices(services.database.manager, voices);
	return {voices: voices.length};
}
