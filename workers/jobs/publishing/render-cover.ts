import {renderCover as renderImage} from '../../../renderers/cover/cover.ts';
import type {renderCover as job} from '../../../shared/queue/jobs/publishing.ts';
import {attachCover} from '../../../shared/store/publications.ts';
import type {Handler} from '../../runtime/handler.ts';
import {coverImage, readSnapshot} from './snapshot.ts';

/** Renders the cover and attaches it, unless the link shows another content by then. */
export const renderCover: Handler<typeof job> = async (input, {services, browser}) => {
	const snapshot = await readSnapshot(services.files, input.snapshot);
	const jpeg = await renderImage(browser, snapshot, await coverImage(services.files, snapshot));
	const cover = await services.files.put('media', jpeg, '.jpg');
	return async db => {
		await attachCover(db, input.publicationId, input.snapshot, cover);
		return {answer: {status: 200, body: {}}};
	};
};
