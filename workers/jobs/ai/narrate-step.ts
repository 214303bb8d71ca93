import {encodeSpeech} from '../../../renderers/audio/encode-speech.ts';
import {STEP_TEXTS} from '../../../shared/contract/step-fields.ts';
import {presentSpeech} from '../../../shared/present/tour.ts';
import type {JobInput} from '../../../shared/queue/job.ts';
import type {narrateStep as job} from '../../../shared/queue/jobs/ai.ts';
import type {Db} from '../../../shared/store/database.ts';
import {type NewSpeech, saveNarration, saveSpeech, speechHash, touchSpeech} from '../../../shared/store/media/speech.ts';
import {readUsage, releaseQuota, settleQuota} from '../../../shared/store/quotas.ts';
import {lockTour} from '../../../shared/store/tours.ts';
import {needsTranslation} from '../../../shared/tour/narration.ts';
import type {Handler, Work} from '../../runtime/handler.ts';

/** Speaks the words and attaches the audio to its step. What was spoken already is neither spoken nor charged again. */
export const narrateStep: Handler<typeof job> = async (input, work) => {
	const {accountId} = work;
	const speech = await spoken(input, work);
	return async db => {
		// Another job may have spoken these words for this tour meanwhile: its speech is used, now that the tour is locked.
		await lockTour(db, accountId, input.tourId, null);
		const {heard, reused, usage} = await keepSpeech(db, speech, work);
		const {saved, version} = await saveNarration(db, {accountId, actor: work.actor, ifMatch: null}, input, heard);
		const narration = presentSpeech(heard, input, {reused, bases: work.services.config});
		return {response: {status: 201, body: {narration, saved, usage}, version}};
	};
};

type Asked = Pick<JobInput<typeof job>, 'words' | 'from' | 'spoken' | 'voice'>;

/** Returns speech that is kept already, or speaks. */
export async function spoken(asked: Asked, work: Work): Promise<NewSpeech> {
	const hash = speechHash({...asked, voice: asked.voice.id});
	return (await touchSpeech(work.services.database.manager, work.accountId, hash)) ?? speak(asked, hash, work);
}

async function speak({words, from, spoken, voice}: Asked, hash: Buffer, work: Work): Promise<NewSpeech> {
	const {services, accountId, textProvider, voiceProvider, signal} = work;
	const {ffmpeg, ffprobe} = services.config;
	const script = needsTranslation(from, spoken)
		? await textProvider.translate({text: words, from, to: spoken, maxLength: STEP_TEXTS.narrationScript}, signal)
		: words;
	work.progress(0.3);
	const speaking = voiceProvider.speak({text: script, voice}, signal).then(spoken => {
		work.progress(0.7);
		return spoken;
	});
	// A voice of this machine needs no network to wait for, so the encoder starts beside it.
	const audio = voiceProvider.name === 'local' ? speaking : await speaking;
	const {mp3, durationMs} = await encodeSpeech(audio, {ffmpeg, ffprobe, signal});
	work.progress(0.9);
	const file = await services.files.put('media', mp3, '.mp3');
	return {accountId, hash, file, durationMs, bytes: mp3.length, script};
}

/** Keeps new speech and charges it, or gives the reservation back where it was kept already. Returns what is kept. */
export async function keepSpeech(db: Db, speech: NewSpeech, {services: {config}, accountId, lease}: Work) {
	const known = await touchSpeech(db, accountId, speech.hash);
	if (known) {
		await releaseQuota(db, lease);
	} else {
		await saveSpeech(db, speech);
		await settleQuota(db, config, lease, speech.durationMs);
	}
	const usage = {narrationMs: await readUsage(db, config, accountId, 'narrationMs', lease.quotaPeriod!)};
	return {heard: {...speech, ...known}, reused: known !== null, usage};
}
