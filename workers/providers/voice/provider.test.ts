import {setTimeout as sleep} from 'node:timers/promises';
import {inspect} from 'node:util';
import test, {type ExecutionContext} from 'ava';
import {encodeSpeech} from '../../../renderers/audio/encode-speech.ts';
import {type Config, readConfig} from '../../../shared/config/config.ts';
import {AppError, type ErrorCode} from '../../../shared/errors.ts';
import {startFakeCartesia} from '../../../test/helpers/fakes/cartesia.ts';
import {startFakeOpenAiSpeech} from '../../../test/helpers/fakes/openai-speech.ts';
import {HOST_WORDS, type VoiceFakeMode} from '../../../test/helpers/fakes/voice-host.ts';
import {openVoiceProvider} from '../index.ts';
import type {ProviderVoice, VoiceProvider} from './provider.ts';

/** What holds for every provider of voices: a new one is a line here, with the fake that speaks its wire format. */
const HOSTED = [
	{name: 'cartesia', start: startFakeCartesia, setting: 'CARTESIA', home: 'https://api.cartesia.ai'},
	{name: 'openai', start: startFakeOpenAiSpeech, setting: 'OPENAI', home: 'https://api.openai.com/v1'},
] as const;

const never = new AbortController().signal;
const SECRET_TEXT = 'private-words-of-the-user';
const config = readConfig({});
const tools = {ffmpeg: config.ffmpeg, ffprobe: config.ffprobe, signal: never};

type ExpectedError = {code: ErrorCode; message: RegExp; requests: number; retryAfter?: number};
const ERRORS: Partial<Record<VoiceFakeMode, ExpectedError>> = {
	'status-500': {code: 'provider_failed', message: /failed \(500\)/, requests: 3},
	busy: {code: 'provider_unavailable', message: /\(429\)/, requests: 1, retryAfter: 37},
	'wrong-key': {code: 'provider_failed', message: /_API_KEY may be wrong/, requests: 1},
	unpaid: {code: 'provider_failed', message: /payment/, requests: 1},
	'no-such-voice': {code: 'provider_failed', message: /VOICE_PROVIDER or \w+_BASE_URL/, requests: 1},
	'refused-request': {code: 'provider_failed', message: /\(400\)/, requests: 1},
	redirect: {code: 'provider_failed', message: /\(307\).*_BASE_URL/, requests: 1},
	garbage: {code: 'provider_failed', message: /no audio/, requests: 1},
	'web-page': {code: 'provider_failed', message: /no audio/, requests: 1},
	empty: {code: 'provider_failed', message: /no audio/, requests: 1},
	half: {code: 'provider_failed', message: /half an answer/, requests: 1},
	'cut-off': {code: 'provider_failed', message: /half an answer/, requests: 1},
	'five-megabytes': {code: 'provider_failed', message: /no audio/, requests: 1},
	huge: {code: 'provider_failed', message: /more than \d+ bytes/, requests: 1},
	silent: {code: 'provider_unavailable', message: /in time/, requests: 1},
	stalled: {code: 'provider_unavailable', message: /in time/, requests: 1},
};

type Opened = {provider: VoiceProvider; fake: Awaited<ReturnType<typeof startFakeCartesia>> | null};

const PROVIDERS = [
	{name: 'local', open: async (): Promise<Opened> => ({provider: openVoiceProvider(config), fake: null})},
	...HOSTED.map(host => ({name: host.name, open: (t: ExecutionContext, mode?: VoiceFakeMode) => opened(t, host, mode)})),
];

async function opened(t: ExecutionContext, host: (typeof HOSTED)[number], mode: VoiceFakeMode = 'good') {
	const fake = await host.start({mode});
	t.teardown(() => fake.close());
	const settings = {voiceProvider: host.name, [host.name]: {apiKey: fake.key, baseUrl: fake.baseUrl}};
	const open = (more: Partial<Config> = {}) => openVoiceProvider({...config, ...settings, ...more});
	return {fake, open, provider: open()};
}

