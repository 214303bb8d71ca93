import {Type} from 'typebox';
import {Closed} from '../../shared/contract/schema.ts';
import {readTour} from '../../shared/store/tour-list.ts';
import {canonicalLanguage} from '../../shared/tour/language/language-tag.ts';
import {defineOperation} from '../pipeline/operation.ts';
import {checkedVoices, setNarrationSettings} from './ai/voices.ts';
import {changeCalled, success, TourResponse, tourId, tourResponse} from './responses.ts';
import {findTour} from './tours.ts';

const {language, voices} = setNarrationSettings.input.properties;

/** What `rename_tour` and `set_narration_settings` do, in one change: for agents, whose tools are few. */
export const updateTour = defineOperation({
	name: 'update_tour',
	tag: 'Tours',
	summary: "Change a tour's name, its language, and its voice for each language",
	description: 'What is absent stays; voices are replaced as a whole.',
	route: 'PATCH /tours/{id}/settings',
	scopes: ['tours:write'],
	input: Closed({id: tourId, name: Type.Optional(Type.String({minLength: 1, description: 'The new name.'})), language, voices}),
	success: success(200, 'The tour.', TourResponse),
	errors: ['version_mismatch', 'provider_unavailable'],
	counts: ['change'],
	find: findTour,
	async handler({id, name, ...given}, call) {
		const {db, accountId} = call;
		const checked = given.voices && (await checkedVoices(given.voices, call));
		const tag = given.language && canonicalLanguage(given.language);
		await changeCalled(call, id, before => ({
			content: {
				...before,
				...(name !== undefined && {name}),
				narrationSettings: {...before.narrationSettings, ...(tag && {language: tag}), ...(checked && {voices: checked})},
			},
		}));
		return tourResponse(200, await readTour(db, accountId, id), call);
	},
});
