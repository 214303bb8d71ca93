import type {rebuildPage as job} from '../../../shared/queue/jobs/publishing.ts';
import {mediaByIds} from '../../../shared/store/media/media.ts';
import {readShown, saveRebuilt} from '../../../shared/store/rebuilds.ts';
import {addAvif} from '../../../shared/tour/snapshot.ts';
import type {Handler} from '../../runtime/handler.ts';
import {editionAt, renderAt, storePage} from './render-page.ts';
import {readSnapshot} from './snapshot.ts';

/**
 * Renders the page of a link or a preview again from its snapshot: by today's renderer, with the AVIF that there are by now. Its content,
 * version, time, form and cover stay. Leaves a page alone that was taken down or published again meanwhile.
 */
export const rebuildPage: Handler<typeof job> = async ({publicationId}, {services, accountId}) => {
	const {database, files, config} = services;
	const shown = await readShown(database.manager, publicationId);
	if (!shown) return {response: {status: 200, body: {rebuilt: false}}};
	const media = await mediaByIds(database.manager, accountId, shown.media);
	const snapshot = addAvif(await readSnapshot(files, shown.snapshot), [...media.values()]);
	const {html, csp, fonts} = renderAt(shown, snapshot, config);
	const page = await storePage(files, {html, fonts});
	return async db => {
		const rebuilt = await saveRebuilt(db, shown, {page, csp, renderer: editionAt(config)});
		return {response: {status: 200, body: {rebuilt}}};
	};
};
