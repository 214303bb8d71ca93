import type {SnapshotImage} from '../../shared/contract/snapshot.ts';
import type {ExportSource, ExportWarning} from '../exporter.ts';

/**
 * The tour with what is still stored of its pictures, each in its largest size alone: which of them a page chooses depends on the window, and a
 * film has several. A step whose picture has gone is filmed as a card.
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

async function largestOf(image: SnapshotImage, isThere: (file: string) => Promise<boolean>): Promise<SnapshotImage | null> {
	for (const variant of image.variants.toReversed()) {
		if (!(await isThere(variant.file))) continue;
		const still = image.still && (await isThere(image.still.file)) ? image.still : null;
		return {...image, variants: [variant], avif: [], still};
	}
	return null;
}
