import {Type} from 'typebox';
import {LIMITS} from '../../contract/limits.ts';
import {Closed, Nullable} from '../../contract/schema.ts';
import {defineJob} from '../job.ts';

/** Makes a tour into a file of another format. */
export const exportTour = defineJob({
	name: 'export-tour',
	pool: 'export',
	// A third attempt would fail like the second. The exporter runs in a process of its own, which crashes no worker.
	attempts: 2,
	input: Closed({
		exportId: Type.String(),
		/** File name in the folder `snapshots`. */
		snapshot: Type.String(),
		/** The tour's document in the same folder, where the format needs it; null otherwise. */
		document: Nullable(Type.String()),
		/** URL of the tour's link; null if the tour was never published. */
		url: Nullable(Type.String()),
		/** Narrations in the file that say what their step no longer says. */
		outdated: Type.Array(Closed({stepId: Type.String(), language: Type.String()}), {maxItems: LIMITS.stepsPerTour}),
	}),
});
