import {readWav} from '../../../renderers/audio/wav.ts';
import type {Config} from '../../../shared/config/config.ts';
import {AppError} from '../../../shared/errors.ts';
import {ProgramFailed} from '../../../shared/process/run-program.ts';
import {openEspeakNg, openFlite, openPico, openRhvoice, type SpeechEngine} from './local-engines/engines.ts';
import {type ProviderVoice, type VoiceProvider, voiceId} from './provider.ts';
import {nothingToSay, wordsToSay} from './speakable-text.ts';

/** A sample of 16 bits below this is not heard. */
const HEARD = 100;

/** True if a WAV file, as all local engines write it, holds nothing audible. */
export function isSilent(wav: Buffer): boolean {
	return !readWav(wav)?.samples.some(sample => Math.abs(sample) > HEARD);
}

/** Milliseconds that an engine may take. Flite needs 9 for each digit, and several times that on a busy machine. */
const TIMEOUT = {least: 10_000, perCodePoint: 50, most: 180_000};

/** Opens the voices of this machine, without a key and without a network. Engines are asked in this order: best voices first. */
export function openLocalVoices(
	{espeakNg, ffmpeg}: Pick<Config, 'espeakNg' | 'ffmpeg'>,
	engines: SpeechEngine[] = [openRhvoice(), openPico(), openFlite(ffmpeg), openEspeakNg(espeakNg)],
): VoiceProvider {
	let known: ProviderVoice[] | undefined;
	return {
		name: 'local',
		async voices(signal) {
			if (known) return known;
			const found = await Promise.allSettled(engines.map(engine => voicesOf(engine, signal)));
			signal.throwIfAborted();
			const voices = withOwnNames(found.flatMap(one => (one.status === 'fulfilled' ? one.value : [])));
			if (voices.length === 0) {
				const cause = found.find(one => one.status === 'rejected')?.reason;
				throw new AppError('provider_unavailable', {message: 'No speech engine works on this server; espeak-ng would.', cause});
			}
			// An engine that failed may respond the next time.
			if (found.every(({status}) => status === 'fulfilled')) known = voices;
			return voices;
		},
		async speak({text, voice}, signal) {
			const [name, key] = splitOnce(voice.key);
			const engine = engines.find(one => one.name === name);
			if (!engine) throw new AppError('provider_unavailable', {message: `The speech engine ${name} is no longer there.`});
			const words = wordsToSay(text);
			const timeoutMs = Math.min(TIMEOUT.most, TIMEOUT.least + [...words].length * TIMEOUT.perCodePoint);
			const wav = await engine.speak({text: words, voice: key, timeoutMs, signal}).catch(cause => {
				signal.throwIfAborted();
				if (!(cause instanceof ProgramFailed)) throw cause;
				throw new AppError('provider_unavailable', {message: `The speech engine ${name} did not get through this text.`, cause});
			});
			if (isSilent(wav)) throw nothingToSay();
			return wav;
		},
	};
}

async function voicesOf(engine: SpeechEngine, signal: AbortSignal): Promise<ProviderVoice[]> {
	const voices = await engine.voices(signal);
	return voices.map(voice => {
		const key = `${engine.name}:${voice.key}`;
		return {...voice, key, id: voiceId(`local:${key}`), provider: 'local'};
	});
}

/** Numbers voices of one name, which two engines may each have: the best keeps the name. */
function withOwnNames(voices: ProviderVoice[]): ProviderVoice[] {
	const named = new Map<string, number>();
	return voices.map(voice => {
		const number = (named.get(voice.name) ?? 0) + 1;
		named.set(voice.name, number);
		return number === 1 ? voice : {...voice, name: `${voice.name} ${number}`};
	});
}

function splitOnce(key: string): [string, string] {
	const at = key.indexOf(':');
	return [key.slice(0, at), key.slice(at + 1)];
}
