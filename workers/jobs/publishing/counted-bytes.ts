import type {Snapshot} from '../../../shared/contract/snapshot.ts';

/** Counts bytes against the 12 MB: the page, the largest variant of each step's image, the audio. */
export function countedBytes(html: string, {steps}: Snapshot): {bytes: number; page: number; images: number; audio: number} {
	const page = Buffer.byteLength(html);
	const images = steps.reduce((sum, {image}) => sum + (image?.variants.at(-1)?.bytes ?? 0), 0);
	const audio = steps.flatMap(({narrations}) => narrations).reduce((sum, narration) => sum + narration.bytes, 0);
	return {bytes: page + images + audio, page, images, audio};
}
