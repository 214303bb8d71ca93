import {acceptImage, ingestImage} from '../../../renderers/image/variants.ts';
import {AppError, ERRORS} from '../../../shared/errors.ts';
import {sha256} from '../../../shared/ids.ts';
import {tx} from '../../../shared/store/database.ts';
import {touchMedia} from '../../../shared/store/media/media.ts';
import {saveUnlessRedacted} from '../../../shared/store/redactions/save-unless-redacted.ts';
import type {Work} from '../../runtime/handler.ts';
import {encodeAnimation} from '../images/ingest-animation.ts';
import {orderAvif, storeIngested} from '../images/ingest-image.ts';

/**
 * The mediaId of a picture that came in a bundle; where the account has not got it, it is stored with its row at once, so that whoever goes on after a
 * kill finds it. Throws its error as a fault on `field`.
 */
export async function importPicture(bytes: Buffer, field: string, work: Work): Promise<string> {
	const {services, accountId, lease} = work;
	const mediaId = sha256(bytes).toString('hex');
	if (await touchMedia(services.database.manager, accountId, mediaId)) return mediaId;
	const image = await encode(bytes, work).catch(error => {
		const inStep = error instanceof AppError ? (ERRORS[error.code] as readonly unknown[])[2] : undefined;
		if (!(error instanceof AppError) || !inStep) throw error;
		const fault = {field, message: error.message, hint: 'PNG, JPEG, WebP or GIF, up to 15 MB.'};
		throw new AppError(error.code, {status: 400, message: error.message, errors: [fault], cause: error});
	});
	await services.files.put('originals', bytes);
	const media = await storeIngested(work, {mediaId, name: null, bytes: bytes.length}, image);
	const {kept, next} = await tx(services.database, async db => {
		const saved = await saveUnlessRedacted(db, media, {since: lease.createdAt});
		const isStill = media.stills.length === 0;
		return {kept: saved.kept, next: saved.isNew && isStill ? await orderAvif(db, accountId, mediaId) : null};
	});
	if (next) await services.dispatcher.enqueue(next);
	return kept.mediaId;
}

async function encode(bytes: Buffer, work: Work) {
	const header = await acceptImage(bytes);
	return header.frames > 1 ? encodeAnimation(bytes, work) : ingestImage(bytes, header);
}
