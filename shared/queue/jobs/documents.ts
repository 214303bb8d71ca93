import {Type} from 'typebox';
import {TourDocument} from '../../contract/document.ts';
import {LIMITS} from '../../contract/limits.ts';
import {Choice, Closed, Nullable} from '../../contract/schema.ts';
import {defineJob, MANY_CRASHES} from '../job.ts';

const PutInput = Closed({
	key: Type.String(),
	ifMatch: Nullable(Type.Integer()),
	createdBy: Choice(['agent', 'editor']),
	document: TourDocument,
	/** Writes nothing, and fetches nothing. */
	dryRun: Type.Optional(Type.Boolean()),
	/** The images that it names by URL, and under which name the bytes are stored once they are fetched. */
	sources: Type.Array(Closed({url: Type.String(), original: Nullable(Type.String())}), {maxItems: LIMITS.imagesByUrl}),
});

/** Fetches the images that a document names by URL, reads those on which it looks for words, and puts it. */
export const putDocument = defineJob({
	name: 'put-document',
	pool: 'images',
	attempts: 3,
	crashes: 0,
	input: PutInput,
});

/** Stores a document with an animation; `put-document` hands it over. */
export const putAnimatedDocument = defineJob({
	name: 'put-animated-document',
	pool: 'animations',
	attempts: 2,
	crashes: MANY_CRASHES,
	input: PutInput,
});

/**
 * Makes a tour out of a bundle that is stored among the originals. It may take long, for pictures that the account
 * does not have, and encodes animations: in their pool no screenshot waits for it.
 */
export const importBundle = defineJob({
	name: 'import-bundle',
	pool: 'animations',
	attempts: 3,
	crashes: MANY_CRASHES,
	input: Closed({bundle: Type.String(), createdBy: Choice(['agent', 'editor'])}),
});
