import {Type} from 'typebox';
import {Closed, Nullable} from '../../contract/schema.ts';
import {defineJob, MANY_CRASHES} from '../job.ts';

/** Makes a tour into a file of another format. */
export const exportTour = defineJob({
	name: 'export-tour',
	pool: 'export',
	// What an exporter cannot do it can do no better the third time; it works in a process of its own, which takes no worker with it.
	attempts: 2,
	crashes: MANY_CRASHES,
	input: Closed({
		exportId: Type.String(),
		/** File name in the folder `snapshots`. */
		snapshot: Type.String(),
		/** The tour's document in the same folder, where the format needs it; null otherwise. */
		document: Nullable(Type.String()),
		/** The link that visitors open; null where there has been none. */
		url: Nullable(Type.String()),
	}),
});
