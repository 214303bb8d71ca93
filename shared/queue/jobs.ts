import {Type} from 'typebox';
import {Click, Highlight, Warning} from '../contract/geometry.ts';
import {LIMITS} from '../contract/limits.ts';
import {Choice, Closed, Nullable} from '../contract/schema.ts';
import {StepInput} from '../contract/step.ts';
import {TEXT_LANGUAGES} from '../contract/text.ts';
import {defineJob} from './job.ts';

/** More than publishing can say of one. */
const WARNINGS_PER_STEP = 20;
/** More than a bad day has. */
const CRASHES = 25;

const IngestInput = Closed({
	source: Type.Union([Closed({original: Type.String()}), Closed({url: Type.String()})]),
	name: Nullable(Type.String()),
	step: Nullable(
		Closed({
			tourId: Type.String(),
			/** The step to edit; null adds one. */
			stepId: Nullable(Type.String()),
			ifMatch: Nullable(Type.Integer()),
			fields: StepInput,
		}),
	),
});

/** Stores an image's variants and, where a step was waiting for it, changes that step in the same transaction. */
export const ingestImage = defineJob({
	name: 'ingest-image',
	pool: 'images',
	// An image that brings the decoder down must not do so often.
	attempts: 3,
	crashes: 0,
	input: IngestInput,
});

/** The same for an animation, which `ingest-image` passes on: it takes seconds, and has a pool of its own. */
export const ingestAnimation = defineJob({
	name: 'ingest-animation',
	pool: 'animations',
	// The encoder is a process of its own: what it cannot do fails there, and no better the third time.
	attempts: 2,
	crashes: CRASHES,
	input: IngestInput,
});

/** Makes AVIF of an image's variants, for pages published from then on and, a little later, for those that are up. */
export const encodeAvif = defineJob({
	name: 'encode-avif',
	pool: 'background',
	// The encoder is a process of its own: what it cannot do fails there, and no better the third time.
	attempts: 2,
	crashes: CRASHES,
	input: Closed({mediaId: Type.String()}),
});

/** Renders a snapshot's page and puts it under the tour's link, or under a preview's. */
export const buildBundle = defineJob({
	name: 'build-bundle',
	pool: 'render',
	attempts: 5,
	crashes: CRASHES,
	input: Closed({
		tourId: Type.String(),
		tourVersion: Type.Integer({description: 'Version of the content that the snapshot shows.'}),
		/** A link that was taken down after this stays down. */
		askedAt: Type.String(),
		/** File name in the folder `snapshots`. */
		snapshot: Type.String(),
		/** The mediaIds that it shows. */
		media: Type.Array(Type.String(), {maxItems: LIMITS.stepsPerTour}),
		warnings: Type.Array(Warning, {maxItems: WARNINGS_PER_STEP * LIMITS.stepsPerTour}),
		/** The slug, or the token of a preview. */
		slug: Type.String(),
		dryRun: Type.Boolean(),
	}),
});

/** Renders the cover of a publication. */
export const renderCover = defineJob({
	name: 'render-cover',
	pool: 'render',
	attempts: 3,
	crashes: CRASHES,
	input: Closed({publicationId: Type.String(), snapshot: Type.String()}),
});

/** Renders the page of a link or a preview anew from its snapshot. Ordered by workers for themselves, a few at a time. */
export const rebuildPage = defineJob({
	name: 'rebuild-page',
	pool: 'render',
	attempts: 3,
	crashes: CRASHES,
	input: Closed({publicationId: Type.String()}),
});

/** Writes a step's title and text, and a narration script on request; saves them where the step's words are still those of the call. */
export const writeStep = defineJob({
	name: 'write-step',
	pool: 'ai',
	attempts: 3,
	crashes: CRASHES,
	input: Closed({
		tourId: Type.String(),
		stepId: Type.String(),
		language: Choice(TEXT_LANGUAGES),
		instructions: Nullable(Type.String()),
		narrationScript: Type.Boolean(),
		useImage: Type.Boolean(),
		save: Type.Boolean(),
		/** The step's words when the call was made: what a person has written since stays. */
		before: Closed({title: Nullable(Type.String()), text: Nullable(Type.String()), narrationScript: Nullable(Type.String())}),
	}),
});

/** Speaks a step's words, translated first where another language is wanted, and saves the audio as the step's narration. */
export const narrateStep = defineJob({
	name: 'narrate-step',
	pool: 'audio',
	attempts: 3,
	crashes: CRASHES,
	input: Closed({
		tourId: Type.String(),
		stepId: Type.String(),
		/** What to speak, or to translate and speak. */
		words: Type.String(),
		/** Language of the words, and the one to speak. */
		from: Type.String(),
		spoken: Type.String(),
		/** The target language under which the narration is kept; null for the tour's own. */
		lang: Nullable(Type.String()),
		voice: Closed({id: Type.String(), key: Type.String(), language: Type.String()}),
		/** Whether the words become the step's script. */
		becomesScript: Type.Boolean(),
		/** What the step would have said when the call was made: what a person has written since stays. */
		before: Nullable(Type.String()),
	}),
});

/** Sends an account a mail. The worker makes the link in it, so that no secret stands in a queue or a row. */
export const sendMail = defineJob({
	name: 'send-mail',
	pool: 'ai',
	attempts: 5,
	crashes: CRASHES,
	input: Closed({
		/** `exists`: somebody tried to sign up with the e-mail address of this account. */
		purpose: Choice(['confirm', 'reset', 'exists']),
	}),
});

/** Draws a screenshot with its highlight and click, for whoever placed them without seeing it. */
export const drawStep = defineJob({
	name: 'draw-step',
	pool: 'images',
	attempts: 1,
	crashes: 0,
	input: Closed({mediaId: Type.String(), highlight: Nullable(Highlight), click: Nullable(Click)}),
});

/** Tells the API with which voices the workers can speak. */
export const offerVoices = defineJob({
	name: 'offer-voices',
	pool: 'audio',
	attempts: 1,
	crashes: 0,
	every: 600_000,
	input: Closed({}),
});

/** Clears away what has expired. */
export const sweep = defineJob({
	name: 'sweep',
	pool: 'images',
	attempts: 1,
	crashes: 0,
	every: 3_600_000,
	input: Closed({}),
});

/** Every job of the service. */
export const JOBS = [
	ingestImage,
	ingestAnimation,
	encodeAvif,
	buildBundle,
	renderCover,
	rebuildPage,
	writeStep,
	narrateStep,
	sendMail,
	drawStep,
	offerVoices,
	sweep,
] as const;
