import {Type} from 'typebox';
import {Warning} from '../../shared/contract/geometry.ts';
import {LIMITS} from '../../shared/contract/limits.ts';
import {Choice, Closed, Nullable, PublicUrl, Timestamp} from '../../shared/contract/schema.ts';
import {PublishedLink} from '../../shared/contract/tour.ts';
import {AppError} from '../../shared/errors.ts';
import {randomToken} from '../../shared/ids.ts';
import type {JobInput} from '../../shared/queue/job.ts';
import {buildBundle} from '../../shared/queue/jobs/publishing.ts';
import {insertJob} from '../../shared/store/jobs/jobs.ts';
import {mediaByIds} from '../../shared/store/media/media.ts';
import {reserveSlug, takeDown, unpublishTour} from '../../shared/store/publications.ts';
import {readTour} from '../../shared/store/tour-list.ts';
import {lockTour} from '../../shared/store/tours.ts';
import {contentAt, keepVersion} from '../../shared/store/versions.ts';
import {canonicalJson} from '../../shared/tour/document/canonical-json.ts';
import {differencesBetween, STEP_DIFFERENCES} from '../../shared/tour/document/unpublished.ts';
import {publishFaults, publishWarnings} from '../../shared/tour/readiness.ts';
import {makeSnapshot} from '../../shared/tour/snapshot.ts';
import {defineOperation, respond} from '../pipeline/operation.ts';
import {success, tourId} from './responses.ts';
import {findTour} from './tours.ts';

const warnings = Type.Array(Warning, {description: 'What is allowed and still unwise.'});
const version = Type.Integer({description: 'Number of the version that the link shows, to restore it.'});
const link = {publishedLink: PublishedLink, version, warnings};
const preview = {
	dryRun: Type.Literal(true),
	preview: Closed({url: PublicUrl, expiresAt: Timestamp}, {description: 'A link to look at, valid for 7 days.'}),
	bytes: Type.Integer({description: 'What would count against the 12 MB.'}),
	warnings,
};

export const publish = defineOperation({
	name: 'publish',
	tag: 'Publishing',
	summary: 'Publish the tour to its permanent link, or validate it with dryRun',
	description: 'Publishing again updates the same link. With dryRun nothing changes in public; a preview link is answered.',
	route: 'POST /tours/{id}/publish',
	scopes: ['publish'],
	input: Closed({
		id: tourId,
		dryRun: Type.Optional(Type.Boolean({description: 'true = validate only and answer a preview link.'})),
		title: Type.Optional(Type.String({maxLength: LIMITS.publishTitle, description: 'Title of the link; default the name of the tour.'})),
	}),
	success: {
		...success(201, 'Published.', link),
		// The tour was updated or validated.
		200: {
			description: 'The link was updated (publishedLink, version), or the tour was validated (dryRun, preview, bytes).',
			body: Closed({
				publishedLink: Type.Optional(PublishedLink),
				version: Type.Optional(version),
				warnings: Type.Optional(warnings),
				dryRun: Type.Optional(preview.dryRun),
				preview: Type.Optional(preview.preview),
				bytes: Type.Optional(preview.bytes),
			}),
		},
	},
	versioned: true,
	errors: ['tour_not_publishable', 'tour_too_large', 'version_mismatch'],
	idempotent: true,
	counts: ['change', 'publish'],
	countsWhen: ({dryRun}) => !dryRun,
	async: true,
	find: findTour,
	async handler({id, dryRun = false, title}, call) {
		const {db, accountId, services} = call;
		const tour = await lockTour(db, accountId, id, call.ifMatch);
		const faults = publishFaults(tour.content);
		if (faults.length > 0) throw new AppError('tour_not_publishable', {errors: faults});
		const mediaIds = tour.content.steps.flatMap(step => (step.image ? [step.image.mediaId] : []));
		const media = await mediaByIds(db, accountId, [...new Set(mediaIds)]);
		if (!dryRun) await keepVersion(db, tour, {cause: 'checkpoint', actor: call.actor});
		const snapshot = makeSnapshot(tour.content, title || tour.content.name, media, tour.publisher);
		const input: JobInput<typeof buildBundle> = {
			tourId: id,
			tourVersion: tour.contentVersion,
			askedAt: new Date().toISOString(),
			snapshot: await services.files.put('snapshots', Buffer.from(canonicalJson(snapshot)), '.json'),
			media: [...media.keys()],
			warnings: publishWarnings(tour.content),
			slug: dryRun ? randomToken() : (tour.slug ?? (await reserveSlug(db, id))),
			dryRun,
		};
		return {job: await insertJob(db, {accountId, type: buildBundle.name, input, actor: call.actor})};
	},
});

export const unpublish = defineOperation({
	name: 'unpublish',
	tag: 'Publishing',
	summary: 'Take the public link down; publishing again brings back the same link',
	route: 'DELETE /tours/{id}/publish',
	scopes: ['publish'],
	input: Closed({id: tourId}),
	success: success(200, 'The link is down.', {changed: Type.Boolean({description: 'false where nothing was published.'})}),
	versioned: true,
	errors: ['version_mismatch'],
	counts: ['change'],
	pastLimits: true,
	async handler({id}, call) {
		const tour = await lockTour(call.db, call.accountId, id, call.ifMatch);
		const changed = await takeDown(call.db, id);
		const version = changed ? await unpublishTour(call.db, tour) : tour.version;
		return {...respond(200, {changed}, version), unchanged: !changed};
	},
});

const StepDifference = Closed(
	{
		stepId: Type.String(),
		kind: Choice(STEP_DIFFERENCES),
		fields: Type.Array(Type.String(), {description: 'What of it differs: its fields, position, narration.'}),
	},
	{title: 'StepDifference', description: 'A step that the link shows otherwise, or not.'},
);

export const getUnpublished = defineOperation({
	name: 'get_unpublished',
	tag: 'Publishing',
	summary: 'Tell what has changed since what the link shows',
	route: 'GET /tours/{id}/unpublished',
	scopes: ['tours:read'],
	input: Closed({id: tourId}),
	success: success(200, 'What the next publish would change.', {
		since: Nullable(Timestamp),
		steps: Type.Array(StepDifference, {description: 'In the order of the tour, then those that are gone; empty without a link.'}),
		parts: Type.Array(Type.String(), {
			description: 'name, language, voices, theme, leadCapture, endCta; unknown where that version is no longer kept.',
		}),
	}),
	versioned: true,
	async handler({id}, call) {
		const tour = await readTour(call.db, call.accountId, id);
		const since = tour.link?.publishedAt.toISOString() ?? null;
		const {publishedVersion, contentVersion, version} = tour;
		if (since === null || publishedVersion === null || publishedVersion === contentVersion) {
			return respond(200, {since, steps: [], parts: []}, version);
		}
		const shown = await contentAt(call.db, id, publishedVersion);
		const found = shown ? differencesBetween(shown, tour.content) : {steps: [], parts: ['unknown']};
		return respond(200, {since, ...found}, version);
	},
});
