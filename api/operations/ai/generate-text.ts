import {Type} from 'typebox';
import {GeneratedText, TEXT_LANGUAGES, type TextLanguage, textOptions} from '../../../shared/contract/ai/text.ts';
import {Warning} from '../../../shared/contract/geometry.ts';
import {DEFAULT_PAGE_LANGUAGE, primaryLanguage} from '../../../shared/contract/page-language.ts';
import {QuotaUsage} from '../../../shared/contract/quota.ts';
import {Closed} from '../../../shared/contract/schema.ts';
import {AppError} from '../../../shared/errors.ts';
import type {JobInput} from '../../../shared/queue/job.ts';
import {writeStep} from '../../../shared/queue/jobs/ai.ts';
import {insertJob} from '../../../shared/store/jobs/jobs.ts';
import {reserveQuota} from '../../../shared/store/quotas.ts';
import {readContent} from '../../../shared/store/tours.ts';
import type {StoredStep, TourContent} from '../../../shared/tour/document/document.ts';
import {stepIndex} from '../../../shared/tour/steps.ts';
import {defineOperation} from '../../pipeline/operation.ts';
import {stepId, success, tourId} from '../responses.ts';
import {CHANGES_TOUR} from '../tours.ts';

export const generateText = defineOperation({
	name: 'generate_step_text',
	tag: 'Steps',
	summary: "Write a step's title and text from its screenshot, and a narration script on request",
	description: 'Uses 1 text of the monthly quota. Where somebody edits the step meanwhile, the text is answered and not saved.',
	route: 'POST /tours/{id}/steps/{stepId}/generate-text',
	scopes: ['ai', 'tours:write'],
	input: Closed({id: tourId, stepId, ...textOptions}),
	success: success(200, 'What was written.', {
		generated: GeneratedText,
		saved: Type.Boolean({description: 'false where it was not asked for, or somebody edited the step meanwhile.'}),
		usage: Closed({aiTexts: QuotaUsage}),
		warnings: Type.Optional(Type.Array(Warning, {description: 'What of the request could not be done; then nothing is charged.'})),
	}),
	...CHANGES_TOUR,
	errors: ['nothing_to_describe', 'image_unreadable', 'version_mismatch', 'quota_exceeded', 'provider_failed', 'provider_unavailable'],
	idempotent: true,
	countsWhen: ({save = true}) => save,
	async: true,
	provider: true,
	async handler({id, stepId, ...options}, call) {
		const {db, accountId, services} = call;
		const content = await readContent(db, accountId, id, call.ifMatch);
		const index = stepIndex(content, stepId);
		const {title, text, narrationScript} = content.steps[index]!;
		const {instructions = '', language = textLanguageOf(content), useImage = true, save = true} = options;
		if (!describable(content.steps, index, {instructions, useImage})) throw nothingToDescribe(useImage);
		const input: JobInput<typeof writeStep> = {
			tourId: id,
			stepId,
			language,
			instructions: instructions.trim() || null,
			narrationScript: options.narrationScript ?? false,
			alt: options.alt ?? false,
			useImage,
			save,
			before: {title, text, narrationScript},
		};
		const quota = await reserveQuota(db, services.config, {accountId, kind: 'aiTexts', least: 1, most: 1});
		return {job: await insertJob(db, {accountId, type: writeStep.name, input, quota, actor: call.actor})};
	},
});

/** The tour's own where texts are written in it, else pt-BR. */
function textLanguageOf({narrationSettings}: TourContent): TextLanguage {
	const own = primaryLanguage(narrationSettings.language);
	return TEXT_LANGUAGES.find(language => primaryLanguage(language) === own) ?? DEFAULT_PAGE_LANGUAGE;
}

/** True where there is a screenshot to look at, or words around the step to write from. */
function describable(steps: StoredStep[], index: number, {instructions, useImage}: {instructions: string; useImage: boolean}): boolean {
	const {type, image, alt} = steps[index]!;
	if (useImage && type === 'screen' && image) return true;
	const words = [instructions, alt, ...steps.slice(Math.max(0, index - 1), index + 2).flatMap(({title, text}) => [title, text])];
	return words.some(word => word?.trim());
}

function nothingToDescribe(useImage: boolean): AppError {
	const message = 'The step shows no screenshot, and neither it nor its neighbours have a title or a text.';
	const hint = useImage
		? 'Give the step an image, or say in instructions what it is about.'
		: 'Leave useImage out, or say in instructions what the step is about.';
	return new AppError('nothing_to_describe', {errors: [{field: 'instructions', message, hint}]});
}
