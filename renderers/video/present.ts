import type {VideoSize} from '../../shared/contract/exports/options.ts';
import type {SnapshotImage} from '../../shared/contract/snapshot.ts';
import type {ExportSource, ExportWarning} from '../exporter.ts';

/** A window in which the player is filmed, CSS pixels, and the pixels of the film for each of them. */
export type Stage = {width: number; height: number; scale: number};

/**
 * The player's layouts: words beside the target on a wide stage, below the picture on a narrow one. Letters are as
 * large as on an upright phone.
 */
export const STAGES: Record<VideoSize, Stage> = {
	'1080p': {width: 1280, height: 720, scale: 1.5},
	'720p': {width: 1280, height: 720, scale: 1},
	square: {width: 540, height: 540, scale: 2},
	vertical: {width: 540, height: 675, scale: 2},
};

/** Stage of an animated picture: small, so that words are readable at 800 pixels. 8 : 5, as most screens. */
export const ANIMATION_STAGE: Stage = {width: 960, height: 600, scale: 4 / 3};

/**
 * Returns the tour with its stored pictures in their largest size alone: which size a page chooses depends on the window, and a
 * film has several. A step whose picture is gone is filmed as a card.
 */
export async function presentTour(source: ExportSource): Promise<{source: ExportSource; warnings: ExportWarning[]}> {
	const warnings: ExportWarning[] = [];
	const known = new Map<string, Promise<boolean>>();
	const isThere = (file: string) => {
		const asked = known.get(file) ?? source.read(file).then(bytes => bytes !== null);
		known.set(file, asked);
		return asked;
	};
	const {snapshot} = source;
	const steps: typeof snapshot.steps = [];
	for (const step of snapshot.steps) {
		const shown = step.type === 'screen' && step.image;
		const image = shown ? await largestOf(shown, isThere) : null;
		if (shown && !image) {
			const message = 'The picture of this step is no longer stored; the step is shown without it.';
			warnings.push({code: 'picture_missing', message, stepId: step.id});
		}
		steps.push({...step, image});
	}
	return {source: {...source, snapshot: {...snapshot, steps}}, warnings};
}

/** Returns the picture in the largest size that is still stored; null if none is. */
export async function largestOf(image: SnapshotImage, isThere: (file: string) => Promise<boolean>): Promise<SnapshotImage | null> {
	for (const variant of image.variants.toReversed()) {
		if (!(await isThere(variant.file))) continue;
		const still = image.still && (await isThere(image.still.file)) ? image.still : null;
		return {...image, variants: [variant], avif: [], still};
	}
	return null;
}

/** Pixels of the film. */
export function filmSize({width, height, scale}: Stage): {width: number; height: number} {
	return {width: Math.round(width * scale), height: Math.round(height * scale)};
}
