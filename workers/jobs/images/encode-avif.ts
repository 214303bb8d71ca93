import type {AvifVariant} from '../../../renderers/image/avif.ts';
import type {encodeAvif as job} from '../../../shared/queue/jobs/images.ts';
import {findMedia, saveAvif} from '../../../shared/store/media/media.ts';
import {markAvif} from '../../../shared/store/rebuilds.ts';
import type {Handler} from '../../runtime/handler.ts';
import {storeVariant} from './ingest-image.ts';
import {asBuffer, type Bounds, runRenderer} from './renderer-process.ts';

/** The largest image takes 10 s of a core that has nothing else to do, and 400 MB. */
const BOUNDS: Bounds = {priority: 'idle', cpuSeconds: 60, timeoutMs: 15 * 60_000, memoryBytes: 1_200_000_000};

/** Encodes an image once more for browsers that read AVIF. An image that is gone by now, and what is no smaller, is left as it is. */
export const encodeAvif: Handler<typeof job> = async ({mediaId}, {services, accountId, signal}) => {
	const {database, files} = services;
	const media = await findMedia(database.manager, accountId, mediaId);
	const [original, ...stored] = await Promise.all([
		files.read('originals', mediaId),
		...(media?.variants ?? []).map(({file}) => files.read('media', file)),
	]);
	const variants = stored.flatMap((bytes, index) => (bytes ? {...media!.variants[index]!, bytes} : []));
	const made =
		original && variants.length > 0 ? await runRenderer<AvifVariant[]>('avif-process.ts', {original, variants}, BOUNDS, signal) : [];
	const avif = await Promise.all(made.map(variant => storeVariant(files, {...variant, bytes: asBuffer(variant.bytes)})));
	return async db => {
		await saveAvif(db, accountId, mediaId, avif);
		if (avif.length > 0) await markAvif(db, accountId, mediaId);
		return {answer: {status: 200, body: {}}};
	};
};
