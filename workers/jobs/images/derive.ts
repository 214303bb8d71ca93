import {stepPicture, WHOLE} from '../../../renderers/image/annotated-step.ts';
import type {AvifVariant} from '../../../renderers/image/avif.ts';
import {thumbnailOf} from '../../../renderers/image/variants.ts';
import {AppError} from '../../../shared/errors.ts';
import {fileName} from '../../../shared/files/file-store.ts';
import {ownBytes} from '../../../shared/files/own-bytes.ts';
import type {drawStep as drawStepJob, encodeAvif as job} from '../../../shared/queue/jobs/images.ts';
import type {Services} from '../../../shared/services/services.ts';
import {tx} from '../../../shared/store/database.ts';
import {noteDerived} from '../../../shared/store/media/derived-files.ts';
import {findMedia, largestVariants, saveAvif} from '../../../shared/store/media/media.ts';
import {markAvif} from '../../../shared/store/rebuilds.ts';
import type {Handler} from '../../runtime/handler.ts';
import {asBuffer, type Bounds, runRenderer, storeVariant} from './store-image.ts';

/** The largest image takes 15 s of a core that has nothing else to do, and 450 MB beside what Node sets aside. */
const BOUNDS: Bounds = {priority: 'idle', cpuSeconds: 60, timeoutMs: 15 * 60_000, memoryBytes: 1_500_000_000};

/** Thumbnails that one run makes at most: some 25 ms of a core each. */
const MOST = 2000;

/** Encodes an image once more for browsers that read AVIF. Leaves an image that is gone, and drops an AVIF that is no smaller. */
export const encodeAvif: Handler<typeof job> = async ({mediaId}, {services, accountId, signal}) => {
	const {database, files} = services;
	const media = await findMedia(database.manager, accountId, mediaId);
	const [original, ...stored] = await Promise.all([
		media && files.read('originals', media.original),
		...(media?.variants ?? []).map(({file}) => files.read('media', file)),
	]);
	const variants = stored.flatMap((bytes, index) => (bytes ? {...media!.variants[index]!, bytes} : []));
	const made =
		original && variants.length > 0 ? await runRenderer<AvifVariant[]>('avif-process.ts', {original, variants}, BOUNDS, signal) : [];
	const encoded = made.map(variant => ({...variant, bytes: asBuffer(variant.bytes)}));
	const names = encoded.map(({bytes, format}) => fileName('media', ownBytes(bytes, accountId), `.${format}`));
	// A removal of the image meanwhile knows of the files, or nothing is stored.
	const noted = names.length > 0 ? await tx(database, db => noteDerived(db, accountId, [mediaId], names)) : [];
	const avif = noted.length > 0 ? await Promise.all(encoded.map(variant => storeVariant(files, accountId, variant))) : [];
	return async db => {
		await saveAvif(db, accountId, mediaId, avif);
		if (avif.length > 0) await markAvif(db, accountId, mediaId);
		return {response: {status: 200, body: {}}};
	};
};

/**
 * Makes the thumbnails of images that have none, as after a restore, of those whose mediaId begins with one of these two digits; returns how
 * many. What cannot be read is left: its URL leads to the image.
 */
export async function makeThumbnails({database, files, log}: Services, parts: readonly string[]): Promise<number> {
	let made = 0;
	for (const part of parts) {
		for (const file of await largestVariants(database.manager, part)) {
			if (made >= MOST) return made;
			if ((await files.size('thumbnails', file)) !== null) continue;
			const bytes = await files.read('media', file);
			if (!bytes) continue;
			try {
				await files.putUnder('thumbnails', file, await thumbnailOf(bytes));
				made++;
			} catch (error) {
				log.warn({error, file}, 'no thumbnail');
			}
		}
	}
	return made;
}

/** Draws from the smallest variant that has the pixels. The picture is fetched by name at once; the sweep clears it away after a day. */
export const drawStep: Handler<typeof drawStepJob> = async ({mediaId, ...marks}, {services, accountId}) => {
	const {database, files} = services;
	const media = await findMedia(database.manager, accountId, mediaId);
	const variant = media?.variants.find(({width, height}) => Math.max(width, height) >= WHOLE.maxSide) ?? media?.variants.at(-1);
	const bytes = variant && (await files.read('media', variant.file));
	if (!bytes) throw new AppError('not_found');
	const picture = ownBytes(await stepPicture(bytes, marks, WHOLE), accountId);
	const noted = await tx(database, db => noteDerived(db, accountId, [mediaId], [fileName('media', picture, '.jpg')]));
	if (noted.length === 0) throw new AppError('not_found');
	const file = await files.put('media', picture, '.jpg');
	return {response: {status: 200, body: {file}}};
};
