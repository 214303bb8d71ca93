import {Type} from 'typebox';
import {Voice, VoiceSample} from '../../../shared/contract/ai/text.ts';
import type {Fault} from '../../../shared/contract/error.ts';
import {primaryLanguage} from '../../../shared/contract/page-language.ts';
import {QuotaUsage} from '../../../shared/contract/quota.ts';
import {Closed, Text} from '../../../shared/contract/schema.ts';
import {LanguageCode} from '../../../shared/contract/step.ts';
import {NarrationSettings} from '../../../shared/contract/tour.ts';
import {AppError, invalid} from '../../../shared/errors.ts';
import {presentSample} from '../../../shared/present/tour.ts';
import type {JobInput} from '../../../shared/queue/job.ts';
import {speakSample as speakSampleJob} from '../../../shared/queue/jobs/ai.ts';
import {insertJob} from '../../../shared/store/jobs/jobs.ts';
import {defaultVoice, readVoices, speaks, speechHash, touchSpeech} from '../../../shared/store/media/speech.ts';
import {quotaPeriod, readUsage, reserveQuota} from '../../../shared/store/quotas.ts';
import {canonicalLanguage} from '../../../shared/tour/language/language-tag.ts';
import {speechBounds} from '../../../shared/tour/narration.ts';
import {type Call, defineOperation, respond} from '../../pipeline/operation.ts';
import {changeTourFor, success, tourId} from '../responses.ts';
import {CHANGES_TOUR} from '../tours.ts';

type KnownVoice = Awaited<ReturnType<typeof readVoices>>[number];

/** Voices that a fault names at most. */
const NAMED = 5;
const RETRY_S = 5;
/** Characters of a sample at most: some ten seconds. */
const SAMPLE_LENGTH = 200;

export const listVoices = defineOperation({
	name: 'list_voices',
	tag: 'Narration',
	summary: 'List the voices for narration, the best of each language first',
	route: 'GET /voices',
	scopes: ['tours:read'],
	input: Closed({language: Type.Optional(LanguageCode('Only voices that speak this language, whatever the country: pt, en, es-MX.'))}),
	success: success(200, 'The voices of the provider that this service uses.', {voices: Type.Array(Voice)}),
	async handler({language}, call) {
		const voices = await readVoices(call.db, call.services.config.voiceProvider);
		const wanted = language === undefined ? voices : voices.filter(voice => speaks(voice, language));
		return respond(200, {voices: wanted.map(({key: _key, ...voice}) => voice)});
	},
});

export const speakSample = defineOperation({
	name: 'speak_sample',
	tag: 'Narration',
	summary: 'Speak a few words, to hear a voice before choosing it',
	description: 'MP3, mono, 64 kbit/s. Draws on the monthly quota of narration; the same words by the same voice are not charged again.',
	route: 'POST /voices/{id}/samples',
	scopes: ['ai'],
	input: Closed({
		id: Type.String({maxLength: 100, description: 'UUID of the voice.'}),
		text: Text(SAMPLE_LENGTH, "What to speak, in the voice's language."),
	}),
	success: success(201, 'The words, spoken.', {
		sample: VoiceSample,
		usage: Closed({narrationMs: QuotaUsage}),
	}),
	errors: ['quota_exceeded', 'provider_failed', 'provider_unavailable'],
	async: true,
	provider: true,
	async handler({id, text: words}, call) {
		const {db, accountId, services} = call;
		const voice = (await readVoices(db, services.config.voiceProvider)).find(one => one.id === id.toLowerCase());
		if (!voice) throw new AppError('not_found');
		const {key, language} = voice;
		const spoken = await touchSpeech(db, accountId, speechHash({voice: voice.id, from: language, spoken: language, words}));
		if (spoken) {
			const usage = {narrationMs: await readUsage(db, services.config, accountId, 'narrationMs', quotaPeriod(new Date()).period)};
			return respond(201, {sample: presentSample(spoken, true, services.config), usage});
		}
		const quota = await reserveQuota(db, services.config, {accountId, kind: 'narrationMs', ...speechBounds(words)});
		const input: JobInput<typeof speakSampleJob> = {words, voice: {id: voice.id, key, language}};
		return {job: await insertJob(db, {accountId, type: speakSampleJob.name, input, quota, actor: call.actor})};
	},
});

