import {cleanImage} from '../../../renderers/image/clean/clean-image.ts';
import type {ImageHeader} from '../../../renderers/image/header.ts';
import {acceptImage, type IngestedImage, ingestImage} from '../../../renderers/image/variants.ts';
import type {ImageVariant} from '../../../shared/contract/snapshot.ts';
import {AppError} from '../../../shared/errors.ts';
import type {FileStore} from '../../../shared/files/file-store.ts';
import {ownBytes} from '../../../shared/files/own-bytes.ts';
import {sha256} from '../../../shared/ids.ts';
import {findMedia, type NewMedia} from '../../../shared/store/media/media.ts';
import type {Work} from '../../runtime/handler.ts';
import {asBuffer, type Bounds, recodeImage, runRenderer} from './renderer-process.ts';

/**
 * Puts an image's bytes, without metadata and trailing bytes, and its variants into the file store. Returns its row,
 * with the sha256 of the received bytes as mediaId. `header`: given if the image was accepted before. Throws like
 * `acceptImage`.
 */
export async function storeImage(bytes: Buffer, name: string | null, work: Work, header?: ImageHeader): Promise<NewMedia> {
	const {files} = work.services;
	const clean = await withoutRest(bytes, header ?? (await acceptImage(bytes)), work);
	const [original, {width, height, format, color, detail, variants, still, thumbnail}] = await Promise.all([
		files.put('originals', clean.bytes),
		encode(clean.bytes, clean.header, work),
	]);
	work.progress(0.8);
	const stored = await Promise.all(variants.map(variant => storeVariant(files, work.accountId, variant)));
	await files.putUnder('thumbnails', stored.at(-1)!.file, thumbnail.bytes);
	const stills = still ? [await storeVariant(files, work.accountId, still)] : [];
	return {
		...{accountId: work.accountId, mediaId: sha256(bytes).toString('hex'), original, name, bytes: bytes.length},
		...{width, height, format, color, detail, variants: stored, avif: [], stills},
	};
}

/** Stores an encoded variant under the public name that it has for this account. */
export async function storeVariant(
	files: FileStore,
	accountId: string,
	{bytes, ...facts}: Omit<ImageVariant, 'file' | 'bytes'> & {bytes: Buffer},
): Promise<ImageVariant> {
	const own = ownBytes(bytes, accountId);
	return {...facts, file: await files.put('media', own, `.${facts.format}`), bytes: own.length};
}

/** Returns the stored bytes of an image of the account, without its metadata, or null if the image is gone. */
export async function originalBytes(mediaId: string, {services, accountId}: Pick<Work, 'services' | 'accountId'>): Promise<Buffer | null> {
	const media = await findMedia(services.database.manager, accountId, mediaId);
	return media && services.files.read('originals', media.original);
}

type Accepted = {bytes: Buffer; header: ImageHeader};

async function withoutRest(bytes: Buffer, header: ImageHeader, work: Work): Promise<Accepted> {
	const clean = await cleanImage(bytes, header);
	if (clean) return {bytes: clean, header};
	// This refuses an image that cannot be decoded; the process that decodes an animation refuses that.
	if (header.frames === 1) await ingestImage(bytes, header);
	const recoded = await recodeImage({original: bytes, areas: [], format: 'png'}, work.signal);
	return {bytes: recoded, header: await acceptImage(recoded)};
}

function encode(bytes: Buffer, header: ImageHeader, work: Work): Promise<IngestedImage> {
	return header.frames > 1 ? encodeAnimation(bytes, work) : ingestImage(bytes, header);
}

/** The largest accepted animation takes 2 s of a core if it records a screen, and 7 s if it is noise. */
const BOUNDS: Bounds = {priority: 'low', cpuSeconds: 30, timeoutMs: 5 * 60_000, memoryBytes: 1_200_000_000};

/** Encodes an animation in a separate process. */
async function encodeAnimation(bytes: Buffer, {signal}: Work): Promise<IngestedImage> {
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
