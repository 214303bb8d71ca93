import type {JobInput} from '../../../shared/queue/job.ts';
import {rebuildPage as job} from '../../../shared/queue/jobs/publishing.ts';
import type {Services} from '../../../shared/services/services.ts';
import {closingAmong} from '../../../shared/store/account-end/closing.ts';
import {type Db, tx} from '../../../shared/store/database.ts';
import {insertJob, type StoredJob} from '../../../shared/store/jobs/jobs.ts';
import {countOpen} from '../../../shared/store/jobs/operator-jobs.ts';
import {mediaByIds} from '../../../shared/store/media/media.ts';
import {type Rebuild, readShown, saveRebuilt, takeOutdated, takeWithAvif} from '../../../shared/store/rebuilds.ts';
import {addAvif} from '../../../shared/tour/snapshot.ts';
import type {Handler} from '../../runtime/handler.ts';
import {repeat} from '../../runtime/repeat.ts';
import {renderAt, rendererVersionAt, storePage} from './render-page.ts';
import {readSnapshot} from './snapshot.ts';

const LOOK_MS = 2000;
/**
 * Most open rebuilds over all processes: with a check every 2 s at most 240 a minute, each some 60 ms of a core. A
 * publish never waits behind many of them.
 */
const OPEN = 8;

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
		const rebuilt = await saveRebuilt(db, shown, {page, csp, renderer: rendererVersionAt(config)});
		return {response: {status: 200, body: {rebuilt}}};
	};
};

/** Orders rebuilds of outdated pages, a few at a time: remembers them only in the pages' own rows. */
export function openRebuildOrders(services: Services) {
	return repeat(LOOK_MS, async () => {
		try {
			for (const job of await orderRebuilds(services)) await services.dispatcher.enqueue(job);
		} catch (error) {
			services.log.warn({error}, 'rebuilds not ordered');
		}
	});
}

/** Writes the jobs of the next pages. */
export async function orderRebuilds({database, config}: Pick<Services, 'database' | 'config'>): Promise<StoredJob[]> {
	const free = OPEN - (await countOpen(database.manager, job.name));
	if (free <= 0) return [];
	return tx(database, async db => {
		const outdated = await takeOutdated(db, rendererVersionAt(config), free);
		const withAvif = free > outdated.length ? await takeWithAvif(db, free - outdated.length) : [];
		const pages = new Map([...outdated, ...withAvif].map(page => [page.id, page]));
		const closing = await closingAmong(
			db,
			[...pages.values()].map(({accountId}) => accountId),
		);
		const jobs: StoredJob[] = [];
		for (const page of pages.values()) if (!closing.has(page.accountId)) jobs.push(await order(db, page));
		return jobs;
	});
}

function order(db: Db, {id, accountId}: Rebuild): Promise<StoredJob> {
	const input: JobInput<typeof job> = {publicationId: id};
	return insertJob(db, {accountId, type: job.name, input});
}