export const setNarrationSettings = defineOperation({
	name: 'set_narration_settings',
	tag: 'Narration',
	summary: "Set the tour's language, for its narration and its page, and its voice for each language",
	description: 'What is absent stays as it is; voices are replaced as a whole.',
	route: 'PUT /tours/{id}/narration-settings',
	scopes: ['tours:write'],
	input: Closed({
		id: tourId,
		language: Type.Optional(LanguageCode('Language code, for example pt (meaning pt-BR), en, es-MX.')),
		voices: Type.Optional(
			Type.Record(Type.String(), Type.String({maxLength: 100, description: 'UUID of a voice that speaks it.'}), {
				description: 'Voice UUID for each language: {"pt": "…", "en": "…"}. A language without one takes its default voice.',
				propertyNames: LanguageCode('A language code, for example pt, en, es-MX.'),
				maxProperties: 100,
			}),
		),
	}),
	success: success(200, 'The present settings.', {narrationSettings: NarrationSettings}),
	...CHANGES_TOUR,
	errors: ['version_mismatch', 'provider_unavailable'],
	async handler({id, ...given}, call) {
		const voices = given.voices && (await checkedVoices(given.voices, call));
		const language = given.language && canonicalLanguage(given.language);
		const settings = {...(language && {language}), ...(voices && {voices})};
		const {content, version} = await changeTourFor(call, id, before => ({
			content: {...before, narrationSettings: {...before.narrationSettings, ...settings}},
		}));
		return respond(200, {narrationSettings: content.narrationSettings}, version);
	},
});

/**
 * The voice that speaks: the one that the call wants, else the one chosen for the tour, else the language's default. Throws a 400 that
 * names the right ones where the voice or the language, which `field` of the call said, is none of the provider's.
 */
export async function chooseVoice(
	call: Call,
	{wanted, spoken, chosen, field}: {wanted: string | undefined; spoken: string; chosen: Record<string, string>; field: string},
): Promise<KnownVoice> {
	const voices = await knownVoices(call);
	if (wanted !== undefined) {
		const fault = voiceFault('voice', voices, wanted, spoken);
		if (fault) throw invalid([fault]);
		return voices.find(({id}) => id === wanted.toLowerCase())!;
	}
	const chosenFor = (language: string) => Object.entries(chosen).find(([tag]) => canonicalLanguage(tag) === language)?.[1];
	const own = chosenFor(spoken) ?? chosenFor(primaryLanguage(spoken));
	// A voice that was chosen once may be gone by now.
	const voice = voices.find(({id}) => id === own) ?? defaultVoice(voices, spoken);
	if (voice) return voice;
	throw invalid([
		{
			field,
			message: `No voice speaks ${spoken}.`,
			hint: `There are voices for ${[...new Set(voices.map(({language}) => primaryLanguage(language)))].join(', ')}.`,
		},
	]);
}

/** The voices by the canonical form of their languages. Throws a fault for each that the provider has not. */
export async function checkedVoices(given: Record<string, string>, call: Call): Promise<Record<string, string>> {
	const entries = Object.entries(given).map(
		([language, id]) => [language, canonicalLanguage(language) ?? language, id.toLowerCase()] as const,
	);
	const voices = entries.length > 0 ? await knownVoices(call) : [];
	const first = new Map(entries.map(([language, tag]) => [tag, language] as const).reverse());
	const faults = entries.flatMap(([language, tag, id]): Fault[] => {
		const fault = voiceFault(`voices.${language}`, voices, id, tag);
		const twin = first.get(tag)!;
		if (fault || twin === language) return fault ? [fault] : [];
		return [{field: `voices.${language}`, message: `Is the same language as ${twin}.`, hint: `Name one voice for ${tag}.`}];
	});
	if (faults.length > 0) throw invalid(faults);
	return Object.fromEntries(entries.map(([, tag, id]) => [tag, id]));
}

function voiceFault(field: string, voices: KnownVoice[], id: string, language: string): Fault | null {
	const voice = voices.find(candidate => candidate.id === id.toLowerCase());
	if (voice && speaks(voice, language)) return null;
	const right = voices.filter(candidate => speaks(candidate, language)).slice(0, NAMED);
	return {
		field,
		message: voice ? `The voice ${voice.name} speaks ${voice.language}, not ${language}.` : 'There is no voice with this UUID.',
		hint:
			right.length > 0
				? `Voices for ${language}: ${right.map(({id, name}) => `${id} (${name})`).join(', ')}. list_voices (GET /v1/voices?language=${language}) lists all.`
				: `No voice speaks ${language}. There are ${namedByLanguage(voices)}; list_voices (GET /v1/voices) lists all.`,
	};
}

/** One of each language, the one that is taken by default. */
function namedByLanguage(voices: KnownVoice[]): string {
	const defaults = voices.filter(voice => voice.default).slice(0, NAMED);
	return defaults.map(({id, name, language}) => `${language}: ${id} (${name})`).join(', ');
}

async function knownVoices({db, services}: Call): Promise<KnownVoice[]> {
	const voices = await readVoices(db, services.config.voiceProvider);
	if (voices.length > 0) return voices;
	throw new AppError('provider_unavailable', {
		message: 'No voices are available yet: no audio worker has registered any, or its provider does not respond.',
		retryAfter: RETRY_S,
	});
}
