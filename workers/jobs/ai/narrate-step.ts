import {presentSpeech} from '../../../shared/present/tour.ts';
import type {narrateStep as job} from '../../../shared/queue/jobs/ai.ts';
import {saveNarration} from '../../../shared/store/media/speech.ts';
import {lockTour} from '../../../shared/store/tours.ts';
import type {Handler} from '../../runtime/handler.ts';
import {keepSpeech, spoken} from './speech.ts';

/** Speaks the words and attaches the audio to its step. What was spoken already is neither spoken nor charged again. */
export const narrateStep: Handler<typeof job> = async (input, work) => {
	const {accountId} = work;
	const speech = await spoken(input, work);
	return async db => {
		// Another job may have spoken these words for this tour meanwhile: theirs are used, now that the tour is locked.
		await lockTour(db, accountId, input.tourId, null);
		const {heard, reused, usage} = await keepSpeech(db, speech, work);
		const {saved, version} = await saveNarration(db, {accountId, actor: work.actor, ifMatch: null}, input, heard);
		const narration = presentSpeech(heard, input, {reused, bases: work.services.config});
		return {response: {status: 201, body: {narration, saved, usage}, version}};
	};
};
