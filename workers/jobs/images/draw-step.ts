import {stepPicture, WHOLE} from '../../../renderers/image/annotated-step.ts';
import {AppError} from '../../../shared/errors.ts';
import {fileName} from '../../../shared/files/file-store.ts';
import {ownBytes} from '../../../shared/files/own-bytes.ts';
import type {drawStep as job} from '../../../shared/queue/jobs/images.ts';
import {tx} from '../../../shared/store/database.ts';
import {noteDerived} from '../../../shared/store/media/derived-files.ts';
import {findMedia} from '../../../shared/store/media/media.ts';
import type {Handler} from '../../runtime/handler.ts';

/** Draws from the smallest variant that has the pixels. The picture is fetched by name at once; the sweep clears it away after a day. */
export const drawStep: Handler<typeof job> = async ({mediaId, ...marks}, {services, accountId}) => {
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
