import {Type} from 'typebox';
import {QuotaUsage} from '../../../shared/contract/quota.ts';
import {Closed, Nullable} from '../../../shared/contract/schema.ts';
import {LanguageCode, narrationOptions, SpokenNarration} from '../../../shared/contract/step.ts';
import {AppError} from '../../../shared/errors.ts';
import {presentSpeech} from '../../../shared/present/tour.ts';
import type {JobInput} from '../../../shared/queue/job.ts';
import {narrateStep} from '../../../shared/queue/jobs/ai.ts';
import {insertJob} from '../../../shared/store/jobs/jobs.ts';
import {saveNarration, speechHash, touchSpeech} from '../../../shared/store/media/speech.ts';
import {quotaPeriod, readUsage, reserveQuota} from '../../../shared/store/quotas.ts';
import {lockTour} from '../../../shared/store/tours.ts';
import {canonicalLanguage} from '../../../shared/tour/language/language-tag.ts';
import {detachNarration, needsTranslation, planNarration, speechBounds} from '../../../shared/tour/narration.ts';
import {defineOperation, respond} from '../../pipeline/operation.ts';
import {changeTourFor, stepId, success, tourId} from '../responses.ts';
import {CHANGES_TOUR} from '../tours.ts';
import {chooseVoice} from './voices.ts';

export const generateNarration = defineOperation({
	name: 'generate_narration',
	tag: 'Narration',
	summary: "Speak a step's narration and save it as its audio",
	description:
		'MP3, mono, 64 kbit/s; draws on the monthly quota of narration with the duration of the speech. The same text by the same voice is reused and not charged.',
	route: 'POST /tours/{id}/steps/{stepId}/narration',
	scopes: ['ai', 'tours:write'],
	input: Closed({id: tourId, stepId, ...narrationOptions}),
	success: success(201, 'What was spoken.', {
		narration: SpokenNarration,
		saved: Type.Boolean({description: "false where somebody changed the step's words meanwhile: the step was left as it is."}),
		usage: Closed({narrationMs: QuotaUsage}),
	}),
	...CHANGES_TOUR,
	errors: ['nothing_to_narrate', 'version_mismatch', 'quota_exceeded', 'provider_failed', 'provider_unavailable'],
	idempotent: true,
	async: true,
	provider: true,
	async handler({id, stepId, voice: wanted, ...options}, call) {
		const {db, accountId, ifMatch, services} = call;
		const {config} = services;
		const {content} = await lockTour(db, accountId, id, ifMatch);
		const plan = planNarration(content, stepId, {
			text: options.text,
			language: inCanonicalForm(options.language),
			lang: inCanonicalForm(options.lang),
		});
		if (!plan) throw nothingToNarrate(options.text);
		const {voices: chosen} = content.narrationSettings;
		const field = options.lang === undefined ? 'language' : 'lang';
		const {id: voiceId, key, language} = await chooseVoice(call, {wanted, spoken: plan.spoken, chosen, field});
		const target: JobInput<typeof narrateStep> = {...plan, tourId: id, stepId, voice: {id: voiceId, key, language}};

		const spoken = await touchSpeech(db, accountId, speechHash({...plan, voice: voiceId}));
		if (spoken) {
			const {saved, version} = await saveNarration(db, {accountId, actor: call.actor, ifMatch}, target, spoken);
			const narration = presentSpeech(spoken, target, {reused: true, bases: config});
			const usage = {narrationMs: await readUsage(db, config, accountId, 'narrationMs', quotaPeriod(new Date()).period)};
			return respond(201, {narration, saved, usage}, version);
		}
		const bounds = speechBounds(plan.words);
		// A translation may be shorter, and much longer.
		if (needsTranslation(plan.from, plan.spoken)) Object.assign(bounds, {least: 1, most: 2 * bounds.most});
		const quota = await reserveQuota(db, config, {accountId, kind: 'narrationMs', ...bounds});
		return {job: await insertJob(db, {accountId, type: narrateStep.name, input: target, quota, actor: call.actor})};
	},
});

export const deleteNarration = defineOperation({
	name: 'delete_narration',
	tag: 'Narration',
	summary: 'Take a narration away from its step',
	description: 'What was spoken is kept for a while: the same text by the same voice is spoken again without charge.',
	route: 'DELETE /tours/{id}/steps/{stepId}/narration',
	scopes: ['tours:write'],
	input: Closed({
		id: tourId,
		stepId,
		lang: Type.Optional(LanguageCode("Target language of the narration; default the one in the tour's own language.")),
	}),
	success: success(200, 'The narration is gone.', {deleted: Type.Literal(true), stepId: Type.String(), lang: Nullable(Type.String())}),
	...CHANGES_TOUR,
	async handler({id, stepId, lang: given}, call) {
		const lang = inCanonicalForm(given) ?? null;
		const {version} = await changeTourFor(call, id, content => detachNarration(content, stepId, lang));
		return respond(200, {deleted: true, stepId, lang}, version);
	},
});

function inCanonicalForm(language: string | undefined): string | undefined {
	return language && (canonicalLanguage(language) ?? language);
}

function nothingToNarrate(text: string | undefined): AppError {
	const message = text === undefined ? 'The step has neither a narration script nor a balloon text.' : 'The text is empty.';
	return new AppError('nothing_to_narrate', {
		errors: [{field: 'text', message, hint: 'Send the words to speak in text, or give the step a narrationScript.'}],
	});
}
