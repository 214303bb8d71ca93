import {findMedia} from '../../../shared/store/media/media.ts';
import type {Work} from '../../runtime/handler.ts';

/** What is kept of the bytes of an image of the account; null where it is gone. */
export async function originalBytes(mediaId: string, {services, accountId}: Pick<Work, 'services' | 'accountId'>): Promise<Buffer | null> {
	const media = await findMedia(services.database.manager, accountId, mediaId);
	return media && services.files.read('originals', media.original);
}
