import {acceptImage, ingestImage} from '../../../renderers/image/variants.ts';
import {AppError} from '../../../shared/errors.ts';
import {type redactStep as job, redactAnimation} from '../../../shared/queue/jobs/redaction.ts';
import type {MediaRow} from '../../../shared/store/entities/tours.ts';
import {findMedia, type NewMedia} from '../../../shared/store/media/media.ts';
import {readPublication} from '../../../shared/store/publications.ts';
import {linksShowing} from '../../../shared/store/redactions/showing.ts';
import {type Handler, PassedOn, type Work} from '../../runtime/handler.ts';
import {encodeAnimation} from '../images/ingest-animation.ts';
import {storeIngested} from '../images/ingest-image.ts';
import {asBuffer, type Bounds, runRenderer} from '../images/renderer-process.ts';
import {exchangedPage} from './exchange-picture.ts';
import {type Input, type Made, saveRedaction} from './save-redaction.ts';

/** The largest image takes 3 s of a core, and 400 MB. */
const BOUNDS: Bounds = {priority: 'low', cpuSeconds: 60, timeoutMs: 5 * 60_000, memoryBytes: 1_600_000_000};

/** Replaces areas of a step's picture. What is written before the end is the redacted picture alone, under names of its own. */
export const redactStep: Handler<typeof job> = async (input, work) => {
	const from = await findMedia(work.services.database.manager, work.accountId, input.mediaId);
	if (from && from.stills.length > 0) return new PassedOn(redactAnimation.name, input);
	return redact(input, work, from);
};

export const redactAnimationStep: Handler<typeof redactAnimation> = async (input, work) =>
	redact(input, work, await findMedia(work.services.database.manager, work.accountId, input.mediaId));

async function redact(input: Input, work: Work, from: MediaRow | null) {
	const {files} = work.services;
	const original = from && (await files.read('originals', input.mediaId));
	if (!from || !original) {
		throw new AppError('image_unreadable', {status: 400, message: 'The bytes of the image are gone; give the step its image again.'});
	}
	const bytes = await redactedBytes(original, input.areas, work.signal);
	work.progress(0.4);
	const mediaId = await files.put('originals', bytes);
	if (mediaId === input.mediaId) {
		const hint = 'Name areas in which there still is something to be seen.';
		throw new AppError('nothing_to_redact', {errors: [{field: 'areas', message: 'These areas are redacted already.', hint}]});
	}
	const header = await acceptImage(bytes);
	const image = header.frames > 1 ? await encodeAnimation(bytes, work) : await ingestImage(bytes, header);
	const to = await storeIngested(work, {mediaId, name: from.name, bytes: bytes.length}, image);
	work.progress(0.8);
	const made: Made = {from, to, link: input.live === 'replace' ? await exchangedLink(input, from, to, work) : null};
	return saveRedaction(input, work, made);
}

async function redactedBytes(original: Buffer, areas: Input['areas'], signal: AbortSignal): Promise<Buffer> {
	const done: {bytes: Uint8Array} | {appError: ReturnType<AppError['toJSON']>} = await runRenderer(
		'redact-process.ts',
		{original, areas},
		BOUNDS,
		signal,
	);
	if ('bytes' in done) return asBuffer(done.bytes);
	throw AppError.restore({...done.appError, status: 400});
}

/** The link of the tour with the redacted picture, or null where it does not show the picture. */
async function exchangedLink({tourId, stepId, where}: Input, from: MediaRow, to: NewMedia, work: Work): Promise<Made['link']> {
	const db = work.services.database.manager;
	const shown = (await linksShowing(db, work.accountId, from.mediaId)).find(link => link.tourId === tourId);
	const before = shown && (await readPublication(db, shown.id));
	if (!before) return null;
	const after = await exchangedPage(before, {from, to, stepId: where === 'step' ? stepId : null}, work);
	return after && {before, after};
}
