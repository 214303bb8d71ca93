import {type Static, Type} from 'typebox';
import {endCtaFields, leadCaptureFields} from './cards.ts';
import {DOCUMENT_FORMAT, KEY_PATTERN} from './document-format.ts';
import {Warning} from './geometry.ts';
import {LIMITS} from './limits.ts';
import {chapters, StepActions} from './paths/actions.ts';
import {Target} from './pictures/element.ts';
import {PicturesInput} from './pictures/shown.ts';
import {Choice, Closed, Name, Nullable, Text} from './schema.ts';
import {Camera, LanguageCode, stepFields} from './step.ts';
import {themeFields} from './theme.ts';

/** A whole tour as one JSON value. Defaults are left out, so that equal tours are equal documents. */

const {position: _position, image: _image, ...shownFields} = stepFields;

export const DocumentImage = Closed(
	{
		mediaId: Type.Optional(Text(64, 'The mediaId that a media upload answered.')),
		url: Type.Optional(
			Type.String({minLength: 1, maxLength: LIMITS.linkUrl, description: 'Public https URL of the image; it is fetched once and stored.'}),
		),
	},
	{title: 'DocumentImage', description: 'The screenshot: exactly one of mediaId and url.'},
);
export type DocumentImage = Static<typeof DocumentImage>;

/** Fields of a step in a document: those of a step's own operations, except its position, which is its place in the list. */
export const documentStepFields = {
	key: Type.Optional(
		Type.String({
			pattern: KEY_PATTERN,
			maxLength: 64,
			description: 'Your own name, unique in the tour: a-z or 0-9, then also ".", "_", "-". Default: its id.',
		}),
	),
	id: Type.Optional(Text(40, 'Its id, as GET answers it. A step is found again by id, else by key.')),
	...shownFields,
	image: Type.Optional(DocumentImage),
	target: Type.Optional(Target),
	camera: Type.Optional(Camera),
	actions: Type.Optional(StepActions),
};
export const DocumentStep = Closed(documentStepFields, {title: 'DocumentStep', description: 'A step.'});
export type DocumentStep = Static<typeof DocumentStep>;

/** Fields of a document that concern the tour as a whole. */
export const tourDocumentFields = {
	$schema: Type.Optional(Text(LIMITS.linkUrl, 'URL of the JSON Schema, for editors.')),
	format: Type.Optional(Choice([DOCUMENT_FORMAT], {description: `Always ${DOCUMENT_FORMAT}.`})),
	version: Type.Optional(Type.Integer({minimum: 1, description: 'Version of the format: 1.'})),
	name: Name('Name of the tour.'),
	language: Type.Optional(LanguageCode('Language of the page and its narration: pt (default, meaning pt-BR), en, es-MX.')),
	voices: Type.Optional(
		Type.Record(Type.String(), Type.String({maxLength: 100, description: 'UUID of a voice.'}), {
			description: 'Voice UUID for each language: {"en": "…"}.',
			propertyNames: LanguageCode('A language code.'),
			maxProperties: 100,
		}),
	),
	theme: Type.Optional(Closed(themeFields, {title: 'ThemeInput', description: 'Preset, single colours and font.'})),
	leadCapture: Type.Optional(Closed(leadCaptureFields, {title: 'LeadCaptureInput', description: 'The opening form.'})),
	endCta: Type.Optional(Closed(endCtaFields, {title: 'EndCtaInput', description: 'The closing card.'})),
	chapters: Type.Optional(chapters),
	pictures: Type.Optional(PicturesInput),
};
export const TourDocument = Closed(
	{
		...tourDocumentFields,
		steps: Type.Optional(Type.Array(DocumentStep, {maxItems: LIMITS.stepsPerTour, description: 'The steps in their order.'})),
	},
	{title: 'Document', description: 'A whole tour; what is absent takes its default.'},
);
export type TourDocument = Static<typeof TourDocument>;

/** One difference between two documents, or between a tour and what it would become. */
export const Change = Closed(
	{
		op: Choice(['add', 'remove', 'move', 'change'], {description: 'What happens.'}),
		step: Nullable(Type.String({description: 'Key of the step; null for what belongs to the tour.'})),
		field: Type.String({description: 'What changes: a property, steps[2] for a step that comes or goes, position for one that moves.'}),
		from: Type.Unknown({description: 'What was there; null where nothing was.'}),
		to: Type.Unknown({description: 'What is there afterwards; null where nothing is.'}),
		sentences: Type.Optional(
			Type.Array(Type.String(), {description: 'The same in words, of actions: button Pricing now leads to step 7.'}),
		),
	},
	{title: 'Change', description: 'A difference between two documents.'},
);
export type Change = Static<typeof Change>;

export const changes = Type.Array(Change, {description: 'What differs; empty where nothing does.'});
export const documentWarnings = Type.Array(Warning, {
	description: 'What is allowed and still unwise, or still missing before it can be published.',
});
