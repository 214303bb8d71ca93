import {renderCover as renderImage} from '../../../renderers/cover/cover.ts';
import {fileName} from '../../../shared/files/file-store.ts';
import {ownBytes} from '../../../shared/files/own-bytes.ts';
import type {renderCover as job} from '../../../shared/queue/jobs/publishing.ts';
import {type Db, tx} from '../../../shared/store/database.ts';
import {attachCover, showsSnapshot} from '../../../shared/store/publications.ts';
import type {Handler} from '../../runtime/handler.ts';
import {noteCover} from './plain-cover.ts';
import {coverImage, readSnapshot} from './snapshot.ts';

const NOT_WANTED = {response: {status: 200, body: {}}};

/** Renders the cover and attaches it, unless the link shows another content by then: then it is not drawn, or not even stored. */
export const renderCover: Handler<typeof job> = async (input, {services, browser, accountId}) => {
	const {database, files} = services;
	const isShown = (db: Db) => showsSnapshot(db, input.publicationId, input.snapshot);
	if (!(await isShown(database.manager))) return NOT_WANTED;
	const snapshot = await readSnapshot(files, input.snapshot);
	const jpeg = ownBytes(await renderImage(browser, snapshot, await coverImage(files, snapshot)), accountId);
	const isWanted = await tx(database, async db => {
		if (!(await isShown(db))) return false;
		await noteCover(db, accountId, snapshot, fileName('media', jpeg, '.jpg'));
		return true;
	});
	if (!isWanted) return NOT_WANTED;
	const cover = await files.put('media', jpeg, '.jpg');
	return async db => {
		await attachCover(db, input.publicationId, input.snapshot, cover);
		return {response: {status: 200, body: {}}};
	};
};
