import {presentSample} from '../../../shared/present/tour.ts';
import type {speakSample as job} from '../../../shared/queue/jobs/ai.ts';
import {offerVoices as saveVoices} from '../../../shared/store/media/speech.ts';
import type {Dependencies, Handler} from '../../runtime/handler.ts';
import {keepSpeech, spoken} from './narrate-step.ts';

/** Milliseconds that a provider may take to list its voices. */
const PATIENCE_MS = 60_000;

/** Tells the API with which voices this worker can speak: it knows neither the programs nor the provider itself. */
export async function offerVoices({services, voiceProvider}: Pick<Dependencies, 'services' | 'voiceProvider'>): Promise<{voices: number}> {
	const voices = await voiceProvider.voices(AbortSignal.timeout(PATIENCE_MS));
	await saveVoices(services.database.manager, voices);
	return {voices: voices.length};
}

/** Speaks a few words. What was spoken already is neither spoken nor charged again. */
export const speakSample: Handler<typeof job> = async ({words, voice}, work) => {
	const speech = await spoken({words, from: voice.language, spoken: voice.language, voice}, work);
	return async db => {
		const {heard, reused, usage} = await keepSpeech(db, speech, work);
		return {response: {status: 201, body: {sample: presentSample(heard, reused, work.services.config), usage}}};
	};
};
