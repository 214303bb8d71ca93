import {Type} from 'typebox';
import {Warning} from '../../../shared/contract/geometry.ts';
import {chapters, stepActionFields} from '../../../shared/contract/paths/actions.ts';
import {flowFields, Paths} from '../../../shared/contract/paths/flow.ts';
import {Closed} from '../../../shared/contract/schema.ts';
import {Step} from '../../../shared/contract/step.ts';
import {presentStepChange} from '../../../shared/present/tour.ts';
import {readContent} from '../../../shared/store/tours.ts';
import {chaptersToKeep, setActions} from '../../../shared/tour/paths/actions.ts';
import {flowOf, pathWarnings} from '../../../shared/tour/paths/flow.ts';
import {pathsOf} from '../../../shared/tour/paths/graph.ts';
import {defineOperation, respond} from '../../pipeline/operation.ts';
import {adjustmentsAndWarnings, changeTourFor, stepId, success, tourId, whereAny} from '../responses.ts';
import {CHANGES_TOUR} from '../tours.ts';

export const setStepActions = defineOperation({
	name: 'set_step_actions',
	tag: 'Steps',
	summary: 'Say where a step leads: its buttons, its hotspots and its Next',
	description:
		'Replaces all three; what is left out has its default. A step with buttons has no Next, unless next is set. The public page changes with the next publish.',
	route: 'PUT /tours/{id}/steps/{stepId}/actions',
	scopes: ['tours:write'],
	input: Closed({id: tourId, stepId, ...stepActionFields}),
	success: success(200, 'The step as stored, and the ways through the tour.', {
		step: Step,
		paths: Paths,
		...adjustmentsAndWarnings,
	}),
	...CHANGES_TOUR,
	errors: ['unknown_target', 'version_mismatch'],
	async handler({id, stepId, ...given}, call) {
		const change = await changeTourFor(call, id, content => setActions(content, stepId, given));
		const {content, adjustments, version} = change;
		const {step} = presentStepChange(change, call.services.config);
		const lists = whereAny({adjustments, warnings: pathWarnings(content)});
		return respond(200, {step, paths: pathsOf(content.steps), ...lists}, version);
	},
});

export const setChapters = defineOperation({
	name: 'set_chapters',
	tag: 'Tours',
	summary: "Name the tour's chapters: a title for each scene",
	description: 'Replaces all. The public page changes with the next publish.',
	route: 'PUT /tours/{id}/chapters',
	scopes: ['tours:write'],
	input: Closed({id: tourId, chapters}),
	success: success(200, 'The chapters as stored.', {
		chapters,
		warnings: Type.Array(Warning, {description: 'What is allowed and still unwise.'}),
	}),
	...CHANGES_TOUR,
	async handler({id, chapters: given}, call) {
		const {content, version} = await changeTourFor(call, id, ({chapters: _before, ...before}) => ({
			content: {...before, ...(given.length > 0 && {chapters: chaptersToKeep(given)})},
		}));
		const scenes = new Set(content.steps.map(({scene}) => scene));
		const warnings = given.flatMap(({scene, title}, index) =>
			scenes.has(scene)
				? []
				: [{field: `chapters[${index}].scene`, message: `No step of “${title}” is there.`, hint: `Set scene to ${scene} on its steps.`}],
		);
		return respond(200, {chapters: content.chapters ?? [], warnings}, version);
	},
});

export const getFlow = defineOperation({
	name: 'get_flow',
	tag: 'Tours',
	summary: 'Read the ways through a tour: its steps, what leads from one to another, and where it ends',
	route: 'GET /tours/{id}/flow',
	scopes: ['tours:read'],
	input: Closed({id: tourId}),
	success: success(200, 'The ways through the tour.', flowFields),
	async handler({id}, call) {
		return respond(200, flowOf(await readContent(call.db, call.accountId, id)));
	},
});
