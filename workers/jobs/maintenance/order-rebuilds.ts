import type {JobInput} from '../../../shared/queue/job.ts';
import {rebuildPage} from '../../../shared/queue/jobs/publishing.ts';
import type {Services} from '../../../shared/services/services.ts';
import {closingAmong} from '../../../shared/store/account-end/closing.ts';
import {type Db, tx} from '../../../shared/store/database.ts';
import {insertJob, type StoredJob} from '../../../shared/store/jobs/jobs.ts';
import {countOpen} from '../../../shared/store/jobs/operator-jobs.ts';
import {type Rebuild, takeOutdated, takeWithAvif} from '../../../shared/store/rebuilds.ts';
import {repeat} from '../../runtime/repeat.ts';
import {editionAt} from '../publishing/render-page.ts';

const LOOK_MS = 2000;
/**
 * Most open rebuilds over all processes: with a check every 2 s at most 240 a minute, each some 60 ms of a core. A
 * publish never waits behind many of them.
 */
const OPEN = 8;

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
export async function orderRebuilds(
	{database, config}: Pick<Services, 'database' | 'config'>,
	edition = editionAt(config),
): Promise<StoredJob[]> {
	const free = OPEN - (await countOpen(database.manager, rebuildPage.name));
	if (free <= 0) return [];
	return tx(database, async db => {
		const outdated = await takeOutdated(db, edition, free);
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
	const input: JobInput<typeof rebuildPage> = {publicationId: id};
	return insertJob(db, {accountId, type: rebuildPage.name, input});
}
