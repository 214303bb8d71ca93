import {Type} from 'typebox';
import {documentWarnings} from '../../shared/contract/document.ts';
import {LIMITS} from '../../shared/contract/limits.ts';
import {Closed} from '../../shared/contract/schema.ts';
import {Tour} from '../../shared/contract/tour.ts';
import type {JobInput} from '../../shared/queue/job.ts';
import {importBundle} from '../../shared/queue/jobs/documents.ts';
import {insertJob} from '../../shared/store/jobs/jobs.ts';
import {creatorOf, defineOperation} from '../pipeline/operation.ts';
import {success} from './responses.ts';

export const importTour = defineOperation({
	name: 'import_tour',
	tag: 'Tours',
	summary: 'Make a new tour out of a bundle: its document, its pictures and its narrations in one zip',
	description: `A bundle is what an export with the format bundle makes; ${LIMITS.bundleBytes / 1024 / 1024} MB at most. The tour gets the key of the bundle where none of yours has it. Narrations are kept as they are and cost nothing.`,
	route: 'POST /tours/import',
	scopes: ['tours:write'],
	input: Closed({bundle: Type.String({description: 'The bundle itself, which is the whole body.'})}),
	file: {property: 'bundle', type: 'application/zip', bytes: LIMITS.bundleBytes},
	success: success(201, 'The new tour, unpublished.', {tour: Tour, warnings: documentWarnings}),
	errors: [
		'document_version',
		'too_many_steps',
		'unknown_target',
		'image_too_large',
		'image_type',
		'image_unreadable',
		'not_found',
		'provider_unavailable',
	],
	idempotent: true,
	counts: ['change'],
	async: true,
	async handler({bundle}, call) {
		const input: JobInput<typeof importBundle> = {bundle, createdBy: creatorOf(call.credential)};
		return {job: await insertJob(call.db, {accountId: call.accountId, type: importBundle.name, input, actor: call.actor})};
	},
});
