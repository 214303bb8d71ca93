import type {Config} from '../../../shared/config/config.ts';
import {AppError} from '../../../shared/errors.ts';
import {checkSettings, failed, type Host} from '../text/hosted.ts';
import {askHost, checkedAudio, goneVoice, MAX_SPEECH_BYTES} from './hosted.ts';
import type {ProviderVoice, VoiceProvider} from './provider.ts';
import {wordsToSay} from './speakable-text.ts';

const DEFAULT_MODEL = 'sonic-3';
/** The version of the API that this is written for. */
const VERSION = '2026-03-01';
const HOST: Host = {name: 'Cartesia', keySetting: 'CARTESIA_API_KEY', urlSetting: 'CARTESIA_BASE_URL'};
const PAGE = {voices: 100, bytes: 4 * 1024 * 1024, most: 30};
const LIST_KEPT_MS = 10 * 60_000;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Cartesia's voices, by its REST API; their ids are its own. */
export function openCartesia(config: Pick<Config, 'cartesia' | 'voiceModel' | 'providerTimeoutMs'>): VoiceProvider {
	const {cartesia, voiceModel, providerTimeoutMs: timeoutMs} = config;
	let list: {voices: ProviderVoice[]; until: number} | undefined;

	const request = (path: string, maxBytes: number, signal: AbortSignal, body?: object) => {
		checkSettings(cartesia, HOST);
		const headers = {authorization: `Bearer ${cartesia.apiKey}`, 'cartesia-version': VERSION, 'content-type': 'application/json'};
		const url = cartesia.baseUrl.replace(/\/+$/, '') + path;
		const method = body ? 'POST' : 'GET';
		return askHost(
			// A redirect would take the key and the text to another place.
			either => fetch(url, {method, headers, body: body && JSON.stringify(body), redirect: 'manual', signal: either}),
			{host: HOST, timeoutMs, maxBytes, signal},
		);
	};

	return {
		name: 'cartesia',
		async voices(signal) {
			if (list && list.until > performance.now()) return list.voices;
			const voices: ProviderVoice[] = [];
			let after = '';
			for (let page = 0; page < PAGE.most; page++) {
				const response = parsePage(await request(`/voices?limit=${PAGE.voices}${after}`, PAGE.bytes, signal));
				voices.push(...response.data.flatMap(asVoice));
				const last = response.data.at(-1)?.id;
				if (!response.has_more || typeof last !== 'string') break;
				after = `&starting_after=${encodeURIComponent(last)}`;
			}
			list = {voices, until: performance.now() + LIST_KEPT_MS};
			return voices;
		},
		async speak({text, voice}, signal) {
			// Tags and brackets are orders to the voice: a pause, a laugh.
			const transcript = wordsToSay(text).replace(/[<>[\]{}]/g, ' ');
			if (!/[\p{L}\p{N}\p{S}%&@#]/u.test(transcript))
				throw new AppError('nothing_to_narrate', {message: 'There are no words in this text.'});
			checkSettings(cartesia, HOST);
			if (!UUID.test(voice.key)) throw goneVoice();
			const audio = await request('/tts/bytes', MAX_SPEECH_BYTES, signal, {
				model_id: voiceModel || DEFAULT_MODEL,
				transcript,
				voice: {mode: 'id', id: voice.key},
				language: new Intl.Locale(voice.language).language,
				output_format: {container: 'wav', encoding: 'pcm_s16le', sample_rate: 44_100},
			});
			return checkedAudio(audio, HOST);
		},
	};
}

type Page = {data: Array<{id?: unknown; name?: unknown; language?: unknown}>; has_more?: unknown};

function parsePage(body: Buffer): Page {
	const unreadable = failed('Cartesia gave a list of voices that could not be read.');
	let page: Partial<Page> | null;
	try {
		page = JSON.parse(body.toString());
	} catch {
		throw unreadable;
	}
	if (!Array.isArray(page?.data) || !page.data.every(item => item && typeof item === 'object')) throw unreadable;
	return page as Page;
}

/** One voice, or none where something is missing of what makes one. */
function asVoice({id, name, language}: Page['data'][number]): ProviderVoice[] {
	if (typeof id !== 'string' || !UUID.test(id) || typeof language !== 'string') return [];
	const tag = canonicalTag(language);
	if (!tag) return [];
	return [
		{
			id: id.toLowerCase(),
			key: id,
			name: typeof name === 'string' && name ? name : id,
			language: tag,
			provider: 'cartesia',
			quality: 'studio',
		},
	];
}

function canonicalTag(language: string): string | undefined {
	try {
		return Intl.getCanonicalLocales(language.replaceAll('_', '-'))[0];
	} catch {
		return undefined;
	}
}
