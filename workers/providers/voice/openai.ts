import type {OpenAI} from 'openai';
import type {Config} from '../../../shared/config/config.ts';
import {AppError} from '../../../shared/errors.ts';
import {withoutMachineFacts} from '../http/bounded-fetch.ts';
import {checkSettings, type Host, UNPAID} from '../text/hosted.ts';
import {clientOf} from '../text/openai.ts';
import {askHost, checkedAudio, goneVoice, type HostResponse, MAX_SPEECH_BYTES} from './hosted.ts';
import {type ProviderVoice, type VoiceProvider, voiceId} from './provider.ts';
import {wordsToSay} from './speakable-text.ts';

const DEFAULT_MODEL = 'gpt-4o-mini-tts';
/** Its maker recommends the first two. */
const VOICES = ['marin', 'cedar', 'alloy', 'ash', 'ballad', 'coral', 'echo', 'fable', 'nova', 'onyx', 'sage', 'shimmer', 'verse'];
/** Voices that older models, and most servers of one's own, lack. */
const NEWER = new Set(['marin', 'cedar', 'ballad', 'verse']);
/** Every voice speaks every language; these are the ones that it is offered for. */
const LANGUAGES = [
	'pt-BR',
	'en-US',
	'es-ES',
	'fr-FR',
	'de-DE',
	'it-IT',
	'pt-PT',
	'en-GB',
	'es-419',
	'nl',
	'pl',
	'ru',
	'tr',
	'hi',
	'ja',
	'ko',
	'zh',
];
const NAMES = new Intl.DisplayNames('en', {type: 'language', languageDisplay: 'standard'});

/** OpenAI's voices, or those of a server of one's own that speaks its API. */
export function openOpenaiVoices(config: Pick<Config, 'openai' | 'openaiVoice' | 'voiceModel' | 'providerTimeoutMs'>): VoiceProvider {
	const {openaiVoice, voiceModel, providerTimeoutMs: timeoutMs} = config;
	const openai = openaiVoice.baseUrl ? openaiVoice : config.openai;
	const prefix = openaiVoice.baseUrl ? 'OPENAI_VOICE' : 'OPENAI';
	const atHome = URL.parse(openai.baseUrl)?.hostname === 'api.openai.com';
	const host: Host = {name: atHome ? 'OpenAI' : 'The voice server', keySetting: `${prefix}_API_KEY`, urlSetting: `${prefix}_BASE_URL`};
	const model = voiceModel || DEFAULT_MODEL;
	// Older models and other servers take no instructions.
	const takesInstructions = model.startsWith('gpt-');
	let client: OpenAI | undefined;

	return {
		name: 'openai',
		async voices() {
			checkSettings(openai, host, {required: atHome});
			return voicesOf(takesInstructions);
		},
		async speak({text, voice}, signal) {
			const input = wordsToSay(text);
			if (!/[\p{L}\p{N}\p{S}%&@#]/u.test(input)) throw new AppError('nothing_to_narrate', {message: 'There are no words in this text.'});
			checkSettings(openai, host, {required: atHome});
			const [name] = voice.key.split(':');
			if (!VOICES.includes(name!)) throw goneVoice();
			// Loaded on first use: a process of another provider starts sooner.
			const library = await import('openai');
			client ??= connect(library, openai, timeoutMs);
			const speech = client.audio.speech;
			const instructions = `Read the text aloud in ${NAMES.of(voice.language)}, word for word, clearly and at a calm pace.`;
			const body = {model, voice: name!, input, response_format: 'wav', ...(takesInstructions && {instructions})} as const;
			const ask = (either: AbortSignal) => speech.create(body, {signal: either}).catch(error => responseIn(library, error));
			return checkedAudio(await askHost(ask, {host, timeoutMs, maxBytes: MAX_SPEECH_BYTES, signal}), host);
		},
	};
}

function voicesOf(newer: boolean): ProviderVoice[] {
	const names = VOICES.filter(name => newer || !NEWER.has(name));
	return LANGUAGES.flatMap(language =>
		names.map(name => {
			const key = `${name}:${language}`;
			const shown = `${name[0]!.toUpperCase()}${name.slice(1)}, ${NAMES.of(language)}`;
			return {id: voiceId(`openai:${key}`), key, name: shown, language, provider: 'openai', quality: 'studio' as const};
		}),
	);
}

function connect(library: typeof import('openai'), openai: Config['openai'], timeout: number): OpenAI {
	return clientOf(library, openai, {
		timeout,
		// We ask again ourselves, as we do every host of voices.
		maxRetries: 0,
		fetch: (url, init) => fetch(url, {...init, headers: withoutMachineFacts(init?.headers), redirect: 'manual'}),
	});
}

/** The response inside an error of the client, without its words; what is no response is thrown on. */
function responseIn({OpenAI}: typeof import('openai'), error: unknown): HostResponse {
	if (!(error instanceof OpenAI.APIError) || !error.status) throw error;
	const status = error.code === UNPAID ? 402 : error.status;
	return {ok: false, status, headers: error.headers ?? new Headers(), body: null};
}
