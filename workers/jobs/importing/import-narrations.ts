import {encodedDurationMs, encodeSpeech} from '../../../renderers/audio/encode-speech.ts';
import type {BundleNarration} from '../../../shared/contract/exports/bundle-document.ts';
import {AppError, invalid} from '../../../shared/errors.ts';
import {broughtHash, type NewSpeech} from '../../../shared/store/media/speech.ts';
import type {Work} from '../../runtime/handler.ts';
import type {OpenBundle} from './read-bundle.ts';

/** A sound of the bundle as the service keeps it. */
export type BroughtSound = Pick<NewSpeech, 'hash' | 'file' | 'durationMs' | 'bytes'>;

/** Stores the sound of a narration: unchanged in our own format, else encoded in it. Throws a fault on `field`. */
export async function importSound({file}: BundleNarration, field: string, bundle: OpenBundle, work: Work): Promise<BroughtSound> {
	const {services, signal} = work;
	const {ffmpeg, ffprobe} = services.config;
	const bytes = await bundle.read(file, field);
	const durationMs = await encodedDurationMs(bytes, {ffprobe, signal});
	const sound =
		durationMs === null ? await encodeSpeech(bytes, {ffmpeg, ffprobe, signal}).catch(nameFault(file, field)) : {mp3: bytes, durationMs};
	const name = await services.files.put('media', sound.mp3, '.mp3');
	return {hash: broughtHash(name), file: name, durationMs: sound.durationMs, bytes: sound.mp3.length};
}

function nameFault(file: string, field: string) {
	return (error: unknown): never => {
		if (!(error instanceof AppError) || error.code === 'provider_unavailable') throw error;
		const hint = 'MP3, WAV, Ogg, FLAC or AAC with somebody to hear, 25 minutes at most.';
		throw invalid([{field, message: `${file} is no sound that can be used.`, hint}]);
	};
}
