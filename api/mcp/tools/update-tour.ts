import {Type} from 'typebox';
import {changes} from '../../../shared/contract/document.ts';
import {LIMITS} from '../../../shared/contract/limits.ts';
import {PicturesInput} from '../../../shared/contract/pictures/shown.ts';
import {Closed, Name} from '../../../shared/contract/schema.ts';
import {STEP_TEXTS} from '../../../shared/contract/step-fields.ts';
import {storedPictures} from '../../../shared/tour/browser-bar.ts';
import {diff} from '../../../shared/tour/document/diff.ts';
import {documentOf} from '../../../shared/tour/document/from-document.ts';
import {replaceWords} from '../../../shared/tour/document/replace-words.ts';
import {canonicalLanguage} from '../../../shared/tour/language/language-tag.ts';
import {checkedVoices, setNarrationSettings} from '../../operations/ai/voices.ts';
import {changeTourFor, success, TourResponse, tourId, tourResponse} from '../../operations/responses.ts';
import {findTour} from '../../operations/tours.ts';
import {defineOperation} from '../../pipeline/operation.ts';

const {language, voices} = setNarrationSettings.input.properties;

const Replacement = Closed({
	find: Type.String({minLength: 1, maxLength: LIMITS.replacedWords, description: 'Words that are there.'}),
	replace: Type.String({maxLength: STEP_TEXTS.text, description: 'Words in their place.'}),
});

/** Does the work of `rename_tour` and `set_narration_settings` in one change: for agents, whose tools are few. */
export const updateTour = defineOperation({
	name: 'update_tour',
	tag: 'Tours',
	summary: "Change a tour's name, language, voices, the frame of its pictures, and words wherever they stand",
	description: 'What is absent stays; voices are replaced as a whole.',
	route: 'PATCH /tours/{id}/settings',
	scopes: ['tours:write'],
	input: Closed({
		id: tourId,
		name: Type.Optional(Name('The new name.')),
		language,
		voices,
		pictures: Type.Optional(PicturesInput),
		replace: Type.Optional(
			Type.Array(Replacement, {
				maxItems: LIMITS.replacementsAtOnce,
				description: 'Exchanges words in all texts and labels but consentText, as they are written.',
			}),
		),
	}),
	success: success(200, 'The tour, and what differs from what it was.', {...TourResponse, changes}),
	errors: ['version_mismatch', 'provider_unavailable'],
	counts: ['change'],
	find: findTour,
	async handler({id, name, replace = [], ...given}, call) {
		const checked = given.voices && (await checkedVoices(given.voices, call));
		const tag = given.language && canonicalLanguage(given.language);
		const {before, content, tour} = await changeTourFor(call, id, before => {
			const narrationSettings = {...before.narrationSettings, ...(tag && {language: tag}), ...(checked && {voices: checked})};
			const {pictures, ...others} = replaceWords(before, replace);
			const frame = storedPictures({...pictures, ...given.pictures});
			const content = {...others, ...frame, ...(name !== undefined && {name}), narrationSettings};
			return {content, before};
		});
		const {response} = tourResponse(200, tour, call);
		return {response: {...response, body: {...response.body, changes: diff(documentOf(before), documentOf(content))}}};
	},
});
