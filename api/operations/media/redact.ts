import {type RedactionArea, redactionFields, redactionResponse} from '../../../shared/contract/pictures/redaction.ts';
import {Closed} from '../../../shared/contract/schema.ts';
import {AppError} from '../../../shared/errors.ts';
import type {JobInput} from '../../../shared/queue/job.ts';
import {redactStep} from '../../../shared/queue/jobs/images.ts';
import {insertJob} from '../../../shared/store/jobs/jobs.ts';
import {findMedia} from '../../../shared/store/media/media.ts';
import {linksShowing} from '../../../shared/store/redactions/showing.ts';
import {readContent} from '../../../shared/store/tours.ts';
import {pixelsOf} from '../../../shared/tour/redaction.ts';
import {stepIndex} from '../../../shared/tour/steps.ts';
import {requireScope} from '../../pipeline/authorize.ts';
import {defineOperation} from '../../pipeline/operation.ts';
import {stepId, success, tourId} from '../responses.ts';
import {findTour} from '../tours.ts';

export const redactStepOperation = defineOperation({
	name: 'redact_step',
	tag: 'Steps',
	summary: "Burn boxes or blurs into a step's picture, so that what was there is gone for good",
	description:
		'The pixels are replaced in a new picture, of an animation in every frame, and highlight and click stay where they are. Cannot be undone: versions, the bin and previews get the new picture as well, and once nothing of the account shows the old one (alsoIn, live) its files are removed within five minutes. Copies in caches, backups and downloads are out of reach.',
	route: 'POST /tours/{id}/steps/{stepId}/redact',
	scopes: ['tours:write'],
	input: Closed({id: tourId, stepId, ...redactionFields}),
	success: success(200, 'The step with its redacted picture.', redactionResponse),
	errors: ['nothing_to_redact', 'image_unreadable', 'version_mismatch'],
	idempotent: true,
	counts: ['change'],
	async: true,
	find: findTour,
	async handler({id, stepId, areas, where = 'step', live = 'keep'}, call) {
		const {db, accountId, ifMatch, credential, services} = call;
		const content = await readContent(db, accountId, id, ifMatch);
		const {image} = content.steps[stepIndex(content, stepId)]!;
		const media = image && (await findMedia(db, accountId, image.mediaId));
		if (!media) throw nothing('stepId', 'The step has no picture.', 'Name a step with a screenshot.');
		requireAreas(areas, media);
		const isUp = (await linksShowing(db, accountId, media.mediaId)).some(link => link.tourId === id);
		if (live === 'replace' && isUp) requireScope('publish', credential, services.config.baseUrl);
		const input: JobInput<typeof redactStep> = {tourId: id, stepId, mediaId: media.mediaId, areas, where, live, ifMatch};
		return {job: await insertJob(db, {accountId, type: redactStep.name, input, actor: call.actor})};
	},
});

/** Throws `nothing_to_redact` for areas that lie beside the picture, or are no areas. */
function requireAreas(areas: readonly RedactionArea[], size: {width: number; height: number}): void {
	const errors = areas.flatMap((area, index) =>
		pixelsOf(area, size)
			? []
			: [
					{
						field: `areas[${index}]`,
						message: 'Covers no pixel of the picture.',
						hint: 'x, y, width and height are fractions of the picture, from 0 to 1; width and height are more than 0.',
					},
				],
	);
	if (errors.length > 0) throw new AppError('nothing_to_redact', {errors});
}

function nothing(field: string, message: string, hint: string): AppError {
	return new AppError('nothing_to_redact', {errors: [{field, message, hint}]});
}
