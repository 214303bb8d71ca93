import {Type} from 'typebox';
import {EndCta, LeadCapture} from '../../shared/contract/cards.ts';
import {Conflict, type Edit, edits, Writer} from '../../shared/contract/edit.ts';
import type {Fault} from '../../shared/contract/error.ts';
import {Adjustment} from '../../shared/contract/geometry.ts';
import {LIMITS} from '../../shared/contract/limits.ts';
import {chapters} from '../../shared/contract/paths/actions.ts';
import {Pictures} from '../../shared/contract/pictures/shown.ts';
import {Closed} from '../../shared/contract/schema.ts';
import {Step} from '../../shared/contract/step.ts';
import {Theme} from '../../shared/contract/theme.ts';
import {NarrationSettings} from '../../shared/contract/tour.ts';
import {AppError, invalid} from '../../shared/errors.ts';
import {newId} from '../../shared/ids.ts';
import {presentChangedTour} from '../../shared/present/tour.ts';
import {readPublisher} from '../../shared/store/access/accounts.ts';
import {useImages} from '../../shared/store/media/media.ts';
import {redactedStandIns} from '../../shared/store/redactions/redactions.ts';
import {applyChanges} from '../../shared/tour/changes/apply-changes.ts';
import {editFaults} from '../../shared/tour/changes/edit-faults.ts';
import type {StoredImage} from '../../shared/tour/document/document.ts';
import {exchangeImages, imagesNamed} from '../../shared/tour/redaction.ts';
import {type Call, defineOperation, respond} from '../pipeline/operation.ts';
import {checkedVoices} from './ai/voices.ts';
import {changeTourFor, success, tourId} from './responses.ts';
import {CHANGES_TOUR, findTour} from './tours.ts';

const result = {
	version: Type.Integer({description: "The tour's version now."}),
	previousVersion: Type.Integer({description: 'The version that was changed: the same where nothing was.'}),
	applied: Type.Integer({description: 'How many of the changes are in the tour: those without a conflict.'}),
	steps: Type.Array(Step, {description: 'The steps that have changed, as they are now.'}),
	order: Type.Array(Type.String(), {description: 'The ids of all steps, in their order.'}),
	removed: Type.Array(Type.String(), {description: 'The ids of the steps that are gone.'}),
	conflicts: Type.Array(Conflict, {description: 'What was not changed, because somebody else has changed it.'}),
	adjustments: Type.Array(Adjustment, {description: 'What was stored differently from how it was sent, named from the change on.'}),
	settings: Type.Optional(
		Closed(
			{
				theme: Theme,
				leadCapture: LeadCapture,
				endCta: EndCta,
				narrationSettings: NarrationSettings,
				pictures: Pictures,
				chapters: Type.Optional(chapters),
			},
			{title: 'TourSettings', description: 'What of the tour is none of its steps, where it has changed, as it is now.'},
		),
	),
};

export const changeTourOperation = defineOperation({
	name: 'change_tour',
	tag: 'Tours',
	summary: 'Make many changes at once, merged field by field with what others have changed meanwhile',
	description:
		'Each change says what was there when it was made: what is still so is changed, the rest is answered as a conflict and stays. All of it is one change of the tour. With If-Match a conflict leaves everything as it is.',
	route: 'POST /tours/{id}/changes',
	scopes: ['tours:write'],
	input: Closed({id: tourId, changes: edits, writer: Type.Optional(Writer)}),
	success: success(200, 'What became of the changes.', result),
	...CHANGES_TOUR,
	errors: ['too_many_steps', 'unknown_target', 'version_mismatch'],
	idempotent: true,
	bodyBytes: LIMITS.documentBodyBytes,
	check: ({changes}) => editFaults(changes),
	async handler({id, changes, writer}, call) {
		await findTour({id}, call);
		const known = await redacted(changes, id, call);
		const images = await imagesOf(known, call);
		await checkVoices(changes, call);
		const asksPublisher = changes.some(({kind}) => kind === 'settings');
		const publisher = asksPublisher ? await readPublisher(call.db, call.accountId) : {company: null, privacyUrl: null};
		const done = await changeTourFor(call, id, before => {
			const applied = applyChanges(before, known, {
				images,
				newStepId: () => newId('step'),
				now: new Date(),
				publisher,
				...(writer && {writer}),
			});
			// All or nothing.
			const refused = call.ifMatch !== null && applied.conflicts.length > 0;
			return {...applied, ...(refused && {content: before, adjustments: []}), before, refused};
		});
		await call.pause();
		const body = presentChangedTour({...done, sent: changes.length, publisher}, call.services.config);
		return {...respond(200, body, done.version), unchanged: done.content === done.before};
	},
});

/** Returns the changes with redacted pictures in place of their originals: undoing a change brings none back. */
async function redacted(changes: readonly Edit[], tourId: string, {db, accountId}: Call): Promise<readonly Edit[]> {
	const known: Edit[] = [];
	for (const change of changes) {
		const named = imagesNamed(change);
		const stepId = 'step' in change ? change.step : null;
		const standIns = named.length > 0 ? await redactedStandIns(db, accountId, named, {tourId, stepId}) : null;
		known.push(standIns ? exchangeImages(change, standIns) : change);
	}
	return known;
}

/** Throws a 400 with each voice that there is not, named by the change that wants it. */
async function checkVoices(changes: readonly Edit[], call: Call): Promise<void> {
	for (const [index, change] of changes.entries()) {
		const voices = change.kind === 'settings' ? (change.set.narrationSettings?.voices ?? {}) : {};
		const wanted = Object.entries(voices).filter((entry): entry is [string, string] => entry[1] !== null);
		const place = `changes[${index}].set.narrationSettings`;
		await checkedVoices(Object.fromEntries(wanted), call).catch(error => {
			if (!(error instanceof AppError)) throw error;
			const faults = error.errors ?? [{field: 'voices', message: error.message, hint: 'Choose a voice once there are some.'}];
			throw invalid(faults.map(fault => ({...fault, field: `${place}.${fault.field}`})));
		});
	}
}

/** The images that the changes name. Throws `not_found` with each of those that there are not. */
async function imagesOf(changes: readonly Edit[], {db, accountId}: Call): Promise<Map<string, StoredImage>> {
	const named = changes.map(change =>
		change.kind === 'edit' || change.kind === 'add' || change.kind === 'restore' ? change.set?.image?.mediaId : null,
	);
	const images = await useImages(db, accountId, [...new Set(named.filter(mediaId => mediaId != null))], true);
	const missing = named.flatMap((mediaId, index): Fault[] => {
		if (mediaId == null || images.has(mediaId)) return [];
		const hint = 'Upload the image first and pass the mediaId that the upload answers.';
		return [{field: `changes[${index}].set.image.mediaId`, message: 'There is no image with this mediaId.', hint}];
	});
	if (missing.length > 0) throw new AppError('not_found', {errors: missing});
	return images;
}