for (const {name, open} of PROVIDERS) {
	test(`${name}: voices have UUIDs of their own, real languages and names, and the default of pt, en and es is there`, async t => {
		const {provider} = await open(t);
		t.is(provider.name, name as Config['voiceProvider']);
		const voices = await provider.voices(never);
		t.is(new Set(voices.map(({id}) => id)).size, voices.length);
		for (const voice of voices) {
			t.regex(voice.id, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
			t.deepEqual(Intl.getCanonicalLocales(voice.language), [voice.language]);
			t.is(voice.provider, name);
			t.regex(voice.name, /\p{L}/u);
		}
		for (const language of ['pt', 'en', 'es']) t.truthy(firstOf(voices, language), language);
		if (name !== 'cartesia') t.is(firstOf(voices, 'pt').language, 'pt-BR');
		t.deepEqual(await provider.voices(never), voices, 'and are the same the next time');
	});

	test(`${name}: speaks, and the encoder takes it`, async t => {
		const {provider} = await open(t);
		const voice = firstOf(await provider.voices(never), 'es');
		const audio = await provider.speak({text: 'Abra el menú y elija Guardar.', voice}, never);
		const {mp3, durationMs} = await encodeSpeech(audio, tools);
		t.true(durationMs > 800 && durationMs < 6000, String(durationMs));
		t.is(Math.round(mp3.length / 8), durationMs);
	});

	test(`${name}: a text in which there is nothing to say is nothing_to_narrate`, async t => {
		const {provider, fake} = await open(t);
		const voice = firstOf(await provider.voices(never), 'en');
		for (const text of [' ', '\n\n', '\u200b', '\u0001', '…', '.,;:!?', '"" ()']) {
			const error = await appError(t, provider.speak({text, voice}, never));
			t.is(error.code, 'nothing_to_narrate', text);
			t.is(error.status, 400);
		}
		t.is(fake?.requests.length ?? 0, 0);
	});

	test(`${name}: a call that is given up beforehand throws the signal's reason`, async t => {
		const {provider} = await open(t);
		const voice = firstOf(await provider.voices(never), 'en');
		const reason = new Error('lease lost');
		t.is(await t.throwsAsync(provider.speak({text: 'Hello', voice}, AbortSignal.abort(reason))), reason);
	});
}

for (const host of HOSTED) {
	const {name} = host;

	for (const [mode, {code, message, requests, retryAfter}] of Object.entries(ERRORS) as Array<[VoiceFakeMode, ExpectedError]>) {
		test(`${name}: ${mode} is ${code}, and contains nothing that it should not`, async t => {
			const {fake, open, provider} = await opened(t, host);
			const voice = firstOf(await provider.voices(never), 'pt');
			fake.mode = mode;
			// Who never answers is given up soon, and nobody else.
			const speaker = ['silent', 'stalled'].includes(mode) ? open({providerTimeoutMs: 3000}) : provider;
			const error = await appError(t, speaker.speak({text: SECRET_TEXT, voice}, never));
			t.is(error.code, code);
			t.regex(error.message, message);
			t.is(fake.requests.length, requests);
			t.is(error.retryAfter, retryAfter);
			assertDiscreet(t, error, [fake.key, fake.baseUrl]);
		});
	}

	test(`${name}: who fails once, or asks for a second of patience, is asked again`, async t => {
		const {fake, provider} = await opened(t, host);
		const voice = firstOf(await provider.voices(never), 'pt');
		for (const mode of ['once-500', 'busy-for-a-second'] as const) {
			fake.mode = mode;
			fake.requests.length = 0;
			t.true((await provider.speak({text: 'Olá', voice}, never)).length > 40_000);
			t.is(fake.requests.length, 2);
		}
	});

	test(`${name}: a call that is given up ends at once, with the signal's reason, and so does the request`, async t => {
		const {fake, provider} = await opened(t, host);
		const voice = firstOf(await provider.voices(never), 'pt');
		for (const mode of ['silent', 'stalled'] as const) {
			Object.assign(fake, {mode}).requests.length = 0;
			const {left} = fake;
			const abort = new AbortController();
			const reason = new Error('lease lost');
			const spoken = provider.speak({text: 'Olá', voice}, abort.signal);
			while (fake.requests.length === 0) await sleep(10);
			abort.abort(reason);
			t.is(await t.throwsAsync(spoken), reason);
			while (fake.left === left) await sleep(10);
		}
	});

	test(`${name}: nobody behind the address is provider_unavailable`, async t => {
		const {fake, provider} = await opened(t, host);
		const voice = firstOf(await provider.voices(never), 'pt');
		await fake.close();
		const error = await appError(t, provider.speak({text: SECRET_TEXT, voice}, never));
		t.is(error.code, 'provider_unavailable');
		t.regex(error.message, new RegExp(`could not be reached \\(ECONNREFUSED\\); ${host.setting}_BASE_URL`));
		assertDiscreet(t, error, [fake.key, fake.baseUrl]);
	});

	test(`${name}: with no key it opens, and each call says which setting to mend`, async t => {
		const provider = openVoiceProvider({...config, voiceProvider: name, [name]: {apiKey: '', baseUrl: host.home}});
		const voice = {id: 'x', key: 'marin:pt-BR', language: 'pt-BR'};
		for (const call of [() => provider.voices(never), () => provider.speak({text: 'Olá', voice}, never)]) {
			const error = await appError(t, call());
			t.is(error.code, 'provider_unavailable');
			t.true(error.message.includes(`set ${host.setting}_API_KEY`), error.message);
		}
	});

	test(`${name}: no header names this machine`, async t => {
		const {fake, provider} = await opened(t, host);
		await provider.speak({text: 'Olá', voice: firstOf(await provider.voices(never), 'pt')}, never);
		const {headers} = fake.requests[0]!;
		const leaking = Object.entries(headers).filter(([key, value]) => /stainless/.test(key) || String(value).includes(process.version));
		t.deepEqual(leaking, []);
	});

	test(`${name}: the settings name the model, and there is a default`, async t => {
		const {fake, open, provider} = await opened(t, host);
		for (const one of [provider, open({voiceModel: name === 'openai' ? 'tts-1' : 'sonic-of-mine'})]) {
			await one.speak({text: 'Olá', voice: firstOf(await one.voices(never), 'pt')}, never);
		}
		const models = fake.requests.map(({body}) => body[name === 'openai' ? 'model' : 'model_id']);
		t.deepEqual(models, name === 'openai' ? ['gpt-4o-mini-tts', 'tts-1'] : ['sonic-3', 'sonic-of-mine']);
	});
}

test('cartesia: all pages of its voices are read, once, and those without a language are left out', async t => {
	const {fake, provider} = await opened(t, HOSTED[0]);
	t.is((await provider.voices(never)).length, 130);
	await provider.voices(never);
	t.is(fake.lists, 2);
});

for (const mode of ['garbage', 'web-page', 'cut-off', 'five-megabytes', 'huge'] as const) {
	test(`cartesia: a list of voices that is ${mode} is provider_failed`, async t => {
		const {provider} = await opened(t, HOSTED[0], mode);
		const error = await appError(t, provider.voices(never));
		t.is(error.code, 'provider_failed');
		assertDiscreet(t, error, []);
	});
}

test('cartesia: tags and brackets are no orders to the voice', async t => {
	const {fake, provider} = await opened(t, HOSTED[0]);
	const voice = firstOf(await provider.voices(never), 'en');
	await provider.speak({text: 'Wait <break time="9s"/> [laughter] here', voice}, never);
	t.notRegex(String(fake.requests[0]!.body.transcript), /[<>[\]]/);
	t.is(fake.requests[0]!.body.language, 'en');
});

test("openai: a server of one's own needs no key, and gets no header for one", async t => {
	const fake = await startFakeOpenAiSpeech({key: ''});
	t.teardown(() => fake.close());
	const provider = openVoiceProvider({
		...config,
		voiceProvider: 'openai',
		voiceModel: 'tts-1',
		openai: {apiKey: '', baseUrl: fake.baseUrl},
	});
	const voices = await provider.voices(never);
	t.false(
		voices.some(({key}) => key.startsWith('marin')),
		'only voices that such servers know',
	);
	await provider.speak({text: 'Hello', voice: firstOf(voices, 'en')}, never);
	t.is(fake.requests[0]!.headers.authorization, undefined);
});

test('openai: the voice gets the language that it reads', async t => {
	const {fake, provider} = await opened(t, HOSTED[1]);
	const voices = await provider.voices(never);
	await provider.speak({text: 'Olá', voice: voices.find(({language}) => language === 'pt-BR')!}, never);
	t.like(fake.requests[0]!.body, {voice: 'marin', response_format: 'wav'});
	t.regex(String(fake.requests[0]!.body.instructions), /Portuguese \(Brazil\)/);
});

function firstOf(voices: ProviderVoice[], language: string): ProviderVoice {
	return voices.find(voice => voice.language.split('-')[0] === language)!;
}

async function appError(t: ExecutionContext, promise: Promise<unknown>): Promise<AppError> {
	return (await t.throwsAsync(promise, {instanceOf: AppError})) as AppError;
}

function assertDiscreet(t: ExecutionContext, error: AppError, secrets: string[]): void {
	const everything = inspect(error, {depth: 10, showHidden: true});
	for (const secret of [...secrets, SECRET_TEXT, HOST_WORDS]) t.false(everything.includes(secret), everything);
}
