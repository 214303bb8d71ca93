import {Type} from 'typebox';
import {Choice, Closed, Nullable, Timestamp} from '../../shared/contract/schema.ts';
import {readTour} from '../../shared/store/tour-list.ts';
import {contentAt} from '../../shared/store/versions.ts';
import {differencesBetween, STEP_DIFFERENCES} from '../../shared/tour/document/unpublished.ts';
import {defineOperation, respond} from '../pipeline/operation.ts';
import {success, tourId} from './responses.ts';

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
	errors: [],
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
