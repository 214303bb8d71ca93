import {Type} from 'typebox';
import {Warning} from '../../contract/geometry.ts';
import {LIMITS} from '../../contract/limits.ts';
import {Viewport} from '../../contract/pictures/step-picture.ts';
import {Closed, Nullable} from '../../contract/schema.ts';
import {defineJob} from '../job.ts';

/** The most warnings about one step when publishing. */
const WARNINGS_PER_STEP = 20;

/** Renders a snapshot's page and puts it under the tour's link, or under a preview's. */
export const buildBundle = defineJob({
	name: 'build-bundle',
	pool: 'render',
	attempts: 5,
	input: Closed({
		tourId: Type.String(),
		tourVersion: Type.Integer({description: 'Version of the content that the snapshot shows.'}),
		/** Time of the call: a link that was taken down later stays down. */
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
	pool: 'covers',
	attempts: 3,
	input: Closed({publicationId: Type.String(), snapshot: Type.String()}),
});

/** Renders the page of a link or a preview again from its snapshot. Ordered by workers for themselves, a few at a time. */
export const rebuildPage = defineJob({
	name: 'rebuild-page',
	pool: 'render',
	attempts: 3,
	input: Closed({publicationId: Type.String()}),
});

const seenStep = {
	/** File name in the folder `snapshots`. The snapshot has the step, and the parts of other steps that the player shows beside it. */
	snapshot: Type.String(),
	/** The step's index. */
	index: Type.Integer(),
	/** The mediaId of the step's image. */
	mediaId: Nullable(Type.String()),
};

/** Draws a step as the player shows it, and says what is wrong with it. */
export const pictureStep = defineJob({
	name: 'picture-step',
	pool: 'render',
	// Each attempt tries the browser twice.
	attempts: 2,
	input: Closed({...seenStep, viewport: Viewport}),
});

/** Draws up to a dozen steps side by side on one picture. */
export const pictureSheet = defineJob({
	name: 'picture-sheet',
	pool: 'render',
	attempts: 2,
	input: Closed({
		steps: Type.Array(Closed({...seenStep, stepId: Type.String()}), {maxItems: LIMITS.stepsOnSheet}),
		/** Number of steps in the tour. */
		of: Type.Integer(),
		viewport: Viewport,
	}),
});
