import type {SnapshotStep} from '../../shared/contract/snapshot.ts';
import type {Step} from '../../shared/contract/step.ts';

/** Shown until a picture is there. */
const BEFORE_PICTURE = '#e7e6e1';

/** Returns a step as the player draws it, with its picture in the one size that is known here. */
export function asSnapshot(step: Step): SnapshotStep {
	const {image} = step;
	const picture = image && {
		width: image.width,
		height: image.height,
		color: BEFORE_PICTURE,
		variants: [{file: image.url, width: image.width, height: image.height, bytes: 0, format: 'webp' as const}],
		still: null,
	};
	return {...step, image: step.type === 'slide' ? null : picture, narrations: []};
}
