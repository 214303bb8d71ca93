import {Type} from 'typebox';
import {Warning} from '../contract/geometry.ts';
import {Closed, Nullable} from '../contract/schema.ts';
import {StepInput} from '../contract/step.ts';
import {defineJob} from './job.ts';

/** Stores an image's variants and, where a step was waiting for it, changes that step in the same transaction. */
export const ingestImage = defineJob({
	name: 'ingest-image',
	pool: 'images',
	// An image that brings the decoder down must not do so often.
	attempts: 3,
	input: Closed({
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
	}),
});

/** Renders a snapshot's page and puts it under the tour's link, or under a preview's. */
export const buildBundle = defineJob({
	name: 'build-bundle',
	pool: 'render',
	attempts: 5,
	input: Closed({
		tourId: Type.String(),
		tourVersion: Type.Integer({description: 'Version of the content that the snapshot shows.'}),
		/** A link that was taken down after this stays down. */
		askedAt: Type.String(),
		/** File name in the room `snapshots`. */
		snapshot: Type.String(),
		/** The mediaIds that it shows. */
		media: Type.Array(Type.String()),
		warnings: Type.Array(Warning),
		/** The slug, or the token of a preview. */
		address: Type.String(),
		dryRun: Type.Boolean(),
	}),
});

/** Renders the cover of a publication. */
export const renderCover = defineJob({
	name: 'render-cover',
	pool: 'render',
	attempts: 3,
	input: Closed({publicationId: Type.String(), snapshot: Type.String()}),
});

/** Clears away what has expired. */
export const sweep = defineJob({
	name: 'sweep',
	pool: 'images',
	attempts: 1,
	every: 3_600_000,
	input: Closed({}),
});

/** Every job of the service. */
export const JOBS = [ingestImage, buildBundle, renderCover, sweep] as const;
