import {openTurns} from '../../shared/concurrency.ts';
import type {SnapshotStep} from '../../shared/contract/snapshot.ts';
import type {ExportSource, ExportWarning, ExportWork} from '../exporter.ts';

/** Pictures that are made at once. */
const AT_ONCE = 2;

/** Makes something from each step's picture, with `share` of all the work; reports steps whose picture gives `null`. */
export async function makePictures<Picture>(
	{snapshot: {steps}}: ExportSource,
	work: ExportWork,
	share: number,
	make: (step: SnapshotStep) => Promise<Picture | null>,
): Promise<{pictures: Array<Picture | null>; warnings: ExportWarning[]}> {
	const inTurn = openTurns(AT_ONCE);
	let done = 0;
	const one = async (step: SnapshotStep): Promise<Picture | null> => {
		work.signal.throwIfAborted();
		const picture = await make(step);
		work.progress((share * ++done) / steps.length);
		return picture;
	};
	const pictures = await Promise.all(steps.map(step => inTurn(() => one(step))));
	const warnings = steps.flatMap((step, index) => {
		if (step.image && !pictures[index]) return [pictureMissing(step, index + 1)];
		return step.image?.still ? [animationStill(step)] : [];
	});
	return {pictures, warnings};
}

function animationStill({id}: SnapshotStep): ExportWarning {
	return {code: 'animation_still', message: 'Of an animated picture the first frame is shown.', stepId: id};
}

function pictureMissing({id}: SnapshotStep, number: number): ExportWarning {
	return {
		code: 'picture_missing',
		message: `The picture of step ${number} is no longer stored, or cannot be read; the step has its words alone.`,
		stepId: id,
	};
}
