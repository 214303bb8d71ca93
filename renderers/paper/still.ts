import type {ImageVariant, SnapshotStep} from '../../shared/contract/snapshot.ts';
import type {ExportSource, ExportWarning} from '../export/export.ts';
import {decode} from '../image/decode.ts';

/** A step's picture as it is printed: WebP of its first frame. */
export type Still = {bytes: Buffer; width: number; height: number};

/** The file of which a step's picture is made: the smallest that is as wide, else the largest; of an animation its first frame. */
export function stillFile({image}: SnapshotStep, width: number): ImageVariant | null {
	if (!image) return null;
	return image.still ?? image.variants.find(variant => variant.width >= width) ?? image.variants.at(-1) ?? null;
}

/** The picture itself; null where it has gone or cannot be read. */
export async function readStill(file: ImageVariant, source: Pick<ExportSource, 'read'>): Promise<Still | null> {
	const bytes = await source.read(file.file);
	const metadata = bytes?.length
		? await decode(bytes)
				.metadata()
				.catch(() => null)
		: null;
	// The header says what is there, whatever the snapshot has of it.
	return metadata?.width && metadata.height ? {bytes: bytes!, width: metadata.width, height: metadata.pageHeight ?? metadata.height} : null;
}

/** What is told of a step whose picture is not to be had. */
export function pictureMissing({id}: SnapshotStep, number: number): ExportWarning {
	return {
		code: 'picture_missing',
		message: `The picture of step ${number} is no longer stored, or cannot be read; the step has its words alone.`,
		stepId: id,
	};
}
