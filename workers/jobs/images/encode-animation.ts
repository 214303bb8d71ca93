import type {IngestedImage} from '../../../renderers/image/variants.ts';
import {AppError} from '../../../shared/errors.ts';
import type {Work} from '../../runtime/handler.ts';
import {asBuffer, type Bounds, runRenderer} from './renderer-process.ts';

/** The largest accepted animation takes 2 s of a core if it records a screen, and 7 s if it is noise. */
const BOUNDS: Bounds = {priority: 'low', cpuSeconds: 30, timeoutMs: 5 * 60_000, memoryBytes: 1_200_000_000};

/** Encodes an animation in a separate process. */
export async function encodeAnimation(bytes: Buffer, {signal}: Work): Promise<IngestedImage> {
	const done: {image: IngestedImage} | {appError: ReturnType<AppError['toJSON']>} = await runRenderer(
		'animation-process.ts',
		bytes,
		BOUNDS,
		signal,
	);
	if ('appError' in done) throw AppError.restore(done.appError);
	const {variants, still, thumbnail, ...facts} = done.image;
	const revived = <Encoded extends {bytes: Uint8Array}>(variant: Encoded) => ({...variant, bytes: asBuffer(variant.bytes)});
	return {...facts, variants: variants.map(revived), still: still && revived(still), thumbnail: revived(thumbnail)};
}
