import {Type} from 'typebox';
import {TourDocument} from '../../contract/document.ts';
import {LIMITS} from '../../contract/limits.ts';
import {Choice, Closed, Nullable} from '../../contract/schema.ts';
import {defineJob} from '../job.ts';

const PutInput = Closed({
	key: Type.String(),
	ifMatch: Nullable(Type.Integer()),
	createdBy: Choice(['agent', 'editor']),
	document: TourDocument,
	/** True writes and fetches nothing. */
	dryRun: Type.Optional(Type.Boolean()),
	/** Images that the document names by URL, and the names of their stored bytes once they are fetched. */
	sources: Type.Array(Closed({url: Type.String(), original: Nullable(Type.String())}), {maxItems: LIMITS.imagesByUrl}),
});

/** Fetches a document's images, reads those on which it has targets, and stores the document. */
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
	input: PutInput,
});

/**
 * Makes a tour from a bundle that is stored among the originals. It may take long, since it encodes pictures that the
 * account lacks, animations too: it runs in their pool, where no screenshot waits for it.
 */
export const importBundle = defineJob({
	name: 'import-bundle',
	pool: 'animations',
	attempts: 3,
	input: Closed({bundle: Type.String(), createdBy: Choice(['agent', 'editor'])}),
});
