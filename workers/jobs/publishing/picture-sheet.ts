import {contactSheet, SHEET_COLUMNS} from '../../../renderers/step-picture/contact-sheet.ts';
import {AppError} from '../../../shared/errors.ts';
import {fileName} from '../../../shared/files/file-store.ts';
import {ownBytes} from '../../../shared/files/own-bytes.ts';
import type {pictureSheet as job} from '../../../shared/queue/jobs/publishing.ts';
import {type Db, tx} from '../../../shared/store/database.ts';
import {noteDerived} from '../../../shared/store/media/derived-files.ts';
import {mediaUrl} from '../../../shared/tour/urls.ts';
import type {Handler} from '../../runtime/handler.ts';
import {pictureOf} from './picture-step.ts';

/** Draws each step like a single one, reuses earlier drawings, and puts them on one picture in their order. */
export const pictureSheet: Handler<typeof job> = async ({steps, of, viewport}, work) => {
	const {services, accountId} = work;
	const {files, config, database} = services;
	const drawn: Array<{seen: {stepId: string; position: number; findings: unknown[]}; keep: (db: Db) => Promise<void>}> = [];
	const pictures: Buffer[] = [];
	for (const {stepId, ...step} of steps) {
		work.signal.throwIfAborted();
		const {response, keep} = await pictureOf({...step, viewport}, work);
		const {picture, findings} = response.body as {picture: {url: string}; findings: unknown[]};
		const bytes = await files.read('media', picture.url.split('/').at(-1)!);
		if (!bytes) throw new AppError('unavailable', {message: 'A step that was drawn is not there any more.', retryAfter: 1});
		pictures.push(bytes);
		drawn.push({seen: {stepId, position: step.index, findings}, keep});
	}
	const {bytes, width, height} = await contactSheet(pictures, viewport);
	const sheet = ownBytes(bytes, accountId);
	const mediaIds = [...new Set(steps.flatMap(({mediaId}) => mediaId ?? []))];
	const noted = await tx(database, db => noteDerived(db, accountId, mediaIds, [fileName('media', sheet, '.jpg')]));
	// A drawing of a picture that was redacted meanwhile must not be shown.
	if (noted.length < mediaIds.length) throw new AppError('not_found');
	const behind = (steps.at(-1)?.index ?? 0) + 1;
	const body = {
		viewport,
		picture: {url: mediaUrl(config, await files.put('media', sheet, '.jpg')), width, height},
		columns: SHEET_COLUMNS[viewport],
		steps: drawn.map(({seen}) => seen),
		next: behind < of ? behind : null,
	};
	return async db => {
		for (const {keep} of drawn) await keep(db);
		return {response: {status: 200, body}};
	};
};
