import type {AvifVariant} from '../../../renderers/image/avif.ts';
import {fileName} from '../../../shared/files/file-store.ts';
import {ownBytes} from '../../../shared/files/own-bytes.ts';
import type {encodeAvif as job} from '../../../shared/queue/jobs/images.ts';
import {tx} from '../../../shared/store/database.ts';
import {noteDerived} from '../../../shared/store/media/derived-files.ts';
import {findMedia, saveAvif} from '../../../shared/store/media/media.ts';
import {markAvif} from '../../../shared/store/rebuilds.ts';
import type {Handler} from '../../runtime/handler.ts';
import {type Bounds, runRenderer, storeVariant} from './store-image.ts';

/** The largest image takes 15 s of a core that has nothing else to do, and 450 MB beside what Node sets aside. */
const BOUNDS: Bounds = {priority: 'idle', cpuSeconds: 60, timeoutMs: 15 * 60_000, memoryBytes: 1_500_000_000};

/** Encodes an image once more for browsers that read AVIF. Leaves an image that is gone, and drops an AVIF that is no smaller. */
export const encodeAvif: Handler<typeof job> = async ({mediaId}, {services, accountId, signal}) => {
	const {database, files} = services;
	const media = await findMedia(database.manager, accountId, mediaId);
	const [original, ...stored] = await Promise.all([
		media && files.read('originals', media.original),
		...(media?.variants ?? []).map(({file}) => files.read('media', file)),
	]);
	const variants = stored.flatMap((bytes, index) => (bytes ? {...media!.variants[index]!, bytes} : []));
	const encoded =
		original && variants.length > 0 ? await runRenderer<AvifVariant[]>('avif-process.ts', {original, variants}, BOUNDS, signal) : [];
	const names = encoded.map(({bytes, format}) => fileName('media', ownBytes(bytes, accountId), `.${format}`));
	// Recorded first, so that a removal of the image finds the files; if it is gone, nothing is stored.
	const noted = names.length > 0 ? await tx(database, db => noteDerived(db, accountId, [mediaId], names)) : [];
	const avif = noted.length > 0 ? await Promise.all(encoded.map(variant => storeVariant(files, accountId, variant))) : [];
	return async db => {
		await saveAvif(db, accountId, mediaId, avif);
		if (avif.length > 0) await markAvif(db, accountId, mediaId);
		return {response: {status: 200, body: {}}};
	};
};
