import {encodeSpeech} from '../../../renderers/audio/encode-speech.ts';
import {LIMITS} from '../../../shared/contract/limits.ts';
import {presentSample, presentSpeech} from '../../../shared/present/media.ts';
import type {JobInput} from '../../../shared/queue/job.ts';
import type {narrateStep as job, speakSample as sampleJob} from '../../../shared/queue/jobs/ai.ts';
import {saveNarration} from '../../../shared/store/media/narrations.ts';
import {type NewSpeech, saveSpeech, speechHash, touchSpeech} from '../../../shared/store/media/speech.ts';
import {readUsage, releaseQuota, settleQuota} from '../../../shared/store/quotas.ts';
import {lockTour} from '../../../shared/store/tours.ts';
import {needsTranslation} from '../../../shared/tour/narration.ts';
import type {Handler, Work} from '../../runtime/handler.ts';

type Input = JobInput<typeof job>;

/** Speaks the words and attaches the audio to its step. What was spoken already is neither spoken nor charged again. */
export const narrateStep: Handler<typeof job> = async (input, work) => {
	const {services, accountId, lease} = work;
	const {config, database} = services;
	const hash = speechHash({voice: input.voice.id, from: input.from, spoken: input.spoken, words: input.words});
	const speech = (await touchSpeech(database.manager, accountId, hash)) ?? (await speak(input, hash, work));
	return async db => {
		// Another job may have spoken these words for this tour meanwhile: theirs are used, now that the tour is locked.
		await lockTour(db, accountId, input.tourId, null);
		const known = await touchSpeech(db, accountId, hash);
		if (!known) await saveSpeech(db, speech);
		const heard = {...speech, ...known};
		const {saved, version} = await saveNarration(db, {accountId, actor: work.actor, ifMatch: null}, input, heard);
		if (known) {
			await releaseQuota(db, lease);
		} else {
			await settleQuota(db, config, lease, speech.durationMs);
		}
		const usage = {narrationMs: await readUsage(db, config, accountId, 'narrationMs', lease.quotaPeriod!)};
		const narration = presentSpeech(heard, input, {reused: known !== null, bases: config});
		return {response: {status: 201, body: {narration, saved, usage}, version}};
	};
};

/** Speaks a few words. What was spoken already is neither spoken nor charged again. */
export const speakSample: Handler<typeof sampleJob> = async ({words, voice}, work) => {
	const {services, accountId, lease} = work;
	const {config, database} = services;
	const spoken = {words, from: voice.language, spoken: voice.language, voice};
	const hash = speechHash({...spoken, voice: voice.id});
	const known = await touchSpeech(database.manager, accountId, hash);
	const speech = known ?? (await speak(spoken, hash, work));
	return async db => {
		if (known) {
			await releaseQuota(db, lease);
		} else {
			await saveSpeech(db, speech);
			await settleQuota(db, config, lease, speech.durationMs);
		}
		const usage = {narrationMs: await readUsage(db, config, accountId, 'narrationMs', lease.quotaPeriod!)};
		return {response: {status: 201, body: {sample: presentSample(speech, known !== null, config), usage}}};
	};
};

async function speak(
	{words, from, spoken, voice}: Pick<Input, 'words' | 'from' | 'spoken' | 'voice'>,
	hash: Buffer,
	work: Work,
): Promise<NewSpeech> {
	const {services, accountId, textProvider, voiceProvider, signal} = work;
	const {ffmpeg, ffprobe} = services.config;
	const script = needsTranslation(from, spoken)
		? await textProvider.translate({text: words, from, to: spoken, maxLength: LIMITS.narrationScript}, signal)
		: words;
	work.progress(0.3);
	const audio = await voiceProvider.speak({text: script, voice}, signal);
	work.progress(0.7);
	const {mp3, durationMs} = await encodeSpeech(audio, {ffmpeg, ffprobe, signal});
	work.progress(0.9);
	const file = await services.files.put('media', mp3, '.mp3');
	return {accountId, hash, file, durationMs, bytes: mp3.length, script};
}
