import {Type} from 'typebox';
import {Click, Highlight} from '../../contract/geometry.ts';
import {Target} from '../../contract/pictures/element.ts';
import {Closed, Nullable} from '../../contract/schema.ts';
import {StepChangeInput} from '../../contract/step.ts';
import {defineJob, MANY_CRASHES} from '../job.ts';

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
	// An image that brings the decoder down must not do so often.
	attempts: 3,
	crashes: 0,
	input: IngestInput,
});

/** Stores an animation; `ingest-image` hands it over, since it takes seconds and has its own pool. */
export const ingestAnimation = defineJob({
	name: 'ingest-animation',
	pool: 'animations',
	// The encoder is a process of its own: what it cannot do fails there, and no better the third time.
	attempts: 2,
	crashes: MANY_CRASHES,
	input: IngestInput,
});

/** Makes AVIF of an image's variants, for pages published from then on and, a little later, for those that are up. */
export const encodeAvif = defineJob({
	name: 'encode-avif',
	pool: 'background',
	// The encoder is a process of its own: what it cannot do fails there, and no better the third time.
	attempts: 2,
	crashes: MANY_CRASHES,
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
	// An image that brings the decoder down must not do so often.
	crashes: 2,
	input: Closed({
		mediaId: Type.String(),
		query: Nullable(Type.String()),
		limit: Type.Integer(),
		/** The step that is placed by what is found; then that is returned. */
		step: Nullable(Closed({tourId: Type.String(), stepId: Type.String(), ifMatch: Nullable(Type.Integer()), target: Target})),
	}),
});
