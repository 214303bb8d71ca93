import {createHash} from 'node:crypto';
import {writeFile} from 'node:fs/promises';
import type {ImageVariant, SnapshotStep} from '../../shared/contract/snapshot.ts';
import type {ExportSource, ExportWork} from '../exporter.ts';
import {decode} from '../image/decode.ts';
import {groundColor} from '../image/ground-color.ts';

/** A step's picture as it is printed: WebP of its first frame; `ground` is what its transparent pixels show. */
export type Still = {bytes: Buffer; width: number; height: number; ground: string};

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
	if (!metadata?.width || !metadata.height) return null;
	const ground = metadata.hasAlpha ? await groundOf(bytes!) : '#ffffff';
	return {bytes: bytes!, width: metadata.width, height: metadata.pageHeight ?? metadata.height, ground};
}

/** Returns the colour behind the picture, by the rule that the public page follows. */
async function groundOf(bytes: Buffer): Promise<string> {
	const drawn = decode(bytes).toColourspace('srgb').ensureAlpha().raw();
	const {data, info} = await drawn.toBuffer({resolveWithObject: true});
	return groundColor({data, width: info.width, height: info.height, channels: 4});
}

/** Thrown where a picture is not to be had, so that nothing is kept of it; several steps may wait for the same one. */
class PictureGone extends Error {}

/** The path of a JPEG that is made of these facts, kept between exports; null where `make` has none. */
export async function keptPicture(work: ExportWork, facts: unknown[], make: () => Promise<Buffer | null>): Promise<string | null> {
	const name = createHash('sha256').update(JSON.stringify(facts)).digest('hex');
	const write = async (path: string) => {
		// A picture whose header can be read and no more of it is gone as well.
		const jpeg = await make().catch(() => null);
		if (!jpeg) throw new PictureGone();
		await writeFile(path, jpeg);
	};
	return work.kept(name, '.jpg', write).catch(error => {
		if (error instanceof PictureGone) return null;
		throw error;
	});
}
