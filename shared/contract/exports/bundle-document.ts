import {type Static, Type} from 'typebox';
import {documentStepFields, tourDocumentFields} from '../document.ts';
import {KEY_PATTERN} from '../document-format.ts';
import {LIMITS} from '../limits.ts';
import {Closed, Text} from '../schema.ts';
import {LanguageCode} from '../step.ts';
import {STEP_TEXTS} from '../step-fields.ts';

/** A bundle: a zip with a tour's document and the files that it names, as an export writes it and an import reads it. */

const file = (description: string) => Type.String({minLength: 1, maxLength: LIMITS.fileName, description});

export const BundleNarration = Closed(
	{
		file: file('Its sound in the bundle: audio/….mp3.'),
		language: LanguageCode('Language that is spoken.'),
		lang: Type.Optional(LanguageCode("Target language for which it was made; absent for the narration in the tour's own.")),
		voice: Text(100, 'UUID of the voice.'),
		source: Type.Optional(Text(STEP_TEXTS.narrationScript, "The words of which it was made; absent where they are the step's.")),
		script: Type.Optional(Text(STEP_TEXTS.narrationScript, 'What is spoken; absent where that is the words of which it was made.')),
	},
	{description: 'A narration and its sound.'},
);
export type BundleNarration = Static<typeof BundleNarration>;

const {id: _id, target: _target, image: _image, ...stepFields} = documentStepFields;
const BundleStep = Closed(
	{
		...stepFields,
		image: Type.Optional(Closed({file: file('Its picture in the bundle: media/….png.')}, {description: 'The screenshot.'})),
		narrations: Type.Optional(Type.Array(BundleNarration, {maxItems: 100, description: 'What the step speaks, one for each language.'})),
	},
	{description: 'A step.'},
);
export type BundleStep = Static<typeof BundleStep>;

export const BundleDocument = Closed(
	{
		key: Type.Optional(Type.String({pattern: KEY_PATTERN, maxLength: 64, description: 'Your own name for the tour.'})),
		...tourDocumentFields,
		steps: Type.Optional(Type.Array(BundleStep, {maxItems: LIMITS.stepsPerTour, description: 'The steps in their order.'})),
	},
	{description: 'A tour and the files of its bundle.'},
);
export type BundleDocument = Static<typeof BundleDocument>;
