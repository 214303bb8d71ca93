import {AppError, ERRORS} from '../../../shared/errors.ts';
import {sha256} from '../../../shared/ids.ts';
import {tx} from '../../../shared/store/database.ts';
import {knownAs, touchMedia} from '../../../shared/store/media/media.ts';
import {saveUnlessRedacted} from '../../../shared/store/redactions/save-unless-redacted.ts';
import type {Work} from '../../runtime/handler.ts';
import {orderAvif} from '../images/ingest-image.ts';
import {storeImage} from '../images/store-image.ts';

/**
 * Returns the mediaId of a bundle's picture, which is a file that the service handed out. A picture that the account
 * lacks is stored at once, with its row, so that a retry after a kill finds it. Throws its error as a fault on `field`.
 */
export async function importPicture(bytes: Buffer, field: string, work: Work): Promise<string> {
	const {services, accountId, lease} = work;
	const hash = sha256(bytes).toString('hex');
	const mediaId = (await knownAs(services.database.manager, accountId, [hash])).get(hash) ?? hash;
	if (await touchMedia(services.database.manager, accountId, mediaId)) return mediaId;
	const media = await storeImage(bytes, null, work).catch(error => {
		const inStep = error instanceof AppError ? (ERRORS[error.code] as readonly unknown[])[2] : undefined;
		if (!(error instanceof AppError) || !inStep) throw error;
		const fault = {field, message: error.message, hint: 'PNG, JPEG, WebP or GIF, up to 15 MB.'};
		throw new AppError(error.code, {status: 400, message: error.message, errors: [fault], cause: error});
	});
	const {kept, next} = await tx(services.database, async db => {
		const saved = await saveUnlessRedacted(db, media, {since: lease.createdAt});
		const isStill = media.stills.length === 0;
		return {kept: saved.kept, next: saved.isNew && isStill ? await orderAvif(db, accountId, mediaId) : null};
	});
	if (next) await services.dispatcher.enqueue(next);
	return kept.mediaId;
}
