import {encodeSpeech} from '../../../renderers/audio/encode-speech.ts';
import {STEP_TEXTS} from '../../../shared/contract/step-fields.ts';
import type {JobInput} from '../../../shared/queue/job.ts';
import type {narrateStep} from '../../../shared/queue/jobs/ai.ts';
import type {Db} from '../../../shared/store/database.ts';
import {type NewSpeech, saveSpeech, speechHash, touchSpeech} from '../../../shared/store/media/speech.ts';
import {readUsage, releaseQuota, settleQuota} from '../../../shared/store/quotas.ts';
import {needsTranslation} from '../../../shared/tour/narration.ts';
import type {Work} from '../../runtime/handler.ts';

type Asked = Pick<JobInput<typeof narrateStep>, 'words' | 'from' | 'spoken' | 'voice'>;

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
	const audio = await voiceProvider.speak({text: script, voice}, signal);
	work.progress(0.7);
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
