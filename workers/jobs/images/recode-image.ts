import type {RedactionArea} from '../../../shared/contract/pictures/redaction.ts';
import {AppError} from '../../../shared/errors.ts';
import type {ImageFormat} from '../../../shared/image-format.ts';
import {asBuffer, type Bounds, runRenderer} from './renderer-process.ts';

/** The largest image takes 3 s of a core and 400 MB. */
const BOUNDS: Bounds = {priority: 'low', cpuSeconds: 60, timeoutMs: 5 * 60_000, memoryBytes: 1_600_000_000};

/** Encodes an image again from its pixels, with these areas replaced, in a separate process. Throws like `redactImage`. */
export async function recodeImage(
	input: {original: Buffer; areas: readonly RedactionArea[]; format?: ImageFormat},
	signal: AbortSignal,
): Promise<Buffer> {
	const done: {bytes: Uint8Array} | {appError: ReturnType<AppError['toJSON']>} = await runRenderer(
		'redact-process.ts',
		input,
		BOUNDS,
		signal,
	);
	if ('bytes' in done) return asBuffer(done.bytes);
	throw AppError.restore(done.appError);
}
