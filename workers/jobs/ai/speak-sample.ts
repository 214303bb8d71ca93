import {presentSample} from '../../../shared/present/tour.ts';
import type {speakSample as job} from '../../../shared/queue/jobs/ai.ts';
import type {Handler} from '../../runtime/handler.ts';
import {keepSpeech, spoken} from './narrate-step.ts';

/** Speaks a few words. What was spoken already is neither spoken nor charged again. */
export const speakSample: Handler<typeof job> = async ({words, voice}, work) => {
	const speech = await spoken({words, from: voice.language, spoken: voice.language, voice}, work);
	return async db => {
		const {heard, reused, usage} = await keepSpeech(db, speech, work);
		return {response: {status: 201, body: {sample: presentSample(heard, reused, work.services.config), usage}}};
	};
};
