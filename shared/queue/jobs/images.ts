import {Type} from 'typebox';
import {Click, Highlight} from '../../contract/geometry.ts';
import {Target} from '../../contract/pictures/element.ts';
import {Closed, Nullable} from '../../contract/schema.ts';
import {StepChangeInput} from '../../contract/step.ts';
import {defineJob} from '../job.ts';

const IngestInput = Closed({
	source: Type.Union([Closed({original: Type.String()}), Closed({url: Type.String()})]),
	name: Nullable(Type.String()),
	step: Nullable(
		Closed({
			tourId: Type.String(),
			/** The step to edit; null adds one. */
			stepId: Nullable(Type.String()),
			ifMatch: Nullable(Type.Integer()),
			fields: StepChangeInput,
		}),
	),
});

/** Stores an image's variants and, if a step waits for the image, changes that step in one transaction. */
export const ingestImage = defineJob({
	name: 'ingest-image',
	pool: 'images',
	// Crashes count as attempts: an image that crashes the decoder takes down three workers at most.
	attempts: 3,
	crashes: 0,
	input: IngestInput,
});

/** Stores an animation, which takes seconds and has its own pool; `ingest-image` hands it over. */
export const ingestAnimation = defineJob({
	name: 'ingest-animation',
	pool: 'animations',
	// The encoder runs in a process of its own, which crashes no worker; a third attempt would fail like the second.
	attempts: 2,
	input: IngestInput,
});

/** Encodes an image's variants as AVIF, for pages published later and, after a while, for those already published. */
export const encodeAvif = defineJob({
	name: 'encode-avif',
	pool: 'background',
	// The encoder runs in a process of its own, which crashes no worker; a third attempt would fail like the second.
	attempts: 2,
	input: Closed({mediaId: Type.String()}),
});

/** Draws a screenshot with its highlight and click, for callers who placed them without seeing it. */
export const drawStep = defineJob({
	name: 'draw-step',
	pool: 'images',
	attempts: 1,
	crashes: 0,
	input: Closed({mediaId: Type.String(), highlight: Nullable(Highlight), click: Nullable(Click)}),
});

/** Reads the elements on a screenshot and their places; then returns those that fit the query, or places a step. */
export const readElements = defineJob({
	name: 'read-elements',
	pool: 'images',
	attempts: 2,
	// Few, since an image that crashes the decoder takes its worker with it.
	crashes: 2,
	input: Closed({
		mediaId: Type.String(),
		query: Nullable(Type.String()),
		limit: Type.Integer(),
		/** The step to place by the found element; the job then returns the step. */
		step: Nullable(Closed({tourId: Type.String(), stepId: Type.String(), ifMatch: Nullable(Type.Integer()), target: Target})),
	}),
});
